"""The chain of `variable_chain` as an expert writes it for heyoka: sums over the masses below, L D Lᵀ, one integrator.

Σ_l A_max(j,l) l² (cos(θ_j − θ_l) θ̈_l + sin(θ_j − θ_l) θ̇_l²) = −A_j g l sin θ_j + Σ_{i ≥ j} ṁ_i (w_i − v_i)·J_j
A_j = Σ_{i ≥ j} m_i
"""

from typing import Any

import heyoka as hy

PARAMETERS = ("l", "g", "m0", "eps", "c")


def right_side(n: int) -> list[tuple[Any, Any]]:
    """θ̇ and θ̈."""
    l, g, m0, eps, c = (hy.par[i] for i in range(5))
    θ, ω = (hy.make_vars(*(f"{letter}{i}" for i in range(n)), "_")[:n] for letter in "aw")
    sin, cos = [hy.sin(x) for x in θ], [hy.cos(x) for x in θ]
    m = [m0 * (1 + eps * (1 - x) / 2) for x in cos]
    rate = [m0 * eps / 2 * s * w for s, w in zip(sin, ω, strict=True)]
    below = [hy.sum(m[j:]) for j in range(n)]
    vx, vy = (_running([l * x * w for x, w in zip(e, ω, strict=True)]) for e in (cos, sin))
    push = [((-vx[i], -vy[i]), None, (c, -c))[i % 3] for i in range(n)]
    px = _from_below([rate[i] * p[0] if p else hy.expression(0.0) for i, p in enumerate(push)])
    py = _from_below([rate[i] * p[1] if p else hy.expression(0.0) for i, p in enumerate(push)])
    M, r = [[hy.expression(0.0)] * n for _ in range(n)], []
    for j in range(n):
        turning = []
        for k in range(n):
            heavy = below[max(j, k)] * l**2
            M[j][k] = heavy * (cos[j] * cos[k] + sin[j] * sin[k])
            turning.append(heavy * (sin[j] * cos[k] - cos[j] * sin[k]) * ω[k] ** 2)
        r.append(l * (cos[j] * px[j] + sin[j] * py[j]) - below[j] * g * l * sin[j] - hy.sum(turning))
    return [*zip(θ, ω, strict=True), *zip(ω, _solved(M, r), strict=True)]


def integrator(n: int, values: dict[str, float], tol: float, plain: bool = False) -> Any:
    """Compiled."""
    return hy.taylor_adaptive(right_side(n), [0.0] * (2 * n), pars=pars(n, values), tol=tol, compact_mode=not plain)


def pars(n: int, values: dict[str, float]) -> list[float]:
    """The parameters that occur; the first jet is that of the third link."""
    return [values[p] for p in PARAMETERS[: 5 if n > 2 else 4]]


def _running(xs: list[Any]) -> list[Any]:
    return [hy.sum(xs[: i + 1]) for i in range(len(xs))]


def _from_below(xs: list[Any]) -> list[Any]:
    return [hy.sum(xs[i:]) for i in range(len(xs))]


def _solved(M: list[list[Any]], r: list[Any]) -> list[Any]:
    """M a = r for a symmetric M."""
    n = len(r)
    for k in range(n):
        for i in range(k + 1, n):
            factor = M[k][i] / M[k][k]
            M[i] = [*M[i][:i], *(M[i][j] - factor * M[k][j] for j in range(i, n))]
            r[i] = r[i] - factor * r[k]
    a: list[Any] = [None] * n
    for i in reversed(range(n)):
        a[i] = (r[i] - hy.sum([M[i][j] * a[j] for j in range(i + 1, n)] or [hy.expression(0.0)])) / M[i][i]
    return a
