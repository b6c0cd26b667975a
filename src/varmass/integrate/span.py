"""From when to when a run goes, and by which events: checked before anything is compiled."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from varmass.errors import ValueRefused
from varmass.model.events import Event

FOREVER = 1e300


def span(until: Any, t0: Any, events: Any) -> tuple[float, tuple[Event, ...]]:
    """The end, and all events: first those of `until`, which stop the run, then the others."""
    _number(t0, "t0", "a finite start time", "t0=0.0")
    wanted = list(until) if isinstance(until, list | tuple) else [until]
    times = [u for u in wanted if not isinstance(u, Event)]
    stops = tuple(u for u in wanted if isinstance(u, Event))
    if not wanted or not all(_is_number(x) and t0 < x < FOREVER for x in times):
        raise ValueRefused(
            "the run has no end",
            expected=f"a finite time after {t0:g}, an event, or a list of both",
            got=repr(until),
            hint="until=10.0, or until=vm.when(y - 10)",
        )
    watched = (*stops, *_events(events))
    names = [e.name for e in watched]
    if len(set(names)) < len(names):
        raise ValueRefused(
            "two events have one name",
            expected="every name once",
            got=", ".join(names),
            hint="vm.when(…, name='another')",
        )
    return float(min(times, default=FOREVER)), watched


def _events(events: Any) -> tuple[Event, ...]:
    listed = [events] if isinstance(events, Event) else [] if events is None else events
    found = list(listed) if isinstance(listed, Iterable) else [listed]
    for e in found:
        if not isinstance(e, Event):
            raise ValueRefused(
                "this is no event",
                expected="vm.when(expression)",
                got=repr(e),
                hint="events=[vm.when(y - 1, terminal=False)]",
            )
    return tuple(found)


def _is_number(x: Any) -> bool:
    return isinstance(x, int | float | np.number) and not isinstance(x, bool) and bool(np.isfinite(x))


def _number(x: Any, name: str, expected: str, hint: str) -> None:
    if not _is_number(x):
        raise ValueRefused(f"{name} is not a finite number", expected=expected, got=repr(x), hint=hint)
