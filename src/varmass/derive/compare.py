"""Do two sets of equations M q̈ = r describe the same motion?

Equations that are multiplied, rearranged or combined are still the same: what is compared is M⁻¹r.
"""

from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass.derive.equations import Equations
from varmass.derive.tidy import tidy
from varmass.model.zero import PROVED, Verdict, is_zero, judge, verdict

SMALL = 3  # coordinates, up to which det M is expanded


@dataclass(frozen=True)
class Form:
    """M and r of some equations, whoever wrote them."""

    M: sp.Matrix
    r: sp.Matrix


def form(equations: Equations) -> Form:
    """The form of derived equations."""
    return Form(equations.M, equations.r)


def same_residual(one: Form, other: Form, prove: bool = True) -> Verdict:
    """Are the residuals identical?  If not, their difference at q̈ = 0 and its slopes are named."""
    gaps = [*(one.M - other.M), *(one.r - other.r)]
    found = judge(*gaps, prove=prove)
    if found:
        return found
    return Verdict("refuted", "residual " + "; ".join(str(tidy(e)) for e in gaps if not judge(e, prove=False)))


def same_motion(one: Form, other: Form) -> Verdict:
    """Are the accelerations identical?  Where a mass matrix is nowhere invertible there are none to compare."""
    if any(is_zero(f.M.det(method="berkowitz")) for f in (one, other) if f.M.shape[0] <= SMALL):
        return Verdict("refuted", "a mass matrix that vanishes identically determines no acceleration")
    if all(e == 0 for e in (*(one.M - other.M), *(one.r - other.r))):
        return PROVED
    if one.M.shape == (1, 1):
        return judge(one.M[0] * other.r[0] - other.M[0] * one.r[0])
    entries = sp.Tuple(*one.M, *one.r, *other.M, *other.r)
    return verdict(entries, lambda at: _agree(one, other, at))


def _agree(one: Form, other: Form, at: Any) -> bool:
    pairs = zip(_solution(one, at), _solution(other, at), strict=True)
    return all(at.negligible(x - y) for x, y in pairs)


def _solution(f: Form, at: Any) -> list[Any]:
    """M⁻¹ r in the field of `at`, by elimination with the largest pivot."""
    n = len(f.r)
    rows = [[at.value(f.M[i, l]) for l in range(n)] + [at.value(f.r[i])] for i in range(n)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        if at.negligible(rows[k][k]):
            raise ZeroDivisionError
        for i in range(n):
            if i != k:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
    return [rows[k][n] / rows[k][k] for k in range(n)]
