"""The tower that crushes itself."""

from math import sqrt

import pytest
from scipy.optimize import brentq

from reference import TIGHT, acceleration, finds, measure, run

T1, T1H55, T2, T2H103 = 0.135, 55 / 407, 0.253, 103 / 407


@finds("tower.T1.Phi0.044.proper.tc", "crush_time", None, {"y0": T1})
@finds("tower.T1.Phi0.proper.tc", "crush_time", None, {"y0": T1, "Phi": 0.0})
@finds("tower.T1.Phi0.naive.tc", "crush_time", "N0", {"y0": T1, "Phi": 0.0})
@finds("tower.T1h55.Phi0.044.proper.tc", "crush_time", None, {"y0": T1H55})
@finds("tower.T1h55.Phi0.proper.tc", "crush_time", None, {"y0": T1H55, "Phi": 0.0})
@finds("tower.T2h103.Phi0.044.proper.tc", "crush_time", None, {"y0": T2H103})
@finds("tower.T2h103.Phi0.044.naive.tc", "crush_time", "N0", {"y0": T2H103})
@finds("tower.T1.v1.naive", "front_speed", "N0", {"y0": T1})
@finds("tower.loss.T1", "accretion_loss", None, {"y0": T1, "Phi": 0.0})
def tower(which, principle, options):
    return measure("tower", which, principle, **options)


@finds("tower.tscale")
def time_scale():
    return tower("crush_seconds", None, {}) / tower("crush_time", None, {})


@finds("tower.T1.a0", T1)
@finds("tower.T2.a0", T2)
def first_acceleration(y0):
    a = [acceleration(run("tower", rule, until=1e-300, y0=y0)[1]) for rule in (None, "N0")]
    assert a[0] == pytest.approx(a[1], rel=TIGHT)
    return a[0]


@finds("tower.T1.y0.hi")
def highest_start():
    """The largest y₀ with which all four tabulated times of tower 1 are met to their two decimals."""
    printed = {(None, 0.044): 1.75, (None, 0.0): 1.59, ("N0", 0.044): 1.55, ("N0", 0.0): 1.39}

    def highest(rule, Phi, time):
        return brentq(
            lambda y0: tower("crush_time", rule, {"Phi": Phi, "y0": y0}) - (time - 0.005), 0.1, 0.2, xtol=1e-15
        )

    return min(highest(rule, Phi, time) for (rule, Phi), time in printed.items())


@finds("tower.T1.arrest.Phi")
def critical_resistance():
    """By bisection: a roof that has fallen freely through one storey crushes the tower, or is arrested."""
    v0 = sqrt(2 * 3.7 / 407) / (1 - 0.2)
    low, high = 0.135, 0.3
    while (Phi := (low + high) / 2) not in (low, high):
        crushed = "crushed" in run("tower", y0=T1, v0=v0, Phi=Phi)[1].message
        low, high = (Phi, high) if crushed else (low, Phi)
    return low
