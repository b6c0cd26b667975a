"""The inverse problem in one degree of freedom: a Lagrangian and a first integral for  m ẍ + (1 − λ) ṁ ẋ = F.

With w = λ v and m(x), F(x):

    multiplier m^{1−2λ} ,   L = ½ m^{2(1−λ)} ẋ² + ∫ m^{1−2λ} F dx ,   ½ m^{2(1−λ)} ẋ² − ∫ m^{1−2λ} F dx = const

Here more generally for  M(x) ẍ + c(x) ẋ² = F(x), the last multiplier exp 2∫c/M dx of Jacobi: μ = exp(2∫ c/M dx)/M, and
the first integral ½ μM ẋ² − ∫ μF dx.
"""

from dataclasses import dataclass

import sympy as sp

from varmass.derive.deriving import derive
from varmass.errors import PrincipleDoesNotApply
from varmass.model.calls import asked
from varmass.model.symbols import t
from varmass.model.system import System
from varmass.model.zero import Verdict, judge


@dataclass(frozen=True)
class FirstIntegral:
    """multiplier × (equation) is the Euler–Lagrange equation of `lagrangian`; `conserved` is constant."""

    multiplier: sp.Expr
    lagrangian: sp.Expr
    conserved: sp.Expr
    verdict: Verdict


@asked
def first_integral(system: System, principle: str | None = None) -> FirstIntegral:
    """Constructed for the equation of one coordinate, and checked along it."""
    equations = derive(system, principle)
    if len(system.q) != 1:
        raise _refusal("more than one coordinate", "its energy ledger")
    (x,), (u,), (a,) = system.q, system.u, system.a
    M, r = equations.M[0], sp.expand(equations.r[0])
    c, F = -r.coeff(u, 2), r.coeff(u, 0)
    if sp.expand(r + c * u**2 - F) != 0 or any(e.has(u, t) for e in (M, c, F)):
        raise _refusal(f"{M} {a} = {r}", "a mass of the position alone, and forces of the position")
    X = sp.Symbol("x_", positive=True)
    positive = {x: X} | {p: sp.Symbol(p.name, positive=True) for p in system.parameters}
    back = {s: p for p, s in positive.items()}
    M_, c_, F_ = (e.subs(positive) for e in (M, c, F))
    scale = sp.simplify(sp.exp(2 * sp.integrate(sp.simplify(c_ / M_), X)))
    multiplier = sp.simplify(scale / M_)
    work = sp.integrate(sp.expand(multiplier * F_), X)
    kinetic = scale.subs(back) * u**2 / 2
    conserved, L = kinetic - work.subs(back), kinetic + work.subs(back)
    along = sp.simplify((conserved.diff(x) * u + conserved.diff(u) * r / M).subs(positive))
    return FirstIntegral(multiplier.subs(back), L, conserved, judge(along))


def _refusal(got: str, expected: str) -> PrincipleDoesNotApply:
    return PrincipleDoesNotApply(
        "no first integral can be constructed",
        expected=f"one coordinate, M(x) ẍ + c(x) ẋ² = F(x): {expected}",
        got=got,
        hint="the ledger, which holds for every system",
    )  # fmt: skip
