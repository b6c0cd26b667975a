"""M q̈ = r solved as a formula, in any algebra, with the quantity that must not vanish.

Up to three coordinates by Cramer's rule, with det M.  Beyond, by elimination in the order of the coordinates: L D Lᵀ
where M is symmetric (every mass free of the speeds), L U where it is not; the guard is the product of the pivots.
"""

from typing import Any

from varmass.derive.affine import dot, minus, nil, scaled, times, total

Matrix = list[list[Any]]


def solve(M: Matrix, r: list[Any], symmetric: bool) -> tuple[list[Any], Any]:
    """q̈ and det M."""
    n = len(r)
    if n > 3:
        return _eliminate([list(row) for row in M], list(r), symmetric)
    det = determinant(M)
    columns = range(n)
    swapped = ([[r[i] if l == j else M[i][l] for l in columns] for i in columns] for j in columns)
    return [_over(determinant(A), det) for A in swapped], det


def determinant(M: Matrix) -> Any:
    """det M by expansion, for up to three rows."""
    if len(M) == 1:
        return M[0][0]
    signs = (1, -1, 1)
    minors = ([row[:j] + row[j + 1 :] for row in M[1:]] for j in range(len(M)))
    return total(times(s, times(a, determinant(A))) for s, a, A in zip(signs, M[0], minors, strict=False))


def _eliminate(M: Matrix, r: list[Any], symmetric: bool) -> tuple[list[Any], Any]:
    n, det = len(r), M[0][0]
    for k in range(n):
        for i in range(k + 1, n):
            upper = M[k][i] if symmetric else M[i][k]
            if nil(upper):
                continue
            factor = upper / M[k][k]
            first = i if symmetric else k + 1
            M[i][first:] = minus(M[i][first:], scaled(factor, M[k][first:]))
            r[i] = minus([r[i]], [times(factor, r[k])])[0]
        det = times(det, M[k + 1][k + 1]) if k + 1 < n else det
    a: list[Any] = [0] * n
    for i in reversed(range(n)):
        a[i] = _over(minus([r[i]], [dot(M[i][i + 1 :], a[i + 1 :])])[0], M[i][i])
    return a, det


def _over(x: Any, y: Any) -> Any:
    return 0 if nil(x) else x / y
