"""What several cases ask of a run."""

from math import nan
from typing import Any

from varmass.derive.deriving import derive
from varmass.model.symbols import t


def instant(run: Any, event: str, k: int = 1) -> float:
    """The k-th time of an event; not a number where it did not happen."""
    found = run.t_events.get(event, ())
    return float(found[k - 1]) if len(found) >= k else nan


def state_at(run: Any, event: str, name: str, k: int = 1) -> float:
    """One state at the k-th time of an event."""
    found = run.t_events.get(event, ())
    return float(run.y_events[event][run.names.index(name)][k - 1]) if len(found) >= k else nan


def acceleration(run: Any, state: Any = None) -> float:
    """q̈ of the only coordinate at the end, or at another state if no time is in it, by the equation that was run."""
    system, equations = run.system, derive(run.system, run.principle)
    motion = dict(zip((*system.q, *system.u), run.y[:, -1] if state is None else state, strict=True))
    point = motion | {p: run.values[p.name] for p in system.parameters} | {t: run.t[-1]}
    return float((equations.r[0] / equations.M[0]).subs(point))


def arrival(time: float, z: float, v: float, a: float) -> float:
    """When z comes down to 0, if its speed goes on as a power of z, of exponent z a/v²."""
    return float(time - z / v / (1 - z * a / v**2))


def nearest(q: Any, u: Any, excess: Any, slope_q: Any, slope_u: Any) -> tuple[Any, Any]:
    """The point of an orbit I(q, q̇) = I₀ nearest to a point of a run, from I − I₀ and the slopes of I there.

    A first integral tells q̇ badly from q where the motion turns, and q badly from q̇ where it is fastest; the step
    across the orbits, −(I − I₀) ∇I / |∇I|², is well conditioned in both places.
    """
    step = excess / (slope_q**2 + slope_u**2)
    return q - step * slope_q, u - step * slope_u
