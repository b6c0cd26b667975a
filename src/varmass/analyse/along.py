"""A(t) along a motion that was computed: from the Taylor polynomials of its steps."""

from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from varmass.analyse.linearised import Linearised, along, linearised
from varmass.analyse.recurrence import Array
from varmass.compile.jets import Jet
from varmass.errors import ValueRefused
from varmass.integrate.leg import Leg
from varmass.integrate.path import TaylorSeries
from varmass.model.symbols import Parameter


@dataclass(frozen=True)
class OfMotion:
    """The disturbances of one leg; the columns of B are those of the chosen parameters."""

    leg: Leg
    series: TaylorSeries
    equations: Linearised

    @classmethod
    def of(cls, run: Any) -> "OfMotion":
        """Of a run in one leg."""
        if len(run.legs) != 1:
            raise ValueRefused(
                "this run has jumps",
                expected="a run of one system",
                got=f"{len(run.legs)} phases",
                hint="vm.variations(…, route='symbolic')",
            )
        return cls.of_leg(run.legs[0])

    @classmethod
    def of_leg(cls, leg: Leg, chosen: tuple[Parameter, ...] = ()) -> "OfMotion":
        """Of one leg."""
        if not isinstance(leg.path.between, TaylorSeries):
            raise ValueRefused(
                "this run has no series",
                expected="a run by Taylor series with dense output",
                got=f"engine {leg.how.engine}, dense = {leg.dense}",
                hint="simulate(…, engine='taylor', dense=True)",
            )
        return cls(leg, leg.path.between, linearised(leg.system, leg.problem.principle, chosen))

    @property
    def size(self) -> int:
        """Coordinates and speeds."""
        return 2 * self.equations.n

    @property
    def inputs(self) -> int:
        """Parameters."""
        return len(self.equations.chosen)

    def __call__(self, t: Array, m: int, T: Array) -> tuple[Array, Array]:
        return self.equations.rows(self.motion(t, m), m, T)

    def motion(self, t: Array, m: int) -> dict[Any, Any]:
        """The series of t, q and q̇ at instants."""
        piece = np.clip(np.searchsorted(self.series.breaks, t, side="right") - 1, 0, len(self.series.coefficients) - 1)
        moved = shifted(self.series.coefficients[piece, : self.size], t - self.series.breaks[piece], m)
        return along(
            self.leg.system, self.leg.values, Jet.of_time(t, m), [Jet(moved[:, i].T, m) for i in range(self.size)]
        )

    def breaks(self, t0: float, t1: float) -> Array:
        """The steps of the motion."""
        own = self.series.breaks
        if not own[0] <= t0 < t1 <= own[-1]:
            raise ValueRefused(
                "an interval outside the run",
                expected=f"{own[0]:.12g} ≤ t ≤ {own[-1]:.12g}",
                got=f"{t0:.12g} … {t1:.12g}",
                hint="run for longer, or ask within the run",
            )
        return np.concatenate([[t0], own[(own > t0) & (own < t1)], [t1]])


def shifted(coefficients: Array, h: Array, m: int) -> Array:
    """Polynomials (instants, states, powers) about places that lie h further on, up to the power m."""
    powers = coefficients.shape[2]
    found = np.zeros((*coefficients.shape[:2], m + 1))
    for n in range(min(m + 1, powers)):
        for j in range(n, powers):
            found[:, :, n] += comb(j, n) * coefficients[:, :, j] * (h ** (j - n))[:, None]
    return found
