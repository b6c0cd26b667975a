"""A crane reels in a heavy cable while the load swings: the shorter the cable, the wider the swings.

    (I θ̇)˙ + B sin θ = 0 ,   I = M l² + ⅓ μ l³ ,   B = (M l + ½ μ l²) g          l = l₀ − u t , or by the winch:

    (M + μ L + D) l̈ = (M l + ½ μ l²) θ̇² + (M + μ l) g cos θ − F

    winch   ½ (M + μ L + D) l̇² + ½ I θ̇² − B cos θ + F l = const
    slow    θ ~ (I B)^(−¼) for small swings : l^(−¾) for the load alone, l^(−5/4) for the cable alone

The cable passes the pulley without swinging: it takes no angular momentum with it, w = 0 across the cable, and all of
its speed along it.  So a straight cable swings like a third of its mass at the hook, from which mass is taken at rest;
the trap is m v̇ = f there (N3), as if the cable left with the hook, and the swings grow less.  With the winch the
length is a second coordinate and the hanging part an open volume, cut at the pulley, where the tension holds the
inertia of the drum and of what is wound on it; the usual Lagrange equation of that part has, but for the tension,
½ μ l̇² too much along the cable.
Source: the balance of angular momentum about the pulley; for the cut, C. P. Pesce, E. A. Tannuri, L. Casetta,
J. Braz. Soc. Mech. Sci. & Eng. 28 (2006) 496–504, whose cable does not swing.
"""

from math import asin, nan, pi, sin, sqrt
from typing import Any, Literal

import numpy as np
import sympy as sp

from varmass.cases._along import along, nearest
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Force, Particle, Port, Potential, Volume
from varmass.model.streams import at_rest
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System

θ, l = coordinate("theta", "rad", "angle from the vertical"), coordinate("l", "m", "length that hangs")
M, μ, g, l0, l1, u = parameters("M [kg]", "mu [kg/m]", "g [m/s^2]", "l0 [m]", "l1 [m]", "u [m/s]")
L, D, F = parameters("L [m]", "drum [kg]", "F [N]")
HOISTED = when(l - l1, name="hoisted", direction="falling")


def case(
    reeling: Literal["speed", "winch"] = "speed",
    M: float = 500.0,
    mu: float = 20.0,
    l0: float = 40.0,
    l1: float = 8.0,
    u: float = 0.5,
    F: float = 13500.0,
    drum: float = 2000.0,
    L: float = 60.0,
    theta0: float = 0.15,
    g: float = 9.81,
) -> Case:
    """reeling: speed, at a constant u; winch, by a constant force F on the rim of the drum.

    M: mass of the load; 0 for none.  mu: mass by length of the cable.  l0, l1: length that hangs, first and last.

    u: speed of reeling in; negative for lowering.  F: force of the winch.  drum: its inertia by the square of its
    radius.  L: length of all of the cable.  theta0: angle of release.  g: gravity.

    Measures.  time: until the last length hangs.  swing: angle to which it would swing if the reeling stopped at the
    end.  slow_swing: the same, had the reeling been slow.  tension: of the cable, at the end.
    """
    o = dict(locals())
    _refuse_what_does_not_lift(o)
    crane = _driven(o) if reeling == "speed" else _winched(o)
    tension = _tension(o)
    ends = [(l0 - l1) / u] if reeling == "speed" else [HOISTED, 1000.0]
    return Case(
        system=crane,
        values={p.name: o[p.name] for p in crane.parameters},
        start={"theta": theta0} | ({"l": l0} if reeling == "winch" else {}),
        until=[when(tension, name="slack", direction="falling"), *ends],
        measures={
            "time": lambda run: float(run.t[-1]),
            "swing": lambda run: _swing(o, run),
            "slow_swing": lambda run: theta0 * (_action(o, l0) / _action(o, l1)) ** 0.5,
            "tension": lambda run: float(along(run, tension)(run.t[-1])),
        },
        exact=_exact(o) if reeling == "winch" else {},
        events=(when(θ.dot, name="outermost", terminal=False),),
    )


def _driven(o: dict[str, Any]) -> System:
    """A straight cable of prescribed length: a third of its mass at the hook, and half of its weight."""
    at, load = l0 - u * t, M if o["M"] else 0
    hook = Particle(
        "load and cable",
        mass=load + μ * at / 3,
        position=[at * sp.sin(θ), -at * sp.cos(θ)],
        streams=[at_rest(name="pulley")],
    )
    weight = Force("weight", on="load and cable", force=[0, -(load + μ * at / 2) * g])
    return System("A crane that reels in its load", hook, weight)


