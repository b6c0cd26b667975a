"""What several cases ask of a run."""

from collections.abc import Callable
from math import copysign, nan, pi
from typing import Any

import mpmath as mp
import numpy as np
import sympy as sp

from varmass.derive.deriving import derive
from varmass.derive.inverse import first_integrals
from varmass.model.symbols import t


def instant(run: Any, event: str, k: int = 1) -> float:
    """The k-th time of an event; not a number where it did not happen."""
    found = run.t_events.get(event, ())
    return float(found[k - 1]) if len(found) >= k else nan


def state_at(run: Any, event: str, name: str, k: int = 1) -> float:
    """One state at the k-th time of an event."""
    found = run.t_events.get(event, ())
    return float(run.y_events[event][run.names.index(name)][k - 1]) if len(found) >= k else nan


def law(run: Any) -> Any:
    """q̈ of a motion in one coordinate, by the principle of the run: an expression of t, q and q̇."""
    equations = derive(run.system, run.principle)
    return equations.r[0] / equations.M[0]


def acceleration(run: Any, state: Any = None) -> float:
    """q̈ of the only coordinate at the end, or at another state if no time is in it, by the equation that was run."""
    system = run.system
    motion = dict(zip((*system.q, *system.u), run.y[:, -1] if state is None else state, strict=True))
    point = motion | {p: run.values[p.name] for p in system.parameters} | {t: run.t[-1]}
    return float(law(run).subs(point))


def arrival(run: Any, place: Any) -> float:
    """When the only coordinate comes to `place`, if it goes on after the run by its first integral ½ 𝖬 q̇² − W.

    t + ∫ ds/|q̇| over the way s that is left, from the place backwards, where the speed may be infinite.  On an orbit
    that comes to an empty place round-off may make the very last q̇² negative: no time is counted there.
    """
    (q,), (u,) = run.system.q, run.system.u
    known = {p: run.values[p.name] for p in run.system.parameters}
    end = known | {q: run.y[0, -1], u: run.y[1, -1]}
    sides = first_integrals(run.system, run.principle)
    integral = next(side.conserved for side in sides if side.where.subs(end) == sp.true).subs(known)
    square = 2 * (integral.subs(end) - integral.subs(u, 0)) / integral.diff(u, 2)
    goal, s = sp.sympify(place).subs(known), sp.Symbol("s", positive=True)
    way = float(goal - end[q])
    speed = sp.lambdify(s, sp.sqrt(square.subs(q, goal - copysign(1, way) * s)), "mpmath")
    return float(run.t[-1] + mp.quad(lambda at: mp.re(1 / speed(at)), [0, abs(way)]))


def nearest(q: Any, u: Any, excess: Any, slope_q: Any, slope_u: Any) -> tuple[Any, Any]:
    """The point of an orbit I(q, q̇) = I₀ nearest to a point of a run, from I − I₀ and the slopes of I there.

    A first integral tells q̇ badly from q where the motion turns, and q badly from q̇ where it is fastest; the step
    across the orbits, −(I − I₀) ∇I / |∇I|², is well conditioned in both places.
    """
    step = excess / (slope_q**2 + slope_u**2)
    return q - step * slope_q, u - step * slope_u


def along(run: Any, e: Any) -> Callable[[Any], Any]:
    """An expression of t, q, q̇ and the parameters as a function of the instants of a run."""
    system = run.system
    of = sp.lambdify([t, *system.q, *system.u, *system.parameters], e)
    point = [run.values[p.name] for p in system.parameters]
    return lambda at: of(at, *run(at), *point)


def stationary(run: Any, e: Any) -> float:
    """The first instant at which an expression stops rising or falling, by bisection; not a number if it never does."""
    (q,), (u,) = run.system.q, run.system.u
    slope = along(run, e.diff(t) + e.diff(q) * u + e.diff(u) * law(run))
    signs = np.sign(slope(run.t))
    turns = np.flatnonzero(signs[:-1] * signs[1:] < 0)
    if not len(turns):
        return nan
    low, high, before = run.t[turns[0]], run.t[turns[0] + 1], signs[turns[0]]
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if slope(middle) * before > 0 else (low, middle)
    return float(middle)


def cylinder(p: float, z: Any, z0: float, y0: float, slope0: float) -> tuple[Any, Any]:
    """y = z^p (a J_p + b Y_p) and dy/dz = z^p (a J_(p−1) + b Y_(p−1)), with y = y₀ and dy/dz = slope₀ at z₀.

    That is the solution of y″ + (1 − 2p) y′/z + y = 0; a and b follow from J_p Y_(p−1) − J_(p−1) Y_p = 2/(π z).
    """

    def J(order: float, z: float) -> Any:
        return mp.besselj(order, z)

    def Y(order: float, z: float) -> Any:
        return mp.bessely(order, z)

    scale = pi / 2 * z0 ** (1 - p)
    a = scale * (y0 * Y(p - 1, z0) - slope0 * Y(p, z0))
    b = scale * (slope0 * J(p, z0) - y0 * J(p - 1, z0))
    y, slope = ([float(a * J(order, x) + b * Y(order, x)) for x in z] for order in (p, p - 1))
    return z**p * np.array(y), z**p * np.array(slope)
