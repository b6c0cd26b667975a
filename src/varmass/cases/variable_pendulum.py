"""A pendulum whose bob leaks or gathers, on a string that may be paid out, l = l₀ + ε t.

    w = v   (what leaves has the bob's own velocity)    l θ̈ + 2 ε θ̇ + g sin θ = 0
    w = 0   (it is left at rest, or taken from rest)    l θ̈ + (2 ε + l ṁ/m) θ̇ + g sin θ = 0

    w = v, ε = 0                                        sin ½θ = k sn(K − ω t) ,  k = sin ½θ₀ ,  T = 4 K(k²)/ω
    small swings, w = v                                 θ = l^(−½) C₁(2 √(g l)/|ε|)
    small swings, w = 0, ε = 0, m = m₀ (1 − κ t)        θ = C₀(ω |1/κ − t|)
    small swings, w = 0, ε = 0, m = m₀ exp(−κ t)        θ̈ − κ θ̇ + ω² θ = 0 ,  θ ~ m^(−½)        ω² = g/l₀

With w = v the mass drops out, at any amplitude and on any string.  The trap is d(mv)/dt = f, which is the law w = 0:
a bob that leaks would swing ever higher, as if its damping were negative.  C₀ and C₁ are cylinder functions.
Source: I. V. Meshchersky (1897, 1904), for the two laws.
"""

import cmath
from functools import partial
from math import copysign, pi, sin, sqrt
from typing import Any, Literal

import mpmath as mp
import numpy as np
import sympy as sp

from varmass.cases._along import cylinder, instant, state_at
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Force, Gravity, Particle
from varmass.model.streams import at_rest, with_body
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System

CHOICES = {"law": ("exp", "linear"), "w": ("with_body", "at_rest"), "swings": ("finite", "small")}
STREAMS = {"with_body": with_body, "at_rest": at_rest}


def case(
    law: Literal["exp", "linear"] = "exp",
    kappa: float = 0.2,
    w: Literal["with_body", "at_rest"] = "with_body",
    swings: Literal["finite", "small"] = "finite",
    payout: float = 0.0,
    l: float = 1.0,
    g: float = 9.81,
    theta0: float = 1.0,
    m0: float = 1.0,
    end: float = 10.0,
) -> Case:
    """law: of the mass, m0 exp(−kappa t) or m0 (1 − kappa t).  kappa: rate of loss; negative for gain.

    w: velocity of what is exchanged.  swings: finite, or small (linear in theta).  payout: speed of the string.

    l: length at the start.  g: gravity.  theta0: angle of release.  m0: mass at the start.  end: duration.

    Measures.  period: of the first swing.  theta_period: angle after the first swing.  theta_end: angle at the end.
    """
    choices: dict[str, str] = {"law": law, "w": w, "swings": swings}
    _refuse_other_pendulums(choices, payout, theta0)
    _refuse_what_is_used_up(1 - kappa * end if law == "linear" else 1.0, l, l + payout * end, g, end)
    pendulum = _pendulum(choices, payout)
    θ = pendulum.q[0]
    values = {"m0": m0, "kappa": kappa, "l": l, "payout": payout, "g": g}
    return Case(
        system=pendulum,
        values={p.name: values[p.name] for p in pendulum.parameters},
        start={"theta": theta0},
        until=end,
        measures={
            "period": lambda run: instant(run, "period"),
            "theta_period": lambda run: state_at(run, "period", "theta"),
            "theta_end": lambda run: run.final("theta"),
        },
        exact=_exact(choices, kappa, payout / l, sqrt(g / l), theta0),
        events=(when(θ.dot, name="period", direction="falling", terminal=False),),
    )


def _pendulum(choices: dict[str, str], payout: float) -> System:
    """In the plane, or across the string for small swings."""
    θ = coordinate("theta", "rad", "angle from the vertical")
    μ, κ, l, ε, γ = parameters("m0 [kg]", "kappa [1/s]", "l [m]", "payout [m/s]", "g [m/s^2]")
    m, λ = μ * (sp.exp(-κ * t) if choices["law"] == "exp" else 1 - κ * t), l + ε * t if payout else l
    finite = choices["swings"] == "finite"
    place = [λ * sp.sin(θ), -λ * sp.cos(θ)] if finite else [λ * θ]
    return System(
        "A pendulum of variable mass",
        Particle("bob", mass=m, position=place, streams=[STREAMS[choices["w"]](name="leak")]),
        Gravity([0, -γ]) if finite else Force("weight", on="bob", force=[-m * γ * θ]),
    )


