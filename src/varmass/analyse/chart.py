"""chart(…): over two parameters, where rest, or a periodic motion, keeps or loses its stability.

Every point has the largest |μ| of Φ(t₀ + T, t₀); its edge, along the first parameter, is found by halving intervals.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from varmass.analyse.disturbance import disturbance
from varmass.analyse.periodic import ROUND, refuse_other_periods
from varmass.analyse.recurrence import Array
from varmass.analyse.variations import variations
from varmass.errors import ValueRefused
from varmass.integrate.models import compiled
from varmass.integrate.simulate import simulate
from varmass.integrate.start import parameter_values, start_state
from varmass.model.calls import asked
from varmass.model.system import System

HALVINGS = 44


@dataclass(frozen=True)
class OnePeriod:
    """Φ over a period, of a model that is compiled once, as a function of the parameters."""

    system: System
    values: dict[str, float]
    start: dict[str, float]
    t0: float
    period: float
    model: Any = field(repr=False)

    def largest(self, changed: Mapping[str, float]) -> float:
        """The largest |μ|; not a number where the motion does not last for the period."""
        values = {**self.values, **changed}
        ordered = np.array([values[p.name] for p in self.system.parameters])
        x0 = np.array([self.start[s.name] for s in (*self.system.q, *self.system.u)])
        end = self.t0 + self.period
        path = self.model.run(ordered, x0, (self.t0, end), False)
        if path.restarts:
            Φ = disturbance(simulate(variations(self.system), values, self.start, end, t0=self.t0)).Phi()
        else:
            Φ = path.x[len(x0) :, -1].reshape(len(x0), len(x0))
        lasted = path.t[-1] >= end and np.isfinite(Φ).all()
        return float(np.abs(np.linalg.eigvals(Φ)).max()) if lasted else float("nan")


@dataclass(frozen=True)
class Chart:
    """`growth[i, j]` is the largest |μ| at y[i] and x[j]; the names are those of the two parameters."""

    of: OnePeriod = field(repr=False)
    names: tuple[str, str]
    x: Array
    y: Array
    growth: Array

    @property
    def stable(self) -> Any:
        """Where no disturbance grows."""
        return self.growth <= 1 + ROUND

    @asked
    def edges(self, y: float) -> list[float]:
        """The values of the first parameter at which stability is lost or found again, at one of the second."""
        known = [self._keeps(float(x), y) for x in self.x]
        found = []
        for a, b, one, two in zip(self.x[:-1], self.x[1:], known[:-1], known[1:], strict=True):
            if one != two:
                low, high = float(a), float(b)
                for _ in range(HALVINGS):
                    middle = (low + high) / 2
                    low, high = (middle, high) if self._keeps(middle, y) == one else (low, middle)
                found.append((low + high) / 2)
        return found

    def _keeps(self, x: float, y: float) -> bool:
        return self.of.largest({self.names[0]: x, self.names[1]: y}) <= 1 + ROUND


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
    for a, b in {(x[0], y[0]), (x[-1], y[-1])}:
        at = {**numbers, names[0]: float(a), names[1]: float(b)}
        refuse_other_periods(system, at, np.array(list(states.values())), float(period), t0)
    model, _ = compiled(system, ledger=False, varied=(1, ()))
    of = OnePeriod(system, numbers, states, t0, float(period), model)
    growth = np.array([[of.largest({names[0]: a, names[1]: b}) for a in x] for b in y])
    return Chart(of, (names[0], names[1]), x, y, growth)
