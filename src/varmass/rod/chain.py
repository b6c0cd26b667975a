"""Meshes of σ = 0 … 1 laid end to end, and one angle θ along all of them, in B-splines.

θ is continuous where one mesh ends and the next begins; its slope is not held to be, for there the bending stiffness
jumps, and with it the curvature.  θ = 0 at the beginning; at the end θ_σ = 0, and θ_σσ = 0 where nothing pulls there.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import sympy as sp

from varmass.model.functional import functional
from varmass.model.symbols import coordinate
from varmass.rod.arrays import Matrix, Row, frozen
from varmass.rod.elements.angle import DEGREE, POINTS, σ
from varmass.rod.integral import Integral
from varmass.rod.splines import cumulative, gauss, knots, splines


@dataclass(frozen=True)
class Link:
    """One of the meshes: its quadrature, the matrices of θ and θ_σ there, and those of θ, θ_σ, θ_σσ at σ = 0 and 1."""

    places: Row
    weights: Row
    angle: Matrix
    slope: Matrix
    ends: tuple[Matrix, ...]


@dataclass(frozen=True)
class Chain:
    """The coordinates, and the links; `gathers` leads from all points to where velocities are taken, the end last."""

    q: tuple[Any, ...]
    links: tuple[Link, ...]
    gathers: Matrix

    def integral(self, link: int, name: str, field: tuple[sp.Symbol, Matrix], density: sp.Expr, like: sp.Expr) -> Any:
        """∫₀¹ e dσ along one link, of the coordinates that it has a part in."""
        f, matrix = field[0], np.array(field[1])
        met = np.flatnonzero(matrix.any(axis=0))
        others = tuple(sorted(density.free_symbols - {f, σ}, key=str))
        q, it = tuple(self.q[i] for i in met), self.links[link]
        own = ((f, frozen(matrix[:, met])),)
        return functional(Integral(name, q, own, others, (σ, it.places), it.weights, density, like))

    def weights(self, link: int) -> Row:
        """Of the quadrature along one link, at all places where velocities are taken."""
        return (*(w if i == link else 0.0 for i, it in enumerate(self.links) for w in it.weights), 0.0)

    def angle(self, link: int) -> Matrix:
        """That of θ along one link, and 0 along the others."""
        return frozen(np.vstack([np.array(it.angle) * float(i == link) for i, it in enumerate(self.links)]))


@cache
def chain(links: int, spans: int, known: int) -> Chain:
    """`links` meshes of as many `spans` each; `known` slopes vanish at the end, 0 to 2."""
    places, weights = gauss(spans, POINTS)

    def link(i: int) -> Link:
        of_ends = tuple(frozen(basis(links, spans, known, i, np.array([0.0, 1.0]), k)) for k in (0, 1, 2))
        angle, slope = (frozen(basis(links, spans, known, i, places, k)) for k in (0, 1))
        return Link(tuple(places.tolist()), tuple(weights.tolist()), angle, slope, of_ends)

    before = np.kron(np.tril(np.ones((links, links)), -1), np.tile(weights, (len(weights), 1)))
    within = np.kron(np.eye(links), cumulative(spans, POINTS))
    n = links * (spans + DEGREE - 1) - known
    return Chain(
        q=tuple(coordinate(f"q{i}", "1", "coefficient of the angle") for i in range(1, n + 1)),
        links=tuple(map(link, range(links))),
        gathers=frozen(np.vstack([before + within, np.tile(weights, links)])),
    )


def basis(links: int, spans: int, known: int, link: int, σ: Any, k: int) -> Any:
    """The k-th derivatives of the angle in one link by each coefficient."""
    new = spans + DEGREE - 1  # the first spline of each link is the last one of that before, or is 0
    own, n = np.eye(new + 1, links * new, link * new - 1), links * new - known
    ties = np.column_stack([own[:, : n - 1], own[:, n - 1 :].sum(axis=1)])
    return splines(knots(spans, DEGREE), DEGREE, σ, k) @ ties
