"""A tether with a mass at its end is paid out from a space station, or from a craft that hovers in a uniform field.

    (I (θ̇ + ω))˙ + (3/2) I ω² sin 2θ = 0 ,   I = m l² + ⅓ μ l³          in orbit, θ from the local vertical
    (I θ̇)˙ + (m l + ½ μ l²) g sin θ = 0                                uniform

    l = l₀ e^(αt) or l₀ + u t , or against a brake F:
    (m + μ L) l̈ = P − F          off a turning reel        P = (m l + ½ μ l²) ((θ̇ + ω)² + ω² (3 cos²θ − 1))
    (m + μ l) l̈ = P − F − μ l̇²   off a fixed spool           or (m l + ½ μ l²) θ̇² + (m + μ l) g cos θ

    exponential, in orbit:   sin 2θ = −⅔ n α/ω ,   n = l I′/I = (2 m + μ l)/(m + ⅓ μ l)     where it leans
    turning, in orbit:       ½ (m + μ L) l̇² + ½ I θ̇² − (3/2) I ω² cos²θ + F l = const
    fixed, hanging down:     ½ (m + μ l)² l̇² − ∫ (m + μ l) ((m + μ l) g − F) dl = const

What is paid out leaves the craft without any speed across the tether, w = 0, and has to be brought to it: the tether
leans back, and the more the heavier it is, n = 2 … 3.  The trap is to let mass join with the speed of the end,
m v̇ = f (N3): n = 2 however heavy the tether.  A turning reel gives the tether its speed l̇ without loss; a fixed spool
jerks it, as Cayley's chain is.  In the frame that falls with the station, and does not turn, the field is that of the
tides, ω² (3 e e − 1) r with e the local vertical; what it leaves out is of the order l/R of the radius of the orbit.
Source: the balances of angular momentum and of momentum along the tether; V. V. Beletsky, E. M. Levin, Dynamics of
Space Tether Systems (1993), for tethers in orbit.
"""

from math import asin, cos, log, nan, pi
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

CHOICES = {"payout": ("exponential", "speed", "brake"), "field": ("orbit", "uniform"), "spool": ("turning", "fixed")}
θ, l = coordinate("theta", "rad", "angle from the vertical"), coordinate("l", "m", "length paid out")
m, μ, L, l0, l1 = parameters("m [kg]", "mu [kg/m]", "L [m]", "l0 [m]", "l1 [m]")
α, u, F, ω, g = parameters("alpha [1/s]", "u [m/s]", "F [N]", "omega [1/s]", "g [m/s^2]")
ENDS = (when(l - l1, name="paid out", direction="rising"), when(l.dot, name="stopped", direction="falling"))


def case(
    payout: Literal["exponential", "speed", "brake"] = "exponential",
    field: Literal["orbit", "uniform"] = "orbit",
    spool: Literal["turning", "fixed"] = "turning",
    m: float = 20.0,
    mu: float = 1e-3,
    L: float = 25e3,
    l0: float = 100.0,
    l1: float = 20e3,
    alpha: float = 2.5e-4,
    u: float = 2.0,
    F: float = 0.01,
    omega: float = 1.13e-3,
    g: float = 9.81,
    theta0: float = 0.0,
) -> Case:
    """payout: exponential, speed (constant), or brake, a constant force F at the reel.  field: in which it hangs.

    spool: turning, or fixed, from which each piece is jerked; it matters with a brake.  m: mass at the end.

    mu: mass by length of the tether.  L: all of it.  l0, l1: length at the start and at the end.

    alpha: rate of the exponential.  u: speed; with a brake that of the start.  F: force of the brake.

    omega: angular rate of the orbit.  g: gravity of the uniform field.  theta0: angle at the start.

    Measures.  time: until the last length is out.  length, angle, tension: of the tether, at the end.  lean: angle at
    which an exponential payout would leave a tether of the last length.
    """
    o = dict(locals())
    _refuse_what_is_not_paid_out(o)
    tether = _free(o) if payout == "brake" else _driven(o)
    tension = _tension(o)
    duration = log(l1 / l0) / alpha if payout == "exponential" else (l1 - l0) / u
    return Case(
        system=tether,
        values={p.name: o[p.name] for p in tether.parameters},
        start={"theta": theta0} | ({"l": l0, "l.dot": u} if payout == "brake" else {}),
        until=[
            when(tension, name="slack", direction="falling"),
            *(ENDS if payout == "brake" else ()),
            100 * duration if payout == "brake" else duration,
        ],
        measures={
            "time": lambda run: float(run.t[-1]),
            "length": lambda run: float(along(run, _length(o))(run.t[-1])),
            "angle": lambda run: run.final("theta"),
            "tension": lambda run: float(along(run, tension)(run.t[-1])),
        }
        | _lean(o),
        exact=_exact(o),
    )


