"""The input u of a discrete model: held over each step, or a polynomial within it."""

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from varmass.analyse.recurrence import Array
from varmass.compile.jets import Jet
from varmass.errors import ValueRefused


@dataclass(frozen=True)
class Input:
    """u(t_k + τ) = Σ_{d ≤ degree} u_d τ^d."""

    function: Callable[[Any], Any]
    count: int
    degree: int

    def parts(self, t: Array) -> Array:
        """u_0, …, u_degree at each instant, one after another: (instants, parts)."""
        found = np.zeros((len(t), self.degree + 1, self.count))
        for i, x in enumerate(self.function(Jet.of_time(t, self.degree)) if self.count else ()):
            if isinstance(x, Jet):
                found[:, :, i] = x.whole().T
            else:
                found[:, 0, i] = x
        return found.reshape(len(t), -1)


def given(u: Any, count: int, degree: int) -> Input:
    """From what the user gave: nothing, one number for each column of B, or a function of t that gives them."""
    if degree < 0:
        raise ValueRefused("no polynomial has this degree", expected="degree ≥ 0", got=str(degree), hint="degree=0")
    if callable(u):
        return Input(lambda t: _listed(u(t), count), count, degree)
    held = _listed([0.0] * count if u is None else u, count)
    return Input(lambda t: held, count, degree)


def _listed(u: Any, count: int) -> list[Any]:
    found = list(u) if isinstance(u, list | tuple | np.ndarray) else [u]
    if len(found) != count or not all(np.isrealobj(x.c) if isinstance(x, Jet) else isinstance(x, Real) for x in found):
        raise ValueRefused(
            "this input does not fit B",
            expected=f"{count} numbers, one for each column of B",
            got=repr(found),
            hint="u=[1.0], or u=lambda t: [np.sin(t)]",
        )
    return found
