"""How far apart rockets arrive that were built alike: a staged ascent over ground, with what is never quite the same.

    m v̇ = −ṁ u (cos β, sin β) − b v − m g          while a stage burns, m = M − p t/T
    (m − s) v⁺ = m v⁻ − s w                          where an empty structure s is dropped, w = v⁻ − c (cos β, sin β)

    P(t) = Φ P₀ Φᵀ + Ψ P_p Ψᵀ        covariance of the state, of small deviations of the start and of the parameters

`DEVIATIONS` are the standard deviations that are meant.  Burning times are among them: a stage that burns longer
burns out later, and the disturbance has to be carried through an instant that itself is disturbed.  Who takes Φ
through the separation as if nothing happened there loses the push, and the deviation of the time.
Source: K. E. Tsiolkovsky for the train; the covariance is that of A. E. Bryson and Y.-C. Ho, Applied Optimal Control.
"""

from math import cos, radians, sin
from typing import Any

import sympy as sp

from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.jumps import Separation
from varmass.model.parts import Force, Gravity, Particle
from varmass.model.phases import Phase, Phases, Switch
from varmass.model.streams import relative
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System

DEVIATIONS = {"u1": 10.0, "u2": 10.0, "T1": 0.2, "T2": 0.2, "beta": 0.002, "fuel1": 1.0, "push": 0.2, "b": 0.02}


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
    push: float = 2.0,
    degrees: float = 70.0,
    b: float = 0.2,
    g: float = 9.81,
    v0: float = 20.0,
    end: float = 120.0,
) -> Case:
    """payload: what arrives.  fuel1, fuel2: propellant of each stage.  shell1, shell2: its empty structure.

    u1, u2: exhaust speeds.  T1, T2: burning times.  push: speed at which a shell falls behind.  g: gravity.
    degrees: elevation of the thrust.  b: drag per speed.  v0: speed at the start, from a ramp.  end: duration.

    Measures.  range, height, speed: at the end.
    """
    β = radians(degrees)
    values = {
        "payload": payload, "fuel1": fuel1, "shell1": shell1, "u1": u1, "T1": T1, "fuel2": fuel2, "shell2": shell2,
        "u2": u2, "T2": T2, "push": push, "beta": β, "b": b, "g": g,
    }  # fmt: skip
    _refuse_what_does_not_fly(values, degrees, end)
    x, h = coordinate("x", "m", "distance over ground"), coordinate("h", "m", "height")
    return Case(
        system=_train(x, h),
        values=values,
        start={"x": 0.0, "h": 0.0, "x.dot": v0 * cos(β), "h.dot": v0 * sin(β)},
        until=end,
        measures={
            "range": lambda run: run.final("x"),
            "height": lambda run: run.final("h"),
            "speed": lambda run: float((run.final("x.dot") ** 2 + run.final("h.dot") ** 2) ** 0.5),
        },
    )


def _train(x: Any, h: Any) -> Phases:
    """Both stages, and what comes after; each is dropped with the push c along the thrust."""
    M, f1, s1, v1, τ1 = parameters("payload [kg]", "fuel1 [kg]", "shell1 [kg]", "u1 [m/s]", "T1 [s]")
    f2, s2, v2, τ2 = parameters("fuel2 [kg]", "shell2 [kg]", "u2 [m/s]", "T2 [s]")
    β, c, κ, γ = parameters("beta", "push [m/s]", "b [kg/s]", "g [m/s^2]")
    along, upper = [sp.cos(β), sp.sin(β)], M + f2 + s2

    def flying(name: str, mass: Any, u: Any = None) -> System:
        streams = [] if u is None else [relative([-u * e for e in along], name="exhaust")]
        drag = Force("drag", on="rocket", force=[-κ * x.dot, -κ * h.dot])
        return System(name, Particle("rocket", mass=mass, position=[x, h], streams=streams), drag, Gravity([0, -γ]))

    def after(time: Any, name: str, to: str) -> Switch:
        dropped = Separation("rocket", relative=[-c * e for e in along], name=f"{name} shell dropped")
        return Switch(when(t - time, name=f"{name} burn-out", direction="rising"), to, dropped)

    return Phases(
        "Rockets of two stages, built alike",
        Phase(
            "first stage",
            flying("First stage", upper + s1 + f1 * (1 - t / τ1), v1),
            after(τ1, "first", "second stage"),
        ),
        Phase(
            "second stage",
            flying("Second stage", upper - f2 * (t - τ1) / τ2, v2),
            after(τ1 + τ2, "second", "payload"),
        ),
        Phase("payload", flying("Payload", M)),
    )


def _refuse_what_does_not_fly(o: dict[str, float], degrees: float, end: float) -> None:
    low = [name for name in ("payload", "fuel1", "u1", "T1", "fuel2", "u2", "T2") if not o[name] > 0]
    if low or not (
        0 < degrees < 180 and end > o["T1"] + o["T2"] and min(o["shell1"], o["shell2"], o["b"], o["g"]) >= 0
    ):
        raise ValueRefused(
            "this rocket does not fly",
            expected="masses, exhaust speeds and burning times > 0, 0 < degrees < 180, and an end after both stages",
            got=f"{low[0]} = {o[low[0]]:g}" if low else f"degrees = {degrees:g}, end = {end:g}",
            hint=f"{low[0]}=1" if low else "degrees=70, end=120",
        )
