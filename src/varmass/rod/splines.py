"""B-splines on even spans of 0 ≤ σ ≤ 1, their derivatives, and integrals at Gauss points.

    B_i^p = (σ − κ_i)/(κ_{i+p} − κ_i) B_i^{p−1} + (κ_{i+p+1} − σ)/(κ_{i+p+1} − κ_{i+1}) B_{i+1}^{p−1}
    B_i^p′ = p B_i^{p−1}/(κ_{i+p} − κ_i) − p B_{i+1}^{p−1}/(κ_{i+p+1} − κ_{i+1})

Source: C. de Boor, A Practical Guide to Splines (1978), ch. IX and X.
"""

from typing import Any

import numpy as np
from numpy.polynomial import legendre


def knots(spans: int, degree: int) -> Any:
    """Open: the first and the last are repeated."""
    return np.concatenate([[0.0] * degree, np.linspace(0, 1, spans + 1), [1.0] * degree])


def splines(κ: Any, p: int, σ: Any, k: int = 0) -> Any:
    """The k-th derivatives of all B-splines of degree p, a column each, at the points σ, a row each."""
    if p == 0:
        last = np.flatnonzero(np.diff(κ))[-1]
        span = np.minimum(np.searchsorted(κ, σ, side="right") - 1, last)
        return (span[:, None] == np.arange(len(κ) - 1)) * (1.0 if k == 0 else 0.0)
    lower = splines(κ, p - 1, σ, max(k - 1, 0))
    rise = _over(p if k else σ[:, None] - κ[: -p - 1], κ[p:-1] - κ[: -p - 1])
    fall = _over(-p if k else κ[p + 1 :] - σ[:, None], κ[p + 1 :] - κ[1:-p])
    return rise * lower[:, :-1] + fall * lower[:, 1:]


def _over(above: Any, below: Any) -> Any:
    """A quotient, 0 where knots coincide."""
    return np.where(below > 0, above, 0.0) / np.where(below > 0, below, 1.0)


def gauss(spans: int, points: int) -> tuple[Any, Any]:
    """Places and weights of Gauss's rule in each span."""
    x, w = legendre.leggauss(points)
    return np.concatenate([(i + (x + 1) / 2) / spans for i in range(spans)]), np.tile(w / 2, spans) / spans


def cumulative(spans: int, points: int) -> Any:
    """The matrix of ∫₀^σ f dσ′ at the Gauss points: whole spans, and in its own span the interpolating polynomial."""
    x, w = legendre.leggauss(points)
    monomials = np.eye(points)
    within = np.array([legendre.legval(x, legendre.legint(c, lbnd=-1)) for c in monomials]).T
    own = within @ np.linalg.inv(legendre.legvander(x, points - 1)) / (2 * spans)
    whole = np.tile(w / (2 * spans), (points, 1))
    earlier, same = np.tril(np.ones((spans, spans)), -1), np.eye(spans)
    return np.kron(earlier, whole) + np.kron(same, own)
