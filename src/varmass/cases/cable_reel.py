"""A cable runs off a reel into the sea: reel and cable as a whole, or the reel alone, cut where the cable leaves it.

    (I + μ L R²) θ̈ = (1 − β) μ g R² θ + R F_f ,   F_f = −½ C_f ρ D R³ θ θ̇²

    at the cut, from below    τ = μ R θ ((1 − β) g − R θ̈) + F_f
    and from above            τ R = (I + μ R² (L − R θ)) θ̈

    F_f = 0:   θ = θ₀ cosh λt ,   λ² = a/J        with J = I + μ L R² , a = (1 − β) μ g R² , b = ½ C_f ρ D R⁴
    else       θ̇² = (a/b) (1 − exp(−b (θ² − θ₀²)/J)) ,   and no more than a/b, however deep the sea

The cable leaves the reel with the speed of the reel, w = v, and the tension at the cut holds the inertia of all that
hangs.  The usual Lagrange equation of what is on the reel (N0) has ½ μ R³ θ̇² too much on the left, (34) of the source;
of the whole it is right.  At the ground its speed is 4 % low, and the tension that it gives, from below, 2.5 times too
high.  F_f is a force: it enters as R F_f, and once, through τ.
The source leaves open whether γ is weighed in air or submerged, ρ, and what C_f is and refers to: options.
Source: C. P. Pesce, E. A. Tannuri, L. Casetta, J. Braz. Soc. Mech. Sci. & Eng. 28 (2006) 496–504.
"""

from math import pi, sqrt
from typing import Any, Literal

import numpy as np

from varmass.cases._along import along, instant, law
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Force, Particle, Port, Potential, Volume
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System

μ, β, L, R, I, g, k, d = parameters(
    "mu [kg/m]", "beta", "L [m]", "R [m]", "I [kg m^2]", "g [m/s^2]", "k [kg/m^2]", "depth [m]"
)
θ = coordinate("theta", "rad", "angle of the reel, from which the length R θ hangs")
FRICTION = -k * R * θ * (R * θ.dot) ** 2
TENSION = μ * R * θ * ((1 - β) * g - R * θ.ddot) + FRICTION
TENSION_FROM_REEL = (I / R + μ * R * (L - R * θ)) * θ.ddot
TOUCH_DOWN = R * θ - d


def case(
    by: Literal["whole", "parts"] = "whole",
    weighed: Literal["air", "submerged"] = "air",
    gamma: float = 150.0,
    D: float = 0.1,
    rho: float = 1025.0,
    C_f: float = 1e-3,
    rubs: Literal["D", "pi_D"] = "D",
    R: float = 1.0,
    I: float = 4000.0,
    L: float = 3000.0,
    depth: float = 1500.0,
    l0: float = 10.0,
    g: float = 9.81,
) -> Case:
    """by: whole, reel and cable; parts, what is on the reel, with the tension of what hangs at the cut.

    weighed: where.  gamma: weight by length of the cable.  D: its diameter.  rho: density of the water.

    C_f: coefficient of friction; 0 for none.  rubs: what it refers to, the diameter or the circumference.

    R, I: radius and inertia of the reel.  L: length of the cable.  depth: of the sea.  l0: length that hangs at first.

    g: gravity.

    Measures.  time: until the cable touches the sea bed.  rate, speed: of the reel, and of the cable, at the end.
    tension: at the cut, by what hangs, at the end.  tension_from_reel: the same, by what is wound.
    mass_per_length: of the cable.  density_ratio: of the displaced water to the cable.
    """
    _refuse_what_does_not_sink(dict(locals()))
    displaced = rho * pi * D**2 / 4
    mass = gamma / g + (displaced if weighed == "submerged" else 0)
    friction = C_f * rho * (D if rubs == "D" else pi * D) / 2
    values = {"mu": mass, "beta": displaced / mass, "k": friction, "L": L, "R": R, "I": I, "g": g, "depth": depth}
    return Case(
        system=_whole() if by == "whole" else _reel(),
        values=values,
        start={"theta": l0 / R},
        until=when(TOUCH_DOWN, name="touch-down"),
        measures={
            "time": lambda run: instant(run, "touch-down"),
            "rate": lambda run: run.final("theta.dot"),
            "speed": lambda run: R * run.final("theta.dot"),
            "tension": lambda run: _at_the_end(run, TENSION),
            "tension_from_reel": lambda run: _at_the_end(run, TENSION_FROM_REEL),
            "mass_per_length": lambda run: mass,
            "density_ratio": lambda run: displaced / mass,
        },
        exact=_exact(values, l0 / R),
    )


def _whole() -> System:
    """All of it moves along the cable with the speed R θ̇: the reel counts as a mass I/R² at its rim."""
    return System(
        "A reel and all of its cable",
        Particle("reel and cable", mass=I / R**2 + μ * L, position=[R * θ]),
        Potential("weight of what hangs", -(1 - β) * μ * g * (R * θ) ** 2 / 2),
        Force("friction", on="reel and cable", force=[FRICTION]),
        parameters=[d],
    )


def _reel() -> System:
    """What is on the reel, an open volume; what hangs is known by its momentum, that is by the tension."""
    cut = Port("cut", density_area=μ, velocity=[R * θ.dot], normal=[1], traction=[TENSION])
    wound = Volume("reel and wound cable", mass=I / R**2 + μ * (L - R * θ), position=[R * θ], ports=cut)
    return System("A reel and the cable that is wound on it", wound, parameters=[d])


def _at_the_end(run: Any, force: Any) -> float:
    return float(along(run, force.subs(θ.ddot, law(run)))(run.t[-1]))


def _exact(values: dict[str, float], θ0: float) -> dict[str, Any]:
    m, R = values["mu"], values["R"]
    J = values["I"] + m * values["L"] * R**2
    a, b = (1 - values["beta"]) * m * values["g"] * R**2, values["k"] * R**4
    λ = sqrt(a / J)

    def rate(run: Any) -> Any:
        Θ = run.state("theta")
        return np.sqrt(-a / b * np.expm1(-b / J * np.maximum((Θ - θ0) * (Θ + θ0), 0)))

    if b:
        return {"theta.dot": rate}
    return {"theta": lambda run: θ0 * np.cosh(λ * run.t), "theta.dot": lambda run: λ * θ0 * np.sinh(λ * run.t)}


def _refuse_what_does_not_sink(o: dict[str, Any]) -> None:
    low = [name for name, x in o.items() if isinstance(x, int | float) and (x < 0 or (x == 0 and name != "C_f"))]
    if low:
        raise ValueRefused(
            "there is no such cable",
            expected="positive numbers; C_f may be 0",
            got=", ".join(f"{name} = {o[name]:g}" for name in low),
            hint=f"{low[0]}=1",
        )
    if not o["l0"] < o["depth"] <= o["L"]:
        raise ValueRefused(
            "this cable cannot reach the ground",
            expected="l0 < depth ≤ L",
            got=", ".join(f"{name} = {o[name]:g}" for name in ("l0", "depth", "L")),
            hint="depth=1500, L=3000, l0=10",
        )
    buoyancy = o["rho"] * o["g"] * pi * o["D"] ** 2 / 4
    if o["weighed"] == "air" and o["gamma"] <= buoyancy:
        raise ValueRefused(
            "this cable floats",
            expected=f"a weight in air above the buoyancy by length, {buoyancy:.6g} N/m",
            got=f"gamma = {o['gamma']:g}",
            hint="gamma=150, or weighed='submerged'",
        )
