"""What stands under the roots of a system, and may vanish on the way; and where its functions cease to be real."""

from collections.abc import Callable
from typing import Any

import sympy as sp

from varmass.model.symbols import Coordinate, Rate, Time
from varmass.model.system import System
from varmass.model.values import expressions

DISTANCES: dict[Any, Callable[[sp.Expr], sp.Expr]] = {
    sp.log: lambda x: x,
    sp.acosh: lambda x: x - 1,
    **dict.fromkeys((sp.asin, sp.acos, sp.atanh), lambda x: 1 - x**2),
}


def radicands(system: System) -> list[sp.Expr]:
    """The bases of all powers that are not whole, but those that stay positive whatever the motion."""
    powers = (p for e in expressions(system.parts) for p in e.atoms(sp.Pow) if not p.exp.is_integer)
    return [S for S in dict.fromkeys(p.base for p in powers) if _moves(S) and not _stays_positive(S)]


def domains(system: System) -> dict[sp.Expr, sp.Expr]:
    """Every function that is not real everywhere, with what vanishes at the end of its range."""
    powers = (p for e in expressions(system.parts) for p in e.atoms(sp.Pow) if p.base in radicands(system))
    found = {p: p.base for p in powers if not p.exp.is_integer}
    for kind, distance in DISTANCES.items():
        found |= {f: distance(f.args[0]) for e in expressions(system.parts) for f in e.atoms(kind)}
    return {f: distance for f, distance in found.items() if _moves(distance)}


def _stays_positive(S: sp.Expr) -> bool:
    """Positive by its symbols; or a sum of squares of which one is a constant, as in √(l² + x²)."""
    if S.is_positive:
        return True
    parts = sp.Add.make_args(S)
    return all(part.is_nonnegative for part in parts) and not all(map(_moves, parts))


def _moves(S: sp.Expr) -> bool:
    return any(isinstance(s, Coordinate | Rate | Time) for s in S.free_symbols)
