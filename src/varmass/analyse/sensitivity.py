"""sensitivity(case, measure): the slopes of any number that is had from a run, by the start and by the parameters.

    dy/dz ≈ (8 (y(z + h) − y(z − h)) − (y(z + 2h) − y(z − 2h)))/(12 h)

A measure is any function of a run, into which no Φ can look: these are differences of runs, with what halving h
changes as their doubt.  Of an expression of the motion, or of the time of an event, `vm.disturbance(run)` has the exact
slopes.  A measure that knows the options of its case beside the run is varied in the run alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from varmass.errors import ValueRefused
from varmass.integrate.simulate import simulate_case
from varmass.model.calls import asked
from varmass.model.case import Case

STEP, LEAST = 2e-3, 1e-2  # of a quantity, and of what its size is taken for at least


@dataclass(frozen=True)
class Sensitivity:
    """The slopes by name, and how far each may be off."""

    slopes: dict[str, float]
    doubts: dict[str, float]


@asked
def sensitivity(case: Case, measure: str, by: Iterable[Any] | str | None = None) -> Sensitivity:
    """Of a measure of the case, by name; `by` some of its start values and parameters, else by all."""
    if measure not in case.measures:
        raise ValueRefused(
            f"the case has no measure {measure!r}",
            expected="one of " + ", ".join(case.measures),
            got=measure,
            hint=next(iter(case.measures), "a case with measures"),
        )
    known = {str(k): float(x) for k, x in (*case.start.items(), *case.values.items())}
    wanted = list(known) if by in (None, "all") else [by] if isinstance(by, str) else [str(name) for name in by or ()]
    strange = [name for name in wanted if name not in known]
    if strange:
        raise ValueRefused(
            f"the case has no {strange[0]!r} to vary",
            expected="some of " + ", ".join(known),
            got=strange[0],
            hint=next(iter(known)),
        )
    slopes, doubts = {}, {}
    for name in wanted:
        h = STEP * max(abs(known[name]), LEAST)
        coarse, slopes[name] = (_slope(case, measure, name, x) for x in (h, h / 2))
        doubts[name] = abs(coarse - slopes[name])
    return Sensitivity(slopes, doubts)


def _slope(case: Case, measure: str, name: str, h: float) -> float:
    y = [_measured(case, measure, name, k * h) for k in (-2, -1, 1, 2)]
    found = (y[0] - 8 * y[1] + 8 * y[2] - y[3]) / (12 * h)
    if not np.isfinite(found):
        raise ValueRefused(
            f"{measure!r} does not exist beside this run",
            expected="one real number on both sides",
            got=f"none where {name} is changed by {2 * h:.3g}",
            hint="by=[…] without it",
        )
    return float(found)


def _measured(case: Case, measure: str, name: str, change: float) -> float:
    start, values = ({str(k): float(x) for k, x in given.items()} for given in (case.start, case.values))
    changed = start if name in start else values
    changed[name] += change
    moved = Case(case.system, values, start, case.until, case.measures, {}, case.events, case.t0)
    return _number(case.measures[measure], simulate_case(moved))


def _number(measure: Any, run: Any) -> float:
    """NaN where the run has no such number, which a measure may say by raising, too."""
    try:
        found = measure(run)
    except Exception:
        return np.nan
    return float(found) if isinstance(found, Real) or (isinstance(found, np.ndarray) and found.ndim == 0) else np.nan
