"""How an item is judged: by residuals that vanish or not, by dimensions, by the equations that a system gives."""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

import sympy as sp

from varmass.derive.deriving import derive, reference
from varmass.derive.writing import dotted
from varmass.errors import DimensionError
from varmass.model.dimensions import common, dimension
from varmass.model.sizes import longer
from varmass.model.symbols import parameters
from varmass.model.system import System
from varmass.model.units import NONE, parse
from varmass.model.zero import Verdict, judge
from varmass.papers._items import REPRODUCED, Shown, rounded

READABLE = 500  # nodes of an expression; to factor a much longer one takes minutes, and nobody would read it


@dataclass(frozen=True)
class Left(Verdict):
    """A refutation, with what is left of what should vanish."""

    residual: sp.Expr


def zero(*residuals: sp.Expr) -> Verdict:
    """The verdict on what should vanish; a refutation shows what is left, if that can be read."""
    found = judge(*residuals)
    if found.status != "refuted":
        return found
    left = next(e for e in residuals if not judge(e, prove=False))
    if longer(left, READABLE):
        return found
    shown = sp.factor(left)
    return Left("refuted", f"{found.ground}: what is left is {dotted(shown)}", shown)


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


def checked(holds: bool, ground: str) -> Verdict:
    """The verdict on a statement about numbers; `ground` says them."""
    return Verdict("verified" if holds else "refuted", ground)


def agrees(found: float, printed: str, unit: str = "") -> Verdict:
    """Is a number that is found the printed one, to its last digit?"""
    same = rounded("", printed, found).verdict == REPRODUCED
    return checked(same, " ".join(f"{printed} {unit} is printed, and {found:.7g} {unit} is found".split()))


def all_hold(*verdicts: Verdict) -> Verdict:
    """The first where each of them holds; else the first that does not."""
    return next((v for v in verdicts if not v), verdicts[0])


def none_holds(*verdicts: Verdict) -> Verdict:
    """Refuted where each of them is; else the first that is not."""
    return next((v for v in verdicts if v.status != "refuted"), verdicts[0])


def generic(name: str, *variables: sp.Expr, degree: int = 2) -> sp.Expr:
    """A polynomial whose coefficients are all unknown: its derivatives at a point are those of any function."""
    monomials = (sp.Mul(*xs) for n in range(degree + 1) for xs in combinations_with_replacement(variables, n))
    return sp.Add(*(parameters(f"{name}_{i}") * x for i, x in enumerate(monomials)))
