"""What stands under the roots of a system, and may vanish on the way."""

import sympy as sp

from varmass.model.symbols import Coordinate, Rate, Time
from varmass.model.system import System
from varmass.model.values import expressions


def radicands(system: System) -> list[sp.Expr]:
    """The bases of all powers that are not whole, but those that stay positive whatever the motion."""
    powers = (p for e in expressions(system.parts) for p in e.atoms(sp.Pow) if not p.exp.is_integer)
    return [S for S in dict.fromkeys(p.base for p in powers) if _moves(S) and not _stays_positive(S)]


def _stays_positive(S: sp.Expr) -> bool:
    """Positive by its symbols; or a sum of squares of which one is a constant, as in √(l² + x²)."""
    if S.is_positive:
        return True
    parts = sp.Add.make_args(S)
    return all(part.is_nonnegative for part in parts) and not all(map(_moves, parts))


def _moves(S: sp.Expr) -> bool:
    return any(isinstance(s, Coordinate | Rate | Time) for s in S.free_symbols)
