"""Where a mass, or the determinant of the mass matrix, touches zero on the way, or a mass jumps below it.

An engine meets a mass that crosses zero.  One that only touches it, as m₀ (1 − t/τ)², or that jumps, and a determinant
as that of polar coordinates at r = 0, may lie between two steps: it is looked for along the motion that was computed.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from varmass.compile.first_order import varying_masses
from varmass.compile.radicands import domains
from varmass.compile.source import function
from varmass.integrate.outcome import Outcome
from varmass.integrate.path import Array, Path
from varmass.integrate.problem import Problem
from varmass.integrate.start import ALWAYS, DETERMINANT, inertias
from varmass.model.symbols import Coordinate, Rate, Time, t

PARTS = 4  # of a step
AT_ONCE = 4096  # instants
DIP = 0.5  # beside its neighbours, for a least value that may be zero
THIRDS = 40  # an interval is divided so often, which leaves 1e-7 of it
BESIDE = (1e-3, 1e-6)  # of the interval around a least value, where its square root is compared on either side
ZERO, ZERO_OF_DETERMINANT = 1e-15, 1e-20  # beside the largest value before: a mass may be a difference
SAME = 1e-7  # of the run: a mass takes its determinant with it
END = 1e-9  # of the run: what vanishes at its end is what ended it
Along = Callable[[Array], Array]


def vanishing(path: Path, problem: Problem, values: Array) -> Path:
    """The path up to the first instant at which a mass or the determinant vanishes.

    A motion that cannot go on may also have gone beyond the range of one of its functions.
    """
    if path.between is None or len(path.t) < 2:
        return path
    broken = path.outcome in (Outcome.STEP_COLLAPSED, Outcome.NOT_FINITE)
    watched = [(Outcome.MASS_VANISHED, *w) for w in _masses(problem)]
    watched += [(Outcome.NOT_REAL, *w) for w in _ranges(problem)] if broken else []
    instants = _instants(path.t) if watched else path.t
    end = path.t[-1] - END * (path.t[-1] - path.t[0])
    found = []
    for outcome, name, zero, of in watched:
        with np.errstate(all="ignore"):
            time = _first(_along(path, len(problem.system.q), of, values), instants, zero)
        if time is not None and (time < end or outcome is Outcome.NOT_REAL):
            found.append((time, outcome, name))
    first = min((time for time, *_ in found), default=np.inf)
    for time, outcome, name in found:
        if time <= first + SAME * (path.t[-1] - path.t[0]):
            return _cut(path, time, outcome, name)
    return path


def _cut(path: Path, time: float, outcome: Outcome, name: str) -> Path:
    assert path.between is not None
    before = path.t < time
    x = np.concatenate([path.x[:, before], path.between(np.array([time]))], axis=1)
    hits = {event: [hit for hit in met if hit[0] <= time] for event, met in path.hits.items()}
    kept = np.append(path.t[before], time)
    return replace(path, outcome=outcome, detail=name, t=kept, x=x, hits=hits)


@lru_cache(maxsize=64)
def _masses(problem: Problem) -> list[tuple[str, float, Any]]:
    """Name, how small is zero, and function of every varying mass and of det M, if that varies."""
    system = problem.system
    motion = ((t,), system.q, system.u, system.parameters)
    found: list[tuple[str, float, Any]] = [
        (f"the mass of {name!r}", ZERO, _single(m, motion)) for name, m in varying_masses(system) if not m.is_positive
    ]
    n = len(system.q)
    if n > ALWAYS:
        return found
    places, parts, _ = inertias(system, problem.principle)
    if any(isinstance(s, Coordinate | Rate | Time) for a in parts for s in a.free_symbols):
        of = function(parts, motion, arrays=True)

        def determinant(*at: Any) -> Array:
            M = np.zeros((len(at[0][0]), n, n))
            for j, l, part in zip(*places, of(*at), strict=True):
                M[:, j, l] += part
            return np.asarray(np.linalg.det(M))

        found.append((DETERMINANT, ZERO_OF_DETERMINANT, determinant))
    return found


def _single(e: Any, motion: Any) -> Callable[..., Array]:
    of = function([e], motion, arrays=True)
    return lambda *at: of(*at)[0]


@lru_cache(maxsize=64)
def _ranges(problem: Problem) -> list[tuple[str, float, Any]]:
    """Name, and how far it is from the end of its range, of every function that has one; to touch that is allowed."""
    system = problem.system
    motion = ((t,), system.q, system.u, system.parameters)
    found = domains(system).items()
    return [(str(f), -1.0, _single(d, motion)) for f, d in found]


def _instants(times: Array) -> Array:
    """The ends of all steps, and instants between them."""
    inner = times[:-1, None] + np.diff(times)[:, None] * np.arange(PARTS) / PARTS
    return np.append(inner.ravel(), times[-1])


def _along(path: Path, n: int, of: Any, values: Array) -> Along:
    """A function of the motion as one of time; positive where it is not a number, as where a force has no limit."""

    def found(instants: Array) -> Array:
        assert path.between is not None
        x = path.between(instants)
        y = np.broadcast_to(of((instants,), x[:n], x[n : 2 * n], values), instants.shape)
        return np.where(np.isfinite(y), y, 1.0)

    return found


def _first(along: Along, instants: Array, zero: float) -> float | None:
    """The first instant at which a function that does not begin with zero changes its sign, or touches zero."""
    sign, largest = float(np.sign(along(instants[:1])[0])), 0.0
    for first in range(0, len(instants) - 1, AT_ONCE):
        times = instants[max(first - 2, 0) : first + AT_ONCE + 1]
        y = sign * along(times)
        largest = max(largest, float(y.max()))
        least, gone = max(zero, 0.0) * largest, y <= abs(zero) * largest * (zero > 0)
        below = np.flatnonzero(gone & ((y < -least) | np.append(gone[1:], False)))
        for k in np.flatnonzero((y[1:-1] <= y[:-2]) & (y[1:-1] <= y[2:])) + 1 if zero > 0 else ():
            if not (len(below) and below[0] <= k + 1) and y[k] <= DIP * max(y[k - 1], y[k + 1]):
                time = _least(along, sign, times[k - 1], times[k + 1])
                if sign * along(np.array([time]))[0] <= least:
                    return time
        if len(below) and below[0] > 0:
            return _change(along, sign, times[below[0] - 1], times[below[0]])
    return None


def _change(along: Along, sign: float, t0: float, t1: float) -> float:
    """Where the sign changes, be it in a jump: the first double-precision instant beyond it."""
    while t0 < (middle := (t0 + t1) / 2) < t1:
        t0, t1 = (middle, t1) if sign * along(np.array([middle]))[0] > 0 else (t0, middle)
    return t1


def _least(along: Along, sign: float, t0: float, t1: float) -> float:
    """The instant of the least value; that of a touch is found by its square root, which is alike on either side."""
    low, high = t0, t1
    for _ in range(THIRDS):
        a, b = (2 * low + high) / 3, (low + 2 * high) / 3
        at_a, at_b = sign * along(np.array([a, b]))
        low, high = (low, b) if at_a <= at_b else (a, high)
    time = (low + high) / 2
    for part in BESIDE:
        aside = part * (t1 - t0)
        before, after = np.sqrt(np.abs(along(np.array([time - aside, time + aside]))))
        time -= aside * (after - before) / (after + before) if after + before > 0 else 0.0
    return min(max(time, t0), t1)
