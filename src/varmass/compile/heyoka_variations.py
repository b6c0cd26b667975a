"""A motion with its variational equations in heyoka's algebra: the states are x, then ∂x/∂z, then ∂²x/∂z².

    M δq̈ = e_q δq + e_q̇ δq̇ + e_p δp ,      e(q, q̇, q̈, p) = r − M q̈      at the q̈ of the motion

To the first order M is factorised once, for the motion and for all columns.  Differentiating the formulas of q̈ instead,
as heyoka's own `var_ode_sys` has to, takes three times the operations; it is what is used for the second order.
"""

from collections.abc import Iterable
from typing import Any

import heyoka as hy
import numpy as np
from numpy.typing import NDArray

from varmass.compile.first_order import FirstOrder
from varmass.compile.heyoka_algebra import ZERO, HeyokaAlgebra, running
from varmass.derive.affine import nil, times

Columns = list[list[Any]]


def with_variations(
    states: list[Any], rates: list[Any], form: FirstOrder, algebra: HeyokaAlgebra, order: int, by: tuple[str, ...]
) -> tuple[list[Any], list[Any], NDArray[np.float64]]:
    """States, rates, and what all but the motion begin with; by the states themselves, then by some parameters.

    Of order 0 there are none, and all begins with zero.
    """
    if not order:
        return states, rates, np.zeros(())
    z = [*states, *(place for name in by for p, place in algebra.parameters.items() if p.name == name)]
    if order == 1:
        more = [hy.expression(f"∂{x}/∂{cause}") for x in states for cause in z]
        of_more = _first(form, algebra, states, z, more)
    else:
        whole = hy.var_ode_sys(list(zip(states, running(rates), strict=True)), z, order=order).sys[len(states) :]
        more, of_more = [x for x, _ in whole], [rate for _, rate in whole]
    begin = np.zeros(len(more))
    begin[: len(states) * len(z)].reshape(len(states), len(z))[:, : len(states)] = np.eye(len(states))
    return [*states, *more], [*rates, *of_more], begin


def _first(form: FirstOrder, algebra: HeyokaAlgebra, states: list[Any], z: list[Any], more: list[Any]) -> list[Any]:
    """The rates of ∂x/∂z, row by row."""
    n, solved = len(form.r), form.solver(_sum)
    columns = [more[c :: len(z)] for c in range(len(z))]
    slopes = _slopes(form, algebra, z)
    found = []
    for c, column in enumerate(columns):
        own = [row[c] if c >= len(states) else 0 for row in slopes]
        pushed = [_sum([e, *map(times, row, column)]) for e, row in zip(own, slopes, strict=True)]
        found.append([*column[n:], *solved(pushed)])
    return [x for row in zip(*found, strict=True) for x in row]


def _slopes(form: FirstOrder, algebra: HeyokaAlgebra, z: list[Any]) -> Columns:
    """∂e/∂z at the accelerations of the motion.

    Summed over points, a coordinate is found in what lies behind it: by columns that takes the fewest operations, and
    by rows (in reverse) wherever all depends on all.
    """
    symbols = [algebra.lift(a) for a in form.system.a]
    e = running(form.balance(symbols))
    slopes = [[hy.diff(x, s) for s in z] for x in e] if form.pointwise else hy.diff_tensors(e, z).jacobian.tolist()
    at = dict(zip((a.name for a in form.system.a), running(form.accelerations), strict=True))
    return [[0 if x == ZERO else x for x in hy.subs(row, at)] for row in slopes]


def _sum(parts: Iterable[Any]) -> Any:
    """Σ, without the structural zeros."""
    found = [x for x in parts if not nil(x)]
    return hy.sum(found) if found else 0
