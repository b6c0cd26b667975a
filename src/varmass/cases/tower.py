"""A tower that crushes itself from the top: the front y runs down through storeys at rest, and compacts them.

    P = y_A = (1 − K) y + K h ,   m = y       in units of the height H, its weight, and √(H/g)

    ÿ = −ẏ²/y + (1 − Φ/y)/(1 − K)
    (y ẏ)² = [ ⅔ (y³ − y₀³) − Φ (y² − y₀²) ]/(1 − K) + (y₀ ẏ₀)²

    from rest   ÿ = (1 − Φ/y₀)/(1 − K) of the front, which may exceed 1,   1 − Φ/y₀ of the roof

Φ is the resistance by the tower's weight, K the compaction.  The usual Lagrange equation has ½ ẏ²/y: a tower that
falls in 11.3 s falls in 10.0 s.  From rest nothing moves unless Φ < y₀, and then nothing stops it; a front that moves
already is arrested if (Φ − y₀)² (Φ + 2 y₀) ≥ 3 (1 − K) y₀² ẏ₀².
The source does not say how much of its towers was above the front; y₀ = 0.135 and 0.253 give all times of its table.
Source: C. P. Pesce, L. Casetta, F. M. Santos, J. Eng. Mech. (2012), doi 10.1061/(ASCE)EM.1943-7889.0000453.
"""

from math import sqrt
from typing import Any

import numpy as np

from varmass.cases._along import along, instant, law
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Force, Gravity, Particle
from varmass.model.streams import at_rest
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System

STOREYS, LONGEST = 110, 1000.0


def case(
    K: float = 0.2,
    Phi: float = 0.044,
    y0: float = 0.135,
    storeys: int = 0,
    v0: float = 0.0,
    H: float = 407.0,
    g: float = 9.81,
) -> Case:
    """K: compaction.  Phi: resistance by weight.  y0: front at the start.  v0: its speed.  H, g: only for seconds.

    storeys: in place of y0, how many of 110 are above the front at the start; 0 for y0.

    Measures.  crush_time, crush_seconds: until the front is at the ground, by √(H/g) and in seconds.
    front_acceleration, roof_acceleration: at the start, by g.  front, front_speed: at the end.
    accretion_loss, resistance_loss: part of the released energy that goes into jerks, and against the resistance.
    """
    y0 = storeys / STOREYS if storeys else y0
    _refuse_what_cannot_move(K, Phi, y0, v0)
    y = coordinate("y", "1", "front of the avalanche, from the top of the tower")
    κ, φ, h = parameters("K", "Phi", "h")
    tower = System(
        "A tower that crushes itself",
        Particle("roof and rubble", mass=y, position=[(1 - κ) * y + κ * h], streams=[at_rest(name="storeys at rest")]),
        Gravity([1]),
        Force("resistance", on="roof and rubble", force=[-φ]),
        time="1",
    )
    return Case(
        system=tower,
        values={"K": K, "Phi": Phi, "h": y0},
        start={"y": y0, "y.dot": v0},
        until=[when(y - 1, name="crushed"), when(y.dot, name="arrested", direction="falling"), LONGEST],
        measures={
            "crush_time": lambda run: instant(run, "crushed"),
            "crush_seconds": lambda run: instant(run, "crushed") * sqrt(H / g),
            "front_acceleration": _first_acceleration,
            "roof_acceleration": lambda run: (1 - K) * _first_acceleration(run),
            "front": lambda run: run.final("y"),
            "front_speed": lambda run: run.final("y.dot"),
            "accretion_loss": lambda run: 1 - _kept(run, K, y0, v0) - 2 * Phi / (run.final("y") + y0),
            "resistance_loss": lambda run: 2 * Phi / (run.final("y") + y0),
        },
        exact={"y.dot": lambda run: _speed(run.state("y"), K, Phi, y0, v0)},
    )


def _speed(y: Any, K: float, Phi: float, y0: float, v0: float) -> Any:
    fallen = (y - y0) * (2 / 3 * (y**2 + y * y0 + y0**2) - Phi * (y + y0)) / (1 - K)
    return np.sqrt(np.maximum(fallen + (y0 * v0) ** 2, 0)) / y


def _first_acceleration(run: Any) -> float:
    return float(along(run, law(run))(run.t[0]))


def _kept(run: Any, K: float, y0: float, v0: float) -> float:
    """Gain of kinetic energy by released potential energy, (1 − K) (y² − y₀²)/2."""
    y, v = float(run.final("y")), float(run.final("y.dot"))
    return (1 - K) * (y * v**2 - y0 * v0**2) / (y**2 - y0**2)


def _refuse_what_cannot_move(K: float, Phi: float, y0: float, v0: float) -> None:
    if not (0 <= K < 1 and 0 < y0 < 1 and v0 >= 0):
        raise ValueRefused(
            "there is no such tower",
            expected="0 ≤ K < 1, 0 < y0 < 1 and v0 ≥ 0",
            got=f"K = {K:g}, y0 = {y0:g}, v0 = {v0:g}",
            hint="K=0.2, y0=0.135",
        )
    if v0 == 0 and Phi >= y0:
        raise ValueRefused(
            "this tower stands",
            expected=f"a resistance below the weight at rest above the front, Phi < y0 = {y0:g}",
            got=f"Phi = {Phi:g}",
            hint=f"a smaller Phi, or a front that already moves: v0={sqrt(2 * 3.7 / 407) / (1 - K):.3g}",
        )
