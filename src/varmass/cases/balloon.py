"""A toy balloon flies by the jet of its own air, upwards along a thread, until it is limp and falls.

    (m + κ ρ V) v̇ = −ṁ c − κ ρ V̇ v + (ρ V − m) g − ½ ρ C_d π R² |v| v ,   m = M + ρ_g V ,   R³ = 3 V/4π

    c = √(2p/ρ_g) ,   V = V₀ − A c t   until it is V₁ : the rubber holds one overpressure p, and 2 p A is the thrust

    C_d = 0, ρ_g = ρ:   v = (2 p A − M g) ((μ₀/μ)^s − 1)/(κ ρ A c) ,   μ = m + κ ρ V ,  s = κ ρ/(ρ_g + κ ρ)
    κ = 0 beside that:  v = (c − M g/(ρ A c)) ln(m₀/m)

The weight of the air within is held by the buoyancy, but its inertia is not, and neither is that of the air around,
κ ρ V with κ = ½ for a sphere: as the balloon shrinks this air hands its momentum back, w = 0, while the jet leaves with
w = v − c.  The traps are to leave that air out, which begins a third too fast, and one law of exchange for both.
The jet takes the energy p (V₀ − V₁) out of the rubber, all of it.
Source: K. E. Tsiolkovsky (1903), for the jet; H. Lamb, Hydrodynamics (1932), §92, for the sphere.
"""

from math import sqrt
from typing import Any

import numpy as np
import sympy as sp

from varmass.cases._along import instant, state_at
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Force, Particle
from varmass.model.phases import Phase, Phases, Switch
from varmass.model.streams import at_rest, relative
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System

MAY_VANISH = ("C_d", "kappa")
h = coordinate("h", "m", "height above the ground")
M, V0, V1, p, A = parameters("M [kg]", "V0 [m^3]", "V1 [m^3]", "p [Pa]", "A [m^2]")
ρ, ρ_g, C_d, κ, g = parameters("rho [kg/m^3]", "rho_gas [kg/m^3]", "C_d", "kappa", "g [m/s^2]")


def case(
    M: float = 2.5e-3,
    V0: float = 5e-3,
    V1: float = 2e-4,
    p: float = 2500.0,
    A: float = 5e-5,
    rho: float = 1.2,
    rho_gas: float = 1.2,
    C_d: float = 0.45,
    kappa: float = 0.5,
    h0: float = 1.0,
    g: float = 9.81,
) -> Case:
    """M: mass of the rubber.  V0, V1: volume at the start, and when it is limp.  p: overpressure.

    A: section of the jet.  rho: density of the air.  rho_gas: density of what is blown out.

    C_d: drag coefficient; 0 for none.  kappa: air around that moves with the balloon, by volume; 0 for none.

    h0: height of the start.  g: gravity.

    Measures.  jet_speed: of the gas, by the overpressure.  time_limp, speed_limp: when the balloon is limp, and how
    fast it then rises.  apex_height: of the highest point.  flight_time: until it has landed.
    landing_speed: downwards, at the end.
    """
    o = dict(locals())
    _refuse_what_does_not_fly(o)
    balloon = _balloon(o)
    apex = when(h.dot, name="apex", direction="falling", terminal=False)
    return Case(
        system=balloon,
        values={s.name: o[s.name] for s in balloon.parameters},
        start={"h": h0},
        until=[when(h, name="landed", direction="falling"), 1000.0],
        measures={
            "jet_speed": lambda run: sqrt(2 * p / rho_gas),
            "time_limp": lambda run: instant(run, "limp"),
            "speed_limp": lambda run: state_at(run, "limp", "h.dot"),
            "apex_height": lambda run: state_at(run, "apex", "h"),
            "flight_time": lambda run: instant(run, "landed"),
            "landing_speed": lambda run: -run.final("h.dot"),
        },
        exact={} if C_d else {"h.dot": lambda run: np.concatenate([_speed(o, leg) for leg in run.legs])},
        events=(apex,),
    )


