"""The recurrences of the discrete model, in the normalised form and as they are printed, for many steps at once.

    x_{k+1} = E x_k + F u ,     E = Σ_{n ≤ m} E_n Tⁿ ,     F = Σ_{1 ≤ n ≤ m} F_n Tⁿ

    normalised   E_n = (1/n) Σ_j a_j E_{n−1−j} ,                  F_n = (1/n) (Σ_j a_j F_{n−1−j} + b_{n−1})
    printed      A_n = Σ_p C(n−1, p) A^(p) A_{n−1−p} ,            C_n = Σ_p C(n−1, p) A^(p) C_{n−1−p} + B^(n−1)

with a_j = A^(j)/j!, b_j = B^(j)/j!, E_n = A_n/n!, F_n = C_n/n!.  An input that goes as τ^d within the step has
b_{n−1−d} in the place of b_{n−1}.  In the printed form A_n = n! E_n grows beyond all numbers near n = 170.
Source: D. J. Mikičić (1984), equations (15)–(17); F is in the abstracts only.
"""

from math import comb, factorial
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from varmass.errors import ValueRefused
from varmass.model.calls import shown

Array = NDArray[np.float64]
UNDEFINED = sp.nan, sp.zoo, sp.oo, -sp.oo


def normalised(a: Array, b: Array, m: int, inputs: int) -> Array:
    """[E_n | F_n for τ⁰ | … | F_n for τ^inputs], n = 0 … m; from a_j and b_j, with instants on the last axis."""
    (_, size, _, count), r = a.shape, b.shape[2]
    found = np.zeros((m + 1, size, size + (inputs + 1) * r, count))
    found[0, :, :size] = np.eye(size)[:, :, None]
    last, pushed = found[::-1], range(inputs + 1 if r else 0)  # E_m first; the columns of F
    for n in range(1, m + 1):
        j = min(n, len(a))
        np.einsum("jabk,jbck->ack", a[:j], last[m + 1 - n : m + 1 - n + j], out=found[n])
        for d in pushed:
            if 0 <= n - 1 - d < len(b):
                found[n, :, size + d * r : size + (d + 1) * r] += b[n - 1 - d]
        found[n] /= n
    return found


def printed(a: Array, b: Array, m: int) -> tuple[Array, Array]:
    """A_n and C_n as numbers, n = 0 … m, by the formulas as they stand in the paper, at one instant."""
    A, B = ([factorial(j) * x[..., 0] for j, x in enumerate(y)] for y in (a, b))
    A += [np.zeros_like(A[0])] * (m + 1 - len(A))
    B += [np.zeros_like(B[0])] * (m + 1 - len(B))
    A_, C = [np.eye(len(A[0]))], [np.zeros_like(B[0])]
    for n in range(1, m + 1):
        A_.append(sum((comb(n - 1, p) * A[p] @ A_[n - 1 - p] for p in range(n)), np.zeros_like(A[0])))
        C.append(sum((comb(n - 1, p) * A[p] @ C[n - 1 - p] for p in range(n)), B[n - 1]))
    return np.array(A_), np.array(C)


def as_formula(
    A: sp.Matrix, B: sp.Matrix, m: int, t: sp.Symbol, at: sp.Expr, T: sp.Expr
) -> tuple[sp.Matrix, sp.Matrix]:
    """E and F of a step that begins at an instant, as formulas or in exact numbers."""
    A_, C = [sp.eye(A.rows)], [sp.zeros(*B.shape)]
    slopes = [[(X.diff(t, p) if p else X).xreplace({t: at}) for p in range(m)] for X in (A, B)]
    for n in range(1, m + 1):
        A_.append(sum((comb(n - 1, p) * slopes[0][p] * A_[n - 1 - p] for p in range(n)), sp.zeros(*A.shape)))
        C.append(sum((comb(n - 1, p) * slopes[0][p] * C[n - 1 - p] for p in range(n)), slopes[1][n - 1]))
    E, F = (sum((x * T**n / factorial(n) for n, x in enumerate(s)), sp.zeros(*s[0].shape)) for s in (A_, C))
    if E.has(*UNDEFINED) or F.has(*UNDEFINED):
        raise ValueRefused(
            f"A(t) has no series at t = {at}",
            expected="an instant at which all derivatives of A and B exist",
            got=f"an entry that is infinite or undefined at t = {at}",
            hint="model.formula(), for any t, or begin elsewhere",
        )
    return E, F


def expression(given: Any) -> sp.Expr:
    """What stands for t or for T in a formula."""
    try:
        found = sp.sympify(given)
    except (sp.SympifyError, SyntaxError, TypeError, AttributeError, NameError):
        found = None
    if not isinstance(found, sp.Expr) or found.has(sp.I, *UNDEFINED):
        raise ValueRefused(
            "this stands for no time",
            expected="a number, a symbol, or an expression of symbols",
            got=shown(given),
            hint="model.formula(sp.Rational(1, 2), T)",
        )
    return found
