"""A water column in a pipe: an open volume between the mouth of the pipe, which may heave, and air, or a chamber of it.

    ρ l ζ̈ = −ρ g ζ + p_D + p_w − p_c ,   l = ζ − X + H ,   p_D = −ρ (c r² + ½ ξ |r| r) ,   r = ζ̇ − Ẋ

    mouth      at −H + X(t), X = b sin νt ;   c = ½ lossless, 0 jet, 1 sharp, switching: 1 for inflow, 0 for outflow
    waves      p_w = ρ g a cos ωt , a their amplitude as the mouth feels it
    chamber    p_c = κ p_a (ζ − X)/h , linear ;   p_a ((1 − (ζ − X)/h)^−κ − 1) , adiabatic

What enters brings its momentum, ρ A r ζ̇, which cancels the rate of mass in d/dt (ρ A l ζ̇); N0 is left with −½ ρ ζ̇² too
much.  A pipe that heaves does not pull at the water: it drives the column through its mouth and its chamber alone.
The closures are those of a mouth at rest, for the flow relative to it: what its own motion through the water adds to
p_D, of the order of ρ r Ẋ and ρ Ẋ², is left out.  The switching mouth is the lossless one with ξ = 1: it loses
the power ½ ρ A |r|³, and limits the resonance.
Source: C. P. Pesce, E. A. Tannuri, L. Casetta, J. Braz. Soc. Mech. Sci. & Eng. 28 (2006) 496–504, fig. 2; D. Quéré,
É. Raphaël, J.-Y. Ollitrault, Langmuir 15 (1999), for the mouth that switches.
"""

from math import inf, nan, pi, sqrt
from typing import Any, Literal

import numpy as np
import sympy as sp

from varmass.cases._columns import WAYS, head, orbit
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Force, Gravity, Port, Volume
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System

ζ = coordinate("zeta", "m", "elevation of the column above calm water")
ρ, A, H, g, ξ = parameters("rho [kg/m^3]", "A [m^2]", "H [m]", "g [m/s^2]", "xi")
a, ω, b, ν = parameters("wave [m]", "omega [1/s]", "heave [m]", "nu [1/s]")
h, p_a, κ = parameters("h [m]", "p_a [Pa]", "kappa")


def case(
    closure: Literal["lossless", "jet", "sharp", "switching"] = "switching",
    xi: float = 0.0,
    H: float = 10.0,
    A: float = 20.0,
    wave: float = 0.3,
    omega: float = 0.95,
    heave: float = 0.0,
    nu: float = 0.8,
    chamber: Literal["open", "linear", "adiabatic"] = "open",
    h: float = 20.0,
    kappa: float = 1.4,
    p_a: float = 101325.0,
    zeta0: float = 0.0,
    rho: float = 1025.0,
    g: float = 9.81,
    end: float = 120.0,
) -> Case:
    """closure: pressure at the mouth.  xi: coefficient of a further loss there.  H, A: draught and section of the pipe.

    wave, omega: amplitude of the head of waves at the mouth, and their angular frequency.

    heave, nu: amplitude of the motion of the pipe, and its angular frequency.

    chamber: air above the column.  h: its height.  kappa, p_a: adiabatic exponent and pressure of the air.

    zeta0: elevation at the start, at rest.  rho: density.  g: gravity.  end: duration.

    Measures.  highest, lowest: elevation along the motion.  last_amplitude: half of the way between the last bottom
    and the last top.  natural_period: of small free oscillations.  wave_power: mean power of the waves on the column.
    """
    o = dict(locals())
    _refuse_other_columns(o)
    pipe = _pipe(o)
    return Case(
        system=pipe,
        values={p.name: o[p.name] for p in pipe.parameters},
        start={"zeta": zeta0},
        until=end,
        measures={
            "highest": lambda run: float(np.max(_turns(run, "top", zeta0))),
            "lowest": lambda run: float(np.min(_turns(run, "bottom", zeta0))),
            "last_amplitude": _last_amplitude,
            "natural_period": lambda run: 2 * pi * sqrt(H / _stiffness(o)),
        }
        | ({"wave_power": lambda run: run.book("load: waves") / run.t[-1]} if wave else {}),
        exact=_exact(o),
        events=tuple(
            when(ζ.dot, name=name, direction=way, terminal=False)
            for name, way in (("top", "falling"), ("bottom", "rising"))
        ),
    )


