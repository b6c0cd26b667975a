"""Sand falls on a conveyor belt, which has to bring it to speed, and at the end it goes with that speed.

    J v̇ = f − k v + ṁ (w − v)         drive f − k v ,  sand with the horizontal speed w ,  J of all that moves

    layer   ṁ = μ v , laid as the belt goes       J = J₀ + μ x , and J₀ + μ L from x = L on
    rate    ṁ = σ , whatever the belt does        J = J₀ + σ t

    layer   (v₊ − v) J^(1−p) (v − v₋)^p = const ,  p = v₋/v₊ ,  μ (v₊ − v)(v − v₋) = f − k v + μ v (w − v)
    rate    (v* − v) J^(1+k/σ) = const ,  v* = (f + σ w)/(σ + k)

A belt of constant speed takes the power ṁ v (v − w) and gives the sand the power ½ ṁ (v² − w²): for sand that just
falls, w = 0, half.  The factor is 2 v/(v + w), and no care in the design can change it: the sand slips until it has
the speed of the belt.  The trap is to equate the power to the gain of kinetic energy; the usual Lagrange equation of
a layer (N0) does just that while the belt fills, and has it run √2 times too fast under a constant force.
Source: a problem of every textbook; the law is that of I. V. Meshchersky (1897, 1904).
"""

from math import sqrt
from typing import Any, Literal

import numpy as np

from varmass.cases._along import instant, nearest
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Force, Particle
from varmass.model.phases import Phase, Phases, Switch
from varmass.model.streams import absolute, with_body
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System

CHOICES = {"feed": ("layer", "rate"), "drive": ("motor", "force", "weight")}
x = coordinate("x", "m", "travel of the belt")
J0, W, μ, σ, w, L = parameters("belt [kg]", "W [kg]", "mu [kg/m]", "sigma [kg/s]", "w [m/s]", "length [m]")
F, free, g = parameters("F [N]", "free [m/s]", "g [m/s^2]")


def case(
    feed: Literal["layer", "rate"] = "layer",
    drive: Literal["motor", "force", "weight"] = "motor",
    mu: float = 20.0,
    sigma: float = 20.0,
    w: float = 0.0,
    belt: float = 400.0,
    length: float = 10.0,
    F: float = 100.0,
    free: float = 1.25,
    W: float = 5.0,
    g: float = 9.81,
    v0: float = 0.0,
    end: float = 60.0,
) -> Case:
    """feed: layer, mu on each length of belt; rate, sigma in each unit of time, as far as the first sand is carried.

    drive: motor, F (1 − v/free); force, a constant F; weight, a mass W that sinks on a cord.

    mu: sand by length.  sigma: sand by time.  w: horizontal speed of the sand that falls.  belt: mass of the belt.

    length: from the hopper to the end of the belt.  F: force of the drive at rest.  free: speed of an idle motor.

    W: hanging mass.  g: gravity.  v0: speed at the start.  end: duration.

    Measures.  time_full: when the first sand is at the end.  speed: of the belt, at the end.  steady_speed: at which
    it would no longer change.  factor: power of the drive by the gain of kinetic energy of the sand, at the end.
    lost: energy, to the end.
    """
    o = dict(locals())
    _refuse_other_belts(o)
    stated = _layered(o) if feed == "layer" else _belt(o, J0 + σ * t, absolute([_w(o)], name="hopper"))
    full = when(x - L, name="first sand at the end", direction="rising")
    return Case(
        system=stated,
        values={p.name: o[p.name] for p in stated.parameters},
        start={"x": 0.0, "x.dot": v0},
        until=end if feed == "layer" else [full, end],
        measures={
            "time_full": lambda run: instant(run, "first sand at the end"),
            "speed": lambda run: run.final("x.dot"),
            "steady_speed": lambda run: _roots(o)[0] if feed == "layer" else _steady(o),
            "factor": lambda run: _factor(o, run.final("x.dot")),
            "lost": lambda run: -run.book("dissipated"),
        },
        exact={"x": lambda run: _motion(o, run)[0], "x.dot": lambda run: _motion(o, run)[1]},
    )


def _layered(o: dict[str, Any]) -> Phases:
    """Until sand has come to the end, and after, when as much leaves as falls."""
    laid, left = absolute([_w(o)], mass=μ * x, name="hopper"), with_body(mass=-μ * x, name="end of the belt")
    full = when(x - L, name="first sand at the end", direction="rising")
    return Phases(
        "A conveyor belt with a layer of sand",
        Phase("filling", _belt(o, J0 + μ * x, laid), Switch(full, "carrying")),
        Phase("carrying", _belt(o, J0 + μ * L, laid, left)),
    )


