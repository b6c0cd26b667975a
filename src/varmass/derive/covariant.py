"""covariant(system): the variational equations as tensors of a space whose metric the masses make, m = m(q, t).

    a_αβ = Σ m ∂_αP·∂_βP ,    Γ_γ,αβ = Σ m ∂_γP·∂_α∂_βP      with the masses frozen, Γ^γ_αβ = a^γσ Γ_σ,αβ

    q̈^γ + Γ^γ_αβ q̇^α q̇^β = Q^γ ,        D ξ^γ/dt = ξ̇^γ + Γ^γ_αβ q̇^α ξ^β

    D²ξ^γ/dt² + R^γ_αδβ q̇^α ξ^δ q̇^β = ∇_δ Q^γ ξ^δ + ∂Q^γ/∂q̇^β Dξ^β/dt + (∂_t Γ^γ_αβ) q̇^α ξ^β

It is the same as  ξ̈^γ = A^γ_δ ξ^δ + B^γ_δ ξ̇^δ ,  A = ∂Q/∂q − q̇ q̇ ∂Γ ,  B = ∂Q/∂q̇ − 2 Γ q̇.  For m(t) this Γ is
Christoffel's of a(q, t) at fixed t; for m(q) it is not: Christoffel's contain ∂m/∂q, and with them the usual Lagrange
equation comes back, the wrong one.
Source: V. A. Vujičić, Tensor 22 (1981), and D. J. Mikičić (1984), (2)–(11), corrected: the curvature of the space and
∂_t Γ are not in the paper's pair (4).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import sympy as sp

from varmass.derive.algebra import SYMPY
from varmass.derive.deriving import derive, reference
from varmass.derive.motion import Motion
from varmass.derive.tidy import tidy
from varmass.derive.writing import dotted
from varmass.errors import PrincipleDoesNotApply
from varmass.model.calls import asked
from varmass.model.symbols import t
from varmass.model.system import System
from varmass.model.zero import Verdict, is_zero, judge

Symbols = tuple[tuple[tuple[sp.Expr, ...], ...], ...]


@dataclass(frozen=True)
class Covariant:
    """The geometry of a system; Γ is indexed [γ][α][β]."""

    system: System
    metric: sp.Matrix
    connection: Symbols
    christoffel: Symbols
    Q: tuple[sp.Expr, ...]

    @property
    def n(self) -> range:
        """The indices."""
        return range(len(self.system.q))

    @cached_property
    def A(self) -> sp.Matrix:
        """A^γ_δ = ∂Q^γ/∂q^δ − q̇^α q̇^β ∂_δ Γ^γ_αβ."""
        q, u, Γ = self.system.q, self.system.u, self.connection
        return sp.Matrix([
            [
                self.Q[c].diff(q[d]) - sum(u[a] * u[b] * Γ[c][a][b].diff(q[d]) for a, b in product(self.n, self.n))
                for d in self.n
            ]
            for c in self.n
        ])  # fmt: skip

    @cached_property
    def B(self) -> sp.Matrix:
        """B^γ_δ = ∂Q^γ/∂q̇^δ − 2 Γ^γ_αδ q̇^α."""
        u, Γ = self.system.u, self.connection
        rows = [[self.Q[c].diff(u[d]) - 2 * sum(Γ[c][a][d] * u[a] for a in self.n) for d in self.n] for c in self.n]
        return sp.Matrix(rows)

    @property
    def acceleration(self) -> list[sp.Expr]:
        """q̈ = Q − Γ q̇ q̇."""
        u, Γ = self.system.u, self.connection
        return [self.Q[c] - sum(Γ[c][a][b] * u[a] * u[b] for a, b in product(self.n, self.n)) for c in self.n]

    def curvature(self, c: int, a: int, d: int, b: int) -> sp.Expr:
        """R^γ_αδβ = ∂_δ Γ^γ_βα − ∂_β Γ^γ_δα + Γ^γ_δσ Γ^σ_βα − Γ^γ_βσ Γ^σ_δα."""
        q, Γ = self.system.q, self.connection
        return (
            Γ[c][b][a].diff(q[d])
            - Γ[c][d][a].diff(q[b])
            + sum(Γ[c][d][s] * Γ[s][b][a] - Γ[c][b][s] * Γ[s][d][a] for s in self.n)
        )

    @cached_property
    def proof(self) -> Verdict:
        """Are the covariant equations, written out, ξ̈ = A ξ + B ξ̇, and these the slopes of q̈?"""
        ξ = [sp.Symbol(f"ξ_{q.name}", real=True) for q in self.system.q]
        ξ̇ = [sp.Symbol(f"ξ̇_{q.name}", real=True) for q in self.system.q]
        plain = [e.diff(s) for e in self.acceleration for s in (*self.system.q, *self.system.u)]
        direct = [e for c in self.n for e in (*self.A.row(c), *self.B.row(c))]
        return judge(*(x - y for x, y in zip(plain, direct, strict=True)), *self._residuals(ξ, ξ̇))

    def differs(self) -> Verdict:
        """Is Γ the Christoffel symbol of the metric?  Refuted where a mass depends on q."""
        places = product(self.n, self.n, self.n)
        return judge(*(self.connection[c][a][b] - self.christoffel[c][a][b] for c, a, b in places))

    def __str__(self) -> str:
        names, n = [q.name for q in self.system.q], self.n
        lines = [f"{self.system.title}: variational equations, covariant", ""]
        lines += [f"  a_{names[a]},{names[b]} = {_said(self.metric[a, b])}" for a in n for b in n if a <= b]
        for title, symbols in (("Γ", self.connection), ("Christoffel", self.christoffel)):
            for c, a, b in product(n, n, n):
                if a <= b and (value := tidy(symbols[c][a][b])) != 0:
                    lines.append(f"  {title}^{names[c]}_{names[a]},{names[b]} = {dotted(value)}")
        lines += self._terms("R", "curvature", self.curvature, 3)
        lines += self._terms("∂_t Γ", "∂_t Γ", lambda c, a, b: self.connection[c][a][b].diff(t), 2)
        lines += [f"  Q^{name} = {_said(Q)}" for name, Q in zip(names, self.Q, strict=True)]
        for matrix, letter in ((self.A, "A"), (self.B, "B")):
            lines += [f"  {letter}^{names[c]}_{names[d]} = {_said(matrix[c, d])}" for c in n for d in n]
        lines += ["", f"Γ is Christoffel's: {self.differs()}", f"covariant = plain: {self.proof}"]
        return "\n".join(lines)

    def _terms(self, letter: str, title: str, component: Callable[..., sp.Expr], lower: int) -> list[str]:
        """A tensor of one upper and so many lower indices: what of it does not vanish."""
        names, found = [q.name for q in self.system.q], []
        for c, *below in product(self.n, repeat=1 + lower):
            if (value := tidy(component(c, *below))) != 0 and not is_zero(value):
                found.append(f"  {letter}^{names[c]}_{','.join(names[i] for i in below)} = {dotted(value)}")
        return found or [f"  {title} vanishes"]

    def _residuals(self, ξ: list[Any], ξ̇: list[Any]) -> list[sp.Expr]:
        """Left side minus right side, with ξ̈ and q̈ put in."""
        q, u, Γ, Q, n = self.system.q, self.system.u, self.connection, self.Q, self.n
        first = self._absolute(ξ, ξ, ξ̇)
        second = self._absolute(first, ξ, ξ̇)
        found = []
        for c in n:
            curved = sum(self.curvature(c, a, d, b) * u[a] * ξ[d] * u[b] for a, d, b in product(n, n, n))
            nabla = sum((Q[c].diff(q[d]) + sum(Γ[c][d][a] * Q[a] for a in n)) * ξ[d] for d in n)
            nabla -= sum(Q[c].diff(u[b]) * Γ[b][d][e] * u[e] * ξ[d] for b, d, e in product(n, n, n))
            forced = sum(Q[c].diff(u[b]) * first[b] for b in n)
            moving = sum(Γ[c][a][b].diff(t) * u[a] * ξ[b] for a, b in product(n, n))
            found.append(second[c] + curved - nabla - forced - moving)
        return found

    def _absolute(self, vector: list[Any], ξ: list[Any], ξ̇: list[Any]) -> list[sp.Expr]:
        """D/dt of a vector that depends on the motion and on the disturbance."""
        u, n = self.system.u, self.n
        ξ̈ = [sum(self.A[c, d] * ξ[d] + self.B[c, d] * ξ̇[d] for d in n) for c in n]
        rates = [*zip(self.system.q, u, strict=True), *zip(u, self.acceleration, strict=True)]
        rates += [*zip(ξ, ξ̇, strict=True), *zip(ξ̇, ξ̈, strict=True)]
        found = []
        for c in n:
            e = sp.sympify(vector[c])
            along = e.diff(t) + sum(e.diff(s) * rate for s, rate in rates)
            found.append(along + sum(self.connection[c][a][b] * u[a] * vector[b] for a, b in product(n, n)))
        return found


@asked
def covariant(system: System, principle: str | None = None) -> Covariant:
    """Metric, connection and force of a system of material points whose masses do not depend on the speeds."""
    bodies = Motion(system, SYMPY).point_bodies("the covariant form")
    moved = [b.name for b in bodies if sp.sympify(b.m).has(*system.u)]
    if moved:
        raise PrincipleDoesNotApply(
            f"the mass of {moved[0]!r} makes no metric",
            expected="masses that depend on q and t",
            got="a mass that depends on the speeds",
            hint="vm.variations, which needs no metric",
        )
    q, n = system.q, range(len(system.q))
    metric, lower = sp.zeros(len(q)), [[[sp.S.Zero for _ in n] for _ in n] for _ in n]
    for b in bodies:
        J = [sp.Matrix(column) for column in b.J]
        for a, d in product(n, n):
            metric[a, d] += b.m * J[a].dot(J[d])
            for c in n:
                lower[c][a][d] += b.m * J[c].dot(J[d].diff(q[a]))
    metric = metric.applyfunc(tidy)
    inverse = metric.inv().applyfunc(tidy)
    equations = derive(system, principle or reference(system))
    Γ = _raised(inverse, lower)
    force = equations.M.applyfunc(tidy).LUsolve(equations.r.applyfunc(tidy))
    u = system.u
    Q = tuple(tidy(force[c] + sum(Γ[c][a][b] * u[a] * u[b] for a, b in product(n, n))) for c in n)
    return Covariant(system, metric, Γ, _raised(inverse, _first_kind(metric, q)), Q)


def _first_kind(metric: sp.Matrix, q: Any) -> list[list[list[sp.Expr]]]:
    """½ (∂_α a_γβ + ∂_β a_γα − ∂_γ a_αβ)."""
    n = range(len(q))
    return [
        [[(metric[c, b].diff(q[a]) + metric[c, a].diff(q[b]) - metric[a, b].diff(q[c])) / 2 for b in n] for a in n]
        for c in n
    ]


def _raised(inverse: sp.Matrix, lower: list[list[list[sp.Expr]]]) -> Symbols:
    n = range(len(lower))
    return tuple(tuple(tuple(tidy(sum(inverse[c, s] * lower[s][a][b] for s in n)) for b in n) for a in n) for c in n)


def _said(e: Any) -> str:
    return dotted(tidy(e))