def _winched(o: dict[str, Any]) -> System:
    """The load, and the part of the cable that hangs, up to its cut at the pulley."""
    e = [sp.sin(θ), -sp.cos(θ)]
    held = F + (D + μ * (L - l)) * l.ddot
    pulley = Port(
        "pulley",
        density_area=μ,
        velocity=[l.dot * x for x in e],
        normal=[-x for x in e],
        traction=[-held * x for x in e],
    )
    swinging = μ * l * l.dot**2 / 2 + μ * l**3 * θ.dot**2 / 6
    load = [Particle("load", mass=M, position=[l * x for x in e]), Force("weight", on="load", force=[0, -M * g])]
    return System(
        "A crane with a winch",
        *(load if o["M"] else []),
        Volume("cable", mass=μ * l, kinetic=swinging, ports=pulley),
        Potential("weight of the cable", -μ * g * l**2 * sp.cos(θ) / 2),
        coordinates=[θ, l],
        parameters=[l1],
    )


def _tension(o: dict[str, Any]) -> Any:
    """At the pulley: what holds the load and the cable at a constant speed, or what the drum leaves of that and F."""
    load, at = M if o["M"] else 0, l if o["reeling"] == "winch" else l0 - u * t
    steady = (load * at + μ * at**2 / 2) * θ.dot**2 + (load + μ * at) * g * sp.cos(θ)
    if o["reeling"] == "speed":
        return steady
    return ((D + μ * (L - l)) * steady + (load + μ * l) * F) / (load + μ * L + D)


def _inertia(o: dict[str, Any], l: Any) -> Any:
    return o["M"] * l**2 + o["mu"] * l**3 / 3


def _restoring(o: dict[str, Any], l: Any) -> Any:
    return (o["M"] * l + o["mu"] * l**2 / 2) * o["g"]


def _action(o: dict[str, Any], l: float) -> float:
    """√(I B), of small swings by the square of their amplitude."""
    return float(np.sqrt(_inertia(o, l) * _restoring(o, l)))


def _swing(o: dict[str, Any], run: Any) -> float:
    """The angle to which it would swing if the reeling stopped at the end; none if it would go round."""
    l = run.final("l") if o["reeling"] == "winch" else o["l0"] - o["u"] * run.t[-1]
    kinetic = _inertia(o, l) * run.final("theta.dot") ** 2 / 2 / _restoring(o, l)
    high = sin(run.final("theta") / 2) ** 2 + kinetic / 2
    return 2 * asin(sqrt(high)) if high <= 1 else nan


def _exact(o: dict[str, Any]) -> dict[str, Any]:
    """l and l̇ of the point nearest to one of the run that has the energy of the start."""
    moved = o["M"] + o["mu"] * o["L"] + o["drum"]
    E0 = o["F"] * o["l0"] - _restoring(o, o["l0"]) * np.cos(o["theta0"])

    def state(run: Any) -> Any:
        θ, l, ω, v = (run.state(name) for name in ("theta", "l", "theta.dot", "l.dot"))
        E = moved * v**2 / 2 + _inertia(o, l) * ω**2 / 2 - _restoring(o, l) * np.cos(θ) + o["F"] * l
        slope = o["F"] - (o["M"] + o["mu"] * l) * o["g"] * np.cos(θ) + (o["M"] * l + o["mu"] * l**2 / 2) * ω**2
        return nearest(l, v, E - E0, slope, moved * v)

    return {"l": lambda run: state(run)[0], "l.dot": lambda run: state(run)[1]}


def _refuse_what_does_not_lift(o: dict[str, Any]) -> None:
    if o["reeling"] not in ("speed", "winch"):
        raise ValueRefused(
            f"there is no reeling {o['reeling']!r}",
            expected="speed or winch",
            got=repr(o["reeling"]),
            hint="reeling='speed'",
        )
    numbers = {name: x for name, x in o.items() if name not in ("reeling", "u", "theta0")}
    low = [name for name, x in numbers.items() if x < 0 or (x == 0 and name != "M")]
    if low or not 0 < abs(o["theta0"]) < pi / 2:
        raise ValueRefused(
            "there is no such crane",
            expected="positive numbers, M not negative, and theta0 to one side, less than π/2",
            got=", ".join(f"{name} = {o[name]:g}" for name in low or ["theta0"]),
            hint=f"{low[0]}=1" if low else "theta0=0.15",
        )
    if o["reeling"] == "speed":
        moves, got = (o["l0"] - o["l1"]) * o["u"] > 0, f"u = {o['u']:g}"
    else:
        weight = (o["M"] + o["mu"] * o["l0"]) * o["g"]
        moves, got = o["L"] >= o["l0"] > o["l1"] and o["F"] > weight, f"L = {o['L']:g}, F = {o['F']:g} for {weight:g} N"
    if not moves:
        raise ValueRefused(
            "this load does not come to where it shall",
            expected="u > 0 if l1 < l0, and u < 0 else; a winch with l1 < l0 ≤ L that pulls harder than all that hangs",
            got=f"l0 = {o['l0']:g}, l1 = {o['l1']:g}, " + got,
            hint="l0=40, l1=8, u=0.5, F=13500, L=60",
        )
