"""radius(of, t): how far the Taylor series of A(t) converges, from the decay of its coefficients.

    ln‖a_j‖ ~ c + p ln j − j ln R       where a singularity is R away
    ln‖a_j‖ ~ c + j ln s − q j ln j     where there is none, as of s^j/j! of an exponential: R = ∞

The coefficients are those of powers of τ/s, with s of the size of R, so that none of them leaves the numbers of the
machine.  At t the radius is R(t_k) − |t − t_k| at least, so that few instants have to be looked at.
"""

from itertools import pairwise
from math import exp, inf

import numpy as np

from varmass.analyse.coefficients import Coefficients, OfFormula, OfFunction
from varmass.analyse.recurrence import Array

ROUND_OFF = 2.0**-52
TERMS = 64  # of the series of A, from which its radius of convergence is estimated
NEIGHBOURS = 12  # among which a series that swings in sign has a large one
FEWEST = 8  # coefficients that tell how they decay
ROUNDS, ALIKE = 4, 16.0  # until the unit is right; a factor by which it may be off
FACTORIAL, SURELY = 0.15, 0.4  # q of an entire function; a pole of the order 1 + p seems to have q = p/40
SURE, LOOKS = 0.9, 200  # of a radius, what is relied on; instants that are looked at in an interval


def radius(of: Coefficients, t: float) -> float:
    """At one instant; 0 where A has no series."""
    norms, unit = _norms(of, t, 1.0), 1.0
    for _ in range(ROUNDS):
        known = np.flatnonzero(norms[: int(np.argmin(np.append(np.isfinite(norms), False)))])
        if len(known) < 2:
            return inf if np.isfinite(norms).all() else 0.0
        first, last = known[0], known[-1]
        factor = exp((np.log(norms[first]) - np.log(norms[last])) / (last - first))
        if np.isfinite(norms).all() and 1 / ALIKE < factor < ALIKE:
            break
        unit *= factor
        norms = _norms(of, t, unit)
    return unit * _decay(norms)


def beyond(of: Coefficients, mesh: Array, breaks: Array) -> tuple[float, float] | None:
    """Length and radius of a step that leaves the radius of convergence at its start, if one is found."""
    looks = 0
    for a, b in pairwise(np.searchsorted(mesh, breaks)):
        k, longest = a, np.diff(mesh[a : b + 1]).max(initial=0.0)
        while k < b and looks < LOOKS:
            looks, R = looks + 1, radius(of, float(mesh[k]))
            if mesh[k + 1] - mesh[k] >= R:
                return float(mesh[k + 1] - mesh[k]), R
            k = max(k + 1, int(np.searchsorted(mesh, mesh[k] + SURE * R - longest)))
    return None


def _norms(of: Coefficients, t: float, unit: float) -> Array:
    """‖a_j‖ sʲ, s being the unit."""
    at, T = np.array([t]), np.array([ROUND_OFF * unit])
    with np.errstate(all="ignore"):
        if isinstance(of, OfFormula | OfFunction):
            found = of(at, TERMS, T, unit)[0]
            return np.asarray(np.abs(found).max(axis=(1, 2, 3)))
        found = of(at, TERMS, T)[0]
        return np.asarray(np.abs(found).max(axis=(1, 2, 3)) * unit ** np.arange(len(found)))


def _decay(norms: Array) -> float:
    """Least squares over the later part of the coefficients, of which the largest among some neighbours counts."""
    if not np.isfinite(norms).all():
        return 0.0
    if not norms[len(norms) // 2 :].any() or len(norms) < TERMS // 2:
        return inf
    envelope = np.lib.stride_tricks.sliding_window_view(norms, NEIGHBOURS).max(axis=1)
    j = np.arange(len(envelope))[len(envelope) // 3 :]
    j = j[envelope[j] > 0]
    if len(j) < FEWEST:
        return inf
    singular, off = _fitted(envelope, j, np.log(j))
    entire, less = _fitted(envelope, j, j * np.log(j))
    q = -entire[2]
    return inf if q > SURELY or (q > FACTORIAL and less < off) else exp(-singular[1])


def _fitted(envelope: Array, j: Array, curved: Array) -> tuple[Array, float]:
    """ln of the envelope as c + x j + y (what is curved), and what is left."""
    columns, y = np.array([np.ones(len(j)), j, curved]).T, np.log(envelope[j])
    found = np.linalg.lstsq(columns, y, rcond=None)[0]
    return found, float(np.linalg.norm(columns @ found - y))
