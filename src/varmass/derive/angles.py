"""Products of sines and cosines in fewer angles, by the theorems of addition read from right to left.

    cos a cos b ± sin a sin b = cos(a ∓ b) ,   sin a cos b ± cos a sin b = sin(a ± b)

Two monomials that differ in nothing else become one; for a = b this is sin² + cos² = 1.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

import sympy as sp

Monomial = frozenset[tuple[sp.Expr, int]]
OTHER = {sp.sin: sp.cos, sp.cos: sp.sin}


def merged(terms: dict[Monomial, Any]) -> dict[Monomial, Any]:
    """A polynomial {monomial: factor}, with its pairs of monomials made one until there are none."""
    found, waiting = dict(terms), list(terms)
    while waiting:
        one = waiting.pop()
        step = next(_steps(one, found), None) if one in found else None
        if step is not None:
            other, rest, value = step
            number, angle = value.as_coeff_Mul()
            factor = found.pop(one) * number
            del found[other]
            new = _times(rest, {} if angle == 1 else {angle: 1})
            factor += found.pop(new, 0)
            if factor != 0:
                found[new] = factor
                waiting.append(new)
            waiting += [m for m in found if m != new and m & new]
    return found


def outside(terms: dict[Monomial, Any]) -> sp.Expr:
    """The polynomial as an expression, what all monomials have in common before the bracket."""
    powers = [dict(monomial) for monomial in terms]
    common = {g: min(p.get(g, 0) for p in powers) for g in powers[0]} if powers else {}
    k = _content(list(terms.values()))
    inside = [sp.Mul(factor / k, *(g ** (n - common.get(g, 0)) for g, n in m)) for m, factor in terms.items()]
    return sp.Mul(k, *(g**n for g, n in common.items()), sp.Add(*inside))


def _content(factors: list[Any]) -> Any:
    """The largest number that leaves whole numbers when it is taken out."""
    if not factors or not all(factor.is_Rational for factor in factors):
        return 1
    return sp.Rational(sp.igcd(0, *(factor.p for factor in factors)), sp.ilcm(1, *(factor.q for factor in factors)))


def written_out(terms: dict[Monomial, Any]) -> sp.Expr:
    """The polynomial as a sum."""
    return sp.Add(*(sp.Mul(factor, *(g**n for g, n in monomial)) for monomial, factor in terms.items()))


def monomials(polynomial: sp.Poly, values: dict[sp.Expr, sp.Expr]) -> dict[Monomial, Any]:
    """{monomial: factor} of a polynomial, with what stands for something in its generators replaced by that."""
    gens = [g.xreplace(values) for g in polynomial.gens]
    terms = ((powers, factor) for powers, factor in polynomial.terms() if factor != 0)
    return {frozenset((g, n) for g, n in zip(gens, powers, strict=True) if n): factor for powers, factor in terms}


def _steps(one: Monomial, found: dict[Monomial, Any]) -> Iterator[tuple[Monomial, Monomial, sp.Expr]]:
    """The monomials that `one` can be made one with: (other, what both share, what the rest becomes)."""
    factors = dict(one)
    turning = sorted((g for g in factors if isinstance(g, sp.sin | sp.cos)), key=_name)
    for f, g in combinations_with_replacement(turning, 2):
        if f == g and factors[f] < 2:
            continue
        rest = _times(_times(one, {f: -1}), {g: -1})
        other = _times(_times(rest, {OTHER[f.func](f.args[0]): 1}), {OTHER[g.func](g.args[0]): 1})
        ratio = found[other] / found[one] if other in found and other != one else 0
        if ratio in (1, -1):
            yield other, rest, _sum(f, g, ratio)


def _sum(f: sp.Expr, g: sp.Expr, sign: Any) -> sp.Expr:
    """f g + sign × the product of their others, as one sine or cosine."""
    a, b = f.args[0], g.args[0]
    if f.func == g.func:
        return (1 if f.func == sp.cos else sign) * sp.cos(sp.expand(a - sign * b))
    sine, cosine = (a, b) if f.func == sp.sin else (b, a)
    return sp.sin(sp.expand(sine + sign * cosine))


def _times(monomial: Monomial, more: dict[sp.Expr, int]) -> Monomial:
    powers = dict(monomial)
    for g, n in more.items():
        powers[g] = powers.get(g, 0) + n
    return frozenset((g, n) for g, n in powers.items() if n)


@lru_cache(maxsize=4096)
def _name(e: sp.Expr) -> str:
    return str(e)
