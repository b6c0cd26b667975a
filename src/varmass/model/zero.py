"""Is an expression identically zero?

proved     symbolically zero
verified   zero at random rational points: in exact arithmetic, with every function of a sum taken as an
           independent number and sin, cos as a rational point of the circle; else to 50 digits
refuted    not zero at a point, to 50 digits
"""

import random
from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any

import mpmath as mp
import sympy as sp

POINTS = 3
DIGITS = 50
SMALL, EXPANDABLE = 150, 1000


@dataclass(frozen=True)
class Verdict:
    """A status, and the ground on which it stands."""

    status: str
    ground: str

    def __bool__(self) -> bool:
        return self.status != "refuted"

    def __str__(self) -> str:
        return f"{self.status} ({self.ground})"


PROVED = Verdict("proved", "symbolically zero")


def judge(*residuals: sp.Expr, prove: bool = True) -> Verdict:
    """The verdict on all residuals together; `prove=False` goes straight to the points."""
    open_ = [e for e in residuals if e != 0]
    if prove and all(_ground(e, 0) for e in open_):
        open_ = [e for e in open_ if not _proved(e)]
    if not open_:
        return PROVED
    grounds = [_ground(e, seed) for e in open_ for seed in range(POINTS)]
    if None in grounds:
        return Verdict("refuted", f"not zero at a random point, to {DIGITS} digits")
    how = "in exact arithmetic" if set(grounds) == {"exact"} else f"to {DIGITS} digits"
    return Verdict("verified", f"zero {how} at {POINTS} random rational points")


def longer(e: sp.Expr, size: int) -> bool:
    """Has the tree of `e` more nodes than `size`?  Looks no further than it needs to."""
    return next(islice(sp.preorder_traversal(e), size, None), None) is not None


def is_zero(e: sp.Expr) -> bool:
    """Is `e` zero, proved or verified?"""
    return bool(judge(e, prove=False))


def _proved(e: sp.Expr) -> bool:
    if longer(e, EXPANDABLE):
        return False
    if sp.expand(e).is_zero:
        return True
    return bool(not longer(e, SMALL) and sp.simplify(e) == 0)


def _ground(e: sp.Expr, seed: int) -> str | None:
    """How `e` is known to vanish at one point, or None."""
    if _vanishes_exactly(e, seed):
        return "exact"
    return "digits" if _vanishes_to_digits(e, seed) else None


class Unfit(Exception):
    """This expression has no value in the field at hand."""


def _vanishes_exactly(e: sp.Expr, seed: int) -> bool:
    try:
        return bool(Rationals(e, seed).value(e) == 0)
    except (Unfit, ZeroDivisionError):
        return False


def _vanishes_to_digits(e: sp.Expr, seed: int) -> bool:
    with mp.workdps(DIGITS + 30):
        terms = sp.Add.make_args(e)
        try:
            at = Digits(e, seed)
            values = [at.value(term) for term in terms]
        except (ZeroDivisionError, Unfit):
            return False
        scale = max(at.largest, *(abs(v) for v in values))
        return bool(abs(mp.fsum(values)) <= scale * mp.mpf(10) ** -DIGITS)


@lru_cache(maxsize=512)
def _symbols(e: sp.Expr) -> tuple[list[sp.Symbol], dict[Any, int]]:
    """The symbols of an expression in a fixed order, and the roots that are taken of them."""
    degree: dict[Any, int] = {}
    for p in e.atoms(sp.Pow):
        if p.base.is_Symbol and p.exp.is_Rational and not p.exp.is_Integer:
            degree[p.base] = int(sp.ilcm(degree.get(p.base, 1), p.exp.q))
    return sorted(e.free_symbols, key=str), degree