def _balloon(o: dict[str, float]) -> Phases:
    """As long as the jet lasts, and after."""
    c = sp.sqrt(2 * p / ρ_g)
    limp = when(t - (V0 - V1) / (A * c), name="limp", direction="rising")
    return Phases(
        "A toy balloon",
        Phase("jet", _flying(o, V0 - A * c * t, relative([-c], name="jet")), Switch(limp, "limp")),
        Phase("limp", _flying(o, V1)),
    )


def _flying(o: dict[str, float], V: Any, *jet: Any) -> System:
    """The rubber and its gas, and the air around; weight is a force here, for the air around has none of its own."""
    around = Particle("air around", mass=κ * ρ * V, position=[h], streams=[at_rest(name="shrinking")] if jet else [])
    section = sp.pi * (3 * V / (4 * sp.pi)) ** sp.Rational(2, 3)
    drag = -ρ * C_d * section * sp.Abs(h.dot) * h.dot / 2
    return System(
        "A toy balloon",
        Particle("balloon", mass=M + ρ_g * V, position=[h], streams=jet),
        *([around] if o["kappa"] else []),
        Force("buoyancy less weight", on="balloon", force=[(ρ * V - M - ρ_g * V) * g]),
        *([Force("drag", on="balloon", force=[drag])] if o["C_d"] else []),
    )


def _speed(o: dict[str, float], leg: Any) -> Any:
    """Without drag; of the limp balloon from where the leg begins."""
    moved = o["rho_gas"] + o["kappa"] * o["rho"]
    if leg.phase == "limp":
        pull = o["M"] - (o["rho"] - o["rho_gas"]) * o["V1"]
        return leg.path.x[1][0] - pull * o["g"] / (o["M"] + moved * o["V1"]) * (leg.t - leg.t[0])
    rate, s = o["A"] * sqrt(2 * o["p"] / o["rho_gas"]), o["kappa"] * o["rho"] / moved
    μ0, lift = o["M"] + moved * o["V0"], (o["rho"] - o["rho_gas"]) * o["g"]
    grown = 1 - moved * rate * leg.t / μ0
    # The push is a + b μ, and μ^s v has the rate μ^(s − 1) (a + b μ) while μ has the rate −moved × rate.
    b = lift / moved
    a = 2 * o["p"] * o["A"] - o["M"] * (o["g"] + b)
    return -(a * _power(grown, s) + b * μ0 * _power(grown, s + 1)) / (moved * rate * grown**s)


def _power(x: Any, n: float) -> Any:
    """(xⁿ − 1)/n, without loss near x = 1; ln x for n = 0."""
    return np.expm1(n * np.log(x)) / n if n else np.log(x)


def _refuse_what_does_not_fly(o: dict[str, float]) -> None:
    low = [name for name, x in o.items() if x < 0 or (x == 0 and name not in MAY_VANISH)]
    if low or o["V1"] >= o["V0"]:
        raise ValueRefused(
            "there is no such balloon",
            expected="positive numbers, C_d and kappa not negative, and V1 < V0",
            got=", ".join(f"{name} = {o[name]:g}" for name in low or ("V0", "V1")),
            hint=f"{low[0]}=1" if low else f"V1={o['V0'] / 25:.3g}",
        )
    thrust, lighter = 2 * o["p"] * o["A"], (o["rho"] - o["rho_gas"]) * o["g"]
    weights = [o["M"] * o["g"] - lighter * o[name] for name in ("V0", "V1")]
    if thrust <= weights[0] or weights[1] <= 0:
        raise ValueRefused(
            "this balloon does not rise, or does not come down again",
            expected="a thrust 2 p A above what weighs more than the air, and some of that left when it is limp",
            got=f"2 p A = {thrust:.3g} N, weight less buoyancy {weights[0]:.3g} N, and limp {weights[1]:.3g} N",
            hint="M=2.5e-3, rho_gas=1.2",
        )
