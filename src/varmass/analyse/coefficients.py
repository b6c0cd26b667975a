"""The Taylor coefficients a_j, b_j of A(t) and B(t): of a formula, of a Python function, or along a motion."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import Any, Protocol

import numpy as np
import sympy as sp

from varmass.analyse.recurrence import Array
from varmass.compile.choices import choices
from varmass.compile.jets import Jet, jets
from varmass.compile.source import function
from varmass.errors import ValueRefused
from varmass.model.symbols import t

BESIDE, SAME = 1e-9, 1e-13  # of a step: a root that is real but for round-off; of an interval: one instant
LARGEST = 307  # power of ten of a number in double precision
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

    @property
    def deciding(self) -> "OfFormula | None":
        """What the choices by sign compare with zero, on a diagonal, if steps have to end where it vanishes."""

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

    def __call__(self, t: Array, m: int, T: Array, unit: float = 1.0) -> tuple[Array, Array]:
        time = Jet.of_time(t, m, unit)
        if self._plain is None:
            series = [Jet(x, m) for x in jets([*self.A, *self.B], {self.t: time}, m, T / unit)]
        else:
            with np.errstate(all="ignore"):
                series = self._plain((time,))
        return _split(series, m, len(t), self.size, self.inputs)

    @cached_property
    def _plain(self) -> Callable[..., Any] | None:
        """Straight-line code for formulas without choices, which is faster than a walk at each call."""
        return None if self._choices else function([*self.A, *self.B], ((self.t,),), arrays=True)

    @property
    def deciding(self) -> "OfFormula | None":
        return OfFormula(sp.diag(*self._choices), sp.zeros(len(self._choices), 0), t) if self._choices else None

    @cached_property
    def _choices(self) -> list[sp.Expr]:
        return choices(e.xreplace({self.t: t}) for e in (*self.A, *self.B))

    def breaks(self, t0: float, t1: float) -> Array:
        return np.array([t0, t1])


@dataclass(frozen=True)
class OfFunction:
    """A and B as Python functions, which are handed a jet for t and give rows of jets and numbers."""

    A: Callable[[Any], Any]
    B: Callable[[Any], Any] | None
    size: int
    inputs: int

    def __call__(self, t: Array, m: int, T: Array, unit: float = 1.0) -> tuple[Array, Array]:
        time, found = Jet.of_time(t, m, unit), []
        for of, columns in ((self.A, self.size), (self.B, self.inputs)):
            found += entries(called(of, time), self.size, columns) if of is not None else []
        return _split(found, m, len(t), self.size, self.inputs)

    @property
    def deciding(self) -> None:
        return None

    def breaks(self, t0: float, t1: float) -> Array:
        return np.array([t0, t1])


def coefficients(A: Any, B: Any) -> Coefficients:
    """From what the user gave."""
    if callable(A) and not isinstance(A, sp.MatrixBase):
        if not callable(B) and B is not None:
            raise _refused("B has to be what A is", "a function of t, as A", type(B).__name__)
        at = Jet.of_time(np.ones(1), 1)
        size = len(_rows(called(A, at), "A"))
        entries(called(A, at), size, size)
        inputs = 0 if B is None else len(entries(called(B, at), size)) // size
        return OfFunction(A, B, size, inputs)
    A = _matrix(A, "A")
    B = sp.zeros(A.rows, 0) if B is None else _matrix(B, "B")
    if A.rows != A.cols or B.rows != A.rows:
        raise _refused("A and B do not fit", "A of n × n and B of n × r", f"A of {A.shape}, B of {B.shape}")
    free = sorted(A.free_symbols | B.free_symbols, key=str)
    if len(free) > 1:
        raise _refused("A and B depend on more than time", "one symbol", ", ".join(map(str, free)))
    return OfFormula(A, B, free[0] if free else sp.Symbol("t"))


def crossings(of: OfFormula, mesh: Array, m: int) -> Array:
    """The instants at which an entry of the diagonal vanishes, from its series in each step of a mesh."""
    T = np.diff(mesh)
    a, _ = of(mesh[:-1], m, T)
    series = np.einsum("jiik->kij", a) * T[:, None, None] ** np.arange(len(a))
    found: list[float] = []
    for start, length, rows in zip(mesh[:-1], T, series, strict=True):
        x = np.concatenate([np.roots(row[::-1]) for row in rows])
        real = x.real[(np.abs(x.imag) <= BESIDE) & (x.real >= 0) & (x.real <= 1)]
        found += list(start + length * real)
    near = SAME * (mesh[-1] - mesh[0])
    instants = np.sort([x for x in found if mesh[0] + near < x < mesh[-1] - near])
    return np.concatenate([mesh[:1], instants[np.diff(instants, prepend=mesh[0]) > near], mesh[-1:]])


def called(of: Callable[[Any], Any], time: Jet) -> Any:
    """What a function gives for a series in the place of t."""
    try:
        with np.errstate(all="ignore"):
            return of(time)
    except (TypeError, ValueError, ArithmeticError, AttributeError) as mistake:
        raise _refused(
            "this function of t cannot be followed as a series",
            "a function made of + − × ÷, powers and the functions of NumPy; with choices, a matrix of SymPy",
            str(mistake),
        ) from None


def entries(matrix: Any, rows: int, columns: int | None = None) -> list[Any]:
    """The entries of a matrix that a function gave, row by row; of any number of columns, if none is given."""
    found = _rows(matrix, "the matrix")
    columns = len(found[0]) if columns is None else columns
    if len(found) != rows or any(len(row) != columns for row in found):
        raise _refused("A and B do not fit", f"{rows} × {columns} entries", f"{len(found)} × {len(found[0])}")
    whole = [x for row in found for x in row]
    odd = [x for x in whole if not _real(x)]
    if odd:
        got = "a series of complex numbers" if isinstance(odd[0], Jet) else repr(odd[0])
        raise _refused("the matrix has an entry that is not real", "real numbers, and series of them", got)
    return whole


def _real(x: Any) -> bool:
    """A series or a number; a complex one would lose its imaginary part without a word."""
    if isinstance(x, sp.Expr):
        return bool(x.is_number and x.is_real)
    return not np.iscomplexobj(x.c if isinstance(x, Jet) else x) and isinstance(x, Jet | Real | np.ndarray)


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
    except (TypeError, ValueError, NotImplementedError, NameError):
        raise _refused(f"{name} is no matrix", "rows of entries", repr(given)) from None
    if name == "A" and not found:
        raise _refused("A is empty", "rows of entries", repr(given))
    odd = [e for e in found if not isinstance(e, sp.Expr) or e.has(sp.I, sp.nan, sp.oo, sp.zoo, -sp.oo)]
    if odd:
        raise _refused(f"{name} has an entry that is not real", "finite real expressions of t", str(odd[0]))
    return found.applyfunc(_within_numbers)


def _within_numbers(e: sp.Expr) -> sp.Expr:
    """1.2·10⁴⁴³ e⁻ᵗ, as SymPy writes exp(1020.0 − t), in numbers that there are: exp(1020 − t)."""
    if all(_sound(x) for x in e.atoms(sp.Number)):
        return e
    e = e.replace(lambda x: isinstance(x, sp.Mul) and not _sound(x.args[0]), _merged)
    odd = [x for x in e.atoms(sp.Number) if not _sound(x)]
    if odd:
        raise _refused(
            "an entry is beyond the numbers of the machine", "numbers from 1e-308 to 1e308", str(odd[0].n(3))
        )
    return e


def _sound(x: sp.Basic) -> bool:
    return not isinstance(x, sp.Number) or x == 0 or abs(sp.log(abs(x), 10).n(5)) < LARGEST


def _merged(product: sp.Expr) -> sp.Expr:
    """A number times exponentials and others, the number in the exponent of the first of those."""
    number, *factors = product.args
    powers = [x for x in factors if isinstance(x, sp.exp)]
    if not powers:
        return product
    rest = [x for x in factors if x is not powers[0]]
    return sp.sign(number) * sp.exp(powers[0].args[0] + sp.Rational(sp.log(abs(number)).n(30))) * sp.Mul(*rest)


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
