"""The place x(σ) of a rod in cubics of Hermite, stretched against a penalty: the finite elements of the slides.

    ẋ = x_t + (1 − σ) η̇/η x_σ                                        the place itself is known, nothing is gathered
    ε = ½ (|x_σ|²/η² − 1) ,   κ² = |x_σσ|²/η⁴ ,   U = ½ ∫ (a κ² + b ε²) η dσ
    ε̇ = ε_t + (1 − σ) η̇/η ε_σ                                         of the matter that is there, for the damping

In each of n elements, x has cubics with x and x_σ at its ends as coordinates; x(0) = 0 and y_σ(0) = 0 are taken away.
κ is linear in each element and jumps between them: the jumps tell how well the mesh resolves it.
|x_ss| is the curvature where ε = 0 only; b → ∞ asks for that, and hinders a coarse mesh in its bending.
Source: Y. Vetyukov, A. Humer, EURODYN 2023, eq. (1)–(9).
"""

from functools import cache
from typing import Any

import numpy as np
import sympy as sp
from numpy.polynomial import Polynomial

from varmass.model.symbols import coordinate
from varmass.rod.arrays import Matrix, frozen
from varmass.rod.kinetic import Field
from varmass.rod.mesh import Mesh
from varmass.rod.splines import gauss
from varmass.rod.symbols import η

POINTS = 5  # ε² is of the degree 8
NAMES = ("x", "x_s", "x_ss", "y", "y_s", "y_ss")
x, x_σ, x_σσ, y, y_σ, y_σσ = sp.symbols(NAMES, real=True)
x_t, x_σt, x_σσt, y_t, y_σt, y_σσt = sp.symbols([f"{name}_t" for name in NAMES], real=True)
y_σσσ, σ = sp.symbols("y_sss sigma", real=True)

FLOW = (1 - σ) * η.dot / η
ENTRANCE = (sp.S.Zero, sp.S.Zero)
CURVATURE, CURVATURE_SLOPE = (x_σ * y_σσ - y_σ * x_σσ) / η**3, y_σσσ / η**3
STRAIN = ((x_σ**2 + y_σ**2) / η**2 - 1) / 2
STRAIN_RATE = (
    (x_σ * x_σt + y_σ * y_σt) / η**2 - (x_σ**2 + y_σ**2) * η.dot / η**3 + FLOW * (x_σ * x_σσ + y_σ * y_σσ) / η**2
)
CUBICS = (  # of Hermite, on 0 ≤ z ≤ 1: by the value and the slope at either end
    (0, "", Polynomial([1, 0, -3, 2])),
    (0, "s", Polynomial([0, 1, -2, 1])),
    (1, "", Polynomial([0, 0, 3, -2])),
    (1, "s", Polynomial([0, 0, -1, 1])),
)


def bent(relaxed: sp.Expr) -> sp.Expr:
    """(κ − κ₀)²."""
    return (x_σσ**2 + y_σσ**2) / η**4 - 2 * relaxed * CURVATURE + relaxed**2


def flux(ω: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The velocity, in a frame that turns with ω."""
    return x_t + FLOW * x_σ - ω * y, y_t + FLOW * y_σ + ω * x


def moment(mesh: Mesh, β: sp.Expr) -> sp.Expr:
    """∫ x·(cos β, sin β) η dσ."""
    return mesh.integral("moment", (x * sp.cos(β) + y * sp.sin(β)) * η, η**2)


def tip(mesh: Mesh, β: sp.Expr) -> sp.Expr:
    """x(1)·(cos β, sin β)."""
    return mesh.at_tip("reach", x * sp.cos(β) + y * sp.sin(β), η)


def least(known: int) -> int:
    """One element; the end conditions are natural ones."""
    return 1


def straight(n: int, length: float) -> dict[str, float]:
    """The straight rod: x = η σ."""
    found = {q.name: 0.0 for q in mesh(n, 0).q}
    found |= {f"x{i}": length * i / n for i in range(1, n + 1)}
    return found | {f"xs{i}": length for i in range(n + 1)}


@cache
def mesh(n: int, known: int) -> Mesh:
    """`n` elements of equal length."""
    places, weights = gauss(n, POINTS)
    units = {"x": "m", "xs": "m", "y": "m", "ys": "m"}
    names = ["xs0", *(f"{kind}{i}" for i in range(1, n + 1) for kind in units)]
    values = (x, x_σ, x_σσ, y, y_σ, y_σσ)
    rates = (x_t, x_σt, x_σσt, y_t, y_σt, y_σσt)
    shapes = [_shape(n, names, of, k) for of in "xy" for k in range(3)]
    ends = [(f, shape) for f, shape in zip(values, shapes, strict=True)]

    def at(σ: float) -> tuple[tuple[sp.Symbol, Matrix], ...]:
        return tuple((f, frozen(shape(np.array([σ])))) for f, shape in (*ends, (y_σσσ, _shape(n, names, "y", 3))))

    return Mesh(
        q=tuple(coordinate(name, "m", _meaning(name)) for name in names),
        fields=tuple(Field(f, r, frozen(s(places))) for f, r, s in zip(values, rates, shapes, strict=True)),
        mouth=at(0.0),
        tip=at(1.0),
        places=(σ, tuple(map(float, places))),
        weights=tuple(map(float, weights)),
        gathers=None,
    )


def outline(n: int, known: int, q: Any, length: Any, points: int) -> Any:
    """x at evenly spaced points, in the frame of the sleeve, for rows of coordinates."""
    σ, names = np.arange(points + 1) / points, [c.name for c in mesh(n, 0).q]
    return np.stack([np.asarray(q) @ _shape(n, names, of, 0)(σ).T for of in "xy"], axis=-1)


def roughness(n: int, known: int, q: Any, length: Any, values: Any) -> tuple[Any, Any]:
    """What is stretched to and fro within the elements, in the measure of bending, and the curvature: η √(b ε²/a), η κ.

    The bending that a mesh cannot follow without stretching is what it lacks; what the whole of an element is stretched
    by is real.
    """
    names, places = [c.name for c in mesh(n, 0).q], gauss(n, POINTS)[0]
    slopes, bends = ([q @ _shape(n, names, of, k)(places).T for of in "xy"] for k in (1, 2))
    ε = (sum(s**2 for s in slopes) / length[:, None] ** 2 - 1) / 2
    within = (ε.reshape(len(q), n, POINTS) - ε.reshape(len(q), n, POINTS).mean(axis=2, keepdims=True)).reshape(ε.shape)
    κ = np.sqrt(sum(s**2 for s in bends)) / length[:, None]
    stiffness = np.sqrt(values["b"] / values["a"])
    return stiffness * length * np.sqrt((within**2).mean(axis=1)), np.sqrt((κ**2).mean(axis=1))


def _shape(n: int, names: list[str], of: str, k: int) -> Any:
    """The k-th derivatives of x or y by each coordinate, as a function of places."""
    column = {name: i for i, name in enumerate(names)}

    def at(σ: Any) -> Any:
        element = np.minimum((σ * n).astype(int), n - 1)
        found = np.zeros((len(σ), len(names)))
        for shift, kind, polynomial in CUBICS:
            values = n ** (k - (kind == "s")) * polynomial.deriv(k)(σ * n - element)
            places = np.array([column.get(f"{of}{kind}{i}", -1) for i in element + shift])
            there = np.flatnonzero(places >= 0)
            found[there, places[there]] = values[there]
        return found

    return at


def _meaning(name: str) -> str:
    return f"place of node {name[1:]}" if name[1] != "s" else f"slope at node {name[2:]}"
