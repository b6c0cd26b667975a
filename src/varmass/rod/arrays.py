"""Arrays over the points of a quadrature, of numbers or of an algebra's expressions."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import sympy as sp

Functions = Mapping[Any, Callable[..., Any]]
Row = tuple[float, ...]


@dataclass(frozen=True)
class Matrix:
    """A matrix as a value that can be compared, hashed and stored, all by its digest."""

    digest: str
    array: Any = field(repr=False, compare=False)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.array, dtype=dtype) if copy else np.asarray(self.array, dtype=dtype)


def frozen(matrix: Any) -> Matrix:
    """A copy of the numbers, which stays as it is."""
    array = np.array(matrix, dtype=float)
    array.setflags(write=False)
    return Matrix(hashlib.sha256(str(array.shape).encode() + array.tobytes()).hexdigest(), array)


def column(values: Any) -> Any:
    """A row of numbers, or of expressions."""
    if all(isinstance(x, int | float) for x in values):
        return np.array(values, dtype=float)
    found = np.empty(len(values), dtype=object)
    found[:] = values
    return found


def filled(x: Any, size: int) -> Any:
    """`x` at each of `size` points; it may be the same at all of them."""
    return x if isinstance(x, np.ndarray) and x.ndim else column([x] * size)


def linear(matrix: Any, x: Any, functions: Functions) -> Any:
    """matrix · x; of expressions only what does not vanish."""
    if x.dtype != object:
        return matrix @ x
    return column([total([float(row[k]) * x[k] for k in np.flatnonzero(row)], functions) for row in matrix])


def pairs(weights: Any, a: Any, b: Any, functions: Functions) -> Any:
    """Σ w a b, for every column of a and of b."""
    if a.dtype != object and b.dtype != object:
        return (weights * a.T) @ b
    if a.ndim == 2:
        n = range(a.shape[1])
        found = np.empty((len(n), len(n)), dtype=object)
        for i in n:
            for j in range(i + 1):
                found[i, j] = found[j, i] = pairs(weights, a[:, i], b[:, j], functions)
        return found
    if b.ndim == 2:
        return column([pairs(weights, a, x, functions) for x in b.T])
    return total([float(weights[k]) * (a[k] * b[k]) for k in np.flatnonzero(weights)], functions)


def total(parts: list[Any], functions: Functions) -> Any:
    """Σ parts; the numbers among them are added up first."""
    numbers = sum(x for x in parts if isinstance(x, int | float))
    found = [x for x in parts if not isinstance(x, int | float)] + ([numbers] if numbers else [])
    if len(found) < 3 or sp.Add not in functions or numbers:
        return sum(found[1:], start=found[0]) if found else 0.0
    return functions[sp.Add](*found)


class Evaluator:
    """Expressions of local symbols as one function of their values, at all points at once."""

    def __init__(self, e: tuple[sp.Expr, ...], symbols: tuple[sp.Symbol, ...]) -> None:
        plain = {s: sp.Dummy() for s in symbols}
        self.arguments, self.body = list(plain.values()), [x.xreplace(plain) for x in e]
        self.compiled: dict[int, Callable[..., Any]] = {}

    def __call__(self, values: list[Any], functions: Functions) -> list[Any]:
        if id(functions) not in self.compiled:
            named = {kind.__name__: _elementwise(f) for kind, f in functions.items() if isinstance(kind, type)}
            named["sqrt"] = _elementwise(functions[sp.sqrt])
            self.compiled[id(functions)] = sp.lambdify(self.arguments, self.body, modules=[named], cse=True)
        found: list[Any] = self.compiled[id(functions)](*values)
        return found


def _elementwise(f: Callable[..., Any]) -> Callable[..., Any]:
    def at_each(x: Any) -> Any:
        return column([f(y) for y in x]) if isinstance(x, np.ndarray) and x.dtype == object else f(x)

    return at_each
