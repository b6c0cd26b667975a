"""The point of a closed-form orbit I(q, q̇) = I₀ that is nearest to a point of a run.

A first integral tells q̇ badly from q where the motion turns, and q badly from q̇ where it is fastest; the step across
the orbits, −(I − I₀) ∇I / |∇I|², is well conditioned in both places.
"""

from typing import Any


def nearest(q: Any, u: Any, excess: Any, slope_q: Any, slope_u: Any) -> tuple[Any, Any]:
    """(q, q̇) on the orbit, from I − I₀ and the two slopes of I at (q, q̇)."""
    step = excess / (slope_q**2 + slope_u**2)
    return q - step * slope_q, u - step * slope_u
