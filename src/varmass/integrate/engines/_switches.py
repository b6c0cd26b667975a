"""What a run by Taylor series carries beside its parameters: the modes of choices by sign, what is asleep, and sizes.

A mode says on which side of its surface g = 0 the motion is.  A surface sleeps where a mode makes it vanish everywhere,
and a surface or an event sleeps for one short step where it vanishes to higher order, as at a start from rest: an
event finder would stay on it for ever.  A size keeps an event small beside the states: heyoka bounds its error by the
largest of both, so that an event in grams or newtons would decide how well an angle is known.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from varmass.integrate.engines._roots import Roots
from varmass.integrate.path import Array

ON_SURFACE = 1e-10
ASIDE = (0.0, 2.0**-7, 0.15625)
AGAIN = 1e-9  # of a step: what is met within it is met at the same instant, and tells nothing of the pace
SHORT = 0.01
BESIDE_EVENT = (1e-6, 1e-4)  # of a step: the first tells two crossings apart, the second knows a triple root
BESIDE, SMALLEST = 1e-3, 2.0**-100


@dataclass
class Switches:
    """`pars` are the parameters, a mode for each surface, who is asleep, and sizes: of surfaces, then of events.

    `watch` gives g and dg/dt of all surfaces and events, from the states and their rates; `honest` gives g of all
    events, from the states alone and without modes.
    """

    ta: Any
    watch: Any
    honest: Any
    roots: Roots | None
    parameters: int
    surfaces: int
    events: int
    step: float = 1.0
    stepped: float = 0.0

    def __post_init__(self) -> None:
        self.watching = self.surfaces + self.events
        self.pars = np.ones(self.parameters + self.surfaces + 2 * self.watching)

    @property
    def modes(self) -> Array:
        """1 where g > 0, 0 elsewhere; a view."""
        return self.pars[self.parameters : self.parameters + self.surfaces]

    @property
    def asleep(self) -> Array:
        """1 for what is not watched; a view."""
        first = self.parameters + self.surfaces
        return self.pars[first : first + self.watching]

    def begin(self, values: Array) -> None:
        """The parameters of a run, with every mode as the start has it."""
        self.pars[: self.parameters], self.modes[:] = values, 1.0
        self._tell()
        if self.watch is not None:
            self.step, self.stepped = self._pace(), 0.0
            self.choose()
            self.resize()

    def choose(self) -> None:
        """Set every mode by the side of its surface; on the surface, by where the motion is going.  Wake all."""
        self.asleep[:] = 0.0
        if self.surfaces:
            self._choose_modes()
            state, time = self.ta.state, self.ta.time
            away = 1 + np.arange(len(state)) + np.abs(state)
            places = [self.values(state + x * away, time + x)[: self.surfaces] for x in ASIDE]
            self.asleep[: self.surfaces] = np.all(np.equal(places, 0), axis=0)
        self._tell()

    def _choose_modes(self) -> None:
        h = abs(self.ta.last_h)
        if h > AGAIN * self.stepped + 4 * np.spacing(abs(self.ta.time)):
            self.step = self.stepped = h
        near = max(ON_SURFACE * self.step, 4 * float(np.spacing(abs(self.ta.time))))
        for _ in range(2):
            g, slope = self.watched()[: self.surfaces].T
            on = np.abs(g) <= np.abs(slope) * near
            self.modes[:] = np.where(on, np.where(slope == 0, self.modes, slope > 0), g > 0)
            self._tell()

    def resize(self) -> None:
        """Make every event small beside the states, from where it is and how fast it moves."""
        if self.watch is None:
            return
        g, slope = np.abs(self.watched()).T
        pace, room = self._pace(), BESIDE * max(1.0, np.abs(self.ta.state).max())
        self.pars[-self.watching :] = np.fmax(room / np.fmax(np.fmax(g, slope * pace), room), SMALLEST)
        self._tell()

    def watched(self) -> Array:
        """g and dg/dt here, one row for each surface, then one for each event."""
        if self.watch is None:
            return np.full((self.watching, 2), np.nan)
        return self._evaluated(self.ta.state, self.rates(), self.ta.time).reshape(2, -1).T

    def values(self, state: Array, time: float) -> Array:
        """g elsewhere: of all surfaces, then of all events."""
        return self._evaluated(state, np.zeros(len(state)), time)[: self.watching]

    def crosses(self, row: int, time: float) -> bool:
        """Does what is watched there change its sign at this instant of the last step?  To touch zero is no event."""
        asides = (max(x * abs(self.ta.last_h), 64 * float(np.spacing(abs(time)))) for x in BESIDE_EVENT)
        return any(self._at(row, time - x) * self._at(row, time + x) < 0 for x in asides)

    def _at(self, row: int, instant: float) -> float:
        """One event in the last step or beside it; a choice by sign is made anew, not by its mode."""
        return float(self._honest(instant)[row - self.surfaces])

    def _honest(self, instant: float) -> Array:
        if self.honest is None:
            return np.zeros(0)
        self.ta.update_d_output(instant)
        return np.asarray(self.honest(self.ta.d_output, pars=self.pars, time=instant)[: self.events])

    def _evaluated(self, state: Array, rates: Array, time: float) -> Array:
        return np.asarray(self.watch(np.concatenate([state, rates]), pars=self.pars, time=time)[:-1])

    def rates(self) -> Array:
        """ẋ here, from a step of no length, which moves nothing and meets no event; no step can be had under a root."""
        if self.roots is not None:
            return self.roots.rates(self.pars)
        self.ta.step(max_delta_t=0.0, write_tc=True)
        return np.asarray(self.ta.tc[:, 1])

    def _pace(self) -> float:
        """A time in which the states change by about their size."""
        fastest = float(np.abs(self.rates()).max())
        return max(1.0, float(np.abs(self.ta.state).max())) / fastest if fastest > 0 else 1.0

    def first_change(self) -> float:
        """About the first time in which an event changes by its own size, as the motion begins; a power of two."""
        now = self.ta.time
        before = self._honest(now)
        for span in 2.0 ** np.arange(-99, 100):
            if np.any((np.abs(self._honest(now + span) - before) >= np.abs(before)) & (before != 0)):
                return float(span)
        return np.inf

    def step_off(self, row: int, rows: list[int], longest: float) -> float:
        """The length of a short step over which all that vanishes here sleeps; sides are chosen by a look ahead.

        `row` is what was met here again; `rows` are those of heyoka's terminal events.
        """
        ta, before, x = self.ta, self.ta.time, self.ta.state.copy()
        self.asleep[row] = 1.0
        self.asleep[self.values(x, before) == 0] = 1.0
        for _ in rows:
            self._tell()
            code = int(ta.step(max_delta_t=longest, write_tc=True)[0])
            if ta.time > before:
                break
            self.asleep[rows[-code - 1]] = 1.0
        short = SHORT * (ta.time - before)
        ta.update_d_output(before + short)
        ahead, sleeping = self.values(ta.d_output, before + short)[: self.surfaces], self.asleep[: self.surfaces]
        self.modes[:] = np.where((sleeping == 1) & (ahead != 0), ahead > 0, self.modes)
        ta.time, ta.state[:] = before, x
        for event in ta.nt_events:
            event.callback.hits[:] = [hit for hit in event.callback.hits if hit[0] <= before]
        self._tell()
        return float(short)

    def _tell(self) -> None:
        """Hand over the parameters; heyoka has room for those that occur in the equations."""
        self.ta.pars[:] = self.pars[: len(self.ta.pars)]