def _belt(o: dict[str, Any], mass: Any, *streams: Any) -> System:
    """All positions are along the belt, and along the cord by which the weight sinks."""
    drives: dict[str, list[Any]] = {
        "motor": [Force("motor", on="belt", force=[F * (1 - x.dot / free)])],
        "force": [Force("pull", on="belt", force=[F])],
        "weight": [Particle("weight", mass=W, position=[x]), Force("gravity", on="weight", force=[W * g])],
    }
    belt = Particle("belt", mass=mass, position=[x], streams=streams)
    return System("A conveyor belt", belt, *drives[o["drive"]], parameters=[L])


def _w(o: dict[str, Any]) -> Any:
    return w if o["w"] else 0


def _line(o: dict[str, Any]) -> tuple[float, float, float]:
    """J₀, f and k."""
    if o["drive"] == "weight":
        return o["belt"] + o["W"], o["W"] * o["g"], 0.0
    return o["belt"], o["F"], o["F"] / o["free"] if o["drive"] == "motor" else 0.0


def _factor(o: dict[str, Any], v: float) -> float:
    """Power of the drive by the rate at which the sand that falls gains kinetic energy."""
    _, f, k = _line(o)
    gain = o["mu"] * v if o["feed"] == "layer" else o["sigma"]
    return float((f - k * v) * v / (gain * (v**2 - o["w"] ** 2) / 2))


def _roots(o: dict[str, Any]) -> tuple[float, float]:
    """v₊ > 0 and v₋ < 0."""
    _, f, k = _line(o)
    b = (o["mu"] * o["w"] - k) / 2
    root = sqrt(b**2 + o["mu"] * f)
    return ((b + root) / o["mu"], -f / (b + root)) if b > 0 else (f / (root - b), (b - root) / o["mu"])


def _steady(o: dict[str, Any]) -> float:
    """v*."""
    _, f, k = _line(o)
    return float((f + o["sigma"] * o["w"]) / (o["sigma"] + k))


def _motion(o: dict[str, Any], run: Any) -> Any:
    if o["feed"] == "rate":
        return _by_rate(o, run.t)
    legs = (_filling(o, *leg.path.x[:2]) if leg.phase == "filling" else _carrying(o, leg) for leg in run.legs)
    return np.concatenate([np.array(leg) for leg in legs], axis=1)


def _by_rate(o: dict[str, Any], time: Any) -> tuple[Any, Any]:
    """From v₀."""
    J, _, k = _line(o)
    σ, grown, lag = o["sigma"], np.log1p(o["sigma"] * time / J), o["v0"] - _steady(o)
    gone = -np.expm1(-k / σ * grown) / k if k else grown / σ
    return _steady(o) * time + lag * J * gone, _steady(o) + lag * np.exp(-(1 + k / σ) * grown)


def _filling(o: dict[str, Any], x: Any, v: Any) -> Any:
    """The point nearest to one of the run on the orbit through x = 0, v = v₀."""
    J, _, _ = _line(o)
    high, low = _roots(o)
    p, μ, v0 = low / high, o["mu"], o["v0"]
    lag = (high - v0) * (1 + μ * x / J) ** (p - 1) * ((v - low) / (v0 - low)) ** p
    return nearest(x, v, high - v - lag, (1 - p) * μ / (J + μ * x) * lag, -1 - p / (v - low) * lag)


def _carrying(o: dict[str, Any], leg: Any) -> Any:
    """(v₊ − v)/(v − v₋) dies away; from where the leg begins."""
    J, μ, (high, low) = _line(o)[0] + o["mu"] * o["length"], o["mu"], _roots(o)
    time, v1 = leg.t - leg.t[0], leg.path.x[1][0]
    first = (high - v1) / (v1 - low)
    y = first * np.exp(-μ * (high - low) / J * time)
    return o["length"] + high * time + J / μ * np.log((1 + y) / (1 + first)), (high + y * low) / (1 + y)


def _refuse_other_belts(o: dict[str, Any]) -> None:
    for name, known in CHOICES.items():
        if o[name] not in known:
            raise ValueRefused(
                f"there is no {name} {o[name]!r}",
                expected="one of " + ", ".join(known),
                got=repr(o[name]),
                hint=f"{name}={known[0]!r}",
            )
    may_vanish = ("w", "v0")
    numbers = {name: value for name, value in o.items() if name not in CHOICES}
    low = [name for name, value in numbers.items() if value < 0 or (value == 0 and name not in may_vanish)]
    if low:
        raise ValueRefused(
            "this belt does not carry sand",
            expected="positive numbers; w and v0 may be 0",
            got=", ".join(f"{name} = {o[name]:g}" for name in low),
            hint=f"{low[0]}=1",
        )
