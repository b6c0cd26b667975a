"""Expressions in the form in which a person would write them."""

from functools import lru_cache
from typing import Any

import sympy as sp

from varmass.model.sizes import longer, spread

READABLE, WORKABLE = 1000, 15000  # nodes
TERMS = 20000  # after multiplying out


@lru_cache(maxsize=4096)
def tidy(e: Any) -> sp.Expr:
    """Expanded, with sin² + cos² = 1 used, where that is shorter; as stated if it is too long to work on."""
    stated = sp.sympify(e)
    if stated.is_Atom or longer(stated, WORKABLE) or spread(stated) > TERMS:
        return stated
    forms = [f for f in (_reduced(stated), stated) if f is not None]
    if not longer(stated, READABLE):
        forms.append(sp.expand(stated))
    if forms[0].has(sp.sin, sp.cos) and not longer(forms[0], READABLE // 8):
        forms.append(sp.trigsimp(forms[0]))
    return min(reversed(forms), key=_length)


def _length(e: sp.Expr) -> tuple[int, int]:
    """Sines and cosines count first: where sin² + cos² was 1 they are gone."""
    return len(e.atoms(sp.sin, sp.cos)), int(sp.count_ops(e))


def short(e: sp.Expr) -> sp.Expr:
    """The shortest of several forms, over one denominator too."""
    if longer(e, READABLE) or spread(e) > TERMS:
        return e
    return min((tidy(e), sp.cancel(sp.together(e)), sp.factor(e)), key=_length)


def _reduced(e: sp.Expr) -> sp.Expr | None:
    """As a polynomial in symbols, functions and denominators, even powers of sines written in cosines, if it is one."""
    below = sorted((p for p in e.atoms(sp.Pow) if p.exp.is_Integer and p.exp.is_negative), key=str)
    one_over = {p.base: sp.Dummy() for p in below}
    above = e.xreplace({p: one_over[p.base] ** -p.exp for p in below})
    generators = sorted(above.free_symbols | above.atoms(sp.Function), key=str)
    try:
        polynomial = sp.Poly(above, *generators)
    except (sp.PolynomialError, sp.CoercionFailed):
        return None
    if polynomial.free_symbols_in_domain:
        return None
    for s in generators:
        if isinstance(s, sp.sin) and sp.cos(s.args[0]) in generators:
            polynomial = _without_squares(polynomial, generators.index(s), generators.index(sp.cos(s.args[0])))
    found: sp.Expr = polynomial.as_expr().xreplace({d: 1 / base for base, d in one_over.items()})
    return found


def _without_squares(polynomial: sp.Poly, sine: int, cosine: int) -> sp.Poly:
    """sin^(2k + r) = (1 − cos²)^k sin^r, monomial by monomial."""
    total: dict[tuple[int, ...], Any] = {}
    for powers, factor in polynomial.terms():
        k, r = divmod(powers[sine], 2)
        for i in range(k + 1):
            new = list(powers)
            new[sine], new[cosine] = r, powers[cosine] + 2 * i
            key = tuple(new)
            total[key] = total.get(key, 0) + factor * sp.binomial(k, i) * (-1) ** i
    return sp.Poly(total, *polynomial.gens)
