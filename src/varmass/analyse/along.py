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

CHOICE = 20  # the order to which what decides a choice is followed through a step
SPARE = 1e-12  # of a run, by which an instant may miss its end


@dataclass(frozen=True)
class OfMotion:
    """The disturbances of one leg; the columns of B are those of the chosen parameters."""

    leg: Leg
    series: TaylorSeries
    equations: Linearised

    @classmethod
    def of_leg(cls, leg: Leg, chosen: tuple[Parameter, ...] = ()) -> "OfMotion":
        """Of one leg."""
        return cls(leg, series_of(leg), linearised(leg.system, leg.problem.principle, chosen))

    @property
    def size(self) -> int:
        """Coordinates and speeds."""
        return 2 * self.equations.n

    @property
    def inputs(self) -> int:
        """Parameters."""
        return len(self.equations.chosen)

    @property
    def deciding(self) -> None:
        """Nothing: the steps of the motion end where a choice changes."""
        return None

    def __call__(self, t: Array, m: int, T: Array) -> tuple[Array, Array]:
        inside(self.series.breaks, t)
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
        return within(self.series.breaks, t0, t1)

    def turns(self) -> Array:
        """The instants at which a choice by sign changes: what decides it has another sign in the next step."""
        breaks, choices = self.series.breaks, list[Jet]()
        starts, T = breaks[:-1], np.diff(breaks)
        self.equations.rows(self.motion(starts, CHOICE), CHOICE, T, choices)
        sides = np.array([choice.at(T / 2) > 0 for choice in choices]).reshape(len(choices), len(T))
        return np.asarray(starts[1:][(sides[:, 1:] != sides[:, :-1]).any(axis=0)])


def series_of(leg: Leg) -> TaylorSeries:
    """The polynomials of a run."""
    if not isinstance(leg.path.between, TaylorSeries):
        raise ValueRefused(
            "this run has no series",
            expected="a run by Taylor series with dense output",
            got=f"engine {leg.how.engine}, dense = {leg.dense}",
            hint="simulate(…, engine='taylor', dense=True)",
        )
    return leg.path.between


def inside(breaks: Array, t: Array) -> None:
    """Refuses instants outside a motion, but for round-off."""
    spare = SPARE * (breaks[-1] - breaks[0])
    odd = t[(t < breaks[0] - spare) | (t > breaks[-1] + spare)]
    if len(odd):
        raise _outside("an instant", breaks, f"{odd[0]:.12g}")


def within(breaks: Array, t0: float, t1: float) -> Array:
    """The steps of a motion between two instants."""
    if not breaks[0] <= t0 < t1 <= breaks[-1]:
        raise _outside("an interval", breaks, f"{t0:.12g} … {t1:.12g}")
    return np.concatenate([[t0], breaks[(breaks > t0) & (breaks < t1)], [t1]])


def _outside(what: str, breaks: Array, got: str) -> ValueRefused:
    return ValueRefused(
        f"{what} outside the run",
        expected=f"{breaks[0]:.12g} ≤ t ≤ {breaks[-1]:.12g}",
        got=got,
        hint="run for longer, or ask within the run",
    )


def shifted(coefficients: Array, h: Array, m: int) -> Array:
    """Polynomials (instants, states, powers) about places that lie h further on, up to the power m."""
    powers = coefficients.shape[2]
    found = np.zeros((*coefficients.shape[:2], m + 1))
    for n in range(min(m + 1, powers)):
        for j in range(n, powers):
            found[:, :, n] += comb(j, n) * coefficients[:, :, j] * (h ** (j - n))[:, None]
    return found
