"""What a person may write in place of an expression, and how the parts of a model are walked."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

from varmass.errors import ExpressionRefused

Vector = tuple[sp.Expr, ...]
OPEN = (sp.Derivative, sp.Integral, sp.Sum, sp.Product, sp.Limit, sp.Subs)
HINT = "write it with vm.coordinate, vm.parameters and SymPy's functions"


def scalar(value: Any, role: str) -> sp.Expr:
    """A SymPy expression; floating-point numbers become the decimal fraction that they show."""
    if isinstance(value, bool):
        raise ExpressionRefused(f"{role} cannot be a truth value", expected="an expression", got=str(value), hint=HINT)
    if isinstance(value, float):
        value = sp.Rational(repr(float(value))) if abs(value) < float("inf") else sp.nan
    found = value if isinstance(value, sp.Basic) else _sympified(value, role)
    if not isinstance(found, sp.Expr) or found.has(sp.nan, sp.oo, sp.zoo, -sp.oo) or unreal(found):
        raise ExpressionRefused(
            f"{role} cannot be used", expected="a finite real scalar expression", got=repr(value), hint=HINT
        )
    return _done(found, role).replace(lambda e: e.is_Float, lambda e: sp.Rational(str(e)))


def unreal(e: sp.Basic) -> bool:
    """Does anything in `e` have no real value, whatever its symbols are?"""
    return e.has(sp.I) or any(x.is_number and x.is_extended_real is False for x in e.atoms(sp.Function, sp.Pow))


def _done(e: sp.Expr, role: str) -> sp.Expr:
    """Derivatives and integrals worked out; what stays is q̇ or q̈ of one of SymPy's functions of time."""
    if not e.has(*OPEN):
        return e
    found = e.doit()
    left = [x for x in found.atoms(*OPEN) if not (isinstance(x, sp.Derivative) and isinstance(x.expr, AppliedUndef))]
    if left:
        raise ExpressionRefused(
            f"{role} holds something that cannot be worked out",
            expected="powers, roots, exp, log, and the circular and hyperbolic functions",
            got=str(left[0]),
            hint="work it out, and state the result",
        )
    return found


def _sympified(value: Any, role: str) -> Any:
    try:
        return sp.sympify(value, strict=True)
    except (sp.SympifyError, TypeError, ValueError):
        raise ExpressionRefused(
            f"{role} is not an expression", expected="a number or a SymPy expression", got=repr(value), hint=HINT
        ) from None


def vector(value: Any, role: str) -> Vector:
    """One to three Cartesian components; a bare scalar is a vector on a line."""
    if isinstance(value, np.ndarray):
        value = value.ravel().tolist()
    rows = list(value) if isinstance(value, list | tuple | sp.MatrixBase) else [value]
    if not 1 <= len(rows) <= 3:
        raise ExpressionRefused(
            f"{role} has the wrong number of components",
            expected="one to three Cartesian components",
            got=str(len(rows)),
            hint="write [x], [x, y] or [x, y, z]",
        )
    return tuple(scalar(row, role) for row in rows)


def mapped(part: Any, change: Callable[[sp.Expr], sp.Expr]) -> Any:
    """`part` with every expression in it replaced by `change` of it."""
    if isinstance(part, sp.Expr):
        return change(part)
    if isinstance(part, tuple):
        return tuple(mapped(member, change) for member in part)
    if is_dataclass(part) and not isinstance(part, type):
        return replace(part, **{f.name: mapped(getattr(part, f.name), change) for f in fields(part) if f.init})
    return part


def expressions(part: Any) -> Iterator[sp.Expr]:
    """Every expression in `part`, in the order in which it is stated."""
    if isinstance(part, sp.Expr):
        yield part
    elif isinstance(part, tuple):
        for member in part:
            yield from expressions(member)
    elif is_dataclass(part) and not isinstance(part, type):
        for f in fields(part):
            yield from expressions(getattr(part, f.name))
