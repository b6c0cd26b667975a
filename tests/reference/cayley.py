"""Cayley's chain, in units of L and g."""

from math import sqrt

import numpy as np
from scipy.optimize import brentq

from reference import acceleration, finds, limit, measure, run


def chain(which, principle=None, y0=0.05, **options):
    return measure("cayley_chain", which, principle, mu=1.0, g=1.0, y0=y0, **{"length": 1.0, **options})


@finds("cayley.rest.naive.t10", 10.0)
@finds("cayley.rest.naive.t100", 100.0)
def slow_start(length):
    return chain("time", "N0", y0=1.0, length=length)


@finds("cayley.zero.proper.t1", 0)
@finds("cayley.rest.proper.offset", 1)
def short_beginnings(coefficient):
    """t(L) from rest at y₀ is √6 + c √y₀ + O(y₀³): both numbers are those of runs with ever smaller y₀."""
    nodes = [2.5e-4 * k**2 for k in (1, 2, 3)]
    times = [chain("time", y0=y0) for y0 in nodes]
    return limit([lambda y0: 1.0, np.sqrt, lambda y0: y0**3], nodes, times)[coefficient]


@finds("cayley.zero.naive.t1")
def naive_short_beginnings():
    """By the usual Lagrange equation t(L) is 2 + c √y₀ + O(y₀²)."""
    nodes = [2.5e-4 * k**2 for k in (1, 2, 3, 4)]
    times = [chain("time", "N0", y0=y0) for y0 in nodes]
    return limit([lambda y0: 1.0, np.sqrt, lambda y0: y0**2, lambda y0: y0**4], nodes, times)[0]


def on_the_branch(principle, F, s):
    """Time to y = L from y₀ → 0+, on the branch ẏ² = a y + b that leaves the table, joined at y = s."""
    a, b = (1, 2 * F) if principle == "N0" else (2 / 3, F)
    joined = 2 / a * (sqrt(a * s + b) - sqrt(b))
    found = run("cayley_chain", principle, {"y.dot": sqrt(a * s + b)}, mu=1.0, g=1.0, length=1.0, y0=s, F=F)[1]
    return joined + found.t[-1]


@finds("cayley.zeroF.naive.t1")
def naive_pulled_from_the_table():
    return on_the_branch("N0", 0.1, 1e-3)


@finds("cayley.acc.proper.2", None, 2.0)
@finds("cayley.acc.naive.2", "N0", 2.0)
@finds("cayley.acc.proper.inf", None, 1e5)
def chain_acceleration(principle, length, e=0.0):
    return acceleration(run("cayley_chain", principle, mu=1.0, g=1.0, y0=1.0, length=length, e=e)[1])


@finds("cayley.F.proper.t1.a", "time", None, {"y0": 0.01})
@finds("cayley.F.proper.t1.b", "time", None, {"F": 0.1})
@finds("cayley.F.naive.t1.b", "time", "N0", {"F": 0.1})
@finds("cayley.F.proper.t1.c", "time", None, {"F": -0.03})
@finds("cayley.F.proper.v1.b", "speed", None, {"F": 0.1})
@finds("cayley.loss.fraction", "lost_fraction", None, {"y0": 0.1})
@finds("cayley.loss.zero", "lost_fraction", None, {"y0": 1e-7})
def pulled(which, principle, options):
    return chain(which, principle, **options)


@finds("cayley.e.measured")
def measured_restitution():
    """The e of an exchange at the table by which a chain ends up falling with 0.3204 g."""
    return brentq(lambda e: chain_acceleration(None, 1e5, e) - 0.3204, -0.5, -0.01, xtol=1e-15, rtol=1e-15)