def _length(o: dict[str, Any]) -> Any:
    return {"exponential": l0 * sp.exp(α * t), "speed": l0 + u * t, "brake": l}[o["payout"]]


def _tide(place: list[Any], l: Any) -> list[Any]:
    """By mass, at the distance l from the station, which is l cos θ along the local vertical."""
    up = [sp.cos(ω * t), sp.sin(ω * t)]
    return [ω**2 * (3 * l * sp.cos(θ) * a - b) for a, b in zip(up, place, strict=True)]


def _driven(o: dict[str, Any]) -> System:
    """A straight tether of prescribed length: a third of its mass at the end; of a uniform weight it has half there."""
    at, angle = _length(o), θ + (ω * t if o["field"] == "orbit" else 0)
    place, mass = [at * sp.cos(angle), at * sp.sin(angle)], m + μ * at / 3
    if o["field"] == "orbit":
        pull = Force("tide", on="end and tether", force=[mass * f for f in _tide(place, at)])
    else:
        pull = Force("weight", on="end and tether", force=[(m + μ * at / 2) * g, 0])
    end = Particle("end and tether", mass=mass, position=place, streams=[at_rest(name="payout")])
    return System("A tether that is paid out", end, pull)


def _free(o: dict[str, Any]) -> System:
    """The end, and the part of the tether that is out, up to its cut at the craft."""
    turn = ω if o["field"] == "orbit" else sp.S.Zero
    angle = θ + turn * t
    e = [sp.cos(angle), sp.sin(angle)]
    held = F + (μ * (L - l) * l.ddot if o["spool"] == "turning" else μ * l.dot**2)
    craft = Port(
        "craft",
        density_area=μ,
        velocity=[l.dot * x for x in e],
        normal=[-x for x in e],
        traction=[-held * x for x in e],
    )
    moving = μ * l * l.dot**2 / 2 + μ * l**3 * (θ.dot + turn) ** 2 / 6
    place = [l * x for x in e]
    if o["field"] == "orbit":
        pull = Force("tide", on="end", force=[m * f for f in _tide(place, l)])
        on_tether = Potential("tide on the tether", μ * l**3 / 3 * ω**2 * (1 - 3 * sp.cos(θ) ** 2) / 2)
    else:
        pull = Force("weight", on="end", force=[m * g, 0])
        on_tether = Potential("weight of the tether", -μ * g * l**2 * sp.cos(θ) / 2)
    return System(
        "A tether that runs out against a brake",
        Particle("end", mass=m, position=place),
        Volume("tether", mass=μ * l, kinetic=moving, ports=craft),
        pull,
        on_tether,
        coordinates=[θ, l],
        parameters=[l1, *([L] if o["spool"] == "fixed" else [])],
    )


def _pull(o: dict[str, Any], l: Any) -> Any:
    """P, what draws the tether out."""
    arm = m * l + μ * l**2 / 2
    if o["field"] == "orbit":
        return arm * ((θ.dot + ω) ** 2 + ω**2 * (3 * sp.cos(θ) ** 2 - 1))
    return arm * θ.dot**2 + (m + μ * l) * g * sp.cos(θ)


def _tension(o: dict[str, Any]) -> Any:
    """At the craft, just outside of it."""
    at = _length(o)
    if o["payout"] != "brake":
        return _pull(o, at) - (m + μ * at) * at.diff(t, 2)
    if o["spool"] == "fixed":
        return F + μ * l.dot**2
    return (F * (m + μ * l) + μ * (L - l) * _pull(o, l)) / (m + μ * L)


def _lean(o: dict[str, Any]) -> dict[str, Any]:
    """The angle at which an exponential payout would leave a tether of the last length; none if it turns over."""
    if (o["payout"], o["field"]) != ("exponential", "orbit"):
        return {}
    out = o["mu"] * o["l1"]
    n = (2 * o["m"] + out) / (o["m"] + out / 3)
    sine = -2 / 3 * n * o["alpha"] / o["omega"]
    return {"lean": lambda run: asin(sine) / 2 if abs(sine) <= 1 else nan}


