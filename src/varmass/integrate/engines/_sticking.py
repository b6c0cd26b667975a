"""Where a choice by sign sends the motion back from either side of its surface g = 0, as dry friction does at rest."""

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import brentq

from varmass.integrate.engines._crossings import interpolated
from varmass.integrate.path import Array

BESIDE = 2.0 ** np.arange(-40, 0)  # of a step: the nearest places beyond a surface at which its side is told apart
SLIGHTLY = 2.0**-26  # of a time in which states change by about their size
CLEARLY = 1e-6  # of the rate at which the surface is approached
Signed = Callable[[float, Array], float]


class Sticking:
    """The last side of every surface; `rates` gives ẋ."""

    def __init__(self, names: tuple[str, ...], surfaces: list[Signed], rates: Callable[[float, Array], Array]) -> None:
        self.names, self.surfaces, self.rates = names, surfaces, rates
        self.seen = [0.0] * len(names)

    def start(self, t: float, x: Array, step: float) -> str:
        """The surface on which the motion starts and which it cannot leave; '' for none."""
        for i, g in enumerate(self.surfaces):
            self.seen[i] = float(np.sign(g(t, x)))
            if self.seen[i] == 0 and self._returns(g, t, x, step):
                return self.names[i]
        return ""

    def _returns(self, g: Signed, t: float, x: Array, step: float) -> bool:
        """Is g, a little later, on a side that sends it back?"""
        later = x + SLIGHTLY * step * self.rates(t, x)
        aside = g(t + SLIGHTLY * step, later)
        slope = self._rate(g, t + SLIGHTLY * step, later, step)
        return aside * slope < 0 and abs(slope) * step > CLEARLY * abs(aside) / SLIGHTLY

    def within(self, between: Any, y: Array, before: float) -> tuple[float, str] | None:
        """(when, where) the motion begins to stick in a step that ends at y, if it does before an instant."""
        stuck = []
        for i, g in enumerate(self.surfaces):
            side = float(np.sign(g(between.t, y)))
            if side * self.seen[i] < 0:
                root = _root(interpolated(g, between), between.t_old, between.t)
                if root is not None and root <= before and self._sent_back(g, root, between, side):
                    stuck.append((root, self.names[i]))
            self.seen[i] = side or self.seen[i]
        return min(stuck, default=None)

    def _sent_back(self, g: Signed, root: float, between: Any, side: float) -> bool:
        """Do both sides of g = 0 lead back to it, near the place where the step crosses it?"""
        span = between.t - between.t_old
        after, earlier = (self._leaving(g, root, between, sign * side, sign * span) for sign in (1, -1))
        return earlier * side > 0 > after * side and abs(after) > CLEARLY * abs(earlier)

    def _leaving(self, g: Signed, root: float, between: Any, side: float, span: float) -> float:
        """dg/dt by the law of one side, as near to the surface as that side is told apart."""
        for part in BESIDE:
            x = between(root + part * span)
            if g(root, x) * side > 0:
                return self._rate(g, root, x, abs(span))
        return 0.0

    def _rate(self, g: Signed, t: float, x: Array, step: float) -> float:
        """dg/dt by the law of this place."""
        rates = self.rates(t, x)
        h = SLIGHTLY * max(step, float(np.abs(x).max() / np.abs(rates).max()))
        return (g(t + h, x + h * rates) - g(t, x)) / h


def _root(g: Callable[[float], float], t0: float, t1: float) -> float | None:
    ends = g(t0), g(t1)
    if ends[0] == 0:
        return t0
    return float(brentq(g, t0, t1, xtol=1e-300, rtol=1e-15, disp=False)) if ends[0] * ends[1] < 0 else None
