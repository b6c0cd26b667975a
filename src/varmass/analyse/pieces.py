"""The smooth pieces of a motion, each with the map from its start to any instant within it: two independent ways.

heyoka's variational equations, integrated with the motion; or our own A(t), along the motion that is already there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from varmass.analyse.along import OfMotion
from varmass.analyse.discrete_model import DiscreteModel
from varmass.analyse.inputs import given
from varmass.analyse.radius import ROUND_OFF
from varmass.analyse.recurrence import Array
from varmass.analyse.sampled import OfKernels, disturbed
from varmass.analyse.steps import Steps
from varmass.integrate.leg import Leg
from varmass.model.symbols import Parameter


class Piece(Protocol):
    """A smooth part of a leg, from t0 to t1."""

    @property
    def leg(self) -> Leg:
        """The leg that it is a part of."""

    @property
    def t0(self) -> float:
        """Its start."""

    @property
    def t1(self) -> float:
        """Its end."""

    def map(self, time: float) -> tuple[Array, Array | None]:
        """∂x(t)/∂(x(t0), p), and the second derivatives if there are any."""

    def determinant(self) -> float:
        """det ∂x(t1)/∂x(t0)."""


@dataclass(frozen=True)
class ByHeyoka:
    """From the rows that lie below the motion in the run of `vm.variations`."""

    leg: Leg
    t0: float
    t1: float
    parameters: int

    def map(self, time: float) -> tuple[Array, Array | None]:
        """Taken from the dense output."""
        n = len(self.leg.names)
        k = n + self.parameters
        between: Any = self.leg.path.between
        rows = between(np.array([time]), before=time > self.t0)[n:, 0]
        first = rows[: n * k].reshape(n, k)
        if self.leg.how.varied[0] == 1:
            return first, None
        second = np.zeros((n, k, k))
        i, j = np.triu_indices(k)
        second[:, i, j] = second[:, j, i] = rows[n * k :].reshape(n, -1)
        return first, second

    def determinant(self) -> float:
        """Of the whole matrix; where it is far from a square it has few digits."""
        return float(np.linalg.det(self.map(self.t1)[0][:, : len(self.leg.names)]))


@dataclass(frozen=True)
class BySymbols:
    """By the discrete model of A(t)."""

    leg: Leg
    t0: float
    t1: float
    motion: OfMotion | OfKernels

    @cached_property
    def steps(self) -> Steps:
        """The whole piece."""
        return self._model.steps(self.t0, self.t1)

    def map(self, time: float) -> tuple[Array, Array | None]:
        """Whole steps, and a part of one."""
        steps, model = self.steps, self._model
        k = int(np.clip(np.searchsorted(steps.t, time, side="left") - 1, 0, len(steps.E) - 1))
        part = model.part(steps.t[k], time - steps.t[k])
        return _joined(part.E[0], part.F[0]) @ self._whole[k], None

    def determinant(self) -> float:
        """Step by step."""
        return float(np.prod(np.linalg.det(self.steps.E)))

    @cached_property
    def _model(self) -> DiscreteModel:
        return DiscreteModel(self.motion, None, None, ROUND_OFF, given(None, self.motion.inputs, 0))

    @cached_property
    def _whole(self) -> Array:
        """∂(x, p)/∂(x, p) up to the start of each step."""
        size = self.motion.size + self.motion.inputs
        found = [np.eye(size)]
        for E, F in zip(self.steps.E, self.steps.F, strict=True):
            found.append(np.concatenate([_joined(E, F), np.eye(size)[self.motion.size :]]) @ found[-1])
        return np.array(found)


def by_heyoka(leg: Leg, parameters: tuple[Parameter, ...]) -> Iterator[ByHeyoka]:
    """The pieces of a leg that has variations."""
    for t0, t1 in pairwise([leg.t[0], *leg.path.restarts, leg.t[-1]]):
        if t1 > t0:
            yield ByHeyoka(leg, float(t0), float(t1), len(parameters))


def by_symbols(leg: Leg, parameters: tuple[Parameter, ...]) -> Iterator[BySymbols]:
    """The pieces of any leg: a new one begins where what decides a choice has another sign in the next step."""
    motion = disturbed(leg, parameters)
    for t0, t1 in pairwise([leg.t[0], *motion.turns(), leg.t[-1]]):
        yield BySymbols(leg, float(t0), float(t1), motion)


def _joined(E: Array, F: Array) -> Array:
    return np.concatenate([E, F], axis=1)
