"""Truncated Taylor series as an algebra of numbers: every derivative of a formula, at many instants at once.

    x(t_k + τ) = Σ x_n τⁿ ,   n = 0 … m

    (x y)_n = Σ x_j y_{n−j} ,         n (eˣ)_n = Σ j x_j (eˣ)_{n−j} ,
    n x_0 (xᵖ)_n = Σ_{j≥1} (p j − (n − j)) x_j (xᵖ)_{n−j} ,      f(x)˙ = f′(x) ẋ  for all others

Source: R. E. Moore, Interval Analysis (1966), on recursive differentiation; A. Griewank, Evaluating Derivatives.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from math import erf, erfc, pi, sqrt
from operator import add, mul
from typing import Any, NoReturn

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from varmass.compile.walk import Walk

Array = NDArray[np.float64]


class Jet:
    """`c` has a row for each power of τ and a column for each instant; rows that are zero at the end may be missing."""

    def __init__(self, c: Array, order: int) -> None:
        self.c, self.order = c, order

    @classmethod
    def of_time(cls, t: Array, order: int, unit: float = 1.0) -> "Jet":
        """t_k + τ, in powers of τ/unit."""
        return cls(np.array([t, np.full(len(t), unit)])[: order + 1], order)

    def whole(self) -> Array:
        """All rows."""
        if len(self.c) > self.order:
            return self.c
        rows = np.zeros((self.order + 1, self.c.shape[1]))
        rows[: len(self.c)] = self.c
        return rows

    def at(self, τ: Array) -> Array:
        """The sum of the series."""
        found: Array = self.c[-1]
        for row in self.c[-2::-1]:
            found = found * τ + row
        return found

    def rate(self) -> "Jet":
        """ẋ, one order less of which is known."""
        rows = self.c[1:] * np.arange(1, len(self.c))[:, None]
        return Jet(rows if len(rows) else 0 * self.c, self.order)

    def primitive(self, first: Array) -> "Jet":
        """∫ x dτ + first."""
        rows = self.c[: self.order]
        return Jet(np.concatenate([first[None], rows / np.arange(1, len(rows) + 1)[:, None]]), self.order)

    def __add__(self, other: Any) -> "Jet":
        if not isinstance(other, Jet):
            rows = self.c.copy()
            rows[0] += other
            return Jet(rows, self.order)
        long, short = (self.c, other.c) if len(self.c) >= len(other.c) else (other.c, self.c)
        rows = long.copy()
        rows[: len(short)] += short
        return Jet(rows, self.order)

    def __mul__(self, other: Any) -> "Jet":
        if not isinstance(other, Jet):
            return Jet(self.c * other, self.order)
        long, short = (self.c, other.c) if len(self.c) >= len(other.c) else (other.c, self.c)
        size = min(len(long) + len(short) - 1, self.order + 1)
        rows = np.zeros((size, self.c.shape[1]))
        for j, x in enumerate(short):
            rows[j : j + len(long)] += x * long[: size - j]
        return Jet(rows, self.order)

    def __neg__(self) -> "Jet":
        return Jet(-self.c, self.order)

    def __sub__(self, other: Any) -> "Jet":
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> "Jet":
        return (-self).__add__(other)

    def __truediv__(self, other: Any) -> "Jet":
        return self.__mul__(other**-1.0) if isinstance(other, Jet) else Jet(self.c / other, self.order)

    def __rtruediv__(self, other: Any) -> "Jet":
        return (self**-1.0).__mul__(other)

    def __pow__(self, p: Any) -> "Jet":
        if isinstance(p, Jet):
            return (self.log() * p).exp()
        if p == int(p) and p >= 0:
            return self._whole_power(int(p))
        x, y = self.c, np.empty((self.order + 1, self.c.shape[1]))
        if len(x) < 3:
            return Jet(x[0] ** p * self._binomial(lambda n: (p + 1) / n - 1, x[1:] / x[0]), self.order)
        y[0] = x[0] ** p
        j, fraction = np.arange(len(x)), x / x[0]
        for n in range(1, self.order + 1):
            k = min(n, len(x) - 1)
            y[n] = np.einsum("j,jk,jk->k", (p + 1) * j[1 : k + 1] / n - 1, fraction[1 : k + 1], y[n - 1 :: -1][:k])
        return Jet(y, self.order)

    def __rpow__(self, base: Any) -> "Jet":
        return self.__mul__(np.log(base)).exp()

    __radd__, __rmul__ = __add__, __mul__

    def __eq__(self, other: object) -> NoReturn:
        raise TypeError("a series is neither equal to a number nor different from it")

    def __bool__(self) -> NoReturn:
        raise TypeError("a series is neither true nor false")

    def _whole_power(self, p: int) -> "Jet":
        found = Jet(np.ones((1, self.c.shape[1])), self.order)
        for bit in bin(p)[2:]:
            found = found * found
            found = found * self if bit == "1" else found
        return found

    def _binomial(self, factor: Callable[[Array], Array], of: Array) -> Array:
        """Π_{j ≤ n} factor(j) x, the terms of a function whose argument is linear in τ."""
        n = np.arange(1.0, self.order + 1)[:, None]
        rows = np.ones((self.order + 1, self.c.shape[1]))
        rows[1:] = factor(n) * (of[0] if len(of) else 0.0)
        return np.asarray(np.cumprod(rows, axis=0))

    def exp(self) -> "Jet":
        return Jet(self._driven(np.exp(self.c[:1]), 1.0)[0], self.order)

    def sin(self) -> "Jet":
        return Jet(self._driven(np.array([np.sin(self.c[0]), np.cos(self.c[0])]), -1.0)[0], self.order)

    def cos(self) -> "Jet":
        return Jet(self._driven(np.array([np.sin(self.c[0]), np.cos(self.c[0])]), -1.0)[1], self.order)

    def sinh(self) -> "Jet":
        return Jet(self._driven(np.array([np.sinh(self.c[0]), np.cosh(self.c[0])]), 1.0)[0], self.order)

    def cosh(self) -> "Jet":
        return Jet(self._driven(np.array([np.sinh(self.c[0]), np.cosh(self.c[0])]), 1.0)[1], self.order)

    def _driven(self, first: Array, sign: float) -> Array:
        """y of  ẏ = ẋ y, or the pair of  ẏ = ẋ z, ż = ± ẋ y."""
        x, found = self.c, np.empty((len(first), self.order + 1, self.c.shape[1]))
        if len(x) < 3:
            return self._of_linear(first, sign)
        found[:, 0] = first
        rate = x * np.arange(len(x))[:, None]
        for n in range(1, self.order + 1):
            k = min(n, len(x) - 1)
            found[:, n] = np.einsum("jk,ijk->ik", rate[1 : k + 1], found[::-1, n - 1 :: -1][:, :k]) / n
            found[-1, n] *= sign if len(first) == 2 else 1.0
        return found

    def _of_linear(self, first: Array, sign: float) -> Array:
        """The same of x = x_0 + x_1 τ: y_n = x_1ⁿ/n! times y_0 and z_0 in turn."""
        powers = self._binomial(lambda n: 1 / n, self.c[1:])
        if len(first) == 1:
            return first[:, None] * powers
        n = np.arange(self.order + 1)[:, None]
        signs = np.where(n % 4 > 1, sign, 1.0), np.where((n + 1) % 4 > 1, sign, 1.0)
        turns = (np.where(n % 2, first[1 - i], first[i]) for i in range(2))
        return np.array([s * x * powers for s, x in zip(signs, turns, strict=True)])

    def log(self) -> "Jet":
        return (self.rate() / self).primitive(np.log(self.c[0]))

    def sqrt(self) -> "Jet":
        return self**0.5

    def tan(self) -> "Jet":
        return self.sin() / self.cos()

    def tanh(self) -> "Jet":
        """By ẏ = (1 − y²) ẋ: sinh and cosh themselves leave all numbers at 710."""
        x, y, square = self.whole(), np.empty((self.order + 1, self.c.shape[1])), np.empty_like(self.whole())
        y[0] = np.tanh(self.c[0])
        rate = x * np.arange(len(x))[:, None]
        for n in range(1, self.order + 1):
            square[n - 1] = (n == 1) - np.einsum("jk,jk->k", y[:n], y[n - 1 :: -1])
            y[n] = np.einsum("jk,jk->k", rate[1 : n + 1], square[n - 1 :: -1]) / n
        return Jet(y, self.order)

    def _by_slope(self, f: Callable[[Array], Array], slope: "Jet") -> "Jet":
        return (self.rate() * slope).primitive(f(self.c[0]))

    def arctan(self) -> "Jet":
        return self._by_slope(np.arctan, 1 / (1 + self * self))

    def arcsin(self) -> "Jet":
        return self._by_slope(np.arcsin, (1 - self * self) ** -0.5)

    def arccos(self) -> "Jet":
        return self._by_slope(np.arccos, -((1 - self * self) ** -0.5))

    def arcsinh(self) -> "Jet":
        return self._by_slope(np.arcsinh, (1 + self * self) ** -0.5)

    def arccosh(self) -> "Jet":
        return self._by_slope(np.arccosh, (self * self - 1) ** -0.5)

    def arctanh(self) -> "Jet":
        return self._by_slope(np.arctanh, 1 / (1 - self * self))

    def erf(self) -> "Jet":
        return self._by_slope(np.vectorize(erf, otypes=[float]), (-(self * self)).exp() * (2 / sqrt(pi)))

    def erfc(self) -> "Jet":
        return 1 - self.erf()

    def arctan2(self, x: Any) -> "Jet":
        """The angle of (x, self)."""
        y, x = self, x if isinstance(x, Jet) else 0 * self + x
        slope: Jet = (x * y.rate() - y * x.rate()) / (x * x + y * y)
        return slope.primitive(np.arctan2(y.c[0], x.c[0]))

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """NumPy's functions, so that a formula written with them takes a jet as it takes a number."""
        name = {"absolute": ""}.get(ufunc.__name__, BINARY.get(ufunc.__name__, ufunc.__name__))
        if method != "__call__" or options or not hasattr(Jet, name):
            return NotImplemented
        x = inputs[0] if isinstance(inputs[0], Jet) else 0 * self + inputs[0]
        return getattr(x, name)(*inputs[1:])


