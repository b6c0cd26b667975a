"""How an item is judged: by residuals that vanish or not, by dimensions, by the equations that a system gives."""

from typing import Any

import sympy as sp

from varmass.derive.deriving import derive, reference
from varmass.derive.writing import dotted
from varmass.errors import DimensionError
from varmass.model.dimensions import common, dimension
from varmass.model.system import System
from varmass.model.units import NONE, parse
from varmass.model.zero import Verdict, judge
from varmass.papers._items import Shown


def zero(*residuals: sp.Expr) -> Verdict:
    """The verdict on what should vanish; a refutation shows what is left."""
    found = judge(*residuals)
    if found.status != "refuted":
        return found
    left = next(e for e in residuals if not judge(e, prove=False))
    return Verdict("refuted", f"{found.ground}: what is left is {dotted(sp.factor(left))}")


def apart(fails: sp.Expr, holds: sp.Expr) -> Shown:
    """What is printed leaves `fails`, which is not zero; what should be leaves `holds`, which is."""
    return Shown(zero(fails), zero(holds))


def added(*terms: sp.Expr, time: str = "s") -> Verdict:
    """Can these be added or equated?  Proved by their dimensions, or refuted with the two that clash."""
    try:
        shared = common([(str(e), dimension(e, parse(time))) for e in terms], "this")
    except DimensionError as error:
        return Verdict("refuted", dotted(f"{error.expected}, but {error.got}"))
    return Verdict("proved", f"all terms have the dimension [{shared or NONE}]")


def residual(system: System, principle: str | None = None) -> sp.Expr:
    """M q̈ − r of a system of one coordinate."""
    return derive(system, principle or reference(system)).residual[0]


def same_motion(one: sp.Expr, other: sp.Expr, a: Any) -> Verdict:
    """Do two equations that are affine in the acceleration a give the same one?"""
    return zero(one.diff(a) * other.subs(a, 0) - other.diff(a) * one.subs(a, 0))
