"""The inverse problem in one degree of freedom: a Lagrangian, and a first integral, of a given equation of motion.

    m ẍ + (1 − λ) ṁ ẋ = F(x, t) ,   w = λ v ,   m = A(t) B(x)

    multiplier A^−λ B^(1−2λ) ,   L = ½ A^(1−λ) B^(2(1−λ)) ẋ² + W ,   ∂W/∂x = A^−λ B^(1−2λ) F

Here more generally for  M ẍ + c ẋ² + d ẋ = F  with M, c, d and F of x and t: the last multiplier of Jacobi,
𝖬 = ∂²L/∂ẋ², obeys

    ∂ ln 𝖬/∂x = 2c/M ,   ∂ ln 𝖬/∂t = d/M        hence exists if and only if ∂(2c/M)/∂t = ∂(d/M)/∂x ,

and L = ½ 𝖬 ẋ² + W, ∂W/∂x = 𝖬 F/M.  And for M(ẋ) ẍ = F(x, t):  L = ∬ M dẋ dẋ + ∫ F dx.  A first integral follows where

    ∂L/∂t = 0                      energy     ẋ ∂L/∂ẋ − L
    √b F/M of t alone              momentum   a √b ẋ − ∫ a √b F/M dt ,   𝖬 = a(t) b(x)

With neither there still is a Lagrangian, and perhaps an integral of another kind, which is not looked for.  An
equation that switches has one of each for either side of the switch.
Source: C. G. J. Jacobi, Vorlesungen über Dynamik (1866), for the last multiplier.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import sympy as sp

from varmass.derive.deriving import derive
from varmass.derive.quadrature import antiderivative
from varmass.derive.tidy import short, tidy
from varmass.errors import PrincipleDoesNotApply
from varmass.model.calls import asked
from varmass.model.sizes import longer
from varmass.model.symbols import t
from varmass.model.system import System
from varmass.model.zero import Verdict, is_zero, judge

KINDS = {
    "energy": "L does not contain t",
    "momentum": "the force along ∫ √b dx depends on t alone, 𝖬 = a(t) b(x)",
    "none": "L contains t, and the force along ∫ √b dx contains x: no energy, no momentum; others are not looked for",
}
SWITCHES, LONG = 3, 400  # LONG: nodes that are simplified in a second
CASES = (sp.Abs, sp.sign, sp.Min, sp.Max, sp.Heaviside)


@dataclass(frozen=True)
class FirstIntegral:
    """multiplier × (equation) is the Euler–Lagrange equation of `lagrangian`; `conserved` is constant.

    All of it `where` that condition holds; `kind` is energy, momentum, or none, and `conserved` is None then.
    """

    multiplier: sp.Expr
    lagrangian: sp.Expr
    conserved: Any
    verdict: Verdict
    kind: str = "energy"
    where: Any = sp.true


@dataclass(frozen=True)
class _Equation:
    """M ẍ = r, on one side of every switch."""

    x: sp.Symbol
    u: sp.Symbol
    a: sp.Symbol
    M: sp.Expr
    r: sp.Expr


@asked
def first_integral(system: System, principle: str | None = None) -> FirstIntegral:
    """Constructed for the equation of one coordinate, and checked along it."""
    found = first_integrals(system, principle)
    if len(found) > 1:
        raise _refusal(
            "an equation that switches: " + "; ".join(str(one.where) for one in found),
            "one equation for the whole motion",
            "vm.first_integrals(system), one for each side",
        )
    return found[0]


@asked
def first_integrals(system: System, principle: str | None = None) -> tuple[FirstIntegral, ...]:
    """One for each side of the switches of the equation of one coordinate: of one that does not switch, one."""
    if len(system.q) != 1:
        raise _refusal(f"{len(system.q)} coordinates", "one coordinate", "the ledger, which holds for every system")
    equations = derive(system, principle)
    (x,), (u,), (a,) = system.q, system.u, system.a
    sides = _sides(equations.M[0], equations.r[0])
    return tuple(_constructed(_Equation(x, u, a, sp.factor_terms(tidy(M)), r), where) for where, M, r in sides)


def _sides(M: sp.Expr, r: sp.Expr) -> Iterator[tuple[Any, sp.Expr, sp.Expr]]:
    """(condition, M, r) with every case distinction decided."""
    M, r = (e.rewrite(sp.Piecewise) if e.has(*CASES) else e for e in (M, r))
    choices = [pair.cond for e in (M, r) for chosen in e.atoms(sp.Piecewise) for pair in chosen.args]
    conditions = sorted({c for choice in choices for c in choice.atoms(sp.core.relational.Relational)}, key=str)
    if len(conditions) > SWITCHES:
        raise _refusal(f"{len(conditions)} switches", f"at most {SWITCHES}", "the ledger, which holds for every system")
    for truths in product((True, False), repeat=len(conditions)):
        where = sp.And(*(c if true else ~c for c, true in zip(conditions, truths, strict=True)))
        decided = dict(zip(conditions, map(sp.sympify, truths), strict=True))
        if sp.simplify(where) != sp.false:
            yield where, M.xreplace(decided), r.xreplace(decided)


def _constructed(e: _Equation, where: Any) -> FirstIntegral:
    """Of a mass of the place and of time, or of one of the speed."""
    multiplier, L, kind, conserved = _of_speed(e) if e.M.has(e.u) else _of_place(e)
    euler = L.diff(e.u).diff(e.u) * e.a + L.diff(e.u).diff(e.x) * e.u + L.diff(e.u).diff(t) - L.diff(e.x)
    residuals = [euler - multiplier * (e.M * e.a - e.r)]
    if kind != "none":
        residuals.append(conserved.diff(e.x) * e.u + conserved.diff(t) + conserved.diff(e.u) * e.r / e.M)
    verdict = judge(*(case for left in residuals for case in _cases(_positive(left))))
    return FirstIntegral(multiplier, L, conserved, verdict, kind, where)


def _of_place(e: _Equation) -> tuple[sp.Expr, sp.Expr, str, Any]:
    """multiplier, L, kind and first integral of M ẍ + c ẋ² + d ẋ = F."""
    F, c, d = _by_powers_of_speed(e)
    A, B = _split(e.M, e.x)
    root = _exponential(_short(c / e.M), B, e.x)
    rest = _short(d / e.M - 2 * root.diff(t) / root)
    if rest.has(e.x):
        raise _unfit(e, "2c/M and d/M with ∂(2c/M)/∂t = ∂(d/M)/∂x, in M ẍ + c ẋ² + d ẋ = F")
    a = _exponential(rest, A, t)
    scale, force = _gathered(a * root**2), _short(F / e.M)
    multiplier = _gathered(scale / e.M)
    W = _first((scale * force, multiplier * F), e.x, B)
    L = scale * e.u**2 / 2 + W
    if not L.has(t):
        return multiplier, L, "energy", scale * e.u**2 / 2 - W
    push = e.x if root.has(t) else _short(root * force)
    if not push.has(e.x):
        return multiplier, L, "momentum", a * root * e.u - antiderivative(_gathered(a * push), t, A)
    return multiplier, L, "none", None


def _of_speed(e: _Equation) -> tuple[sp.Expr, sp.Expr, str, Any]:
    """The same of M(ẋ) ẍ = F(x, t)."""
    F = sp.expand(e.r)
    if e.M.has(e.x, t) or F.has(e.u):
        raise _unfit(e, "a mass of the speed alone, and a force of place and time")
    momentum = antiderivative(e.M, e.u)
    kinetic, W = antiderivative(momentum, e.u), antiderivative(F, e.x)
    if not F.has(t):
        return sp.S.One, kinetic + W, "energy", e.u * momentum - kinetic - W
    if not F.has(e.x):
        return sp.S.One, kinetic + W, "momentum", momentum - antiderivative(F, t)
    return sp.S.One, kinetic + W, "none", None


def _by_powers_of_speed(e: _Equation) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """F, c and d of r = F − c ẋ² − d ẋ."""
    r = sp.expand(e.r)
    F, d, c = (tidy(r.coeff(e.u, n)) for n in range(3))
    if any(p.has(e.u) for p in (F, d, c)) or not is_zero(r - F - d * e.u - c * e.u**2):
        raise _unfit(e, "forces of the place, of time, and of ẋ and ẋ² in proportion")
    return F, -c, -d


def _split(M: sp.Expr, x: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    """M ~ A(t) B(x) where it is such a product, else B has the rest of t, too; both of the sign of M."""
    constant, moving = M.as_independent(x, t, as_Add=False)
    A, B = moving.as_independent(x, as_Add=False)
    if constant.as_coeff_Mul()[0] > 0:
        return A, B
    return (A, -B) if B.has(x) else (-A, B)


def _exponential(rate: sp.Expr, base: sp.Expr, s: sp.Symbol) -> sp.Expr:
    """exp ∫ rate ds: a power of `base` where the rate is in proportion to that of its logarithm.

    Of m₀ + (a − b) s that is so for a ≠ b; otherwise base and rate are constant.
    """
    if base.has(s):
        k = _short(rate * base / base.diff(s))
        if not k.has(s, t):
            slope = sp.denom(k)
            return sp.Piecewise((base**k, sp.Ne(slope, 0)), (sp.exp(rate * s), True)) if slope.is_Add else base**k
    return sp.exp(antiderivative(rate, s, base))


def _first(forms: tuple[sp.Expr, ...], s: sp.Symbol, positive: sp.Expr) -> sp.Expr:
    """∫ of the first of several forms of one integrand that has it; of the last as it stands, if none has."""
    for form in forms:
        found = antiderivative(_gathered(form), s, positive)
        if not found.has(sp.Integral):
            break
    return found


def _short(e: sp.Expr) -> sp.Expr:
    """What cancels, cancelled; as it stands where that would take long."""
    return e if e.is_Atom or longer(e, LONG) else short(sp.powsimp(e))


def _gathered(e: sp.Expr) -> sp.Expr:
    """Powers of one base in one."""
    return sp.powsimp(e)


def _positive(e: sp.Expr) -> sp.Expr:
    """With positive symbols: an identity of analytic functions that holds there holds everywhere.

    What is left of an open quadrature after differentiation cancels, whatever its value.
    """
    e = e.xreplace({quadrature: sp.Dummy() for quadrature in e.atoms(sp.Integral)})
    return e.subs({s: sp.Symbol(f"{s.name}_".replace(".", "_"), positive=True) for s in e.free_symbols})


def _cases(e: sp.Expr) -> Iterator[sp.Expr]:
    """`e` for parameters in general, and for the single values that it treats apart."""
    apart = sorted(e.atoms(sp.Ne), key=str)
    yield e.xreplace(dict.fromkeys(apart, sp.true))
    for condition in apart:
        s = min(condition.free_symbols, key=str)
        yield from (e.subs(s, value) for value in sp.solve(condition.lhs - condition.rhs, s))


def _unfit(e: _Equation, expected: str) -> PrincipleDoesNotApply:
    return _refusal(f"({e.M})*{e.a} = {e.r}", expected, "the ledger, which holds for every system")


def _refusal(got: str, expected: str, hint: str) -> PrincipleDoesNotApply:
    return PrincipleDoesNotApply("no first integral can be constructed", expected=expected, got=got, hint=hint)
