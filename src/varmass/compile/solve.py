"""M q̈ = r solved as a formula, in any algebra, for any number of right sides.

Where M is symmetric (every mass free of the speeds) it is also positive, and L D Lᵀ in the order of the coordinates
takes the fewest operations.  Where it is not, a pivot may vanish though det M does not: Cramer's rule up to three
coordinates, L U beyond.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from varmass.derive.affine import dot, minus, nil, scaled, times, total

Matrix = list[list[Any]]
Solver = Callable[[Sequence[Any]], list[Any]]
Adder = Callable[[Iterable[Any]], Any]


def solve(M: Matrix, r: Sequence[Any], symmetric: bool) -> list[Any]:
    """q̈."""
    return solver(M, symmetric)(r)


def solver(M: Matrix, symmetric: bool, add: Adder = total) -> Solver:
    """r → q̈; what depends on M alone is formed once.  `add` is how an algebra has the sum of many things best."""
    return _eliminated(M, symmetric, add) if symmetric or len(M) > 3 else _cramer(M)


def _cramer(M: Matrix) -> Solver:
    cofactors = [_cofactors(M, i) for i in range(len(M))]
    det = dot(M[0], cofactors[0])
    return lambda r: [_over(dot(r, column), det) for column in zip(*cofactors, strict=True)]


def _cofactors(M: Matrix, i: int) -> list[Any]:
    """∂ det M/∂M_ij, by expansion."""
    rows = M[:i] + M[i + 1 :]
    minors = ([row[:j] + row[j + 1 :] for row in rows] for j in range(len(M)))
    dets = (dot(A[0], _cofactors(A, 0)) if A else 1 for A in minors)
    return [times(-1, det) if (i + j) % 2 else det for j, det in enumerate(dets)]


def _eliminated(M: Matrix, symmetric: bool, add: Adder) -> Solver:
    n, U = len(M), [list(row) for row in M]
    L: list[dict[int, Any]] = [{} for _ in range(n)]
    for k in range(n):
        for i in range(k + 1, n):
            below = U[k][i] if symmetric else U[i][k]
            if nil(below):
                continue
            L[i][k] = _over(below, U[k][k])
            first = i if symmetric else k + 1
            U[i][first:] = minus(U[i][first:], scaled(L[i][k], U[k][first:]))

    def solved(r: Sequence[Any]) -> list[Any]:
        y: list[Any] = []
        for i in range(n):
            y.append(_less(r[i], add(times(factor, y[k]) for k, factor in L[i].items())))
        a: list[Any] = [0] * n
        for i in reversed(range(n)):
            a[i] = _over(_less(y[i], add(map(times, U[i][i + 1 :], a[i + 1 :]))), U[i][i])
        return a

    return solved


def _less(x: Any, y: Any) -> Any:
    """x − y."""
    return minus([x], [y])[0]


def _over(x: Any, y: Any) -> Any:
    return 0 if nil(x) else x / y
