"""The dimension of an expression; a sum of unlike terms is refused with the two terms that clash."""

from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from varmass.errors import DimensionError
from varmass.model.functional import FLOW, Functional
from varmass.model.symbols import Quantity, Rate, Time
from varmass.model.units import NONE, Dimension

ALIKE = (sp.Add, sp.Min, sp.Max)
KEEPING = (sp.Abs,)
Words = str | tuple[Any, ...]  # a text, or its words, which are written out only where they are needed


@lru_cache(maxsize=4096)
def dimension(e: sp.Expr, time: Dimension) -> Dimension | None:
    """The dimension of `e`; None for zero, which fits everywhere."""
    if e == 0:
        return None
    if isinstance(e, Quantity):
        return _of_symbol(e, time)
    if isinstance(e, Functional):
        by = (time if i == FLOW else dimension(e.args[i], time) for i in e.order)
        return _product([dimension(e.kernel.like, time), *((d or NONE) ** -1 for d in by)])
    if isinstance(e, ALIKE):
        return common([(arg, dimension(arg, time)) for arg in e.args], ("the sum", e))
    if isinstance(e, sp.Mul):
        return _product([dimension(arg, time) for arg in e.args])
    if isinstance(e, sp.Pow):
        return _power(e, time)
    if isinstance(e, KEEPING):
        return dimension(e.args[0], time)
    if isinstance(e, sp.Piecewise):
        for c in sorted({c for _, condition in e.args for c in condition.atoms(Relational)}, key=str):
            common([(side, dimension(side, time)) for side in c.args], ("the condition", c), "compares")
        return common([(value, dimension(value, time)) for value, _ in e.args], ("the cases of", e))
    if isinstance(e, sp.atan2):
        common([(arg, dimension(arg, time)) for arg in e.args], ("the angle", e), "compares")
        return NONE
    for arg in e.args:
        if isinstance(arg, sp.Expr):
            require(arg, NONE, time, ("the argument", arg, "of", e.func.__name__), "an argument of a function")
    return NONE


def common(parts: list[tuple[Any, Dimension | None]], where: Words, does: str = "adds") -> Dimension | None:
    """The one dimension of all parts, given as (name, dimension)."""
    known = [(name, dim) for name, dim in parts if dim is not None]
    for name, dim in known[1:]:
        if dim != known[0][1]:
            raise DimensionError(
                f"{_text(where)} {does} unlike terms",
                expected=f"[{known[0][1]}], as in {known[0][0]}",
                got=f"[{dim}] in {name}",
                hint="check the units of the symbols in these two; a bare number has no unit: make it a parameter",
            )
    return known[0][1] if known else None


def require(e: sp.Expr, dim: Dimension, time: Dimension, what: Words, other: str) -> None:
    """Refuse `e` unless it has the dimension `dim`, that of `other`."""
    found = dimension(e, time)
    if found is not None and found != dim:
        raise DimensionError(
            f"{_text(what)} has the wrong dimension",
            expected=f"[{dim}], as for {other}",
            got=f"[{found}] in {e}",
            hint="check the units of the symbols in it; a bare number has no unit: make it a parameter",
        )


def _text(words: Words) -> str:
    return words if isinstance(words, str) else " ".join(map(str, words))


def _of_symbol(s: Quantity, time: Dimension) -> Dimension:
    if isinstance(s, Time):
        return time
    if isinstance(s, Rate):
        return s.unit / time ** (2 if s.name.endswith(".ddot") else 1)
    return s.unit


def _product(parts: list[Dimension | None]) -> Dimension:
    total = NONE
    for part in parts:
        total = total * (part or NONE)
    return total


def _power(e: sp.Pow, time: Dimension) -> Dimension:
    base, exponent = dimension(e.base, time) or NONE, e.exp
    if exponent.is_Rational:
        return base ** Fraction(int(exponent.p), int(exponent.q))
    require(e.base, NONE, time, ("the base of", e), "a power with a variable exponent")
    require(exponent, NONE, time, ("the exponent of", e), "an exponent")
    return NONE
