"""Do two sets of equations M q̈ = r describe the same motion?

Equations that are multiplied, rearranged or combined are still the same: what is compared is M⁻¹r.
"""

from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass.derive.equations import Equations
from varmass.derive.tidy import tidy
from varmass.model.zero import PROVED, Verdict, judge, verdict


@dataclass(frozen=True)
class Form:
    """M and r of some equations, whoever wrote them."""

    M: sp.Matrix
    r: sp.Matrix


def form(equations: Equations) -> Form:
    """The form of derived equations."""
    return Form(equations.M, equations.r)


def gaps(one: Form, other: Form) -> list[sp.Expr]:
    """What the residuals of two forms differ by: at q̈ = 0, and in their slopes."""
    return [*(one.M - other.M), *(one.r - other.r)]


def same_residual(one: Form, other: Form, prove: bool = True) -> Verdict:
    """Are the residuals identical?  If not, the gaps are named."""
    found = judge(*gaps(one, other), prove=prove)
    if found.status != "refuted":
        return found
    named = (str(tidy(e)) for e in gaps(one, other) if not judge(e, prove=False))
    return Verdict("refuted", "residual " + "; ".join(named))


def same_motion(one: Form, other: Form) -> Verdict:
    """Are the accelerations identical?  Where a mass matrix is nowhere invertible, are the residuals?"""
    if singular(one.M) or singular(other.M):
        found = judge(*gaps(one, other))
        return found or Verdict("refuted", "a mass matrix that vanishes identically determines no acceleration")
    if not any(gaps(one, other)):
        return PROVED
    if one.M.shape == (1, 1):
        return judge(one.M[0] * other.r[0] - other.M[0] * one.r[0])
    entries = sp.Tuple(*one.M, *one.r, *other.M, *other.r)
    found = verdict(entries, lambda at: _agree(one, other, at))
    return same_residual(one, other) if found.status == "unknown" else found


def singular(M: sp.Matrix) -> bool:
    """Is a mass matrix nowhere invertible?"""
    return bool(verdict(sp.Tuple(*M), lambda at: _eliminated(M.tolist(), at) is None))


def determinant(M: sp.Matrix) -> sp.Expr:
    """det M by its first row, as it comes: SymPy's own would expand without end."""
    if M.shape == (1, 1):
        return M[0]
    n = range(M.shape[0])
    return sp.Add(*((-1) ** l * M[0, l] * determinant(M.minor_submatrix(0, l)) for l in n if M[0, l] != 0))


def adjugate(M: sp.Matrix) -> sp.Matrix:
    """det M times the inverse of M, as it comes."""
    n = M.shape[0]
    if n == 1:
        return sp.eye(1)
    return sp.Matrix(n, n, lambda i, l: (-1) ** (i + l) * determinant(M.minor_submatrix(l, i)))


def _agree(one: Form, other: Form, at: Any) -> bool:
    pairs = zip(_solution(one, at), _solution(other, at), strict=True)
    return all(at.negligible(x - y) for x, y in pairs)


def _solution(f: Form, at: Any) -> list[Any]:
    """M⁻¹ r in the field of `at`."""
    found = _eliminated([[*f.M.row(i), f.r[i]] for i in range(len(f.r))], at)
    if found is None:
        raise ZeroDivisionError
    return [row[-1] / row[k] for k, row in enumerate(found)]


def _eliminated(stated: list[list[sp.Expr]], at: Any) -> list[list[Any]] | None:
    """The rows in the field of `at`, made diagonal with the largest pivot; None where the matrix is singular."""
    rows = [[at.value(e) for e in row] for row in stated]
    for k in range(len(rows)):
        pivot = max(range(k, len(rows)), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        if at.negligible(rows[k][k]):
            return None
        for i in range(len(rows)):
            if i != k:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
    return rows
