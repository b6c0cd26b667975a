"""A sphere strikes calm water: the wetted disc of radius √(3 R ζ) grows, and gathers added mass from rest.

    (β + c η^{3/2}) η̈ + (3/2) c η^{1/2} η̇² = 0 ,   c = 3√3/π        in units of R and R/W₀, η = ζ/R, β = m/m_D

    (β + c η^{3/2}) η̇ = β ,   t = η + (2/5) (c/β) η^{5/2}
    peak |η̈| = (128/243) (c/β)^{2/3}   where the added mass is m/8:   η^{3/2} = β/8c ,   t = (21/20) η ,   η̇ = 8/9

Added mass is no mass: its momentum is M W, and the power ½ M′ W³ goes into the jets.  The usual Lagrange equation
keeps that energy: it has half of the second term, with 9√3/4π where the source prints the right 9√3/2π once more, and a
peak 1.729 times too low for every β.  The theory holds for η < 0.2, where the peak lies only if β < 1.18.
η^{1/2} is not smooth at η = 0: the run starts at η = 10⁻¹⁶, where the motion is still η = t to the last digit.
Source: C. P. Pesce, E. A. Tannuri, L. Casetta, J. Braz. Soc. Mech. Sci. & Eng. 28 (2006) 496–504; H. Wagner.
"""

from math import isfinite, nan, pi, sqrt
from typing import Any

import numpy as np
import sympy as sp

from varmass.cases._along import along, instant, law, stationary
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Particle
from varmass.model.streams import at_rest
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System

C = 3 * sqrt(3) / pi
FIRST = 1e-16


def case(beta: float = 0.5, eta_end: float = 0.2, W0: float = 10.0, R: float = 1.0, g: float = 9.81) -> Case:
    """beta: mass by that of the water displaced by all of the sphere.  eta_end: depth by radius at the end.

    W0: speed of impact.  R: radius.  g: gravity; these three only for forces in weights and for seconds.

    Measures.  peak: largest deceleration, in units of W0²/R.  t_peak, eta_peak, speed_peak: when, how deep and how
    fast it is then.  time, seconds: to the depth at the end, by R/W0 and in seconds.  speed: at the end, by W0.
    energy_kept: by sphere and water, of the energy at first.  froude: W0/√(g R).
    peak_by_weight, peak_by_buoyancy: force of the peak by the weight of the sphere, and of the water displaced by all
    of it.
    """
    _refuse_other_impacts(beta, eta_end, W0, R, g)
    η = coordinate("eta", "1", "depth of the lowest point, by radius", positive=True)
    m: Any = parameters("beta")
    disc = sp.sqrt(3 * η)
    water = System(
        "A sphere strikes calm water",
        Particle("sphere", mass=m, position=[η]),
        Particle("added mass", mass=disc**3 / sp.pi, position=[η], streams=[at_rest(name="water at rest")]),
        time="1",
    )
    froude = W0 / sqrt(g * R)
    return Case(
        system=water,
        values={"beta": beta},
        start={"eta": FIRST, "eta.dot": 1.0},
        until=when(η - eta_end, name="end"),
        measures={
            "peak": _peak,
            "t_peak": _t_peak,
            "eta_peak": lambda run: _at_peak(run, η),
            "speed_peak": lambda run: _at_peak(run, η.dot),
            "time": lambda run: instant(run, "end"),
            "seconds": lambda run: instant(run, "end") * R / W0,
            "speed": lambda run: run.final("eta.dot"),
            "energy_kept": lambda run: float((1 + C / beta * run.final("eta") ** 1.5) * run.final("eta.dot") ** 2),
            "froude": lambda run: froude,
            "peak_by_weight": lambda run: froude**2 * _peak(run),
            "peak_by_buoyancy": lambda run: beta * froude**2 * _peak(run),
        },
        exact=_exact(C / beta),
        events=(when(disc**3 / sp.pi - m / 8, name="added mass m/8", terminal=False),),
    )


def _t_peak(run: Any) -> float:
    """When |η̈| is largest, by the principle of the run."""
    return stationary(run, law(run))


def _peak(run: Any) -> float:
    return -_at_peak(run, law(run))


def _at_peak(run: Any, e: Any) -> float:
    """An expression there; not a number where the run ends before."""
    time = _t_peak(run)
    return float(along(run, e)(time)) if isfinite(time) else nan


def _exact(k: float) -> dict[str, Any]:
    """η from t by one step of Newton's, which is exact to the square of the distance; η̇ from η."""

    def speed(η: Any) -> Any:
        return 1 / (1 + k * η**1.5)

    def depth(run: Any) -> Any:
        η = run.state("eta")
        return η - (η + 0.4 * k * η**2.5 - run.t) * speed(η)

    return {"eta": depth, "eta.dot": lambda run: speed(np.maximum(depth(run), 0))}


def _refuse_other_impacts(beta: float, eta_end: float, W0: float, R: float, g: float) -> None:
    if not (beta > 0 and FIRST < eta_end <= 1 and W0 > 0 and R > 0 and g > 0):
        raise ValueRefused(
            "this is no impact of a sphere",
            expected="beta, W0, R and g positive, and 0 < eta_end ≤ 1: half of the sphere, far beyond the theory",
            got=f"beta = {beta:g}, eta_end = {eta_end:g}, W0 = {W0:g}, R = {R:g}, g = {g:g}",
            hint="beta=0.5, eta_end=0.2",
        )