def _pipe(o: dict[str, Any]) -> System:
    X = b * sp.sin(ν * t) if o["heave"] else sp.S.Zero
    mouth = Port(
        "mouth",
        density_area=ρ * A,
        velocity=[ζ.dot],
        boundary=[X.diff(t)],
        normal=[-1],
        traction=[ρ * A * (g * (H - X) - head(o["closure"], ζ.dot - X.diff(t), ξ if o["xi"] else sp.S.Zero))],
    )
    y = (ζ - X) / h
    air = {"linear": κ * p_a * y, "adiabatic": p_a * ((1 - y) ** -κ - 1)}.get(o["chamber"])
    return System(
        f"A water column over a {o['closure']} mouth",
        Volume("column", mass=ρ * A * (ζ - X + H), position=[ζ], ports=mouth),
        Gravity([-g]),
        *([Force("waves", on="column", force=[ρ * g * A * a * sp.cos(ω * t)])] if o["wave"] else []),
        *([] if air is None else [Force("air", on="column", force=[-A * air])]),
    )


def _turns(run: Any, event: str, start: float) -> Any:
    """The elevations at the start, at the end, and at every top or bottom."""
    met = run.y_events[event][0] if len(run.t_events[event]) else []
    return np.array([start, run.final("zeta"), *met])


def _last_amplitude(run: Any) -> float:
    """Half of the way between the last bottom and the last top."""
    tops, bottoms = (run.y_events[name] for name in ("top", "bottom"))
    return float(tops[0][-1] - bottoms[0][-1]) / 2 if len(tops) and len(bottoms) else nan


def _stiffness(o: dict[str, Any]) -> float:
    """Of the column and of the air for small elevations, as an acceleration per ζ/H."""
    air = o["kappa"] * o["p_a"] / (o["rho"] * o["h"]) if o["chamber"] != "open" else 0.0
    return float(o["g"] + air)


def _exact(o: dict[str, Any]) -> dict[str, Any]:
    """The orbit of a column that is left to itself, over a mouth with one c, under a linear spring of air or none."""
    inwards, outwards = map(float, WAYS[o["closure"]])
    if o["wave"] or o["heave"] or o["xi"] or o["chamber"] == "adiabatic" or inwards != outwards:
        return {}
    H, speed = o["H"], sqrt(o["H"] * _stiffness(o))

    def state(run: Any) -> Any:
        return orbit(inwards, o["zeta0"] / H, run.state("zeta") / H, run.state("zeta.dot") / speed)

    return {"zeta": lambda run: H * state(run)[0], "zeta.dot": lambda run: speed * state(run)[1]}


def _refuse_other_columns(o: dict[str, Any]) -> None:
    for name, known in (("closure", tuple(WAYS)), ("chamber", ("open", "linear", "adiabatic"))):
        if o[name] not in known:
            raise ValueRefused(
                f"there is no {name} {o[name]!r}",
                expected="one of " + ", ".join(known),
                got=repr(o[name]),
                hint=f"{name}={known[0]!r}",
            )
    may_vanish = ("xi", "wave", "heave")
    numbers = {name: x for name, x in o.items() if isinstance(x, int | float) and name != "zeta0"}
    low = [name for name, x in numbers.items() if x < 0 or (x == 0 and name not in may_vanish)]
    if low or not -o["H"] < o["zeta0"] < (inf if o["chamber"] == "open" else o["h"]):
        raise ValueRefused(
            "there is no such column",
            expected="positive numbers, xi, wave and heave not negative, −H < zeta0, and < h below a closed chamber",
            got=", ".join(f"{name} = {o[name]:g}" for name in (*low, "zeta0")),
            hint=f"{low[0]}=1" if low else "zeta0=-2",
        )
    if not (o["wave"] or o["heave"] or o["zeta0"]):
        raise ValueRefused(
            "this column stays at rest",
            expected="waves, a pipe that heaves, or an elevation at the start",
            got="wave = 0, heave = 0, zeta0 = 0",
            hint="wave=0.3, or zeta0=-2",
        )
