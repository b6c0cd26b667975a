"""What an element is made of: fields on a mesh of σ, a quadrature, and integrals over the free part."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from varmass.model.functional import functional
from varmass.rod.arrays import Matrix, Row
from varmass.rod.integral import Integral
from varmass.rod.kinetic import Field


@dataclass(frozen=True)
class Mesh:
    """Coordinates and the fields that they make; `gathers` leads from the points to where velocities are taken.

    The last of these places is the tip; `mouth` has the fields at σ = 0.
    """

    q: tuple[Any, ...]
    fields: tuple[Field, ...]
    mouth: tuple[tuple[sp.Symbol, Matrix], ...]
    places: tuple[sp.Symbol, Row]
    weights: Row
    gathers: Matrix

    def integral(self, name: str, density: sp.Expr, like: sp.Expr, weights: Sequence[float] | None = None) -> sp.Expr:
        """∫₀¹ e dσ, or with other weights at the points."""
        matrices = tuple((f.value, f.matrix) for f in self.fields)
        return _integral(name, self.q, matrices, self.places, weights or self.weights, density, like)

    def twice(self, name: str, density: sp.Expr, like: sp.Expr) -> sp.Expr:
        """∫₀¹ ∫₀^σ e dσ′ dσ."""
        return self.integral(name, density, like, tuple(np.array(self.weights) @ np.array(self.gathers)[:-1]))

    def at_mouth(self, name: str, density: sp.Expr, like: sp.Expr) -> sp.Expr:
        """e at σ = 0."""
        return _integral(name, self.q, self.mouth, (self.places[0], (0.0,)), (1.0,), density, like)


def _integral(
    name: str,
    q: tuple[Any, ...],
    matrices: tuple[tuple[sp.Symbol, Matrix], ...],
    places: tuple[sp.Symbol, Row],
    weights: Sequence[float],
    density: sp.Expr,
    like: sp.Expr,
) -> sp.Expr:
    met = tuple((f, matrix) for f, matrix in matrices if f in density.free_symbols)
    others = density.free_symbols - {f for f, _ in met} - {places[0]}
    ordered = tuple(sorted(others, key=str))
    return functional(Integral(name, q, met, ordered, places, tuple(map(float, weights)), density, like))
