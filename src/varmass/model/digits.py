"""Expressions at random points to many digits, with a bound of their noise."""

from contextlib import AbstractContextManager
from fractions import Fraction
from typing import Any

import mpmath as mp
import sympy as sp

from varmass.model.functional import Functional
from varmass.model.points import STEPS, Field, Unfit

DIGITS, SPARE = 50, 30


def digits_at_hand() -> AbstractContextManager[Any]:
    """The precision in which `Digits` computes."""
    found: AbstractContextManager[Any] = mp.workdps(DIGITS + SPARE)
    return found


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


class Digits(Field):
    """Real numbers with many digits."""

    def symbol(self, exact: Fraction) -> Noisy:
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
        if isinstance(e, Functional):  # as little is known of it as of any function: a number of its own
            return self.symbol(self.source.rational())
        if isinstance(e, STEPS) or not hasattr(mp, e.func.__name__):
            raise Unfit
        given = [self.value(a) for a in e.args]
        v = getattr(mp, e.func.__name__)(*(x.v for x in given))
        noise = 1 + sum(x.s for x in given)
        return Noisy(v, (abs(v) if isinstance(e, sp.exp) else abs(v) + 1) * noise)
