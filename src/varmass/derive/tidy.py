"""Expressions in the form in which a person would write them."""

from functools import lru_cache
from typing import Any

import sympy as sp

from varmass.model.zero import longer

READABLE = 1000
WORKABLE = 15000


@lru_cache(maxsize=4096)
def tidy(e: Any) -> sp.Expr:
    """Expanded, with sin² + cos² = 1 used, where that is shorter; as stated if it is too long to work on."""
    stated = sp.sympify(e)
    if stated.is_Atom or longer(stated, WORKABLE):
        return stated
    forms = [f for f in (_reduced(stated), stated) if f is not None]
    if not longer(stated, READABLE):
        forms.append(sp.expand(stated))
    if forms[0].has(sp.sin, sp.cos) and not longer(forms[0], READABLE // 8):
        forms.append(sp.trigsimp(forms[0]))
    return min(reversed(forms), key=sp.count_ops)


def _reduced(e: sp.Expr) -> sp.Expr | None:
    """As a polynomial in symbols and functions, even powers of sines written in cosines; None if it is none."""
    generators = sorted(e.free_symbols | e.atoms(sp.Function), key=str)
    try:
        polynomial = sp.Poly(e, *generators)
    except (sp.PolynomialError, sp.CoercionFailed):
        return None
    if polynomial.free_symbols_in_domain:
        return None
    for s in generators:
        if isinstance(s, sp.sin) and sp.cos(s.args[0]) in generators:
            polynomial = _without_squares(polynomial, generators.index(s), generators.index(sp.cos(s.args[0])))
    found: sp.Expr = polynomial.as_expr()
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
