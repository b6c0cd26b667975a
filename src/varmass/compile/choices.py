"""What choices by sign compare with zero."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from varmass.model.symbols import Coordinate, Rate, Time


def choices(expressions: Iterable[Any]) -> list[sp.Expr]:
    """The arguments of all |x| and sign x, the differences in all Max and Min, the two sides of all inequalities."""
    found = dict.fromkeys(g for e in map(sp.sympify, expressions) for g in _compared(e))
    return [g for g in found if any(isinstance(s, Coordinate | Rate | Time) for s in g.free_symbols)]


def _compared(e: sp.Expr) -> Iterator[sp.Expr]:
    yield from (x.args[0] for x in e.atoms(sp.Abs, sp.sign))
    yield from (a - b for x in e.atoms(sp.Max, sp.Min) for a, b in combinations(x.args, 2))
    yield from (c.lhs - c.rhs for c in e.atoms(Relational))
