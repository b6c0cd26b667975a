"""The geometry of the kinetic energy in two coordinates, and a disturbance ξ of them.

a_αβ = m ∂_αr·∂_βr        Γ_γ,αβ = ½ (∂_α a_γβ + ∂_β a_γα − ∂_γ a_αβ)        Γ^γ_αβ = a^γσ Γ_σ,αβ
"""

from itertools import product

import sympy as sp

from varmass.model.checks import rate
from varmass.model.symbols import coordinate

q, ξ = (coordinate("q_1"), coordinate("q_2")), (coordinate("xi_1"), coordinate("xi_2"))
u, w = [e.dot for e in q], [e.dot for e in ξ]
TWO = (0, 1)
Symbols = list[list[list[sp.Expr]]]


def d(e: sp.Expr) -> sp.Expr:
    """d/dt along the motion and the disturbed one."""
    return rate(e, (*q, *ξ))


def δ(e: sp.Expr) -> sp.Expr:
    """The change to the first order in the disturbance: Σ ∂e/∂q ξ + ∂e/∂q̇ ξ̇ + ∂e/∂q̈ ξ̈."""
    pairs = ((s, x) for a, b in zip(q, ξ, strict=True) for s, x in ((a, b), (a.dot, b.dot), (a.ddot, b.ddot)))
    return sp.Add(*(e.diff(s) * x for s, x in pairs))


def metric(mass: sp.Expr, place: sp.Matrix) -> sp.Matrix:
    """a_αβ of one particle."""
    J = place.jacobian(q)
    return mass * J.T * J


def first_kind(a: sp.Matrix) -> Symbols:
    """Γ_γ,αβ, from the metric alone."""
    return [
        [[(a[g, β].diff(q[α]) + a[g, α].diff(q[β]) - a[α, β].diff(q[g])) / 2 for β in TWO] for α in TWO]
        for g in TWO
    ]  # fmt: skip


def second_kind(a: sp.Matrix) -> Symbols:
    """Γ^γ_αβ, in the order γ, α, β."""
    Γ, inverse = first_kind(a), a.adjugate() / a.det()
    return [
        [[sum(inverse[g, s] * Γ[s][α][β] for s in TWO) for β in TWO] for α in TWO]
        for g in TWO
    ]  # fmt: skip


def along(Γ: Symbols, one: list[sp.Expr], other: list[sp.Expr]) -> list[sp.Expr]:
    """Γ_αβ x^α y^β for each γ."""
    return [sp.Add(*(Γ[g][α][β] * one[α] * other[β] for α, β in product(TWO, TWO))) for g in TWO]