BINARY = {
    "add": "__add__",
    "subtract": "__sub__",
    "multiply": "__mul__",
    "divide": "__truediv__",
    "power": "__pow__",
    "float_power": "__pow__",
    "negative": "__neg__",
}
FUNCTIONS = {
    sp.sqrt: "sqrt", sp.exp: "exp", sp.log: "log", sp.sin: "sin", sp.cos: "cos", sp.tan: "tan", sp.asin: "arcsin",
    sp.acos: "arccos", sp.atan: "arctan", sp.atan2: "arctan2", sp.sinh: "sinh", sp.cosh: "cosh", sp.tanh: "tanh",
    sp.asinh: "arcsinh", sp.acosh: "arccosh", sp.atanh: "arctanh",
}  # fmt: skip


def _function(name: str) -> Callable[..., Any]:
    return lambda *xs: getattr(np, name)(*xs)


def _error(on_number: Callable[[float], float], name: str) -> Callable[[Any], Any]:
    return lambda x: getattr(x, name)() if isinstance(x, Jet) else on_number(x)


OPERATIONS: dict[Any, Callable[..., Any]] = {
    **{kind: _function(name) for kind, name in FUNCTIONS.items()},
    sp.erf: _error(erf, "erf"),
    sp.erfc: _error(erfc, "erfc"),
    sp.Rational: lambda p, q: p / q,
    sp.Float: float,
    sp.Add: lambda *xs: reduce(add, xs),
    sp.Mul: lambda *xs: reduce(mul, xs),
    sp.Pow: lambda x, p: x**p,
}


def jets(
    expressions: Iterable[Any],
    leaves: Mapping[sp.Symbol, Any],
    order: int,
    lengths: Array,
    choices: list[Jet] | None = None,
) -> list[Array]:
    """The series of each expression, (order + 1, instants), of symbols that stand for jets or numbers.

    A choice by sign is made for the whole of a step, by what lies at its middle; `choices` collects what decides.
    """

    def choose(sign_of: Any, yes: Any, no: Any) -> Any:
        if not isinstance(sign_of, Jet):
            return yes if sign_of > 0 else no
        if choices is not None:
            choices.append(sign_of)
        return Jet(np.where(sign_of.at(lengths / 2) > 0, rows(yes), rows(no)), order)

    def rows(x: Any) -> Array:
        if isinstance(x, Jet):
            return x.whole()
        found = np.zeros((order + 1, len(lengths)))
        found[0] = x
        return found

    walk = Walk(OPERATIONS, lambda s: leaves[s], choose)
    with np.errstate(all="ignore"):
        return [rows(walk(e)) for e in expressions]
