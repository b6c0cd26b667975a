"""Expressions at random points: exactly, in rational numbers, or to many digits with a bound of their noise."""

import random
from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from fractions import Fraction
from functools import lru_cache
from typing import Any

import mpmath as mp
import sympy as sp

DIGITS, SPARE = 50, 30
SIZES = ((20, 90), (1, 6), (10, 400))  # of the numerator, over 20 … 90: about one, small, and mixed
POSITIVE_FROM = 40


def digits_at_hand() -> AbstractContextManager[Any]:
    """The precision in which `Digits` computes."""
    found: AbstractContextManager[Any] = mp.workdps(DIGITS + SPARE)
    return found


class Unfit(Exception):
    """This expression has no value in the field at hand."""


@lru_cache(maxsize=512)
def _symbols(e: sp.Basic) -> tuple[list[sp.Symbol], dict[Any, int]]:
    """The symbols of an expression in a fixed order, and the roots that are taken of them."""
    degree: dict[Any, int] = {}
    for p in e.atoms(sp.Pow):
        if p.base.is_Symbol and p.exp.is_Rational and not p.exp.is_Integer:
            degree[p.base] = int(sp.ilcm(degree.get(p.base, 1), p.exp.q))
    return sorted(e.free_symbols, key=str), degree


class _Field(ABC):
    """A tree walk with memory; subclasses say what a symbol, a power and a function become."""

    def __init__(self, e: sp.Basic, seed: int) -> None:
        self.random, self.size, self.signed = random.Random(seed), SIZES[seed % 3], seed < POSITIVE_FROM
        symbols, self.degree = _symbols(e)
        self.known: dict[Any, Any] = {s: self.symbol(s) for s in symbols}

    def drawn(self, s: sp.Symbol) -> Fraction:
        """A rational of either sign; positive where the symbol is, and a perfect power where a root is taken."""
        n = self.degree.get(s, 0)
        return self.rational(self.signed and not n and not s.is_positive) ** max(n, 1)

    def rational(self, signed: bool = True) -> Fraction:
        sign = self.random.choice((-1, 1)) if signed else 1
        return sign * Fraction(self.random.randint(*self.size), self.random.randint(20, 90))

    def value(self, e: Any) -> Any:
        """The value of `e`, computed once."""
        if e not in self.known:
            self.known[e] = self.compute(e)
        return self.known[e]

    def vanishes(self, e: Any) -> bool:
        """Is `e` zero at this point?"""
        return self.negligible(self.value(e))

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
            x = self.value(e.args[0])
            return x if x > 0 else -1 * x
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
        if isinstance(c, sp.logic.boolalg.ITE):
            return self.holds(c.args[1] if self.holds(c.args[0]) else c.args[2])
        a, b = (self.value(x) for x in c.args)
        return bool({">": a > b, ">=": a >= b, "<": a < b, "<=": a <= b, "!=": a != b}.get(c.rel_op, a == b))

    @abstractmethod
    def symbol(self, s: sp.Symbol) -> Any:
        """The number drawn for a symbol."""

    @abstractmethod
    def number(self, n: Any) -> Any:
        """A rational number of SymPy in this field."""

    @abstractmethod
    def power(self, e: sp.Pow) -> Any:
        """The value of a power."""

    @abstractmethod
    def function(self, e: Any) -> Any:
        """The value of a function, or of a constant such as π."""

    @abstractmethod
    def negligible(self, x: Any) -> bool:
        """Is a number of this field zero?"""


class Rationals(_Field):
    """ℚ, with independent numbers for transcendental values and rational points for sin and cos."""

    def symbol(self, s: sp.Symbol) -> Fraction:
        return self.drawn(s)

    def negligible(self, x: Fraction) -> bool:
        return x == 0

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
        if exact > 0:
            top, bottom = (sp.integer_nthroot(n, q) for n in (exact.numerator, exact.denominator))
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


class Noisy:
    """A number v and a size s: its rounding noise is about s times the last digit."""

    def __init__(self, v: Any, s: Any) -> None:
        if not isinstance(v, mp.mpf) or not mp.isfinite(v):
            raise Unfit
        self.v, self.s = v, s

    def __add__(self, other: "Noisy") -> "Noisy":
        return Noisy(self.v + other.v, self.s + other.s)

    def __sub__(self, other: "Noisy") -> "Noisy":
        return Noisy(self.v - other.v, self.s + other.s)

    def __mul__(self, other: Any) -> "Noisy":
        if isinstance(other, Noisy):
            return Noisy(self.v * other.v, self.s * other.s)
        return Noisy(self.v * other, self.s * abs(other))

    __rmul__ = __mul__

    def __truediv__(self, other: "Noisy") -> "Noisy":
        return self * other ** (-1)

    def __pow__(self, n: int) -> "Noisy":
        if n >= 0:
            return Noisy(self.v**n, self.s**n)
        if self.negligible():
            raise ZeroDivisionError
        return Noisy(self.v**n, abs(self.v**n) * (self.s / abs(self.v)) ** -n)

    def __lt__(self, other: Any) -> bool:
        return bool(self.v < _plain(other))

    def __gt__(self, other: Any) -> bool:
        return bool(self.v > _plain(other))

    def __le__(self, other: Any) -> bool:
        return bool(self.v <= _plain(other))

    def __ge__(self, other: Any) -> bool:
        return bool(self.v >= _plain(other))

    def __abs__(self) -> "Noisy":
        return self if self.v >= 0 else self * -1

    def negligible(self) -> bool:
        """Is it zero, but for noise?"""
        return bool(abs(self.v) <= self.s * mp.mpf(10) ** -DIGITS)


def _plain(x: Any) -> Any:
    return x.v if isinstance(x, Noisy) else x


class Digits(_Field):
    """Real numbers with many digits."""

    def symbol(self, s: sp.Symbol) -> Noisy:
        exact = self.drawn(s)
        v = mp.mpf(exact.numerator) / exact.denominator
        return Noisy(v, abs(v))

    def negligible(self, x: Noisy) -> bool:
        return x.negligible()

    def number(self, n: Any) -> Noisy:
        v = mp.mpf(int(n.p)) / int(n.q)
        return Noisy(v, abs(v))

    def power(self, e: sp.Pow) -> Noisy:
        base = self.value(e.base)
        if e.exp.is_Integer:
            return base ** int(e.exp)  # type: ignore[no-any-return]
        exponent = self.value(e.exp)
        v = mp.power(base.v, exponent.v)
        return Noisy(v, abs(v) * (1 + exponent.s) * (base.s / abs(base.v) if base.v else 1))

    def function(self, e: Any) -> Noisy:
        if not e.args:
            v = mp.mpf(sp.N(e, DIGITS + SPARE))
            return Noisy(v, abs(v))
        if not hasattr(mp, e.func.__name__):
            raise Unfit
        given = [self.value(a) for a in e.args]
        v = getattr(mp, e.func.__name__)(*(x.v for x in given))
        noise = 1 + sum(x.s for x in given)
        return Noisy(v, (abs(v) if isinstance(e, sp.exp) else abs(v) + 1) * noise)
