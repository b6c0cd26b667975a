"""Why a run ended: what the engine met, or what grew or vanished where it could go no further."""

from typing import Any

import numpy as np

from varmass.compile.radicands import domains
from varmass.compile.source import function
from varmass.integrate.outcome import Outcome
from varmass.integrate.path import Array, Path
from varmass.integrate.problem import Problem
from varmass.integrate.start import DETERMINANT, smallest, vanished
from varmass.model.symbols import t

GONE = 1e-5  # what is left where a motion ended by itself, below which a mass or the range of a function is to blame
INFINITE = 1e6  # times what it was at the start, for an event


def ending(path: Path, problem: Problem, values: Any, x0: Any) -> tuple[Outcome, str]:
    """The outcome, and what it names: an event, the mass that vanished, or what comes nearest to vanishing."""
    if path.outcome is Outcome.MASS_VANISHED:
        return path.outcome, vanished(problem.system, path.detail)
    if path.outcome not in (Outcome.STEP_COLLAPSED, Outcome.NOT_FINITE):
        return path.outcome, path.detail
    n = len(problem.states)
    pole = _infinite(problem, values, path)
    if pole:
        return Outcome.EVENT_INFINITE, pole
    left, what = smallest(problem.system, values, path.x[:n, -1], x0, float(path.t[0]), float(path.t[-1]))
    if left < GONE:
        return Outcome.MASS_VANISHED, DETERMINANT if what.startswith(DETERMINANT) else what
    edge = _edge(problem, values, path)
    if edge:
        return Outcome.NOT_REAL, edge
    first, last = (float(np.abs(path.x[:n, k]).max(initial=0)) for k in (0, -1))
    return (Outcome.NOT_FINITE, "") if last > INFINITE * max(1.0, first) else (path.outcome, what)


def _edge(problem: Problem, values: Array, path: Path) -> str:
    """The function whose argument has come to the end of its range, or ''."""
    n, found = len(problem.system.q), domains(problem.system)
    if not found:
        return ""
    motion = ((t,), problem.system.q, problem.system.u, problem.system.parameters)
    distances = function(found.values(), motion, arrays=True)((path.t,), path.x[:n], path.x[n : 2 * n], values)
    with np.errstate(all="ignore"):
        left = [np.abs(row[-1]) / np.nanmax(np.abs(row)) for row in (d + 0 * path.t for d in distances)]
    return str(list(found)[int(np.argmin(left))]) if np.nanmin(left) < GONE else ""


def _infinite(problem: Problem, values: Array, path: Path) -> str:
    """The event that has grown beyond all bounds, or ''."""
    n, system = len(problem.system.q), problem.system
    for event in problem.events:
        g = function([event.expression], ((t,), system.q, system.u, system.parameters))
        ends = []
        for k in (0, -1):
            x = path.x[:, k].tolist()
            try:
                ends.append(abs(float(g((float(path.t[k]),), x[:n], x[n : 2 * n], values)[0])))
            except ArithmeticError:
                ends.append(np.inf)
        if ends[1] >= INFINITE * max(1.0, ends[0]):
            return event.name
    return ""
