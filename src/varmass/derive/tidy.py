"""Expressions in the form in which a person would write them."""

from functools import lru_cache
from typing import Any

import sympy as sp

from varmass.derive.angles import merged, monomials, outside, written_out
from varmass.model.sizes import longer, spread

READABLE, WORKABLE = 1000, 15000  # nodes
TERMS, PAIRED = 20000, 400  # after multiplying out; and so many that pairs of them are looked for


@lru_cache(maxsize=4096)
def tidy(e: Any) -> sp.Expr:
    """Expanded, with sin² + cos² = 1 and fewer angles, where that is shorter; as stated if too long to work on."""
    stated = sp.sympify(e)
    if stated.is_Atom or longer(stated, WORKABLE) or spread(stated) > TERMS:
        return stated
    forms = [*_reduced(stated), stated]
    if not longer(stated, READABLE):
        forms.append(sp.expand(stated))
        if stated.has(sp.sin, sp.cos) and isinstance(stated, sp.Add | sp.Mul):
            forms.append(stated.func(*map(tidy, stated.args)))
    found = min(reversed(forms), key=_length)
    return found if all(p.exp.is_Rational for p in found.atoms(sp.Pow)) else min(found, sp.powsimp(found), key=_length)


def _length(e: sp.Expr) -> tuple[int, int]:
    """Sines and cosines count first, as often as they are written: where sin² + cos² was 1 they are gone."""
    turning = e.has(sp.sin, sp.cos) and sum(isinstance(x, sp.sin | sp.cos) for x in sp.preorder_traversal(e))
    return int(turning), int(sp.count_ops(e))


def short(e: sp.Expr) -> sp.Expr:
    """The shortest of several forms, over one denominator too."""
    if longer(e, READABLE) or spread(e) > TERMS:
        return e
    return min((tidy(e), sp.cancel(sp.together(e)), sp.factor(e)), key=_length)


def _reduced(e: sp.Expr) -> list[sp.Expr]:
    """As a polynomial, if it is one: even powers of sines written in cosines, or in fewer angles, or both."""
    found = _polynomial(e)
    if found is None:
        return []
    polynomial, values = found
    squared = _without_squares(polynomial)
    forms = [written_out(monomials(squared, values))]
    if e.has(sp.sin, sp.cos) and len(polynomial.terms()) <= PAIRED:
        for one in dict.fromkeys((polynomial, squared)):
            fewer = merged(monomials(one, values))
            forms += [outside(fewer), written_out(fewer)]
    return forms


def canonical(e: sp.Expr) -> sp.Expr:
    """Multiplied out in sines and cosines of single angles, no sine squared: equal expressions become the same sum."""
    single = sp.expand_trig(e)
    found = _polynomial(single)
    return sp.expand(single) if found is None else written_out(monomials(_without_squares(found[0]), found[1]))


def _polynomial(e: sp.Expr) -> tuple[sp.Poly, dict[sp.Expr, sp.Expr]] | None:
    """In symbols, functions, denominators and broken or literal powers, with what stands for those; None if none."""
    powers = sorted((p for p in e.atoms(sp.Pow) if p.free_symbols), key=str)
    below = [p for p in powers if p.exp.is_Integer and p.exp.is_negative]
    one_over = {p.base: sp.Dummy(f"below{i:04}") for i, p in enumerate(below)}
    whole = {p: sp.Dummy(f"power{i:04}") for i, p in enumerate(powers) if not p.exp.is_Integer}
    above = e.xreplace({p: one_over[p.base] ** -p.exp for p in below} | whole)
    generators = sorted(above.free_symbols | above.atoms(sp.Function), key=str)
    if not generators:
        return None
    try:
        polynomial = sp.Poly(above, *generators)
    except (sp.PolynomialError, sp.CoercionFailed):
        return None
    if polynomial.free_symbols_in_domain:
        return None
    return polynomial, {d: 1 / base for base, d in one_over.items()} | {d: p for p, d in whole.items()}


def _without_squares(polynomial: sp.Poly) -> sp.Poly:
    """sin^(2k + r) = (1 − cos²)^k sin^r, monomial by monomial."""
    gens = polynomial.gens
    for s in gens:
        if isinstance(s, sp.sin) and sp.cos(s.args[0]) in gens:
            polynomial = _without_square(polynomial, gens.index(s), gens.index(sp.cos(s.args[0])))
    return polynomial


def _without_square(polynomial: sp.Poly, sine: int, cosine: int) -> sp.Poly:
    total: dict[tuple[int, ...], Any] = {}
    for powers, factor in polynomial.terms():
        k, r = divmod(powers[sine], 2)
        for i in range(k + 1):
            new = list(powers)
            new[sine], new[cosine] = r, powers[cosine] + 2 * i
            key = tuple(new)
            total[key] = total.get(key, 0) + factor * sp.binomial(k, i) * (-1) ** i
    return sp.Poly(total, *polynomial.gens)
