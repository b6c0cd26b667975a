"""Numbers with their first and second differentials by some quantities z: the chain rule as an algebra.

    x = x₀ + g·δz + ½ δz·H δz ,      f(x) = f + f′ δx + ½ f″ (g·δz)²

Where only the first order is wanted, H is left out; then a number may stand for many, one for each instant.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import add, mul
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from varmass.compile.walk import Walk
from varmass.model.functional import Functional

Array = NDArray[np.float64]
ROOT_PI = 2 / np.sqrt(np.pi)


class Differential:
    """`value`, `g` with an entry, or a row, for each of z, and `H` or None.

    To an array, as of the points of a quadrature, it is one of many things that are no numbers.
    """

    def __init__(self, value: Any, g: Array, H: Array | None) -> None:
        self.value, self.g, self.H = value, g, H

    @classmethod
    def variables(cls, values: Iterable[float], size: int, second: bool, first: int = 0) -> list["Differential"]:
        """Numbers that are themselves the quantities z, from the `first` on."""
        H = np.zeros((size, size)) if second else None
        return [cls(float(x), np.eye(size)[first + i], H) for i, x in enumerate(values)]

    @classmethod
    def many(cls, values: Iterable[Any], size: int) -> list["Differential"]:
        """The quantities z, each at many instants."""
        return [cls(x, np.eye(size)[i][:, None], None) for i, x in enumerate(values)]

    @classmethod
    def fixed(cls, value: Any, size: int) -> "Differential":
        """A number at many instants that none of z changes."""
        return cls(value, np.zeros((size, 1)), None)

    def through(self, f: Any, slope: Any, curvature: Any) -> "Differential":
        """f(x), from f, f′ and f″ at the value."""
        H = None if self.H is None else slope * self.H + curvature * np.outer(self.g, self.g)
        return Differential(f, slope * self.g, H)

    def __add__(self, other: Any) -> "Differential":
        if isinstance(other, np.ndarray):
            return NotImplemented
        if not isinstance(other, Differential):
            return Differential(self.value + other, self.g, self.H)
        H = None if self.H is None or other.H is None else self.H + other.H
        return Differential(self.value + other.value, self.g + other.g, H)

    def __mul__(self, other: Any) -> "Differential":
        if isinstance(other, np.ndarray):
            return NotImplemented
        if not isinstance(other, Differential):
            return Differential(self.value * other, self.g * other, None if self.H is None else self.H * other)
        x, y, H = self.value, other.value, None
        if self.H is not None and other.H is not None:
            crossed = np.outer(self.g, other.g)
            H = y * self.H + x * other.H + crossed + crossed.T
        return Differential(x * y, y * self.g + x * other.g, H)

    def __neg__(self) -> "Differential":
        return self.__mul__(-1.0)

    def __sub__(self, other: Any) -> "Differential":
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> "Differential":
        return (-self).__add__(other)

    def __truediv__(self, other: Any) -> "Differential":
        return self.__mul__(other**-1.0)

    def __rtruediv__(self, other: Any) -> "Differential":
        return (self**-1.0).__mul__(other)

    def __pow__(self, p: Any) -> "Differential":
        if isinstance(p, Differential):
            return FUNCTIONS[sp.exp](FUNCTIONS[sp.log](self) * p)  # type: ignore[no-any-return]
        x: Any = np.float64(self.value)
        return self.through(
            x**p, p * x ** (p - 1) if p else 0.0, p * (p - 1) * x ** (p - 2) if p not in (0, 1) else 0.0
        )

    def __rpow__(self, base: Any) -> "Differential":
        return FUNCTIONS[sp.exp](self.__mul__(np.log(base)))  # type: ignore[no-any-return]

    __radd__, __rmul__ = __add__, __mul__


def _known(f: Callable[[Any], tuple[Any, Any, Any]]) -> Callable[[Any], Any]:
    return lambda x: x.through(*f(np.float64(x.value))) if isinstance(x, Differential) else f(np.float64(x))[0]


def _angle(y: Any, x: Any) -> Any:
    """The angle of (x, y), by the half of it that is nearest: atan2 differs from atan(y/x) by a constant."""
    steep = abs(value_of(y)) > abs(value_of(x))
    found = _either(steep, -FUNCTIONS[sp.atan](x / y), FUNCTIONS[sp.atan](y / x))
    return found + (np.arctan2(value_of(y), value_of(x)) - value_of(found))


def _either(which: Any, yes: Any, no: Any) -> Any:
    """`yes` or `no`, or each at some of many instants."""
    if np.ndim(which) == 0:
        return yes if which else no
    both = [x if isinstance(x, Differential) else Differential(x, np.zeros((1, 1)), None) for x in (yes, no)]
    value, g = (np.where(which, *pair) for pair in zip(*((x.value, x.g) for x in both), strict=True))
    return Differential(value, g, None)


def value_of(x: Any) -> Any:
    """The number itself, without its differentials."""
    return np.float64(x.value if isinstance(x, Differential) else x)


_erf, _erfc = (np.vectorize(f, otypes=[float]) for f in (math.erf, math.erfc))
FUNCTIONS: dict[Any, Callable[..., Any]] = {
    sp.sqrt: _known(lambda x: (np.sqrt(x), 0.5 / np.sqrt(x), -0.25 / np.sqrt(x) ** 3)),
    sp.exp: _known(lambda x: (np.exp(x),) * 3),
    sp.log: _known(lambda x: (np.log(x), 1 / x, -1 / x**2)),
    sp.sin: _known(lambda x: (np.sin(x), np.cos(x), -np.sin(x))),
    sp.cos: _known(lambda x: (np.cos(x), -np.sin(x), -np.cos(x))),
    sp.tan: _known(lambda x: (np.tan(x), 1 / np.cos(x) ** 2, 2 * np.tan(x) / np.cos(x) ** 2)),
    sp.asin: _known(lambda x: (np.arcsin(x), (1 - x * x) ** -0.5, x * (1 - x * x) ** -1.5)),
    sp.acos: _known(lambda x: (np.arccos(x), -((1 - x * x) ** -0.5), -x * (1 - x * x) ** -1.5)),
    sp.atan: _known(lambda x: (np.arctan(x), 1 / (1 + x * x), -2 * x / (1 + x * x) ** 2)),
    sp.sinh: _known(lambda x: (np.sinh(x), np.cosh(x), np.sinh(x))),
    sp.cosh: _known(lambda x: (np.cosh(x), np.sinh(x), np.cosh(x))),
    sp.tanh: _known(lambda x: (np.tanh(x), 1 / np.cosh(x) ** 2, -2 * np.tanh(x) / np.cosh(x) ** 2)),
    sp.asinh: _known(lambda x: (np.arcsinh(x), (1 + x * x) ** -0.5, -x * (1 + x * x) ** -1.5)),
    sp.acosh: _known(lambda x: (np.arccosh(x), (x * x - 1) ** -0.5, -x * (x * x - 1) ** -1.5)),
    sp.atanh: _known(lambda x: (np.arctanh(x), 1 / (1 - x * x), 2 * x / (1 - x * x) ** 2)),
    sp.erf: _known(lambda x: (_erf(x), ROOT_PI * np.exp(-x * x), -2 * x * ROOT_PI * np.exp(-x * x))),
    sp.erfc: _known(lambda x: (_erfc(x), -ROOT_PI * np.exp(-x * x), 2 * x * ROOT_PI * np.exp(-x * x))),
    sp.atan2: _angle,
}
OPERATIONS: dict[Any, Callable[..., Any]] = {
    **FUNCTIONS,
    sp.Rational: lambda p, q: p / q,
    sp.Float: float,
    sp.Add: lambda *xs: reduce(add, xs),
    sp.Mul: lambda *xs: reduce(mul, xs),
    sp.Pow: lambda x, p: x**p,
}
OPERATIONS[Functional] = lambda kernel, arguments: kernel.at(arguments, OPERATIONS)


def evaluated(
    expressions: Iterable[Any], at: Mapping[sp.Symbol, Any], near: Mapping[sp.Symbol, float] | None = None
) -> tuple[list[Any], list[Any]]:
    """The expressions, and what decides their choices by sign; made as they are `near` by, if that is said."""
    wanted, sides, decided = list(expressions), list[bool](), list[Any]()

    def choose(sign_of: Any, yes: Any, no: Any) -> Any:
        decided.append(sign_of)
        return _either(sides[len(decided) - 1] if near is not None else value_of(sign_of) > 0, yes, no)

    with np.errstate(all="ignore"):
        if near is not None:
            walk = Walk(OPERATIONS, lambda s: near[s], _noting(sides))
            for e in wanted:
                walk(e)
        walk = Walk(OPERATIONS, lambda s: at[s], choose)
        return [walk(e) for e in wanted], decided


def _noting(sides: list[bool]) -> Callable[[Any, Any, Any], Any]:
    def choose(sign_of: Any, yes: Any, no: Any) -> Any:
        sides.append(bool(sign_of > 0))
        return yes if sides[-1] else no

    return choose
