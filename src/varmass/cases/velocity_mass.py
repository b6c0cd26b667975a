"""A mass that depends on its speed, m = m₀ (1 + v²/c²), exchanged with matter at rest, under a constant force.

    d(m v)/dt = F ,   from rest:   v + v³/c² = F t/m₀ ,   x = (m₀/F) (v²/2 + ¾ v⁴/c²)

It tests the term ½ d/dt(∂m/∂v v²) of the extended Lagrange equation.  Without it, with p = ∂T/∂v = m₀ (v + 2v³/c²),
one gets v + 2v³/c² = F t/m₀.  The law is bound to one frame: another observer sees another speed, and another mass.
Source: C. P. Pesce, J. Appl. Mech. 70 (2003) 751–756, for the equation.
"""

from typing import Any

import numpy as np

from varmass.model.case import Case
from varmass.model.parts import Force, Particle
from varmass.model.streams import at_rest
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System


def case(m0: float = 1.0, c: float = 1.0, F: float = 1.0, T: float = 2.0) -> Case:
    """m0: mass at rest.  c: speed at which the mass has doubled.  F: force.  T: duration.

    Measures.  speed: at the end.  speed_ratio: the same by c.
    """
    x = coordinate("x", "m", "place of the particle")
    μ, χ, f = parameters("m0 [kg]", "c [m/s]", "F [N]")
    particle = System(
        "A mass that depends on its speed",
        Particle("particle", mass=μ * (1 + x.dot**2 / χ**2), position=[x], streams=[at_rest()]),
        Force("push", on="particle", force=[f]),
    )

    def speed(run: Any) -> Any:
        return c * proper(F * run.t / (m0 * c))

    def place(run: Any) -> Any:
        v = proper(F * run.t / (m0 * c))
        return m0 * c**2 / F * (v**2 / 2 + 3 * v**4 / 4)

    return Case(
        system=particle,
        values={"m0": m0, "c": c, "F": F},
        start={"x": 0.0},
        until=T,
        measures={"speed": lambda run: run.final("x.dot"), "speed_ratio": lambda run: run.final("x.dot") / c},
        exact={"x.dot": speed} | ({"x": place} if F else {}),
    )


def proper(s: Any) -> Any:
    """v/c after the impulse s = F t/(m₀ c): the root of v + v³ = s."""
    return _root(s, 1)


def naive(s: Any) -> Any:
    """v/c by the usual Lagrange equation: the root of v + 2v³ = s."""
    return _root(s, 2)


def _root(s: Any, κ: float) -> Any:
    """The real root of v + κ v³ = s, by the hyperbolic sine."""
    return 2 / np.sqrt(3 * κ) * np.sinh(np.arcsinh(1.5 * np.sqrt(3 * κ) * s) / 3)
