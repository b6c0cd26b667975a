"""Runs of the dancing rod that the items of this paper share: each is made once.

The slides print neither the stiffness b nor the factor of the dissipation R.  Taken are b = E h, that of the strip, and
a damping whose time c/b is 20 µs: vibrations of the mesh die out by it, the motion does not.
"""

from functools import cache
from typing import Any

import numpy as np

from varmass.cases._find import case
from varmass.integrate.simulate import simulate_case
from varmass.rod.elements import angle, hermite

TOLERANCE, DAMPING = 1e-7, 2000.0
LATE = 4.7  # seconds: until when an ejection is awaited
PRINTED, ELEMENTS = "2.71", 8  # what the slides say of the ejection, and with how many elements
FINE, POINTS = 8, 60  # coefficients of the inextensible rod that count as the truth
STIFF: dict[str, Any] = {"h": 2e-3, "n": 4, "end": 2.0, "tol": 1e-9}  # at 1e-9 Taylor series are the faster engine


@cache
def dance(tol: float = TOLERANCE, **options: Any) -> Any:
    """A run without books, of the inextensible rod if `element` says no other."""
    return simulate_case(case("dancing_rod", **options), ledger=False, tol=tol)


def meshed(n: int = ELEMENTS, end: float = LATE, **options: Any) -> Any:
    """A run of n finite elements."""
    return dance(element="hermite", n=n, damping=DAMPING, end=end, **options)


def ejected(run: Any) -> float:
    """When the rod leaves its sleeve."""
    return float(run.t_events["ejected"][0])


def instants(run: Any, count: int = 800) -> Any:
    """Evenly spaced over a run."""
    return np.linspace(run.t[0], run.t[-1], count)


def shape(run: Any, at: Any) -> Any:
    """The free part of the rod at some instants: (instants, points, 2)."""
    states = dict(zip(run.names, run(at), strict=True))
    stretched = "xs0" in states
    names = [x.name for x in run.system.q if x.name != "eta"]
    n, kind = (len(names) // 4, hermite) if stretched else (len(names), angle)
    outline: Any = kind.outline
    return outline(n, 0 if stretched else 2, np.array([states[x] for x in names]).T, states["eta"], POINTS)


def tip_path(run: Any, at: Any) -> Any:
    """Where the tip is."""
    return shape(run, at)[:, -1]


def order(sizes: Any, errors: Any) -> float:
    """The slope of errors over sizes in a logarithmic plot, with its sign changed."""
    return float(-np.polyfit(np.log(sizes), np.log(errors), 1)[0])
