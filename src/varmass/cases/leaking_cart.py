"""A cart rolls in the rain and leaks: what falls in was not moving, what runs out was.

    m v̇ = F + r (w − v) + λ u ,   m = m₀ + (r − λ) t          rain r with the wind w, leak λ with the jet u

    G = ∫ dt/m = ln(m/m₀)/(r − λ)          v = v₀ e^(−rG) + (F + r w + λ u) (1 − e^(−rG))/r
    F = w = u = 0:   λ = 0   v = v₀ m₀/m          λ = r   v = v₀ e^(−rt/m₀)          r = 0   v = v₀

A cart that lets out what falls in is slower than one that keeps it, although it is lighter: what it lets out has been
brought to speed, and goes with it.  The traps are (m v)˙ = F, by which a cart would gain speed from losing sand, and
m v̇ = F, by which rain would cost nothing.  Rain and leak of equal rate leave the mass alone, and both traps say then
that nothing happens at all.
Source: a problem of every textbook; the law is that of I. V. Meshchersky (1897, 1904).
"""

from typing import Any

import numpy as np

from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.parts import Force, Particle
from varmass.model.streams import absolute, relative
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System


def case(
    m0: float = 1000.0,
    rain: float = 10.0,
    leak: float = 10.0,
    wind: float = 0.0,
    u: float = 0.0,
    F: float = 0.0,
    v0: float = 3.0,
    end: float = 200.0,
) -> Case:
    """m0: mass at the start.  rain: rate at which mass falls in.  leak: rate at which it runs out.

    wind: speed of the rain along the track.  u: speed at which what leaks is thrown backwards; 0 if it just falls out.

    F: pull.  v0: speed at the start.  end: duration.

    Measures.  speed, distance, mass, momentum: at the end.  lost: energy, to the end.
    """
    o = dict(locals())
    _refuse_other_carts(o)
    cart = _cart(o)
    return Case(
        system=cart,
        values={p.name: o[p.name] for p in cart.parameters},
        start={"x": 0.0, "x.dot": v0},
        until=end,
        measures={
            "speed": lambda run: run.final("x.dot"),
            "distance": lambda run: run.final("x"),
            "mass": lambda run: m0 + (rain - leak) * float(run.t[-1]),
            "momentum": lambda run: (m0 + (rain - leak) * float(run.t[-1])) * run.final("x.dot"),
            "lost": lambda run: -run.book("dissipated"),
        },
        exact={"x": lambda run: _moved(o, run.t)[0], "x.dot": lambda run: _moved(o, run.t)[1]},
    )


def _cart(o: dict[str, float]) -> System:
    x = coordinate("x", "m", "distance rolled")
    m, r, λ = parameters("m0 [kg]", "rain [kg/s]", "leak [kg/s]")
    w, u, f = parameters("wind [m/s]", "u [m/s]", "F [N]")
    streams, mass = [], m
    if o["rain"]:
        streams.append(absolute([w if o["wind"] else 0], mass=r * t, name="rain"))
        mass += r * t
    if o["leak"]:
        streams.append(relative([-u if o["u"] else 0], mass=-λ * t, name="leak"))
        mass -= λ * t
    return System(
        "A cart" + " that leaks" * bool(o["leak"]) + " in the rain" * bool(o["rain"]),
        Particle("cart", mass=mass, position=[x], streams=streams),
        *([Force("pull", on="cart", force=[f])] if o["F"] else []),
    )


def _moved(o: dict[str, float], time: Any) -> tuple[Any, Any]:
    """x and v: of the part that the start gives, ∫ e^(−rG) dt = m₀ (1 − e^(−λG))/λ; and of the part that is driven."""
    r, λ = o["rain"], o["leak"]
    push, gain, m = o["F"] + r * o["wind"] + λ * o["u"], r - λ, o["m0"] + (r - λ) * time
    G = np.log1p(gain * time / o["m0"]) / gain if gain else time / o["m0"]
    coasted = o["m0"] * (-np.expm1(-λ * G) / λ if λ else G)
    if r:
        driven = push / r * (time - coasted), -push / r * np.expm1(-r * G)
    else:
        driven = push * (m * G - time) / gain, push * G
    return o["v0"] * coasted + driven[0], o["v0"] * np.exp(-r * G) + driven[1]


def _refuse_other_carts(o: dict[str, float]) -> None:
    low = [
        name for name in ("m0", "rain", "leak", "u", "end") if o[name] < 0 or (o[name] == 0 and name in ("m0", "end"))
    ]
    if low or o["rain"] == o["leak"] == 0:
        raise ValueRefused(
            "this cart neither leaks nor gathers, or there is none",
            expected="m0 and end positive, rain, leak and u not negative, and rain or leak > 0",
            got=", ".join(f"{name} = {o[name]:g}" for name in low or ("rain", "leak")),
            hint=f"{(low or ['rain'])[0]}=10",
        )
    if not (o["v0"] or o["F"] or o["rain"] * o["wind"] or o["leak"] * o["u"]):
        raise ValueRefused(
            "this cart stands still",
            expected="a speed at the start, a pull, a jet, or rain with wind",
            got="v0 = 0, F = 0, leak × u = 0, rain × wind = 0",
            hint="v0=3",
        )
    rest = o["m0"] + (o["rain"] - o["leak"]) * o["end"]
    if rest <= 0:
        raise ValueRefused(
            "this cart has leaked away before the end",
            expected="m0 + (rain − leak) × end > 0",
            got=f"{rest:g} kg",
            hint=f"end={0.75 * o['m0'] / (o['leak'] - o['rain']):.3g}",
        )
