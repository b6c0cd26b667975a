"""A mass on a spring that breathes: with the right rhythm, what comes and goes drives the swings.

    m ẍ + k x = 0        exchange with w = ẋ          m = m₀/(1 + ε cos Ω t)
    (m ẋ)˙ + k x = 0     exchange with w = 0

    with w = ẋ and τ = Ω t/2 it is Mathieu's equation:  x″ + (a − 2 q cos 2τ) x = 0 ,  a = 4 k/(m₀ Ω²) ,  q = −a ε/2

Near a = 1, 4, 9, … lie tongues in which every rest is unstable.  The two laws of exchange have different motions and
the same multipliers, for z = m ẋ obeys with w = 0 what x obeys with w = ẋ.  The trap is to expect the loss of the
exchange from rest, ½ ṁ ẋ², to damp: over a period ṁ has as much of one sign as of the other.
Source: É. Mathieu (1868); Meshchersky's equation for the masses; for the multipliers the reduction above.
"""

from math import pi
from typing import Any, Literal

import sympy as sp

from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.parts import Particle, Potential
from varmass.model.streams import at_rest, with_body
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System

LAWS: dict[str, Any] = {"with_body": with_body, "at_rest": at_rest}


def case(
    k: float = 1.0,
    m0: float = 1.0,
    epsilon: float = 0.3,
    Omega: float = 1.6,
    w: Literal["with_body", "at_rest"] = "with_body",
    x0: float = 1.0,
    v0: float = 0.0,
    periods: int = 4,
) -> Case:
    """k: stiffness.  m0: mass, about which it breathes.  epsilon: depth, below 1.  Omega: frequency of the mass.

    w: velocity of what comes and goes, with_body or at_rest.  x0: place at the start.  v0: speed.  periods: duration.

    Measures.  a, q: of the equation of Mathieu that this is for small depths.  place, speed: at the end.
    """
    if w not in LAWS or not (k > 0 and m0 > 0 and Omega > 0 and abs(epsilon) < 1 and periods > 0 and (x0 or v0)):
        raise ValueRefused(
            "this mass does not breathe, or does not swing",
            expected="w with_body or at_rest; k, m0, Omega and periods > 0, |epsilon| < 1, and a start off the rest",
            got=f"w = {w}, k = {k:g}, m0 = {m0:g}, Omega = {Omega:g}, epsilon = {epsilon:g}, x0 = {x0:g}, v0 = {v0:g}",
            hint="epsilon=0.3, x0=1",
        )
    x = coordinate("x", "m", "extension of the spring")
    κ, μ, ε, Ω = parameters("k [N/m]", "m0 [kg]", "epsilon", "Omega [1/s]")
    oscillator = System(
        "A mass that breathes, on a spring",
        Particle("mass", mass=μ / (1 + ε * sp.cos(Ω * t)), position=[x], streams=[LAWS[w](name="breath")]),
        Potential("spring", κ * x**2 / 2),
    )
    return Case(
        system=oscillator,
        values={"k": k, "m0": m0, "epsilon": epsilon, "Omega": Omega},
        start={"x": x0, "x.dot": v0},
        until=periods * 2 * pi / Omega,
        measures={
            "a": lambda run: 4 * k / (m0 * Omega**2),
            "q": lambda run: -2 * k * epsilon / (m0 * Omega**2),
            "place": lambda run: run.final("x"),
            "speed": lambda run: run.final("x.dot"),
        },
    )