class _Field(ABC):
    """A tree walk with memory; subclasses say what a symbol, a power and a function become."""

    def __init__(self, e: sp.Expr, seed: int) -> None:
        self.random = random.Random(seed)
        symbols, self.degree = _symbols(e)
        self.known: dict[Any, Any] = {}
        self.largest: Any = 0
        for s in symbols:
            self.known[s] = self.symbol(s)

    def symbol(self, s: sp.Symbol) -> Any:
        """A positive rational, and a perfect power where a root is taken."""
        return self.rational() ** self.degree.get(s, 1)

    def rational(self) -> Fraction:
        return Fraction(self.random.randint(20, 90), self.random.randint(20, 90))

    def value(self, e: Any) -> Any:
        if e not in self.known:
            self.known[e] = self.compute(e)
            if isinstance(self.known[e], mp.mpf):
                self.largest = max(self.largest, abs(self.known[e]))
        return self.known[e]

    def compute(self, e: Any) -> Any:
        if isinstance(e, sp.Add):
            return sum((self.value(a) for a in e.args), start=self.number(sp.S.Zero))
        if isinstance(e, sp.Mul):
            total = self.number(sp.S.One)
            for a in e.args:
                total = total * self.value(a)
            return total
        if isinstance(e, sp.Pow):
            return self.power(e)
        if e.is_number and e.is_Rational:
            return self.number(e)
        if isinstance(e, sp.Piecewise):
            return self.value(self.chosen(e))
        if isinstance(e, sp.Max | sp.Min):
            return (max if isinstance(e, sp.Max) else min)(self.value(a) for a in e.args)
        if isinstance(e, sp.Abs):
            return abs(self.value(e.args[0]))
        if isinstance(e, sp.sign):
            x = self.value(e.args[0])
            return self.number(sp.Integer((x > 0) - (x < 0)))
        return self.function(e)

    def chosen(self, e: sp.Piecewise) -> Any:
        for value, condition in e.args:
            if self.holds(condition):
                return value
        raise Unfit

    def holds(self, c: Any) -> bool:
        if c in (sp.true, sp.false):
            return bool(c)
        if isinstance(c, sp.And):
            return all(self.holds(a) for a in c.args)
        if isinstance(c, sp.Or):
            return any(self.holds(a) for a in c.args)
        if isinstance(c, sp.Not):
            return not self.holds(c.args[0])
        if isinstance(c, sp.ITE):
            return self.holds(c.args[1] if self.holds(c.args[0]) else c.args[2])
        a, b = (self.value(x) for x in c.args)
        return bool({">": a > b, ">=": a >= b, "<": a < b, "<=": a <= b}.get(c.rel_op, a == b))

    @abstractmethod
    def number(self, n: Any) -> Any:
        """A rational number of SymPy in this field."""

    @abstractmethod
    def power(self, e: sp.Pow) -> Any:
        """The value of a power."""

    @abstractmethod
    def function(self, e: Any) -> Any:
        """The value of a function, or of a constant such as π."""


class Rationals(_Field):
    """ℚ, with independent numbers for transcendental values and rational points for sin and cos."""

    def number(self, n: Any) -> Fraction:
        return Fraction(int(n.p), int(n.q))

    def power(self, e: sp.Pow) -> Fraction:
        if e.exp.is_Integer:
            return Fraction(self.value(e.base)) ** int(e.exp)
        if e.exp.is_Rational:
            return self.root(e.base, int(e.exp.q)) ** int(e.exp.p)
        raise Unfit

    def root(self, base: Any, q: int) -> Fraction:
        exact = self.value(base)
        top, bottom = (
            (sp.integer_nthroot(n, q) for n in (exact.numerator, exact.denominator)) if exact > 0 else ((0, 0),) * 2
        )
        if top[1] and bottom[1]:
            return Fraction(int(top[0]), int(bottom[0]))
        raise Unfit

    def function(self, e: Any) -> Fraction:
        if isinstance(e, sp.sin | sp.cos | sp.tan):
            s = self.generator(("half", e.args[0]))
            sin, cos = 2 * s / (1 + s * s), (1 - s * s) / (1 + s * s)
            return sin if isinstance(e, sp.sin) else cos if isinstance(e, sp.cos) else sin / cos
        return self.generator(e)

    def generator(self, key: Any) -> Fraction:
        if key not in self.known:
            self.known[key] = self.rational()
        return Fraction(self.known[key])


class Digits(_Field):
    """Real numbers with many digits."""

    def symbol(self, s: sp.Symbol) -> Any:
        exact = self.rational()
        return mp.mpf(exact.numerator) / exact.denominator

    def number(self, n: Any) -> Any:
        return mp.mpf(int(n.p)) / int(n.q)

    def power(self, e: sp.Pow) -> Any:
        return self.value(e.base) ** (int(e.exp) if e.exp.is_Integer else self.value(e.exp))

    def function(self, e: Any) -> Any:
        if not e.args:
            return mp.mpf(sp.N(e, DIGITS + 30))
        name = {"acos": "acos", "asin": "asin", "atan": "atan"}.get(e.func.__name__, e.func.__name__)
        if not hasattr(mp, name):
            raise Unfit
        return getattr(mp, name)(*(self.value(a) for a in e.args))
