"""A pendulum whose bob leaks: m = m₀ exp(−κ t).

    w = v   (sand runs out with the bob's own velocity)    θ̈ + (g/l) sin θ = 0 ,   T = 4 √(l/g) K(sin² ½θ₀)
    w = 0   (what leaves is left at rest)                  θ̈ − κ θ̇ + (g/l) sin θ = 0

With w = v the mass drops out, at any amplitude: sin ½θ = k sn(K − t √(g/l)), k = sin ½θ₀.  Who forgets that what
leaves takes its momentum along writes d(mv)/dt = f, which is the law w = 0: a bob that *loses* mass would then be
driven, θ̇ growing as if the damping were negative.
Source: I. V. Meshchersky (1897, 1904), for the two laws.
"""

from math import pi, sin, sqrt
from typing import Any, Literal

import mpmath as mp
import numpy as np
import sympy as sp

from varmass.cases._along import instant
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Gravity, Particle
from varmass.model.streams import at_rest, with_body
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System

STREAMS = {"with_body": with_body, "at_rest": at_rest}


def case(
    l: float = 1.0,
    g: float = 9.81,
    theta0: float = 1.0,
    m0: float = 1.0,
    kappa: float = 0.2,
    w: Literal["with_body", "at_rest"] = "with_body",
) -> Case:
    """l: length.  g: gravity.  theta0: angle of release.  m0: mass at the start.  kappa: its rate of decay.

    w: absolute velocity of what leaves.
    """
    if w not in STREAMS or not 0 < theta0 < pi:
        raise ValueRefused(
            "this pendulum cannot be released",
            expected="w one of " + ", ".join(STREAMS) + ", and 0 < theta0 < π",
            got=f"w = {w!r}, theta0 = {theta0:g}",
            hint="w='with_body', theta0=1",
        )
    θ = coordinate("theta", "rad", "angle from the vertical")
    λ, γ, μ, κ = parameters("l [m]", "g [m/s^2]", "m0 [kg]", "kappa [1/s]")
    pendulum = System(
        "A leaking pendulum",
        Particle(
            "bob",
            mass=μ * sp.exp(-κ * t),
            position=[λ * sp.sin(θ), -λ * sp.cos(θ)],
            streams=[STREAMS[w](name="leak")],
        ),
        Gravity([0, -γ]),
    )
    return Case(
        system=pendulum,
        values={"l": l, "g": g, "m0": m0, "kappa": kappa},
        start={"theta": theta0},
        until=[when(θ.dot, name="period", direction="falling"), 20 * pi * sqrt(l / g)],
        measures={"period": lambda run: instant(run, "period"), "theta_end": lambda run: run.final("theta")},
        exact=_exact(sin(theta0 / 2), sqrt(g / l)) if w == "with_body" else {},
    )


def _exact(k: float, ω: float) -> dict[str, Any]:
    """Swings from rest, by Jacobi's elliptic functions."""
    quarter = mp.ellipk(k * k)

    def jacobi(kind: str, run: Any) -> Any:
        return np.array([float(mp.ellipfun(kind, quarter - ω * time, m=k * k)) for time in run.t])

    return {
        "theta": lambda run: 2 * np.arcsin(k * jacobi("sn", run)),
        "theta.dot": lambda run: -2 * ω * k * jacobi("cn", run),
    }
