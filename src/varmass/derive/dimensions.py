"""Every term of an equation of motion has the dimension of work per coordinate, or the equation is nonsense."""

from typing import Any

import sympy as sp

from varmass.derive.equations import Equations
from varmass.derive.tidy import READABLE, TERMS
from varmass.errors import DimensionError
from varmass.model.dimensions import common, dimension
from varmass.model.sizes import longer, spread
from varmass.model.system import System
from varmass.model.units import Dimension


def homogeneous(equations: Equations) -> dict[str, str]:
    """coordinate → the dimension that all its terms share; DimensionError names two that do not."""
    system, found = equations.system, {}
    for j, q in enumerate(system.q):
        terms = [(f"{t.origin}: {t.law}", t.expression) for t in equations.terms if t.j == j]
        sizes = [(name, dimension(e, system.time)) for name, e in terms]
        found[q.name] = str(common(sizes, f"the equation of {q.name}") or "1")
    return found


def clash(claim: sp.Expr, system: System) -> str:
    """The two terms of a claimed equation that cannot be added, or ''; multiplied out where that is short."""
    whole = claim if longer(claim, READABLE) or spread(claim) > TERMS else sp.expand(claim)
    try:
        common([(term, dimension(term, system.time)) for term in sp.Add.make_args(whole)], "the claim")
    except DimensionError as error:
        return f"{error.expected}, but {error.got}"
    return ""


def exponents(system: System) -> dict[Any, Dimension]:
    """The dimension of every quantity of a system."""
    everything = (*system.parameters, *system.q)
    return {s: dimension(s, system.time) or Dimension() for s in everything}
