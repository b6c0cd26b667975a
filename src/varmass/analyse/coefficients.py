"""The Taylor coefficients a_j, b_j of A(t) and B(t): of a formula, of a Python function, or along a motion."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import sympy as sp

from varmass.analyse.recurrence import Array
from varmass.compile.jets import Jet, jets
from varmass.compile.source import function
from varmass.compile.walk import SWITCHING
from varmass.errors import ValueRefused

SWITCHES = (sp.Piecewise, *SWITCHING)
HINT = "vm.discrete_model([[0, 1], [-vm.t, 0]], [[0], [1]], order=4, step=0.1)"


class Coefficients(Protocol):
    """What a discrete model is made of."""

    @property
    def size(self) -> int:
        """Rows of A."""

    @property
    def inputs(self) -> int:
        """Columns of B."""

    def __call__(self, t: Array, m: int, T: Array) -> tuple[Array, Array]:
        """a_j and b_j at instants t, for steps of the lengths T: (up to m + 1, rows, columns, instants)."""

    def breaks(self, t0: float, t1: float) -> Array:
        """Instants that no step may pass over, both ends included."""


@dataclass(frozen=True)
class OfFormula:
    """A and B as SymPy matrices of one symbol."""

    A: sp.Matrix
    B: sp.Matrix
    t: sp.Symbol

    @property
    def size(self) -> int:
        """Rows of A."""
        return int(self.A.rows)

    @property
    def inputs(self) -> int:
        """Columns of B."""
        return int(self.B.cols)

    def __call__(self, t: Array, m: int, T: Array) -> tuple[Array, Array]:
        if self._plain is None:
            series = [Jet(x, m) for x in jets([*self.A, *self.B], {self.t: Jet.of_time(t, m)}, m, T)]
        else:
            with np.errstate(all="ignore"):
                series = self._plain((Jet.of_time(t, m),))
        return _split(series, m, len(t), self.size, self.inputs)

    @cached_property
    def _plain(self) -> Callable[..., Any] | None:
        """Straight-line code for formulas without choices, which is faster than a walk at each call."""
        choices = self.A.has(*SWITCHES) or self.B.has(*SWITCHES)
        return None if choices else function([*self.A, *self.B], ((self.t,),), arrays=True)

    def breaks(self, t0: float, t1: float) -> Array:
        return np.array([t0, t1])


@dataclass(frozen=True)
class OfFunction:
    """A and B as Python functions, which are handed a jet for t and give rows of jets and numbers."""

    A: Callable[[Any], Any]
    B: Callable[[Any], Any] | None
    size: int
    inputs: int

    def __call__(self, t: Array, m: int, T: Array) -> tuple[Array, Array]:
        time, found = Jet.of_time(t, m), []
        for of, columns in ((self.A, self.size), (self.B, self.inputs)):
            found += entries(of(time), self.size, columns) if of is not None else []
        return _split(found, m, len(t), self.size, self.inputs)

    def breaks(self, t0: float, t1: float) -> Array:
        return np.array([t0, t1])


def coefficients(A: Any, B: Any) -> Coefficients:
    """From what the user gave."""
    if callable(A) and not isinstance(A, sp.MatrixBase):
        size = len(_rows(A(1.0), "A"))
        inputs = 0 if B is None else len(_rows(B(1.0), "B")[0]) if callable(B) else -1
        if inputs < 0:
            raise _refused("B has to be what A is", "a function of t, as A", type(B).__name__)
        entries(A(1.0), size, size)
        return OfFunction(A, B, size, inputs)
    A = _matrix(A, "A")
    B = sp.zeros(A.rows, 0) if B is None else _matrix(B, "B")
    if A.rows != A.cols or B.rows != A.rows:
        raise _refused("A and B do not fit", "A of n × n and B of n × r", f"A of {A.shape}, B of {B.shape}")
    free = sorted(A.free_symbols | B.free_symbols, key=str)
    if len(free) > 1:
        raise _refused("A and B depend on more than time", "one symbol", ", ".join(map(str, free)))
    return OfFormula(A, B, free[0] if free else sp.Symbol("t"))


def entries(matrix: Any, rows: int, columns: int) -> list[Any]:
    """The entries of a matrix that a function gave, row by row."""
    found = _rows(matrix, "the matrix")
    if len(found) != rows or any(len(row) != columns for row in found):
        raise _refused("A and B do not fit", f"{rows} × {columns} entries", f"{len(found)} × {len(found[0])}")
    return [x for row in found for x in row]


def _rows(matrix: Any, name: str) -> list[list[Any]]:
    try:
        found = [list(row) for row in matrix]
    except TypeError:
        found = []
    if not found or not found[0]:
        raise _refused(f"{name} is no matrix", "rows of entries", repr(matrix))
    return found


def _matrix(given: Any, name: str) -> sp.Matrix:
    try:
        found = sp.Matrix(given)
    except (TypeError, ValueError, NotImplementedError):
        raise _refused(f"{name} is no matrix", "rows of entries", repr(given)) from None
    return found


def _split(found: list[Any], m: int, count: int, size: int, inputs: int) -> tuple[Array, Array]:
    """Jets and numbers, entry by entry → a and b, without the orders at the end that vanish for all."""
    whole, rows = np.zeros((m + 1, len(found), count)), 1
    for i, x in enumerate(found):
        series = x.c if isinstance(x, Jet) else np.full((1, count), x)
        whole[: len(series), i], rows = series, max(rows, len(series))
    a, b = whole[:rows, : size * size], whole[:rows, size * size :]
    return a.reshape(rows, size, size, count), b.reshape(rows, size, inputs, count)


def _refused(what: str, expected: str, got: str) -> ValueRefused:
    return ValueRefused(what, expected=expected, got=got, hint=HINT)
