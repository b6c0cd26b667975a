"""A mass that gathers at rest as a power of time, on a spring that keeps pace: Euler and Cauchy's equation.

    (m ẋ)˙ + k x = 0 ,   m = m₀ (t/t₀)^p ,   k = b m/t²        t² ẍ + p t ẋ + b x = 0

    x = a₁ t^r₁ + a₂ t^r₂ ,   r² + (p − 1) r + b = 0

The coefficients are singular at t = 0, so that a series from t converges for steps shorter than t and no others: at
t = 1 and T = 1.5 a discrete model grows worse with its order, without end.
Source: L. Euler, A.-L. Cauchy; D. J. Mikičić (1984) claims the exact solution for m → ∞, whatever T is.
"""

from typing import Any

import numpy as np

from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.parts import Particle, Potential
from varmass.model.streams import at_rest
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System

DOUBLE = 1e-6


def case(
    p: float = 3.0, b: float = 5.0, m0: float = 1.0, x0: float = 1.0, v0: float = 0.0, t0: float = 1.0, end: float = 5.0
) -> Case:
    """p: power of the mass.  b: stiffness, in terms of the mass.  m0: mass at the start.  x0: place.  v0: speed.

    t0: what the clock shows at the start.  end: what it shows at the end.

    Measures.  place, speed: at the end.
    """
    if not (m0 > 0 and 0 < t0 < end and (x0 or v0)):
        raise ValueRefused(
            "this mass does not move from here",
            expected="m0 > 0, 0 < t0 < end, and a start that is not the rest position",
            got=f"m0 = {m0:g}, t0 = {t0:g}, end = {end:g}, x0 = {x0:g}, v0 = {v0:g}",
            hint="t0=1, end=5",
        )
    x = coordinate("x", "m", "extension of the spring")
    μ, π, β, τ = parameters("m0 [kg]", "p", "b", "t0 [s]")
    m = μ * (t / τ) ** π
    gathering = System(
        "A mass that gathers, on a spring that keeps pace",
        Particle("mass", mass=m, position=[x], streams=[at_rest(name="gathered")]),
        Potential("spring", β * m / t**2 * x**2 / 2),
    )
    r = np.roots([1, p - 1, b])
    return Case(
        system=gathering,
        values={"m0": m0, "p": p, "b": b, "t0": t0},
        start={"x": x0, "x.dot": v0},
        until=end,
        t0=t0,
        measures={"place": lambda run: run.final("x"), "speed": lambda run: run.final("x.dot")},
        exact={
            "x": lambda run: _exact(r, x0, v0 * t0, run.t / t0)[0],
            "x.dot": lambda run: _exact(r, x0, v0 * t0, run.t / t0)[1] / t0,
        },
    )


def _exact(r: Any, x0: float, slope0: float, s: Any) -> tuple[Any, Any]:
    """x and dx/ds for s = t/t₀; with a double root the second solution is s^r ln s."""
    one, two = (complex(x) for x in r)
    if abs(one - two) < DOUBLE:
        both = (one + two).real / 2
        rest = slope0 - both * x0
        along = x0 + rest * np.log(s)
        return s**both * along, s ** (both - 1) * (both * along + rest)
    a2 = (slope0 - one * x0) / (two - one)
    a1 = x0 - a2
    return (a1 * s**one + a2 * s**two).real, (a1 * one * s ** (one - 1) + a2 * two * s ** (two - 1)).real
