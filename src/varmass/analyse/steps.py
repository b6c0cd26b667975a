"""A discrete model carried through: x_{k+1} = E_k x_k + F_k u_k over all steps of an interval."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil
from typing import Any

import numpy as np

from varmass.analyse.inputs import Input
from varmass.analyse.recurrence import Array


@dataclass(frozen=True)
class Steps:
    """Instants t_k, E_k and F_k, the estimate of each step's error, and what is to be said of their convergence."""

    t: Array
    E: Array
    F: Array
    errors: Array
    order: int
    input: Input
    message: str = ""

    @cached_property
    def transitions(self) -> Array:
        """Φ(t_k, t_0) = E_{k−1} … E_0."""
        found = np.empty((len(self.t), *self.E.shape[1:]))
        found[0] = np.eye(self.E.shape[1])
        for k, E in enumerate(self.E):
            np.dot(E, found[k], out=found[k + 1])
        return found

    def states(self, x0: Any) -> Array:
        """x_k, a column for each instant."""
        pushed = np.einsum("kar,kr->ka", self.F, self.input.parts(self.t[:-1]))
        x = [np.asarray(x0, dtype=float)]
        for E, push in zip(self.E, pushed, strict=True):
            x.append(E @ x[-1] + push)
        return np.array(x).T


def equal(breaks: Array, step: float) -> Iterator[Array]:
    """Where the steps of a given length begin, from break to break."""
    for a, b in pairwise(breaks):
        yield a + step * np.arange(max(1, ceil((b - a) / step * (1 - 1e-12))))


def divided(t: Array, parts: Any) -> Array:
    """Each part of a mesh divided evenly into so many."""
    within = np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts)
    return np.append(np.repeat(t[:-1], parts) + within * np.repeat(np.diff(t) / parts, parts), t[-1])
