"""The angle θ(σ) of an inextensible rod, in B-splines: clamped at the mouth, without moment at the tip.

    x_σ = η (cos θ, sin θ)                                               nothing is stretched
    ẋ   = η̇ e_x + ∫₀^σ [ η θ_t + (1 − σ) η̇ θ_σ ] n dσ′ ,   n = (−sin θ, cos θ)
    κ   = θ_σ/η

The bracket is η times the rate θ_t + σ̇ θ_σ of the angle of the matter that is there, σ̇ = (1 − σ) η̇/η.
θ(0) = 0 takes the first spline away; θ_σ(1) = θ_σσ(1) = 0, true where nothing pulls at the tip, make the last three
one.  With a load at the tip only θ_σ(1) = 0 is true, and the last two are one; of a rod that is curved where nothing
bends it neither is.
Source: Y. Vetyukov, A. Humer, EURODYN 2023, eq. (1)–(5), written for an angle.
"""

from functools import cache
from typing import Any

import numpy as np
import sympy as sp

from varmass.model.symbols import coordinate
from varmass.rod.arrays import frozen
from varmass.rod.kinetic import Field
from varmass.rod.mesh import Mesh
from varmass.rod.splines import cumulative, gauss, knots, splines
from varmass.rod.symbols import η

DEGREE, POINTS = 4, 6
MISSED = (1 / 30 / 40320) ** 0.5  # √(|B₈|/8!), of Bernoulli's number
θ, θ_t, θ_σ, θ_σt, θ_σσ, σ = sp.symbols("theta theta_t theta_s theta_st theta_ss sigma", real=True)

CURVATURE, CURVATURE_SLOPE = θ_σ / η, θ_σσ / η**2  # κ, and its slope along the rod
ENTRANCE = (η.dot, sp.S.Zero)
STRAIN = None


def flux(ω: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """What the velocity gathers along the rod, in a frame that turns with ω."""
    turning = η * (θ_t + ω) + (1 - σ) * η.dot * θ_σ
    return -turning * sp.sin(θ), turning * sp.cos(θ)


def moment(mesh: Mesh, β: sp.Expr) -> sp.Expr:
    """∫ x·(cos β, sin β) η dσ."""
    return η**2 * mesh.twice("moment", sp.cos(θ - β), sp.S.One)


def tip(mesh: Mesh, β: sp.Expr) -> sp.Expr:
    """x(1)·(cos β, sin β)."""
    return η * mesh.integral("reach", sp.cos(θ - β), sp.S.One)


def bent(relaxed: sp.Expr) -> sp.Expr:
    """(κ − κ₀)²."""
    return (CURVATURE - relaxed) ** 2


def least(known: int) -> int:
    """The least number of coefficients: those of one span; `known` slopes vanish at the tip."""
    return DEGREE - known


def straight(n: int, length: float) -> dict[str, float]:
    """The straight rod."""
    return dict.fromkeys((f"q{i}" for i in range(1, n + 1)), 0.0)


@cache
def mesh(n: int, known: int) -> Mesh:
    """`n` coefficients; `known` slopes vanish at the tip, 0 to 2."""
    spans = n + 1 + known - DEGREE
    places, weights = gauss(spans, POINTS)

    def at(σ: Any, k: int) -> Any:
        return frozen(_basis(n, known, σ, k))

    return Mesh(
        q=tuple(coordinate(f"q{i}", "1", "coefficient of the angle") for i in range(1, n + 1)),
        fields=(Field(θ, θ_t, at(places, 0)), Field(θ_σ, θ_σt, at(places, 1))),
        mouth=((θ_σ, at(np.zeros(1), 1)), (θ_σσ, at(np.zeros(1), 2))),
        tip=((θ, at(np.ones(1), 0)), (θ_σ, at(np.ones(1), 1))),
        places=(σ, tuple(map(float, places))),
        weights=tuple(map(float, weights)),
        gathers=frozen(np.vstack([cumulative(spans, POINTS), weights])),
    )


def outline(n: int, known: int, q: Any, length: Any, points: int) -> Any:
    """x at evenly spaced points, in the frame of the sleeve, for rows of coefficients and their lengths."""
    σ = (np.arange(points) + 0.5) / points
    angles = np.asarray(q) @ _basis(n, known, σ, 0).T
    steps = np.stack([np.cos(angles), np.sin(angles)], axis=-1) * np.asarray(length)[:, None, None] / points
    return np.concatenate([np.zeros((len(steps), 1, 2)), np.cumsum(steps, axis=1)], axis=1)


def roughness(n: int, known: int, q: Any, length: Any, values: Any) -> tuple[Any, Any]:
    """The error of a cubic between knots, from how its third derivative jumps there, and the curvature; both times η.

    A spline of degree 3 misses √(|B₈|/8!) h⁴ κ⁗ of κ in the mean, and h κ⁗ is about the jump of κ‴.
    """
    spans = n + 1 + known - DEGREE
    middles, places = (np.arange(spans) + 0.5) / spans, gauss(spans, POINTS)[0]
    κ, highest = q @ _basis(n, known, places, 1).T, q @ _basis(n, known, middles, DEGREE).T
    jumps = np.diff(highest, axis=1) if spans > 1 else highest
    return MISSED / spans ** (DEGREE - 1) * np.sqrt((jumps**2).mean(axis=1)), np.sqrt((κ**2).mean(axis=1))


def _basis(n: int, known: int, σ: Any, k: int) -> Any:
    """The k-th derivatives of the angle by each coefficient."""
    ties = np.zeros((n + 1 + known, n))
    ties[1 : n + 1] = np.eye(n)
    ties[n + 1 :, -1] = 1
    return splines(knots(n + 1 + known - DEGREE, DEGREE), DEGREE, σ, k) @ ties
