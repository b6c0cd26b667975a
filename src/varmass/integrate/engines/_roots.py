"""Where a radicand vanishes, a Taylor series goes on along the wrong branch: √(ẋ² + ẏ²) as −|ẏ| beyond a throw's top.

Such a radicand S ≥ 0 does not change its sign; it has a minimum, at which the engine stops to look.  Where S is zero
there, or at the start, the motion is smooth on either side though no series exists: a method of Runge and Kutta takes
it over a short stretch, and the series begins anew at its end.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from varmass.integrate.engines._record import Record
from varmass.integrate.path import Array

ZERO = 1e-20  # of S beside its value at the end of the stretch
STRETCH = 0.01  # of the time in which the states change by about their size
NODES = (1 - np.cos(np.linspace(0, np.pi, 9))) / 2


@dataclass
class Roots:
    """`look` gives all radicands, then the rates ẋ, of a state."""

    ta: Any
    look: Any
    count: int

    def pass_over(self, pars: Array, end: float, record: Record | None) -> bool:
        """Leave a place where a radicand vanishes; False where none does."""
        stretch = self._stretch(pars)
        passed = False
        while self.ta.time < end and self._vanishes(pars, stretch):
            stretch = min(stretch, end - self.ta.time)
            self._carry(pars, stretch, record)
            stretch, passed = 2 * stretch, True
        return passed

    def rates(self, pars: Array) -> Array:
        """ẋ here, which exists where the series does not."""
        return self._seen(self.ta.state, self.ta.time, pars)[1]

    def _vanishes(self, pars: Array, stretch: float) -> bool:
        x, t = self.ta.state, self.ta.time
        here, rates = self._seen(x, t, pars)
        ahead, _ = self._seen(x + stretch * rates, t + stretch, pars)
        return bool(np.any(np.abs(here) <= ZERO * np.abs(ahead)))

    def _seen(self, x: Array, t: float, pars: Array) -> tuple[Array, Array]:
        found = np.asarray(self.look(x, pars=pars, time=t)[:-1])
        return found[: self.count], found[self.count :]

    def _stretch(self, pars: Array) -> float:
        fastest, size = (float(np.abs(x).max()) for x in (self.rates(pars), self.ta.state))
        return STRETCH * max(1.0, size) / fastest if fastest > 0 else STRETCH

    def _carry(self, pars: Array, stretch: float, record: Record | None) -> None:
        """The states at Chebyshev's nodes, and the polynomial through them for the record."""
        from scipy.integrate import solve_ivp  # late: it takes as long to import as a compiled model to load

        ta, t0 = self.ta, self.ta.time
        x, states = ta.state.copy(), [ta.state.copy()]
        size = 1e-16 * max(1.0, float(np.abs(x).max()))
        times = t0 + stretch * NODES
        for span in pairwise(times):
            found = solve_ivp(lambda t, x: self._seen(x, t, pars)[1], span, x, method="DOP853", rtol=1e-13, atol=size)
            x = found.y[:, -1]
            states.append(x)
        if record is not None:
            coefficients = np.linalg.solve(np.vander(NODES, increasing=True), np.array(states)).T
            record.extend(times[-1], coefficients / stretch ** np.arange(len(NODES)), ta.order + 1)
        ta.time, ta.state[:] = times[-1], x
        ta.reset_cooldowns()
