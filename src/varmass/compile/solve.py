"""M q̈ = r solved as a formula, in any algebra.

Where M is symmetric (every mass free of the speeds) it is also positive, and L D Lᵀ in the order of the coordinates
takes the fewest operations.  Where it is not, a pivot may vanish though det M does not: Cramer's rule up to three
coordinates, L U beyond.
"""

from typing import Any

from varmass.derive.affine import dot, minus, nil, scaled, times, total

Matrix = list[list[Any]]


def solve(M: Matrix, r: list[Any], symmetric: bool) -> list[Any]:
    """q̈."""
    n = len(r)
    if symmetric or n > 3:
        return _eliminated([list(row) for row in M], list(r), symmetric)
    columns = range(n)
    swapped = ([[r[i] if l == j else M[i][l] for l in columns] for i in columns] for j in columns)
    return [_over(determinant(A), determinant(M)) for A in swapped]


def determinant(M: Matrix) -> Any:
    """det M by expansion, for up to three rows."""
    if len(M) == 1:
        return M[0][0]
    signs = (1, -1, 1)
    minors = ([row[:j] + row[j + 1 :] for row in M[1:]] for j in range(len(M)))
    return total(times(s, times(a, determinant(A))) for s, a, A in zip(signs, M[0], minors, strict=False))


def _eliminated(M: Matrix, r: list[Any], symmetric: bool) -> list[Any]:
    n = len(r)
    for k in range(n):
        for i in range(k + 1, n):
            below = M[k][i] if symmetric else M[i][k]
            if nil(below):
                continue
            factor = _over(below, M[k][k])
            first = i if symmetric else k + 1
            M[i][first:] = minus(M[i][first:], scaled(factor, M[k][first:]))
            r[i] = minus([r[i]], [times(factor, r[k])])[0]
    a: list[Any] = [0] * n
    for i in reversed(range(n)):
        a[i] = _over(minus([r[i]], [dot(M[i][i + 1 :], a[i + 1 :])])[0], M[i][i])
    return a


def _over(x: Any, y: Any) -> Any:
    return 0 if nil(x) else x / y
