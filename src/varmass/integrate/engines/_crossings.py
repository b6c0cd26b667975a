"""Where functions of the motion change sign within a step, for an engine that has an interpolant of each step.

An event is a change of sign.  To touch zero is not to cross it, nor is a pole, and to start on zero is not to meet it.
"""

from collections.abc import Callable, Iterator

import numpy as np
from scipy.optimize import brentq

from varmass.integrate.path import Array

PARTS = 16  # of a step, at the ends of which signs are compared
TO_ROUND_OFF = {"xtol": 1e-300, "rtol": 1e-15, "maxiter": 1000, "disp": False}
Signed = Callable[[float], float]


class Crossings:
    """The last side of zero on which each function was seen, and when."""

    def __init__(self, directions: list[int]) -> None:
        self.directions = directions
        self.seen: list[tuple[float, float]] = [(0.0, 0.0)] * len(directions)

    def start(self, functions: list[Signed], t: float) -> None:
        """The sides at the start."""
        self.seen = [(t, _value(g, t)) for g in functions]

    def within(self, functions: list[Signed], t0: float, t1: float) -> Iterator[tuple[float, int]]:
        """(instant, which function), not in the order of time."""
        for t in np.linspace(t0, t1, PARTS + 1)[1:]:
            for i, g in enumerate(functions):
                after = _value(g, float(t))
                if after == 0:
                    continue
                (before_t, before), self.seen[i] = self.seen[i], (float(t), after)
                if before * after < 0 and self.directions[i] * after >= 0:
                    root = float(brentq(g, before_t, t, **TO_ROUND_OFF))
                    if abs(_value(g, root)) <= min(abs(before), abs(after)):
                        yield root, i


def _value(g: Signed, t: float) -> float:
    """g(t); zero, which has no side, where it is undefined."""
    found = g(t)
    return found if np.isfinite(found) else 0.0


def at_once(hits: list[tuple[float, int]], end: float, step: float) -> list[tuple[float, int]]:
    """The hits up to the end, and all that happen at its instant."""
    near = 1e-12 * step + 4 * np.spacing(abs(end)) if end < np.inf else 0.0
    return [(min(t, end), i) for t, i in hits if t <= end + near]


def ends(hits: list[tuple[float, int]], left: dict[int, int]) -> tuple[float, int] | None:
    """The hit that ends the run, if one does; `left`, how often each function may still be met, is counted down."""
    for t, i in hits:
        if i in left:
            left[i] -= 1
            if not left[i]:
                return t, i
    return None


def interpolated(function: Callable[[float, Array], float], between: Callable[[float], Array]) -> Signed:
    """A function of time and state as one of time, along an interpolant."""
    return lambda t: float(function(t, between(t)))
