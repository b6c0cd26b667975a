"""A mass on a spring wears away exponentially: the swings quicken, and the law of loss says whether they grow.

    m ẍ + c ṁ ẋ + k x = 0 ,   m = m₀ exp(−κ t)        c = 1 left at rest, c = 0 left with the body's own velocity

    x = z^c (a J_c(z) + b Y_c(z)) ,   z = (2 ω/κ) exp(κ t/2) ,   ω² = k/m₀

What is left with the body's own velocity takes its energy along, and the swings shrink as m^(+¼); what is brought to
rest before it is left hands its momentum to the body, and they grow as m^(−¼).  A disturbance does as the swings do:
det Φ = 1 in the one case and m₀/m in the other.
Source: the Bessel functions on which D. J. Mikičić (1984) relies, there called polynomials.
"""

from math import sqrt
from typing import Any, Literal

import numpy as np
import sympy as sp

from varmass.cases._along import cylinder
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.parts import Particle, Potential
from varmass.model.streams import at_rest, with_body
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System

LAWS: dict[str, Any] = {"at_rest": (at_rest, 1.0), "with_body": (with_body, 0.0)}


def case(
    kappa: float = 0.2,
    w: Literal["at_rest", "with_body"] = "with_body",
    m0: float = 1.0,
    k: float = 4.0,
    x0: float = 1.0,
    v0: float = 0.0,
    end: float = 10.0,
) -> Case:
    """kappa: rate of decay; negative for growth.  w: velocity of what is lost, at_rest or with_body.  m0: mass.

    k: stiffness.  x0: place at the start.  v0: speed.  end: duration.

    Measures.  place, speed: at the end.  exponent: of the mass, in the amplitude of the swings.
    """
    _refuse_what_does_not_swing(w, kappa, m0, k, x0, v0, end)
    exchange, c = LAWS[w]
    x = coordinate("x", "m", "extension of the spring")
    μ, δ, κ = parameters("m0 [kg]", "kappa [1/s]", "k [N/m]")
    oscillator = System(
        "A mass that decays, on a spring",
        Particle("mass", mass=μ * sp.exp(-δ * t), position=[x], streams=[exchange(name="wear")]),
        Potential("spring", κ * x**2 / 2),
    )

    def amplitude(run: Any, i: int) -> float:
        m = m0 * np.exp(-kappa * run.t[i])
        return float(np.hypot(run.state("x")[i], run.state("x.dot")[i] * sqrt(m / k)))

    return Case(
        system=oscillator,
        values={"m0": m0, "kappa": kappa, "k": k},
        start={"x": x0, "x.dot": v0},
        until=end,
        measures={
            "place": lambda run: run.final("x"),
            "speed": lambda run: run.final("x.dot"),
            "exponent": lambda run: float(np.log(amplitude(run, -1) / amplitude(run, 0)) / (-kappa * run.t[-1])),
        },
        exact={
            "x": lambda run: _exact(c, kappa, sqrt(k / m0), x0, v0, run.t)[0],
            "x.dot": lambda run: _exact(c, kappa, sqrt(k / m0), x0, v0, run.t)[1],
        },
    )


def _exact(c: float, κ: float, ω: float, x0: float, v0: float, time: Any) -> tuple[Any, Any]:
    """x = z^c C_c(z), and ẋ by ż = ω exp(κ t/2), whose sign is that of κ."""
    quicker = np.exp(κ * time / 2)
    z0, ż0 = 2 * ω / abs(κ), ω * (1 if κ > 0 else -1)
    x, slope = cylinder(c, z0 * quicker, z0, x0, v0 / ż0)
    return x, slope * ż0 * quicker


def _refuse_what_does_not_swing(w: str, kappa: float, m0: float, k: float, x0: float, v0: float, end: float) -> None:
    if w not in LAWS or not (m0 > 0 and k > 0 and end > 0 and kappa and (x0 or v0)):
        raise ValueRefused(
            "this mass does not swing, or does not decay",
            expected="w at_rest or with_body; m0, k and end > 0, kappa ≠ 0, and a start that is not the rest position",
            got=f"w = {w}, m0 = {m0:g}, k = {k:g}, end = {end:g}, kappa = {kappa:g}, x0 = {x0:g}, v0 = {v0:g}",
            hint="kappa=0.2, x0=1",
        )
