"""Runs of cases, and what can be read off them along the motion."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import sympy as sp

from varmass.cases._find import case
from varmass.derive.deriving import derive
from varmass.integrate.simulate import simulate_case
from varmass.show.figures.curves import Panel

RULES = {"proper": None, "usual Lagrange": "N0"}


@cache
def run(name: str, principle: str | None = None, until: float | None = None, **options: Any) -> Any:
    """A case, run once."""
    return simulate_case(case(name, **options), until, principle=principle, ledger=False)


def acceleration(found: Any, t: Any) -> Any:
    """q̈ of a system of one coordinate at instants of a run, from the equation that it was made with."""
    equations, system = derive(found.system, found.principle), found.system
    known = {p: found.values[p.name] for p in system.parameters}
    states = (*system.q, *system.u)
    rate = sp.lambdify(states, (equations.r[0] / equations.M[0]).subs(known))
    return rate(*(found.state(s.name, t) for s in states))


def instants(found: Any, n: int = 400) -> Any:
    """Evenly spaced over a run."""
    return np.linspace(found.t[0], found.t[-1], n)


def alike(panels: Iterable[Panel]) -> tuple[Panel, ...]:
    """The panels with the same limits, so that they can be compared."""
    drawn = tuple(panels)

    def limits(rows: Iterable[Any]) -> tuple[float, float]:
        low, high = (f([f(row) for row in rows]) for f in (np.min, np.max))
        return float(low - 0.04 * (high - low)), float(high + 0.04 * (high - low))

    x, y = ([getattr(c, axis) for p in drawn for c in p.curves] for axis in "xy")
    return tuple(replace(p, x_limits=limits(x), y_limits=limits(y)) for p in drawn)
