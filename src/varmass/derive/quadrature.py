"""∫ e ds, for the integrands that first integrals have.

    ∫ z^p dz = z^(p + 1)/(p + 1) ,  ln z for p = −1 ,      z a base that is linear in s

Powers come first, with z as it stands in the mass, which is positive: for (L − x)^p a general algorithm may take a
minute, and may write the logarithm of x − L, which does not exist where the chain is.  What no rule knows, or only by
way of complex numbers, is left as it stands, ∫ e ds.
"""

from collections.abc import Iterator

import sympy as sp
from sympy.integrals.manualintegrate import manualintegrate

from varmass.model.sizes import longer

LONG = 400  # nodes: beyond that nothing is tried
NEAR = (sp.Rational(-2, 11), sp.Rational(1, 7), sp.Rational(3, 10))


def antiderivative(e: sp.Expr, s: sp.Symbol, positive: sp.Expr = sp.S.One) -> sp.Expr:
    """∫ e ds, by powers of the factors of `positive` if that is possible; an `Integral` where no rule is known."""
    if not e.has(s):
        return e * s
    if longer(e, LONG) or e.has(sp.Integral):
        return sp.Integral(e, s)
    for base in dict.fromkeys((*_bases(positive, s), *_bases(sp.Mul(*e.atoms(sp.Pow)), s), s)):
        found = _by_powers(e, s, base)
        if found is not None:
            return _varying(found, s)
    constant, varying = e.as_independent(s, as_Add=False)
    found = manualintegrate(sp.expand(varying), s)
    if not found.has(sp.Integral) and _plain(found) and _real(found, e, s):
        return sp.Add(*(constant * part for part in sp.Add.make_args(_varying(found, s))))
    return sp.Integral(e, s)


def _bases(e: sp.Expr, s: sp.Symbol) -> Iterator[sp.Expr]:
    """The factors of `e` that are linear in s, or powers of such."""
    for factor in sp.Mul.make_args(e):
        base = factor.as_base_exp()[0]
        if base.has(s) and not sp.cancel(base.diff(s)).has(s):
            yield base


def _by_powers(e: sp.Expr, s: sp.Symbol, base: sp.Expr) -> sp.Expr | None:
    """Term by term, if each term is a constant times a power of the base."""
    z = sp.Symbol("z_", positive=True)
    slope = sp.cancel(base.diff(s))
    there = e.subs(base, z).subs(s, sp.expand((z - base.subs(s, 0)) / slope))
    there = there.replace(lambda p: p.is_Pow, lambda p: sp.expand(p.base) ** p.exp)
    total = sp.S.Zero
    for term in sp.Add.make_args(sp.expand(there)):
        factor, power = term.as_independent(z, as_Add=False)
        power = sp.powsimp(power)
        p = sp.S.Zero if power == 1 else power.as_base_exp()[1]
        if p.has(z) or power != z**p:
            return None
        total += factor / slope * sp.Piecewise((z ** (p + 1) / (p + 1), sp.Ne(p, -1)), (sp.log(z), True))
    return total.subs(z, base)


def _varying(e: sp.Expr, s: sp.Symbol) -> sp.Expr:
    """Without the summands that are constant."""
    return e.as_independent(s, as_Add=True)[1]


def _plain(found: sp.Expr) -> bool:
    """Has it cases for single values of the parameters only?"""
    conditions = (c for p in found.atoms(sp.Piecewise) for c in p.atoms(sp.core.relational.Relational))
    return all(isinstance(c, sp.Eq | sp.Ne) for c in conditions)


def _real(found: sp.Expr, e: sp.Expr, s: sp.Symbol) -> bool:
    """Is `found` real about s = 0, wherever `e` is?"""
    parameters = sorted(e.free_symbols - {s}, key=str)
    met = []
    for n in NEAR:
        point = {p: sp.Rational(k + 7, k + 4) for k, p in enumerate(parameters)} | {s: n}
        if e.subs(point).evalf().is_real:
            there = found.subs(point)
            met.append(not there.has(sp.I) and bool(there.evalf().is_real))
    return bool(met) and all(met)
