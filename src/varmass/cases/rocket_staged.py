"""A rocket of two stages: each burns out, is dropped with a push, and the next one carries on.

    m v̇ = −ṁ u − m g          while a stage burns, m = M − p t/T
    (m − s) v⁺ = m v⁻ − s w     where its empty structure s separates with w = v⁻ − c

    g = 0, c = 0:   v = Σ u ln (M/(M − p))          above ground subtract g t; each push adds s c/(m − s)

With c = 0 nothing jumps but the mass: who writes (m v)⁺ = (m v)⁻ for the rocket alone lets it gain speed by dropping
what moves with it.
Source: K. E. Tsiolkovsky, on rocket trains (1929); L. Cveticanin, for the separation.
"""

from math import log, nan
from typing import Any

import numpy as np

from varmass.cases._along import instant, state_at
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.jumps import Separation
from varmass.model.parts import Gravity, Particle
from varmass.model.phases import Phase, Phases, Switch
from varmass.model.streams import relative
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System


def case(
    payload: float = 100.0,
    fuel1: float = 300.0,
    shell1: float = 80.0,
    u1: float = 2000.0,
    T1: float = 20.0,
    fuel2: float = 100.0,
    shell2: float = 40.0,
    u2: float = 2200.0,
    T2: float = 15.0,
    coast: float = 5.0,
    push: float = 2.0,
    g: float = 9.81,
) -> Case:
    """payload: what arrives.  fuel1, fuel2: propellant of each stage.  shell1, shell2: its empty structure.

    u1, u2: exhaust speeds.  T1, T2: burning times.  coast: between burn-out and separation of the first stage.
    push: speed at which a shell falls behind.  g: gravity.

    Measures.  speed: after the last separation.  height: at the second burn-out.  apex_time, apex_height: of the
    highest point.  ideal_speed: by both stages and both pushes, without gravity.
    """
    values = dict(locals())
    _refuse_what_does_not_fly(values)
    h = coordinate("h", "m", "height")
    return Case(
        system=_train(h, coasts=coast > 0),
        values=values,
        start={"h": 0.0},
        until=[when(h.dot, name="apex", direction="falling"), 100 * (T1 + coast + T2)],
        measures={
            "speed": lambda run: float(run.jumps[-1].state[1]) if run.legs[-1].phase == "payload" else nan,
            "height": lambda run: state_at(run, "second burn-out", "h"),
            "apex_time": lambda run: instant(run, "apex"),
            "apex_height": lambda run: state_at(run, "apex", "h"),
            "ideal_speed": lambda run: _gained(values),
        },
        exact={"h.dot": lambda run: np.concatenate([_speed(leg, values) for leg in run.legs])},
    )


def _train(h: Any, coasts: bool) -> Phases:
    """Both stages, and what is between and after them; each is dropped with the push c."""
    M, f1, s1, v1, τ1 = parameters("payload [kg]", "fuel1 [kg]", "shell1 [kg]", "u1 [m/s]", "T1 [s]")
    f2, s2, v2, τ2 = parameters("fuel2 [kg]", "shell2 [kg]", "u2 [m/s]", "T2 [s]")
    γ, c, delay = parameters("g [m/s^2]", "push [m/s]", "coast [s]")
    upper, lit = M + f2 + s2, τ1 + delay

    def flying(name: str, mass: Any, u: Any = None) -> System:
        streams = [] if u is None else [relative([-u], name="exhaust")]
        return System(name, Particle("rocket", mass=mass, position=[h], streams=streams), Gravity([-γ]))

    def after(time: Any, name: str, to: str, *jump: Any) -> Switch:
        return Switch(when(t - time, name=name, direction="rising"), to, *jump)

    first, second = (Separation("rocket", relative=[-c], name=f"{x} shell dropped") for x in ("first", "second"))
    coasting = Phase("coast", flying("Coasting", upper + s1), after(lit, "separation", "second stage", first))
    burnt_out = after(τ1, "burn-out", "coast") if coasts else after(τ1, "burn-out", "second stage", first)
    return Phases(
        "A rocket of two stages",
        Phase("first stage", flying("First stage", upper + s1 + f1 * (1 - t / τ1), v1), burnt_out),
        *([coasting] if coasts else []),
        Phase(
            "second stage",
            flying("Second stage", upper - f2 * (t - lit) / τ2, v2),
            after(lit + τ2, "second burn-out", "payload", second),
        ),
        Phase("payload", flying("Payload", M)),
    )


def _gained(o: dict[str, float]) -> float:
    """By both stages and both pushes, without gravity."""
    upper = o["payload"] + o["fuel2"] + o["shell2"]
    first = o["u1"] * log((upper + o["shell1"] + o["fuel1"]) / (upper + o["shell1"])) + o["shell1"] * o["push"] / upper
    second = o["u2"] * log(upper / (upper - o["fuel2"])) + o["shell2"] * o["push"] / o["payload"]
    return first + second


def _speed(leg: Any, o: dict[str, float]) -> Any:
    """Along one leg: what each stage has given by then, less g t."""
    upper, lit = o["payload"] + o["fuel2"] + o["shell2"], o["T1"] + o["coast"]
    full = o["u1"] * log((upper + o["shell1"] + o["fuel1"]) / (upper + o["shell1"]))
    if leg.phase == "first stage":
        gained = -o["u1"] * np.log1p(-o["fuel1"] * leg.t / o["T1"] / (upper + o["shell1"] + o["fuel1"]))
    elif leg.phase == "second stage":
        gained = -o["u2"] * np.log1p(-o["fuel2"] * (leg.t - lit) / o["T2"] / upper)
        gained += full + o["shell1"] * o["push"] / upper
    else:
        gained = full if leg.phase == "coast" else _gained(o)
    return gained - o["g"] * leg.t


def _refuse_what_does_not_fly(o: dict[str, float]) -> None:
    may_vanish = ("coast", "push", "g", "shell1", "shell2")
    low = [name for name, x in o.items() if x < 0 or (x == 0 and name not in may_vanish)]
    if low:
        raise ValueRefused(
            "this rocket does not fly",
            expected="positive masses, exhaust speeds and burning times; coast, push, shells and g not negative",
            got=", ".join(f"{name} = {o[name]:g}" for name in low),
            hint=f"{low[0]}=1",
        )
    full = o["payload"] + o["fuel1"] + o["shell1"] + o["fuel2"] + o["shell2"]
    if o["u1"] * o["fuel1"] / o["T1"] <= full * o["g"]:
        raise ValueRefused(
            "this rocket does not leave the ground",
            expected="a thrust of the first stage above the weight, u1 fuel1/T1 > g × all masses",
            got=f"{o['u1'] * o['fuel1'] / o['T1']:.6g} N for {full * o['g']:.6g} N",
            hint="T1=20",
        )
