"""chart(…): over two parameters, where rest, or a periodic motion, keeps or loses its stability.

Every point has the largest |μ| of Φ(t₀ + T, t₀); its edge, along the first parameter, is found by halving intervals.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isnan, nan
from typing import Any

import numpy as np

from varmass.analyse.periodic import Floquet, floquet
from varmass.analyse.recurrence import Array
from varmass.errors import ValueRefused, VarmassError
from varmass.integrate.start import parameter_values, start_state
from varmass.model.calls import asked
from varmass.model.system import System

HALVINGS = 44


@dataclass(frozen=True)
class OnePeriod:
    """The motion over a period, as a function of the parameters."""

    system: System
    values: dict[str, float]
    start: dict[str, float]
    t0: float
    period: float

    def at(self, changed: Mapping[str, float]) -> Floquet:
        """Its multipliers, or why it has none."""
        return floquet(self.system, {**self.values, **changed}, self.start, self.period, t0=self.t0)

    def judged(self, changed: Mapping[str, float]) -> tuple[float, float]:
        """The largest |μ|, and the sign of `Floquet`; not numbers where there is no periodic motion."""
        try:
            found = self.at(changed)
        except VarmassError:
            return nan, nan
        return float(np.abs(found.multipliers).max()), float(found.sign)


@dataclass(frozen=True)
class Chart:
    """At y[i] and x[j] the largest |μ|, and 1 unstable, 0 marginal, −1 stable; not a number where nothing is periodic.

    The names are those of the two parameters.
    """

    of: OnePeriod = field(repr=False)
    names: tuple[str, str]
    x: Array
    y: Array
    growth: Array
    signs: Array

    @property
    def stable(self) -> Any:
        """Where no disturbance grows."""
        return self.signs < 0

    @asked
    def edges(self, y: float) -> list[float]:
        """The values of the first parameter at which stability is lost or found again, at one of the second."""
        known = [self._sign(float(x), y) for x in self.x]
        found = []
        for a, b, one, two in zip(self.x[:-1], self.x[1:], known[:-1], known[1:], strict=True):
            if not isnan(one + two) and (one < 0) != (two < 0):
                low, high = float(a), float(b)
                for _ in range(HALVINGS):
                    middle = (low + high) / 2
                    low, high = (middle, high) if (self._sign(middle, y) < 0) == (one < 0) else (low, middle)
                found.append((low + high) / 2)
        return found

    def _sign(self, x: float, y: float) -> float:
        return self.of.judged({self.names[0]: x, self.names[1]: y})[1]


@asked
def chart(
    system: System,
    values: Mapping[Any, Any],
    start: Mapping[Any, Any],
    period: float,
    over: Mapping[Any, Iterable[float]],
    *,
    t0: float = 0.0,
) -> Chart:
    """`over` has two parameters, each with the numbers that it takes."""
    known = [p.name for p in system.parameters]
    names = [str(name) for name in over]
    if len(names) != 2 or not set(names) <= set(known):
        raise ValueRefused(
            "a chart needs two parameters of the system",
            expected="two of " + ", ".join(known),
            got=", ".join(names) or "nothing",
            hint="over={'k': np.linspace(0.1, 2, 50), 'epsilon': np.linspace(0, 0.9, 40)}",
        )
    x, y = (np.array(list(over[name]), dtype=float) for name in over)
    if not (len(x) and len(y) and period > 0):
        raise ValueRefused(
            "there is nothing to chart",
            expected="numbers for both parameters, and a period above zero",
            got=f"{len(x)} × {len(y)} numbers, period {period:g}",
            hint="over={'k': np.linspace(0.1, 2, 50), 'epsilon': np.linspace(0, 0.9, 40)}",
        )
    numbers = dict(zip(known, parameter_values(system, values).tolist(), strict=True))
    states = dict(zip((s.name for s in (*system.q, *system.u)), start_state(system, start).tolist(), strict=True))
    of = OnePeriod(system, numbers, states, t0, float(period))
    judged = np.array([[of.judged({names[0]: float(a), names[1]: float(b)}) for a in x] for b in y])
    if np.isnan(judged).all():
        of.at({names[0]: float(x[0]), names[1]: float(y[0])})  # which says why
    return Chart(of, (names[0], names[1]), x, y, judged[:, :, 0], judged[:, :, 1])
