"""From when to when a run goes, and by which events: checked before anything is compiled."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import sympy as sp

from varmass.errors import ValueRefused
from varmass.model.events import Event

FOREVER = 1e300


def span(until: Any, t0: Any, events: Any) -> tuple[float, tuple[Event, ...]]:
    """The end, and all events: first those of `until`, which stop the run, then the others."""
    if not _is_number(t0):
        raise ValueRefused("t0 is not a finite number", expected="a finite start time", got=repr(t0), hint="t0=0.0")
    wanted = list(until) if isinstance(until, list | tuple) else [until]
    times = [u for u in wanted if not isinstance(u, Event)]
    stops = tuple(u for u in wanted if isinstance(u, Event))
    if not wanted or not all(_is_number(x) and float(t0) < float(x) < FOREVER for x in times):
        raise ValueRefused(
            "the run has no end",
            expected=f"a finite time after {float(t0):g}, an event, or a list of both",
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
    return min(map(float, times), default=FOREVER), watched


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
    """A finite real number, of SymPy also; a text that looks like one is none."""
    if isinstance(x, sp.Expr):
        return bool(x.is_number and x.is_real)
    return isinstance(x, int | float | np.number) and not isinstance(x, bool) and bool(np.isfinite(x))
