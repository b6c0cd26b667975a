"""The simplest problem: a particle whose mass is a function of its place, m(x), taken from and left at rest.

    m ẍ + m′ ẋ² = F − k x ,   that is  S̈ = F − k x  with  S(x) = ∫ m dx

    k = 0:   S = S₀ + m(x₀) v₀ t + F t²/2 ;   k > 0:   ½ (m ẋ)² + ∫ m (k x − F) dx = const

The usual Lagrange equation has ½ m′ ẋ², and conserves ½ m ẋ² + V: its spring swings with another period, and between
other turning points.
Source: C. P. Pesce, E. A. Tannuri, L. Casetta, J. Braz. Soc. Mech. Sci. & Eng. 28 (2006) 496–504.
"""

from typing import Any, Literal

import numpy as np
import sympy as sp

from varmass.cases._along import instant, nearest, state_at
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Force, Particle, Potential
from varmass.model.streams import at_rest
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System

LAWS = ("linear", "exp")


def case(
    law: Literal["linear", "exp"] = "linear",
    m0: float = 1.0,
    l: float = 1.0,
    F: float = 1.0,
    k: float = 0.0,
    x0: float = 0.0,
    v0: float = 0.0,
    end: float = 10.0,
) -> Case:
    """law: of the mass, m0 (1 + x/l) or m0 exp(x/l).  m0: mass at x = 0.  l: length over which it changes.

    F: force.  k: stiffness of a spring.  x0: place at the start.  v0: speed at the start.

    end: duration; a spring that is released from rest runs for one period instead.

    Measures.  place, speed: at the end.  period: of the spring.  turn: place where it turns.
    """
    if law not in LAWS:
        raise ValueRefused(
            f"there is no law {law!r} of the mass", expected=" or ".join(LAWS), got=repr(law), hint="law='linear'"
        )
    x = coordinate("x", "m", "place of the particle")
    μ, λ, f, κ = parameters("m0 [kg]", "l [m]", "F [N]", "k [N/m]")
    m = μ * (1 + x / λ) if law == "linear" else μ * sp.exp(x / λ)
    particle = System(
        f"A particle of mass m(x), {law}",
        Particle("particle", mass=m, position=[x], streams=[at_rest()]),
        Force("push", on="particle", force=[f]),
        *([Potential("spring", κ * x**2 / 2)] if k else []),
    )
    released = k > 0 and v0 == 0
    back, turn = ("falling", "rising") if k * x0 > F else ("rising", "falling")
    measures = {"place": lambda run: run.final("x"), "speed": lambda run: run.final("x.dot")}
    if released:
        measures |= {
            "period": lambda run: instant(run, "period"),
            "turn": lambda run: state_at(run, "turn", "x"),
        }
    return Case(
        system=particle,
        values={"m0": m0, "l": l, "F": F} | ({"k": k} if k else {}),
        start={"x": x0, "x.dot": v0},
        until=when(x.dot, name="period", direction=back) if released else end,
        measures=measures,
        exact=_swinging(law, m0, l, F, k, x0, v0) if k else _pushed(law, m0, l, F, x0, v0),
        events=(when(x.dot, name="turn", direction=turn, terminal=False),) if released else (),
    )


def _mass(law: str, m0: float, l: float, x: Any) -> Any:
    return m0 * (1 + x / l) if law == "linear" else m0 * np.exp(x / l)


def _pushed(law: str, m0: float, l: float, F: float, x0: float, v0: float) -> dict[str, Any]:
    """x(t) and ẋ(t) from S = S₀ + p₀ t + F t²/2, with S measured from x₀ in units of m(x₀)."""
    m = float(_mass(law, m0, l, x0))

    def place(run: Any) -> Any:
        s = (v0 + F / m * run.t / 2) * run.t
        if law == "exp":
            return x0 + l * np.log1p(s / l)
        L = l + x0
        return x0 + 2 * s / (1 + np.sqrt(1 + 2 * s / L))

    def speed(run: Any) -> Any:
        return (m * v0 + F * run.t) / _mass(law, m0, l, place(run))

    return {"x": place, "x.dot": speed}


def _swinging(law: str, m0: float, l: float, F: float, k: float, x0: float, v0: float) -> dict[str, Any]:
    """The orbit ½ (m ẋ)² + U = const, U = ∫ m (k x − F) dx."""

    def U(x: Any) -> Any:
        if law == "exp":
            return m0 * l * np.exp(x / l) * (k * (x - l) - F)
        return m0 * (k * x**2 / 2 - F * x + (k * x / 3 - F / 2) * x**2 / l)

    def state(run: Any) -> Any:
        x, v = run.state("x"), run.state("x.dot")
        m = _mass(law, m0, l, x)
        slope = m / l if law == "exp" else m0 / l
        start = (_mass(law, m0, l, x0) * v0) ** 2 / 2 + U(x0)
        return nearest(x, v, (m * v) ** 2 / 2 + U(x) - start, m * slope * v**2 + m * (k * x - F), m**2 * v)

    return {"x": lambda run: state(run)[0], "x.dot": lambda run: state(run)[1]}