def _exact(o: dict[str, Any]) -> dict[str, Any]:
    """Off a turning reel by the energy; off a fixed spool by the squared momentum, where it hangs straight down."""
    if o["payout"] != "brake":
        return {}
    if o["spool"] == "turning":
        return {name: lambda run, i=i: _with_its_energy(o, run)[i] for i, name in enumerate(("l", "l.dot"))}
    if o["field"] == "orbit" or o["theta0"]:
        return {}
    first, μ = o["m"] + o["mu"] * o["l0"], o["mu"]

    def speed(run: Any) -> Any:
        mass = o["m"] + μ * run.state("l")
        gained = 2 * o["g"] / 3 / μ * (mass**3 - first**3) - o["F"] / μ * (mass**2 - first**2)
        return np.sqrt((first * o["u"]) ** 2 + gained) / mass

    return {"l.dot": speed}


def _with_its_energy(o: dict[str, Any], run: Any) -> Any:
    """l and l̇ of the point nearest to one of the run that has the energy of the start."""
    m, μ, orbit = o["m"], o["mu"], o["field"] == "orbit"
    moved = m + μ * o["L"]

    def energy(l: Any, v: Any, θ: Any, rate: Any) -> tuple[Any, Any]:
        """With its slope along l."""
        I, slope = m * l**2 + μ * l**3 / 3, 2 * m * l + μ * l**2
        swinging = rate**2 / 2 - (1.5 * (o["omega"] * np.cos(θ)) ** 2 if orbit else 0)
        weight = 0 if orbit else o["g"] * np.cos(θ)
        E = moved * v**2 / 2 + I * swinging - slope / 2 * weight + o["F"] * l
        return E, slope * swinging - (m + μ * l) * weight + o["F"]

    l, v, θ, rate = (run.state(name) for name in ("l", "l.dot", "theta", "theta.dot"))
    E, slope = energy(l, v, θ, rate)
    return nearest(l, v, E - energy(o["l0"], o["u"], o["theta0"], 0.0)[0], slope, moved * v)


def _refuse_what_is_not_paid_out(o: dict[str, Any]) -> None:
    for name, known in CHOICES.items():
        if o[name] not in known:
            raise ValueRefused(
                f"there is no {name} {o[name]!r}",
                expected="one of " + ", ".join(known),
                got=repr(o[name]),
                hint=f"{name}={known[0]!r}",
            )
    numbers = {name: x for name, x in o.items() if name not in (*CHOICES, "theta0")}
    low = [name for name, x in numbers.items() if x < 0 or (x == 0 and name != "F")]
    if low or not abs(o["theta0"]) < pi / 2:
        raise ValueRefused(
            "there is no such tether",
            expected="positive numbers; F may be 0, and theta0 lies between −π/2 and π/2",
            got=", ".join(f"{name} = {o[name]:g}" for name in low or ["theta0"]),
            hint=f"{(low or ['theta0'])[0]}=" + ("1" if low else "0"),
        )
    if not o["l0"] < o["l1"] <= o["L"]:
        raise ValueRefused(
            "this tether is not paid out",
            expected="l0 < l1 ≤ L",
            got=", ".join(f"{name} = {o[name]:g}" for name in ("l0", "l1", "L")),
            hint="l0=100, l1=20e3, L=25e3",
        )
    end, whole = o["m"] + o["mu"] * o["l0"] / 2, o["m"] + o["mu"] * o["l0"]
    tide = 3 * (o["omega"] * cos(o["theta0"])) ** 2 * end * o["l0"]
    drawn, wanted = (
        tide if o["field"] == "orbit" else whole * o["g"] * cos(o["theta0"]),
        whole * o["alpha"] ** 2 * o["l0"],
    )
    if o["payout"] == "exponential" and wanted >= drawn:
        raise ValueRefused(
            "this tether would have to be pushed out",
            expected=f"a first acceleration alpha² l0 that takes less than what draws, {drawn:.3g} N",
            got=f"alpha = {o['alpha']:g}, which takes {wanted:.3g} N",
            hint=f"alpha={o['alpha'] * (drawn / wanted) ** 0.5 / 4:.2g}",
        )
