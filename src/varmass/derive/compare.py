"""Do two sets of equations M q̈ = r describe the same motion?

Equations that are multiplied, rearranged or combined are still the same: what is compared is M⁻¹r.
"""

from dataclasses import dataclass
from typing import Any

import mpmath as mp
import sympy as sp

from varmass.derive.equations import Equations
from varmass.derive.tidy import tidy
from varmass.model.zero import DIGITS, POINTS, PROVED, Digits, Rationals, Unfit, Verdict, judge


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
    """Are the accelerations identical?"""
    if all(e == 0 for e in (*(one.M - other.M), *(one.r - other.r))):
        return PROVED
    if one.M.shape == (1, 1):
        return judge(one.M[0] * other.r[0] - other.M[0] * one.r[0])
    entries = sp.Tuple(*one.M, *one.r, *other.M, *other.r)
    grounds = [_at_point(one, other, entries, seed) for seed in range(POINTS)]
    if None in grounds:
        return Verdict("refuted", f"not equal at a random point, to {DIGITS} digits")
    how = "in exact arithmetic" if set(grounds) == {"exact"} else f"to {DIGITS} digits"
    return Verdict("verified", f"equal {how} at {POINTS} random rational points")


def _at_point(one: Form, other: Form, entries: sp.Tuple, seed: int) -> str | None:
    try:
        at = Rationals(entries, seed)
        if _solution(one, at) == _solution(other, at):
            return "exact"
    except (Unfit, ZeroDivisionError):
        pass
    with mp.workdps(DIGITS + 30):
        try:
            at_digits = Digits(entries, seed)
            a, b = _solution(one, at_digits), _solution(other, at_digits)
        except (Unfit, ZeroDivisionError):
            return None
        size = max(map(abs, (*a, *b)))
        close = all(abs(x - y) <= size * mp.mpf(10) ** -DIGITS for x, y in zip(a, b, strict=True))
    return "digits" if close else None


def _solution(f: Form, at: Any) -> list[Any]:
    """M⁻¹ r in the field of `at`, by elimination with the largest pivot."""
    n = len(f.r)
    rows = [[at.value(f.M[i, l]) for l in range(n)] + [at.value(f.r[i])] for i in range(n)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        if rows[k][k] == 0:
            raise ZeroDivisionError
        for i in range(n):
            if i != k:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
    return [rows[k][n] / rows[k][k] for k in range(n)]
