"""Points on both sides of every condition of an expression.

A threshold is an expression whose sign chooses a case.  It belongs to the last symbol in which it is rational; the
roots of all thresholds of a symbol cut its line into cells, and every cell is entered.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, islice

import sympy as sp

from varmass.model.points import Field, Source, Unfit
from varmass.model.sizes import longer, nodes

MOST, STEERED, CLOSE = 64, 100, sp.Rational(1, 10**20)
Point = dict[sp.Symbol, Fraction]


class Sides:
    """The thresholds of an expression, and on which sides of them somebody has been."""

    def __init__(self, whole: sp.Basic) -> None:
        self.thresholds, self.exactly = thresholds(whole)
        self.seen: dict[sp.Expr, set[int]] = {h: set() for h in self.thresholds}
        self.owned: dict[sp.Symbol, list[sp.Expr]] = {}
        for s, h in sorted(((_owner(h), h) for h in self.thresholds), key=str):
            if s is not None:
                self.owned.setdefault(s, []).append(h)

    def around(self, point: Point, seed: int) -> list[Point]:
        """The point moved into every cell; where there are too many, into one at random."""
        source = Source(seed)
        symbols = sorted(self.owned, key=str)
        found = list(islice(self._cells(point, symbols, source, False), MOST + 1))
        return found if len(found) <= MOST else list(self._cells(point, symbols, source, True))

    def _cells(self, point: Point, symbols: list[sp.Symbol], source: Source, one: bool) -> Iterator[Point]:
        if not symbols:
            yield point
            return
        s, *rest = symbols
        choices = _choices(s, point, self.owned[s], self.exactly, source)
        for x in [source.random.choice(choices)] if one else choices:
            yield from self._cells({**point, s: x}, rest, source, one)

    def note(self, at: Field) -> None:
        """Remember the sign of every threshold at a point."""
        for h in self.thresholds:
            try:
                x = at.value(h)
            except (Unfit, ZeroDivisionError):
                continue
            self.seen[h].add(0 if at.negligible(x) else 1 if x > 0 else -1)

    def unmet(self) -> sp.Expr | None:
        """A threshold that has been seen from one side only, although it may have another."""
        for h, seen in self.seen.items():
            met = 0 in seen and len(seen) > 1 if h in self.exactly else {-1, 1} <= seen
            if not met and not (len(h.free_symbols) == 1 and _owner(h)):
                return h
        return None


@lru_cache(maxsize=512)
def thresholds(whole: sp.Basic) -> tuple[tuple[sp.Expr, ...], frozenset[sp.Expr]]:
    """What must be looked at from both sides; and which of it also at zero, because an equality is asked."""
    found: dict[sp.Expr, None] = {}
    exactly = set()
    for e in nodes(whole):
        if isinstance(e, sp.core.relational.Relational):
            found[e.lhs - e.rhs] = None
            exactly |= {e.lhs - e.rhs} if isinstance(e, sp.Equality | sp.Unequality) else set()
        elif isinstance(e, sp.Max | sp.Min):
            found.update(dict.fromkeys(a - b for a, b in combinations(e.args, 2)))
        elif isinstance(e, sp.Abs | sp.sign | sp.atan2):
            found.update(dict.fromkeys(e.args))
        elif isinstance(e, sp.Pow) and e.exp.is_Rational and e.exp.q % 2 == 0 and not e.base.is_Symbol:
            found.update(dict.fromkeys(_squared(e.base)))
    return tuple(sorted((h for h in found if h.free_symbols), key=str)), frozenset(exactly)


def _squared(base: sp.Expr) -> list[sp.Expr]:
    """The factors of a radicand that may change their sign while it does not."""
    if longer(base, STEERED) or not base.is_polynomial(*base.free_symbols):
        return []
    return [f for f, power in sp.factor_list(base)[1] if power % 2 == 0]


@lru_cache(maxsize=512)
def _owner(h: sp.Expr) -> sp.Symbol | None:
    """The last symbol in which a threshold is rational."""
    if longer(h, STEERED):
        return None
    return next((s for s in sorted(h.free_symbols, key=str, reverse=True) if h.is_rational_function(s)), None)


def _choices(
    s: sp.Symbol, point: Point, owned: list[sp.Expr], exactly: frozenset[sp.Expr], source: Source
) -> list[Fraction]:
    """A number for `s` in every cell of its line, and on the roots where it matters."""
    edges, found = [], []
    for h in owned:
        cuts = roots(h, s, point)
        edges += cuts
        found += [a for a, b in cuts if a == b and h in exactly]
    low = Fraction(0) if s.is_positive else None
    for a, b in sorted(edge for edge in edges if low is None or edge[0] > low):
        if low is None or low < a:
            found.append(_between(low, a, point[s], source))
        low = b if low is None else max(low, b)
    return [*found, _between(low, None, point[s], source)]


def roots(h: sp.Expr, s: sp.Symbol, point: Point) -> list[tuple[Fraction, Fraction]]:
    """Where a threshold changes its sign along the line of `s`: narrow intervals, or the very numbers."""
    others = {x: sp.Rational(v.numerator, v.denominator) for x, v in point.items() if x != s}
    top, bottom = sp.fraction(sp.together(h.xreplace(others)))
    try:
        intervals = sp.Poly(top * bottom, s, domain=sp.QQ).intervals(eps=CLOSE)
    except (sp.PolynomialError, sp.CoercionFailed, NotImplementedError):
        return []
    return [(Fraction(int(a.p), int(a.q)), Fraction(int(b.p), int(b.q))) for (a, b), _ in intervals]


def _between(low: Fraction | None, high: Fraction | None, drawn: Fraction, source: Source) -> Fraction:
    """The number drawn, if it lies there; else another."""
    if (low is None or low < drawn) and (high is None or drawn < high):
        return drawn
    step = source.rational(signed=False)
    if low is None or high is None:
        return high - step if high is not None else (low or 0) + step
    return low + (high - low) * step / (1 + step)
