"""What heyoka watches on the way, as expressions: guards, surfaces of choices, events, and their rates."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import heyoka as hy
import numpy as np

from varmass.compile.first_order import FirstOrder
from varmass.compile.heyoka_algebra import TIME, HeyokaAlgebra, running

# The size of all expressions up to which they become plain code, twice as fast to run as compact code and slower to
# compile: about as fast for a run that keeps books, a second for a model that is to run many times.
PLAIN = {True: 250, False: 20_000}
HALFWAY = 2  # the level of optimisation: the next one doubles the time to compile and gains nothing
SMALL = 2.0**-100  # heyoka's step control takes events for states, and a large smooth one would loosen it


def large(expressions: list[Any], keeps: bool) -> bool:
    """Do they become compact code?  A size that no integer of heyoka holds is large, too."""
    try:
        return sum(map(len, expressions)) > PLAIN[keeps]
    except OverflowError:
        return True


@dataclass(frozen=True)
class Layout:
    """How many there are; behind the parameters stand modes, who is asleep, sizes and leanings, then sizes of masses.

    `motion` is the number of the states that are no books.
    """

    parameters: int
    surfaces: int
    events: int
    guards: int
    motion: int

    @property
    def watching(self) -> int:
        """Surfaces, then events."""
        return self.surfaces + self.events

    def first(self, which: int) -> int:
        """Where begins: 0 who is asleep, 1 sizes, 2 leanings, 3 sizes of masses."""
        return self.parameters + self.surfaces + which * self.watching

    @property
    def size(self) -> int:
        """Of all that heyoka is handed as parameters."""
        return self.first(3) + self.guards


def layout_of(form: FirstOrder, algebra: HeyokaAlgebra) -> Layout:
    """The numbers of a problem."""
    counts = (len(algebra.parameters), len(algebra.surfaces), len(form.events), len(varying(form)))
    return Layout(*counts, motion=2 * len(form.r))


def events_of(form: FirstOrder, algebra: HeyokaAlgebra) -> tuple[list[Any], list[Any]]:
    """What heyoka watches: stops (kind, name, row among what is watched, g, direction), and events it passes."""
    layout = layout_of(form, algebra)
    asleep, size, leaning, weight = map(layout.first, range(4))

    def sized(row: int, g: Any) -> Any:
        return hy.par[size + row] * g + hy.par[leaning + row]

    def awake(row: int, g: Any) -> Any:
        return sized(row, hy.select(hy.gt(hy.par[asleep + row], hy.expression(0.5)), hy.expression(1.0), g))

    guards = [("guard", name, -1, hy.par[weight + i] * g, 0) for i, (name, g) in enumerate(varying(form))]
    surfaces = [(i, g) for i, g in enumerate(algebra.surfaces) if hy.get_variables(g)]
    stops = guards + [("surface", "", i, awake(i, g), 0) for i, g in surfaces]
    numbered = list(enumerate(form.events, start=layout.surfaces))
    stops += [("event", e.name, i, awake(i, g), e.direction) for i, (e, g) in numbered if e.terminal]
    return stops, [(i, sized(i, g), e.direction) for i, (e, g) in numbered if not e.terminal]


def varying(form: FirstOrder) -> list[tuple[str, Any]]:
    """The guards that depend on the motion."""
    return [(name, g) for name, g in form.guards if hy.get_variables(g)]


def rate(g: Any, motion: Iterable[tuple[Any, Any]]) -> Any:
    """dg/dt = ∂g/∂t + Σ ∂g/∂x ẋ."""
    return hy.sum([hy.diff(g, TIME), *(hy.diff(g, x) * speed for x, speed in motion)])


def watch_of(watched: list[Any], states: list[Any], count: int) -> Any:
    """g and dg/dt of every surface and event, of x and ẋ: where the motion goes on, what happens at one instant."""
    rates = [hy.expression(f"d/dt {x}") for x in states]
    slopes = [rate(g, zip(states, rates, strict=True)) for g in watched]
    return compiled_function([*watched, *slopes], [*states, *rates], count)


def bare_function(outputs: list[Any], of: list[Any]) -> Any:
    """A compiled function that takes what it uses and gives what it is for, as fast as may be; see `bound`."""
    found = running(outputs)
    return hy.cfunc(found, vars=of, compact_mode=large(found, keeps=True), batch_size=1, opt_level=HALFWAY)


def bound(function: Any, values: Any) -> Any:
    """Such a function of the time, the state, and where to put what it gives, for these parameters."""
    pars = np.array(values[: function.nparams])
    if function.is_time_dependent:
        return lambda time, x, found: function(x, outputs=found, pars=pars, time=time)
    return lambda time, x, found: function(x, outputs=found, pars=pars)


def compiled_function(outputs: list[Any], of: list[Any], count: int, lanes: int = 1) -> Any:
    """A compiled function of time and of all `count` parameters, used or not; its last output is none."""
    everything = hy.sum([TIME, *(hy.par[i] for i in range(count))])
    found = running([*outputs, everything])
    return hy.cfunc(found, vars=of, compact_mode=large(found, keeps=True), batch_size=lanes, opt_level=HALFWAY)
