"""A(t) along a motion whose equations are known by kernels, as those of rods are: sampled, and interpolated.

    A(t_k + T (1 + x)/2) ≈ Σ_{j < P} a_j xʲ ,      exact at P Chebyshev points x of each step of the motion

A step of the motion is so much shorter than its radius of convergence that P points tell A to round-off.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from varmass.analyse.along import OfMotion, inside, series_of, shifted, within
from varmass.analyse.recurrence import Array
from varmass.analyse.slopes import slopes
from varmass.derive.deriving import derive
from varmass.errors import ValueRefused
from varmass.integrate.leg import Leg
from varmass.integrate.path import TaylorSeries
from varmass.integrate.trajectory import Trajectory
from varmass.model.functional import Functional
from varmass.model.symbols import Parameter

POINTS = 12  # of each step
AT_ONCE = 16  # steps whose points are computed together
PLACES = -np.cos(np.pi * (np.arange(POINTS) + 0.5) / POINTS)
TO_POWERS = np.linalg.inv(np.vander(PLACES, increasing=True))


@dataclass(frozen=True)
class OfKernels:
    """The disturbances of one leg; the columns of B are those of the chosen parameters."""

    leg: Leg
    series: TaylorSeries
    chosen: tuple[Parameter, ...]

    @property
    def size(self) -> int:
        """Coordinates and speeds."""
        return 2 * len(self.leg.system.q)

    @property
    def inputs(self) -> int:
        """Parameters."""
        return len(self.chosen)

    @property
    def deciding(self) -> None:
        """Nothing: the steps of the motion end where a choice changes."""
        return None

    def __call__(self, t: Array, m: int, T: Array) -> tuple[Array, Array]:
        inside(self.series.breaks, t)
        breaks, (powers, _) = self.series.breaks, self._sampled
        piece = np.clip(np.searchsorted(breaks, t, side="right") - 1, 0, len(powers) - 1)
        half = np.diff(breaks)[piece] / 2
        scaled = powers[piece] / half[:, None, None] ** np.arange(POINTS)
        found = shifted(scaled, t - breaks[piece] - half, min(m, POINTS - 1))
        lower = np.moveaxis(found, 0, 2).transpose(1, 0, 2).reshape(found.shape[2], self.size // 2, -1, len(t))
        return linear_system(lower, self.size)

    def breaks(self, t0: float, t1: float) -> Array:
        """The steps of the motion."""
        return within(self.series.breaks, t0, t1)

    def turns(self) -> Array:
        """The instants at which a choice by sign changes."""
        sides = self._sampled[1]
        return np.asarray(self.series.breaks[1:-1][(sides[:, 1:] != sides[:, :-1]).any(axis=0)])

    @cached_property
    def _sampled(self) -> tuple[Array, Any]:
        """(steps, entries of ∂q̈/∂z, powers), and the side of each choice in each step."""
        found = list(self._by_parts())
        return np.concatenate([x for x, _ in found]), np.concatenate([sides for _, sides in found], axis=1)

    def _by_parts(self) -> Iterator[tuple[Array, Any]]:
        leg, breaks = self.leg, self.series.breaks
        middle, half = (breaks[1:] + breaks[:-1]) / 2, np.diff(breaks) / 2
        for first in range(0, len(middle), AT_ONCE):
            part = slice(first, first + AT_ONCE)
            times = middle[part, None] + half[part, None] * PLACES
            states = self.series(times.ravel())[: self.size]
            found = slopes(leg.system, leg.problem.principle, leg.values, times.ravel(), states, self.chosen)
            by_step = found.by.reshape(len(times), POINTS, -1)
            yield np.einsum("jp,kpe->kej", TO_POWERS, by_step), found.sides.reshape(-1, *times.shape)[:, :, POINTS // 2]


def linear_system(lower: Array, size: int) -> tuple[Array, Array]:
    """A and f_p from the rows that belong to q̈: (orders, rows, columns, instants)."""
    upper = np.zeros_like(lower)
    upper[0, :, size // 2 : size] = np.eye(size // 2)[:, :, None]
    whole = np.concatenate([upper, lower], axis=1)
    return whole[:, :, :size], whole[:, :, size:]


def of_run(run: Trajectory) -> OfMotion | OfKernels:
    """Of a run in one leg."""
    if len(run.legs) != 1:
        raise ValueRefused(
            "this run has jumps",
            expected="a run of one system",
            got=f"{len(run.legs)} phases",
            hint="vm.disturbance(run)",
        )
    return disturbed(run.legs[0])


def disturbed(leg: Leg, chosen: tuple[Parameter, ...] = ()) -> OfMotion | OfKernels:
    """A(t) and B(t) along one leg: by the series of formulas, or by samples where there is none."""
    if any(e.has(Functional) for e in derive(leg.system, leg.problem.principle).residual):
        return OfKernels(leg, series_of(leg), chosen)
    return OfMotion.of_leg(leg, chosen)
