"""What a run by Taylor series sees of its surfaces and events, and the parameters that it hands over."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from varmass.compile.watching import Layout
from varmass.integrate.engines._roots import Roots
from varmass.integrate.path import Array

ASIDE = (0.0, 2.0**-7, 0.15625)
UNSURE, ROUND_OFF = 2.0**-30, 2.0**-16  # what states are changed by to see how g does, and the part of it that is noise


@dataclass
class Seen:
    """`watch` gives g and dg/dt of all surfaces and events, from the states and their rates; `honest` gives g of all
    events, from the states alone and without modes; `masses` gives the guards; `names` are the surfaces as written.
    """

    ta: Any
    layout: Layout
    watch: Any
    honest: Any
    masses: Any
    roots: Roots | None
    names: list[str]

    def __post_init__(self) -> None:
        self.surfaces, self.events, self.watching = self.layout.surfaces, self.layout.events, self.layout.watching
        self.pars = np.ones(self.layout.size)
        self.known: tuple[Any, Array] = ((), np.empty(0))

    @property
    def modes(self) -> Array:
        """1 where g > 0, 0 elsewhere; a view."""
        return self.pars[self.layout.parameters :][: self.surfaces]

    def _of_watched(self, which: int) -> Array:
        first = self.layout.first(which)
        return self.pars[first : first + self.watching]

    @property
    def asleep(self) -> Array:
        """1 for what is not watched; a view."""
        return self._of_watched(0)

    @property
    def leaning(self) -> Array:
        """Less than round-off, to the side to which what is exactly zero goes; a view."""
        return self._of_watched(2)

    def watched(self) -> Array:
        """g and dg/dt here, one row for each surface, then one for each event."""
        if self.watch is None:
            return np.full((self.watching, 2), np.nan)
        return self._evaluated(self.ta.state, self.rates(), self.ta.time).reshape(2, -1).T

    def values(self, state: Array, time: float) -> Array:
        """g elsewhere: of all surfaces, then of all events."""
        return self._evaluated(state, np.zeros(len(state)), time)[: self.watching]

    def _evaluated(self, state: Array, rates: Array, time: float) -> Array:
        return np.asarray(self.watch(np.concatenate([state, rates]), pars=self.pars, time=time)[:-1])

    def rates(self) -> Array:
        """ẋ here, from a step of no length, which moves nothing and meets no event; no step can be had under a root.

        A step costs as much as one that goes on, so it is made once for a state and its parameters.
        """
        if self.roots is not None:
            return self.roots.rates(self.pars)
        here = self.ta.time, self.ta.state.tobytes(), self.ta.pars.tobytes()
        if self.known[0] != here:
            self.ta.step(max_delta_t=0.0, write_tc=True)
            self.known = here, self.ta.tc[:, 1].copy()
        return self.known[1]

    def _noise(self, x: Array, t: float, moved: float) -> Array:
        """The round-off of every g, by how it changes with the states, with every other one of them, and with time.

        A state that has just left zero is as uncertain as those that have `moved` the farthest beside it.
        """
        here, signs, size = self.values(x, t), 1 - 2.0 * (np.arange(len(x)) % 2), np.abs(x) + moved
        changes = [self.values(x + UNSURE * s * size, t) - here for s in (1.0, signs)]
        changes.append(self.values(x, t * (1 + UNSURE)) - here)
        return np.asarray(ROUND_OFF * np.abs(changes).max(axis=0))

    def _dead(self) -> Any:
        """What vanishes everywhere, by these modes: also in directions in which nothing cancels."""
        state, time = self.ta.state, self.ta.time
        away = np.sqrt(2 + np.arange(len(state))) + np.abs(state)
        return np.all([self.values(state + x * away, time + x) == 0 for x in ASIDE], axis=0)

    def _largest(self) -> float:
        return float(np.abs(self.ta.state[: self.layout.motion]).max())

    def _tell(self) -> None:
        """Hand over the parameters; heyoka has room for those that occur in the equations."""
        self.ta.pars[:] = self.pars[: len(self.ta.pars)]
