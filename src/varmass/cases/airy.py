"""A spring that stiffens in proportion to time: Airy's equation, on which discrete models are measured.

    m ẍ + k t x = 0        x = a Ai(−s t) + b Bi(−s t) ,   s = (k/m)^⅓

The mass is constant here, and the coefficients have no singularity: a discrete model converges for a step of any
length.  With m = 1, the forward Euler step, the swings nevertheless grow for every T, which is why "m = 1 provides
satisfactory results" cannot stand.
Source: G. B. Airy (1838); D. J. Mikičić (1984), whose model (15)–(17) is held to it.
"""

from typing import Any

import mpmath as mp
import numpy as np

from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.parts import Particle, Potential
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System


def case(m: float = 1.0, k: float = 1.0, x0: float = 1.0, v0: float = 0.0, end: float = 10.0) -> Case:
    """m: mass.  k: rate at which the spring stiffens.  x0: place at the start.  v0: speed.  end: duration.

    Measures.  place, speed: at the end.
    """
    if not (m > 0 and k > 0 and end > 0 and (x0 or v0)):
        raise ValueRefused(
            "this spring moves nothing",
            expected="m, k and end > 0, and a start that is not the rest position",
            got=f"m = {m:g}, k = {k:g}, end = {end:g}, x0 = {x0:g}, v0 = {v0:g}",
            hint="k=1, x0=1",
        )
    x = coordinate("x", "m", "extension of the spring")
    μ, κ = parameters("m [kg]", "k [N/m/s]")
    swing = System(
        "A spring that stiffens with time",
        Particle("mass", mass=μ, position=[x]),
        Potential("spring", κ * t * x**2 / 2),
    )
    return Case(
        system=swing,
        values={"m": m, "k": k},
        start={"x": x0, "x.dot": v0},
        until=end,
        measures={"place": lambda run: run.final("x"), "speed": lambda run: run.final("x.dot")},
        exact={
            "x": lambda run: _exact((k / m) ** (1 / 3), x0, v0, run.t, 0),
            "x.dot": lambda run: _exact((k / m) ** (1 / 3), x0, v0, run.t, 1),
        },
    )


def _exact(s: float, x0: float, v0: float, time: Any, order: int) -> Any:
    """x or ẋ; a and b follow from Ai Bi′ − Ai′ Bi = 1/π."""
    Ai, Bi, dAi, dBi = mp.airyai(0), mp.airybi(0), mp.airyai(0, 1), mp.airybi(0, 1)
    a, b = mp.pi * (x0 * dBi + v0 / s * Bi), -mp.pi * (x0 * dAi + v0 / s * Ai)
    scale = (-s) ** order
    found = (scale * (a * mp.airyai(-s * x, order) + b * mp.airybi(-s * x, order)) for x in time)
    return np.array([float(x) for x in found])
