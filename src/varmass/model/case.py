"""A case: a system, or phases, with values, a start, an end, and the numbers that its paper speaks of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from varmass.model.calls import stated
from varmass.model.events import Event
from varmass.model.phases import Phases
from varmass.model.system import System
from varmass.model.variations import Variations


@stated
@dataclass(frozen=True)
class Case:
    """`measures` and `exact` are functions of a run: a number, and (name → values at t) where a closed form exists.

    `t0` is what the clock shows at the start: not 0 for a motion that is joined when it has already begun.
    `drawn` is what an animation shows: of a run and instants, name → lines in the plane, (instants, points, 2).
    `doubt` is what a run has to say against itself, as that a mesh is too coarse for it: a sentence, or none.
    """

    system: System | Phases | Variations
    values: Mapping[Any, Any]
    start: Mapping[Any, Any]
    until: Any
    measures: Mapping[str, Callable[[Any], float]] = field(default_factory=dict)
    exact: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    t0: float = 0.0
    drawn: Callable[[Any, Any], Mapping[str, Any]] | None = None
    doubt: Callable[[Any], str] | None = None