def _exact(choices: dict[str, str], κ: float, rate: float, ω: float, θ0: float) -> dict[str, Any]:
    """θ and θ̇ from rest, where there is a closed form."""
    mass_matters = choices["w"] == "at_rest" and κ != 0
    if choices["swings"] == "finite":
        if mass_matters or rate:
            return {}
        form = _jacobi
    elif rate:
        form = partial(_paid_out, rate)
    elif mass_matters and choices["law"] == "linear":
        form = partial(_worn, κ)
    else:
        form = partial(_driven, κ if mass_matters else 0.0)
    return {name: lambda run, i=i: form(ω, θ0, run.t)[i] for i, name in enumerate(("theta", "theta.dot"))}


def _jacobi(ω: float, θ0: float, time: Any) -> tuple[Any, Any]:
    """Swings of any amplitude, by Jacobi's elliptic functions."""
    k = sin(θ0 / 2)
    quarter = mp.ellipk(k * k)
    sn, cn = (np.array([float(mp.ellipfun(f, quarter - ω * x, m=k * k)) for x in time]) for f in ("sn", "cn"))
    return 2 * np.arcsin(k * sn), -2 * ω * k * cn


def _paid_out(rate: float, ω: float, θ0: float, time: Any) -> tuple[Any, Any]:
    """l θ is √l C₁(z), z = (2 ω/|rate|) √(l/l₀)."""
    s, z0, sign = 1 + rate * time, 2 * ω / abs(rate), copysign(1, rate)
    x, slope = cylinder(1, z0 * np.sqrt(s), z0, θ0, abs(rate) / ω * θ0)
    return x / s, (sign * ω * slope / np.sqrt(s) - rate * x / s) / s


def _worn(κ: float, ω: float, θ0: float, time: Any) -> tuple[Any, Any]:
    """θ = C₀(ω |1/κ − t|)."""
    θ, slope = cylinder(0, ω * np.abs(1 / κ - time), ω / abs(κ), θ0, 0.0)
    return θ, -copysign(ω, κ) * slope


def _driven(κ: float, ω: float, θ0: float, time: Any) -> tuple[Any, Any]:
    """θ̈ − κ θ̇ + ω² θ = 0."""
    Ω = cmath.sqrt(ω**2 - κ**2 / 4)
    grown, c, s = θ0 * np.exp(κ * time / 2), np.cos(Ω * time), np.sin(Ω * time) / Ω
    return grown * (c - κ / 2 * s).real, -(ω**2) * grown * s.real


def _refuse_other_pendulums(choices: dict[str, str], payout: float, theta0: float) -> None:
    for name, known in CHOICES.items():
        if choices[name] not in known:
            raise ValueRefused(
                f"there is no {name} {choices[name]!r}",
                expected=" or ".join(known),
                got=repr(choices[name]),
                hint=f"{name}={known[0]!r}",
            )
    if not 0 < theta0 < pi:
        raise ValueRefused(
            "this pendulum cannot be released", expected="0 < theta0 < π", got=f"{theta0:g}", hint="theta0=1"
        )
    if payout and choices["swings"] == "small" and choices["w"] == "at_rest":
        raise ValueRefused(
            "small swings in one dimension do not know what a bob leaves behind that is being lowered",
            expected="w='with_body', or payout=0, or finite swings",
            got=f"w='at_rest', payout = {payout:g}, small swings",
            hint="swings='finite', theta0=0.01",
        )


def _refuse_what_is_used_up(mass: float, l: float, length: float, g: float, end: float) -> None:
    if min(mass, l, length, g, end) <= 0:
        raise ValueRefused(
            "this pendulum is used up before the end",
            expected="g and end > 0, with mass and length > 0 from start to end",
            got=f"g = {g:g}, end = {end:g}; from start to end l {l:g} … {length:g}, m/m0 1 … {mass:g}",
            hint="a shorter run: end=1",
        )
