"""Meteorites fall on the earth from all sides, and the day T grows longer.

    d(I ω)/dt = 0 ,   I = I₀ (M/M₀)^(1 + 2p) ,   ω = ω₀ (M₀/M)^(1 + 2p) ,   dT/T = (1 + 2p) dM/M

The radius grows as M^p: p = ⅓ keeps the density uniform, and dT/T = (5/3) dM/M; p = 0 keeps the radius.  What falls in
from all sides brings no angular momentum: w = 0, and ½ İ ω² is lost in heat.  The traps are to conserve ½ I ω², which
gives half of the effect, and w = v, meteorites that turn with the earth before they arrive, which gives none.

The language knows material points only.  Here two of them, opposite to each other on a circle, move as the earth turns:

    ring       the circle keeps the radius k₀, each mass is ½ I/k₀²: angular momentum, energy and losses are the earth's
    gyration   each mass is ½ M, the circle grows as k = k₀ (M/M₀)^p: the same ω, but what moves the masses outwards is
               a guide, whose work is booked as drive; the earth knows no such work

in units of M₀, k₀ (the first radius of gyration) and 1/ω₀, with M = 1 + ε t.
Source: I. V. Meshchersky (1897), who names the example; a rigid body that turns, by its moment of inertia.
"""

from typing import Any, Literal

import numpy as np
import sympy as sp

from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Particle
from varmass.model.streams import at_rest
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System

MODELS = ("ring", "gyration")


def case(
    model: Literal["ring", "gyration"] = "ring", p: float = 1 / 3, epsilon: float = 0.1, gain: float = 1.0
) -> Case:
    """model: masses on a fixed ring, or at the growing radius of gyration.  p: exponent of the radius, M^p.

    epsilon: rate of growth.  gain: of mass, by the end.

    Measures.  spin_ratio, day_ratio: last by first.  exponent: of 1 by the mass, as whose power the spin has changed.
    lost_fraction: of the kinetic energy.
    """
    if model not in MODELS or not (epsilon > 0 and gain > 0):
        raise ValueRefused(
            "no meteorites fall on this earth",
            expected="model one of " + ", ".join(MODELS) + ", epsilon > 0 and gain > 0",
            got=f"model = {model!r}, epsilon = {epsilon:g}, gain = {gain:g}",
            hint="model='ring', epsilon=0.1, gain=1",
        )
    φ = coordinate("phi", "rad", "angle through which the earth has turned")
    ε, π_, Γ = parameters("epsilon", "p", "gain")
    M = 1 + ε * t
    mass, k = (M ** (1 + 2 * π_), 1) if model == "ring" else (M, M**π_)
    place = sp.Matrix([sp.cos(φ), sp.sin(φ)]) * k
    earth = System(
        "The earth under meteorites",
        *(
            Particle(name, mass=mass / 2, position=list(side * place), streams=[at_rest(name=f"meteorites, {name}")])
            for name, side in (("day side", 1), ("night side", -1))
        ),
        parameters=[Γ],
        time="1",
    )
    return Case(
        system=earth,
        values={"epsilon": epsilon, "p": p, "gain": gain},
        start={"phi": 0.0, "phi.dot": 1.0},
        until=when(ε * t - Γ, name="grown"),
        measures={
            "spin_ratio": lambda run: run.final("phi.dot"),
            "day_ratio": lambda run: 1 / run.final("phi.dot"),
            "exponent": lambda run: float(-np.log(run.final("phi.dot")) / np.log1p(epsilon * run.t[-1])),
            "lost_fraction": lambda run: 1 - run.final("phi.dot"),
        },
        exact=_exact(epsilon, p),
    )


def _exact(ε: float, p: float) -> dict[str, Any]:
    """ω = M^(−1 − 2p), and its integral."""

    def turned(run: Any) -> Any:
        M = 1 + ε * run.t
        return np.log(M) / ε if p == 0 else np.expm1(-2 * p * np.log(M)) / (-2 * p * ε)

    return {"phi": turned, "phi.dot": lambda run: (1 + ε * run.t) ** (-1 - 2 * p)}
