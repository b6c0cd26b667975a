"""Cayley's chain: links at rest on a table are jerked, one by one, into the part that hangs.

    y ÿ + ẏ² = g y          from rest at y₀:   ½ y² ẏ² − g y³/3 = −g y₀³/3 ,   ÿ → g/3

Forget that the mass μy depends on y, and the usual Lagrange equation yields ½ ẏ² for ẏ², and g/2 for g/3.
Source: A. Cayley, Proc. R. Soc. Lond. 8 (1857) 506–511.
"""

from typing import Any

import numpy as np

from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Force, Gravity, Particle
from varmass.model.streams import at_rest
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System


def case(mu: float = 1.2, g: float = 9.81, y0: float = 0.1, F: float = 0.0, length: float = 10.0) -> Case:
    """mu: mass per length.  g: gravity.  y0, length: hanging part at the start, at the end.  F: downward pull."""
    y = coordinate("y", "m", "length of the hanging part")
    μ, γ, f, L = parameters("mu [kg/m]", "g [m/s^2]", "F [N]", "length [m]")
    chain = System(
        "Cayley's chain",
        Particle("hanging part", mass=μ * y, position=[y], streams=[at_rest()]),
        Gravity([γ]),
        Force("pull", on="hanging part", force=[f]),
        parameters=[L],
    )
    Φ = F / (mu * g)

    def speed(run: Any) -> Any:
        Y = run.state("y")
        return np.sqrt(np.maximum(g * (2 / 3 * (Y**3 - y0**3) + Φ * (Y**2 - y0**2)), 0)) / Y

    return Case(
        system=chain,
        values={"mu": mu, "g": g, "F": F, "length": length},
        start={"y": y0},
        until=when(y - L, name="all hanging"),
        exact={"y.dot": speed},
        measures={"time": lambda run: run.t[-1], "speed": lambda run: run.final("y.dot")},
    )
