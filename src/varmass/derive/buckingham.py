"""Buckingham's theorem: the dimensionless groups of a system.

With D the matrix of exponents (a row for each base unit, a column for each quantity), the groups Π = Π x_i^{k_i} are an
integer basis of the kernel of D.  Named repeating quantities become the scales of all others.
"""

from collections.abc import Sequence

import sympy as sp

from varmass.derive.dimensions import exponents
from varmass.errors import ValueRefused
from varmass.model.calls import asked
from varmass.model.symbols import t
from varmass.model.system import System
from varmass.model.units import BASE, Dimension


@asked
def pi_groups(system: System, scales: Sequence[str] = ()) -> tuple[sp.Expr, ...]:
    """The groups; with `scales`, one for each other quantity and for time, as that quantity over its scale."""
    sizes: dict[sp.Symbol, Dimension] = {**exponents(system), t: system.time}
    named = {s.name: s for s in sizes}
    for name in scales:
        if name not in named:
            raise ValueRefused(
                f"there is no quantity {name!r} to scale with",
                expected=", ".join(named),
                got=name,
                hint=next(iter(named)),
            )
    repeating = [named[name] for name in scales]
    order = [s for s in sizes if s not in repeating] + repeating
    D = sp.Matrix([[sp.Rational(dict(sizes[s].exponents).get(base, 0)) for s in order] for base in BASE])
    groups = []
    for vector in _kernel(D, len(order) - len(repeating)):
        groups.append(sp.Mul(*(s**k for s, k in zip(order, vector, strict=True))))
    return tuple(groups)


def _kernel(D: sp.Matrix, free_first: int) -> list[list[sp.Integer]]:
    """A basis of ker D, each vector with one of the first columns as its own, cleared of fractions."""
    columns = D.shape[1]
    reversed_order = list(reversed(range(columns)))
    basis = D.extract(list(range(D.shape[0])), reversed_order).nullspace()
    found = []
    for v in basis:
        own = [v[reversed_order.index(c)] for c in range(columns)]
        scale = sp.ilcm(*(x.q for x in own)) if free_first == columns else 1
        lead = next(x for x in own if x != 0)
        found.append([x * scale * sp.sign(lead) for x in own])
    return sorted(found, key=lambda v: next(i for i, x in enumerate(v) if x != 0))
