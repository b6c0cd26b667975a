"""Expressions at random points, exactly: in rational numbers."""

import random
from abc import ABC, abstractmethod
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy as sp

from varmass.model.sizes import nodes

SIZES = ((20, 90), (1, 6), (10, 400))  # of the numerator, over 20 … 90: about one, small, and mixed
POSITIVE_FROM = 40
SINES = (sp.sin, sp.cos, sp.tan)
STEPS = (sp.floor, sp.ceiling, sp.frac, sp.arg, sp.Heaviside, sp.DiracDelta, sp.Mod)  # they jump unseen
TRANSCENDENTAL = (*SINES, sp.exp, sp.log, sp.sinh, sp.cosh, sp.tanh, sp.asin, sp.acos, sp.atan, sp.erf)


class Unfit(Exception):
    """This expression has no value in the field at hand."""


@lru_cache(maxsize=512)
def _symbols(e: sp.Basic) -> tuple[list[sp.Symbol], dict[Any, int]]:
    """The symbols of an expression in a fixed order, and the roots that are taken of them."""
    degree: dict[Any, int] = {}
    for p in nodes(e):
        if isinstance(p, sp.Pow) and p.base.is_Symbol and p.exp.is_Rational and not p.exp.is_Integer:
            degree[p.base] = int(sp.ilcm(degree.get(p.base, 1), p.exp.q))
    return sorted((s for s in nodes(e) if isinstance(s, sp.Symbol)), key=str), degree


def drawn(e: sp.Basic, seed: int) -> dict[sp.Symbol, Fraction]:
    """A rational for each symbol; positive where the symbol is, a perfect power where a root is taken."""
    source, (symbols, degree) = Source(seed), _symbols(e)
    return {
        s: source.rational(seed < POSITIVE_FROM and s not in degree and not s.is_positive) ** degree.get(s, 1)
        for s in symbols
    }


class Source:
    """Random rationals; the size of their numerators goes by turns."""

    def __init__(self, seed: int) -> None:
        self.random, self.size = random.Random(seed), SIZES[seed % 3]

    def rational(self, signed: bool = True) -> Fraction:
        """One of them."""
        sign = self.random.choice((-1, 1)) if signed else 1
        return sign * Fraction(self.random.randint(*self.size), self.random.randint(20, 90))


class Field(ABC):
    """A tree walk with memory; subclasses say what a symbol, a power and a function become."""

    def __init__(self, values: dict[sp.Symbol, Fraction], seed: int) -> None:
        self.source = Source(~seed)
        self.known: dict[Any, Any] = {s: self.symbol(v) for s, v in values.items()}

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
    def symbol(self, exact: Fraction) -> Any:
        """A number that was drawn for a symbol, in this field."""

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


class Rationals(Field):
    """ℚ, with independent numbers for transcendental values and rational points for sin and cos."""

    def __init__(self, values: dict[sp.Symbol, Fraction], seed: int) -> None:
        super().__init__(values, seed)
        self.drawn_for: list[Any] = []

    def symbol(self, exact: Fraction) -> Fraction:
        return exact

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
        if isinstance(e, STEPS):
            raise Unfit
        if isinstance(e, SINES):
            s = self.generator(("half", e.args[0]))
            sin, cos = 2 * s / (1 + s * s), (1 - s * s) / (1 + s * s)
            return sin if isinstance(e, sp.sin) else cos if isinstance(e, sp.cos) else sin / cos
        return self.generator(e)

    def generator(self, key: Any) -> Fraction:
        if key not in self.known:
            self.known[key] = self.source.rational()
            self.drawn_for.append(key)
        return Fraction(self.known[key])

    @property
    def decisive(self) -> bool:
        """Were the numbers drawn for functions rightly taken as independent?  Then what is not zero here is not zero.

        A transcendental function of something algebraic is independent of all that lacks a symbol in its argument.
        """
        functions = [key for key in self.drawn_for if key != sp.pi]
        if not all(isinstance(key, (tuple, *TRANSCENDENTAL)) for key in functions):
            return False
        arguments = [key[1] if isinstance(key, tuple) else key.args[0] for key in functions]
        if any(a.atoms(sp.Function) for a in arguments):
            return False
        symbols = [a.free_symbols for a in arguments]
        return all(own - set().union(*symbols[:i], *symbols[i + 1 :]) for i, own in enumerate(symbols))
