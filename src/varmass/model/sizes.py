"""How large is an expression, and how large would it become?  Asked before any work that could take for ever."""

from functools import lru_cache
from itertools import islice
from math import prod
from typing import Any

import sympy as sp

ENDLESS = 10**9


@lru_cache(maxsize=64)
def nodes(e: sp.Basic) -> tuple[sp.Basic, ...]:
    """Every subexpression of `e` once, however often it stands there."""
    seen, found = {e}, [e]
    for x in found:
        new = [a for a in dict.fromkeys(x.args) if a not in seen]
        seen.update(new)
        found += new
    return tuple(found)


def longer(e: Any, size: int) -> bool:
    """Has the tree of `e` more nodes than `size`?  Looks no further than it needs to."""
    return next(islice(sp.preorder_traversal(e), size, None), None) is not None


def spread(e: sp.Basic) -> int:
    """At most how many terms the numerator has, with all of `e` over one denominator and multiplied out."""
    return _spread(e)[0]


@lru_cache(maxsize=2**15)
def _spread(e: sp.Basic) -> tuple[int, tuple[tuple[sp.Basic, int], ...]]:
    """The terms of the numerator; the factors of the denominator, with their powers."""
    parts = [_spread(a) for a in e.args]
    below: dict[sp.Basic, int] = {}
    if isinstance(e, sp.Add):
        for _, factors in parts:
            below.update({f: max(k, below.get(f, 0)) for f, k in factors})
        above = sum(n * _product(below) // max(_product(dict(factors)), 1) for n, factors in parts)
    elif isinstance(e, sp.Mul):
        above = prod(n for n, _ in parts)
        for _, factors in parts:
            below.update({f: k + below.get(f, 0) for f, k in factors})
    elif isinstance(e, sp.Pow) and e.exp.is_Integer:
        k = abs(int(e.exp))
        below = {f: n * k for f, n in parts[0][1]}
        above = parts[0][0] ** min(k, 99)
        if e.exp.is_negative:
            above, below = _product(below), {e.base: k}
    else:
        above = max((n for n, _ in parts), default=1)
    return min(above, ENDLESS), tuple(below.items())


def _product(factors: dict[sp.Basic, int]) -> int:
    return prod(min(_spread(f)[0] ** min(k, 99), ENDLESS) for f, k in factors.items())
