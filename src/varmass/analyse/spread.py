"""spread(found, deviations): the covariance of a motion whose start and parameters are known within deviations.

    P(t) = Φ P₀ Φᵀ + Ψ P_p Ψᵀ ,      of the second order also the shift of the mean, ½ Σ H_ij P_ij

monte_carlo(…) runs as many motions as are wanted from the same normal distribution, and takes none of Φ.
Source: A. E. Bryson and Y.-C. Ho, Applied Optimal Control (1975).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from varmass.analyse.disturbance import Disturbance
from varmass.analyse.recurrence import Array
from varmass.compile.differentials import Differential
from varmass.errors import ValueRefused
from varmass.integrate.simulate import simulate
from varmass.model.calls import asked
from varmass.model.case import Case


@dataclass(frozen=True)
class Spread:
    """Names of the states, what they are expected to be, and their covariance."""

    names: tuple[str, ...]
    mean: Array
    covariance: Array

    @property
    def deviations(self) -> dict[str, float]:
        """The standard deviation of each state."""
        return dict(zip(self.names, np.sqrt(np.diag(self.covariance)).tolist(), strict=True))


@asked
def spread(found: Disturbance, deviations: Mapping[Any, float], time: float | None = None) -> Spread:
    """At an instant, or at the end, from standard deviations by name, independent of each other."""
    P = _variances(found.names, deviations)
    states = found.state(time)
    leg = next(leg for leg in reversed(found.run.legs) if time is None or leg.t[0] <= time)
    return _of(leg.names, states, P)


def of_expressions(found: Disturbance, wanted: Mapping[str, Any], deviations: Mapping[Any, float], at: Any) -> Spread:
    """Of expressions of the motion, at an instant or at an event."""
    return _of(tuple(wanted), [found.of(e, at=at) for e in wanted.values()], _variances(found.names, deviations))


@asked
def monte_carlo(case: Case, deviations: Mapping[Any, float], *, samples: int = 400, seed: int = 0) -> Spread:
    """Mean and covariance at the end of as many runs, drawn with a seed."""
    if samples < 2:
        raise ValueRefused("there is no spread of so few", expected="2 or more", got=str(samples), hint="samples=400")
    start = {str(k): float(x) for k, x in case.start.items()}
    values = {str(k): float(x) for k, x in case.values.items()}
    known = (*start, *values)
    _variances(known, deviations)
    draw = np.random.default_rng(seed)
    ends = []
    for _ in range(samples):
        moved = {name: σ * draw.standard_normal() for name, σ in deviations.items()}
        run = simulate(
            case.system,
            {name: x + moved.get(name, 0.0) for name, x in values.items()},
            {name: x + moved.get(name, 0.0) for name, x in start.items()},
            case.until,
            t0=case.t0,
            ledger=False,
            dense=False,
        )
        ends.append([row[-1] for row in run.legs[-1].states().values()])
    names = run.legs[-1].names
    return Spread(names, np.mean(ends, axis=0), np.cov(np.transpose(ends)))


def _of(names: tuple[str, ...], states: list[Differential], P: Array) -> Spread:
    slopes = np.array([x.g for x in states])
    shifts = [0.0 if x.H is None else np.sum(x.H * P) / 2 for x in states]
    return Spread(names, np.array([x.value for x in states]) + shifts, slopes @ P @ slopes.T)


def _variances(names: tuple[str, ...], deviations: Mapping[Any, float]) -> Array:
    given = {str(name): float(σ) for name, σ in deviations.items()}
    unknown = [name for name in given if name not in names]
    if unknown or any(not σ >= 0 for σ in given.values()):
        raise ValueRefused(
            f"{unknown[0]!r} has no deviation here" if unknown else "a standard deviation is negative",
            expected="numbers ≥ 0, for some of " + ", ".join(names),
            got=", ".join(f"{name} = {σ:g}" for name, σ in given.items()),
            hint="vm.disturbance(run, by='all')",
        )
    return np.diag([given.get(name, 0.0) ** 2 for name in names])
