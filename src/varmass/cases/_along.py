"""What several cases ask of a run."""

from math import nan
from typing import Any


def instant(run: Any, event: str) -> float:
    """The first time of an event; not a number where it did not happen."""
    found = run.t_events.get(event, ())
    return float(found[0]) if len(found) else nan


def state_at(run: Any, event: str, name: str) -> float:
    """One state at the first time of an event."""
    found = run.t_events.get(event, ())
    return float(run.y_events[event][run.names.index(name)][0]) if len(found) else nan


def nearest(q: Any, u: Any, excess: Any, slope_q: Any, slope_u: Any) -> tuple[Any, Any]:
    """The point of an orbit I(q, q̇) = I₀ nearest to a point of a run, from I − I₀ and the slopes of I there.

    A first integral tells q̇ badly from q where the motion turns, and q badly from q̇ where it is fastest; the step
    across the orbits, −(I − I₀) ∇I / |∇I|², is well conditioned in both places.
    """
    step = excess / (slope_q**2 + slope_u**2)
    return q - step * slope_q, u - step * slope_u
