"""A discrete model carried through: x_{k+1} = E_k x_k + F_k u_k over all steps of an interval."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from varmass.analyse.inputs import Input
from varmass.analyse.recurrence import Array


@dataclass(frozen=True)
class Steps:
    """Instants t_k, E_k and F_k, and the estimate of each step's error."""

    t: Array
    E: Array
    F: Array
    errors: Array
    order: int
    input: Input

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
