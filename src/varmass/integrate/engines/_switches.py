"""What a run by Taylor series carries beside its parameters: the modes of choices by sign, and what is asleep.

A mode says on which side of its surface g = 0 the motion is.  A surface sleeps where a mode makes it vanish everywhere,
and a surface or an event sleeps for one short step where it vanishes to higher order, as at a start from rest: an
event finder would stay on it for ever.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from varmass.integrate.path import Array

ON_SURFACE = 1e-10
ASIDE = (0.0, 2.0**-7, 0.15625)
SHORT = 0.01


@dataclass
class Switches:
    """`pars` are the parameters, a mode for each surface, and who is asleep: surfaces, then events.

    `watch` gives g and dg/dt of all surfaces and events.
    """

    ta: Any
    watch: Any
    parameters: int
    surfaces: int
    events: int

    def __post_init__(self) -> None:
        self.pars = np.zeros(self.parameters + 2 * self.surfaces + self.events)

    @property
    def modes(self) -> Array:
        """1 where g > 0, 0 elsewhere; a view."""
        return self.pars[self.parameters : self.parameters + self.surfaces]

    @property
    def asleep(self) -> Array:
        """1 for what is not watched; a view."""
        return self.pars[self.parameters + self.surfaces :]

    def begin(self, values: Array) -> None:
        """The parameters of a run, with every mode as the start has it."""
        self.pars[: self.parameters], self.modes[:] = values, 1.0
        self.choose()

    def choose(self) -> None:
        """Set every mode by the side of its surface; on the surface, by where the motion is going.  Wake all."""
        modes, state, time = self.modes, self.ta.state, self.ta.time
        for _ in range(2 if self.surfaces else 0):
            g, slope = self.watched()[: self.surfaces].T
            step = abs(self.ta.last_h) or 1.0
            on = np.abs(g) <= ON_SURFACE * np.abs(slope) * step
            modes[:] = np.where(on, np.where(slope == 0, modes, slope > 0), g > 0)
        self.asleep[:] = 0.0
        if self.surfaces:
            away = 1 + np.arange(len(state)) + np.abs(state)
            places = [self.watched(state + x * away, time + x)[: self.surfaces, 0] for x in ASIDE]
            self.asleep[: self.surfaces] = np.all(np.equal(places, 0), axis=0)
        self._tell()

    def watched(self, state: Any = None, time: Any = None) -> Array:
        """g and dg/dt, one row for each surface, then one for each event; here, or elsewhere."""
        if self.watch is None:
            return np.full((self.surfaces + self.events, 2), np.nan)
        x, t = (self.ta.state, self.ta.time) if state is None else (state, time)
        return np.asarray(self.watch(x, pars=self.pars, time=t)[:-1]).reshape(2, -1).T

    def step_off(self, row: int, rows: list[int], longest: float) -> float:
        """The length of a short step over which all that vanishes here sleeps; sides are chosen by a look ahead.

        `row` is what was met here again; `rows` are those of heyoka's terminal events.
        """
        ta, before, x = self.ta, self.ta.time, self.ta.state.copy()
        self.asleep[row] = 1.0
        self.asleep[self.watched()[:, 0] == 0] = 1.0
        for _ in rows:
            self._tell()
            code = int(ta.step(max_delta_t=longest, write_tc=True)[0])
            if ta.time > before:
                break
            self.asleep[rows[-code - 1]] = 1.0
        short = SHORT * (ta.time - before)
        ta.update_d_output(before + short)
        ahead, sleeping = self.watched(ta.d_output, before + short)[: self.surfaces, 0], self.asleep[: self.surfaces]
        self.modes[:] = np.where((sleeping == 1) & (ahead != 0), ahead > 0, self.modes)
        ta.time, ta.state[:] = before, x
        for event in ta.nt_events:
            event.callback.hits[:] = [hit for hit in event.callback.hits if hit[0] <= before]
        self._tell()
        return float(short)

    def _tell(self) -> None:
        """Hand over the parameters; heyoka has room for those that occur in the equations."""
        self.ta.pars[:] = self.pars[: len(self.ta.pars)]
