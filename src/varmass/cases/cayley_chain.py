"""Cayley's chain: links at rest on a table are jerked, one by one, into the part that hangs.

    y ÿ + ẏ² = g y          from rest at y₀:   ½ y² ẏ² − g y³/3 = −g y₀³/3 ,   ÿ → g/3

Forget that the mass μy depends on y, and the usual Lagrange equation yields ½ ẏ² for ẏ², and g/2 for g/3.
A third of the released potential energy is lost in the jerks; an exchange with e > 0 loses less, and ÿ → g/(3 − e).
Source: A. Cayley, Proc. R. Soc. Lond. 8 (1857) 506–511.
"""

from typing import Any

import numpy as np

from varmass.cases._along import instant
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Force, Gravity, Particle
from varmass.model.streams import at_rest, transfer
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System


def case(
    mu: float = 1.2, g: float = 9.81, y0: float = 0.1, F: float = 0.0, length: float = 10.0, e: float = 0.0
) -> Case:
    """mu: mass per length.  g: gravity.  y0: hanging part at the start.  F: downward pull.  length: all of the chain.

    e: 0 for Cayley's inelastic jerk … 1 for a lossless exchange.
    """
    _refuse_to_hang_still(mu * g * y0 + F, y0, length)
    y = coordinate("y", "m", "length of the hanging part")
    μ, γ, f, L, ε = parameters("mu [kg/m]", "g [m/s^2]", "F [N]", "length [m]", "e")
    chain = System(
        "Cayley's chain",
        Particle("hanging part", mass=μ * y, position=[y], streams=[transfer(ε, name="jerk") if e else at_rest()]),
        Gravity([γ]),
        *([Force("pull", on="hanging part", force=[f])] if F else []),
        parameters=[L],
    )

    def speed(run: Any) -> Any:
        Y, n = run.state("y"), 2 - e
        fallen = g * y0 * _power(Y / y0, n + 1) + F / mu * _power(Y / y0, n)
        return np.sqrt(2 * np.maximum(fallen, 0) / (Y / y0) ** n)

    return Case(
        system=chain,
        values={"mu": mu, "g": g, "length": length} | ({"F": F} if F else {}) | ({"e": e} if e else {}),
        start={"y": y0},
        until=when(y - L, name="all hanging"),
        exact={"y.dot": speed},
        measures={
            "time": lambda run: instant(run, "all hanging"),
            "speed": lambda run: run.final("y.dot"),
            "lost_fraction": lambda run: 1 - _kept(run, g, F / mu, y0),
        },
    )


def _refuse_to_hang_still(pull: float, y0: float, length: float) -> None:
    if not 0 < y0 < length or pull <= 0:
        raise ValueRefused(
            "this chain hangs still",
            expected="0 < y0 < length, and a pull downwards, mu g y0 + F > 0",
            got=f"y0 = {y0:g}, length = {length:g}, mu g y0 + F = {pull:g}",
            hint="y0=0.1, F=0",
        )


def _kept(run: Any, g: float, f: float, y0: float) -> float:
    """Kinetic energy by the work of weight and pull, per μ."""
    y, v = float(run.final("y")), float(run.final("y.dot"))
    return y * v**2 / 2 / (g * (y**2 - y0**2) / 2 + f * (y - y0))


def _power(x: Any, n: float) -> Any:
    """(xⁿ − 1)/n, without loss near x = 1."""
    return np.expm1(n * np.log(x)) / n
