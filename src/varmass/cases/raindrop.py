"""A raindrop that falls through mist at rest, and grows by what it meets.

    path   m = m₀ (x/l)ⁿ     ẍ = g − n ẋ²/x ,     ½ x^2n ẋ² − g x^(2n + 1)/(2n + 1) = const ,   ẍ → g/(2n + 1)
    time   m = m₀ (r/a)³     r = a + b t ,        r³ ẋ = a³ v₀ + g (r⁴ − a⁴)/(4 b) ,             ẍ → g/4

A drop that sweeps up the mist before it grows in proportion to the path, n = 3: it ends with g/7.  The usual Lagrange
equation yields g/(n + 1) for the law in x, and is right for the law in t, whose mass no ∂/∂x can see.  From x = 0 the
drop starts with no mass, x = ½ g t²/(2n + 1), and has g/(2n + 1) at once; from rest at any x₀ > 0 it begins with g.
For n = 1 it is Cayley's chain.
Source: K. S. Krane, Am. J. Phys. 49 (1981) 113–117.
"""

from math import sqrt
from typing import Any, Literal

import numpy as np

from varmass.cases._along import acceleration, instant
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Gravity, Particle
from varmass.model.streams import at_rest
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System

LAWS = ("path", "time")
FIRST = 1e-12  # of the depth: where a drop that starts with no mass is joined


def case(
    law: Literal["path", "time"] = "path",
    n: float = 3.0,
    x0: float = 10.0,
    v0: float = 0.0,
    depth: float = 100.0,
    l: float = 100.0,
    a: float = 1e-4,
    b: float = 5e-5,
    r1: float = 5e-4,
    m0: float = 1e-6,
    g: float = 9.81,
) -> Case:
    """law: of the mass, m0 (x/l)ⁿ of the path or m0 (r/a)³ with r = a + b t.  n: exponent of the law of the path.

    x0: path at the start, 0 for a drop without mass.  v0: speed at the start.  depth: path at the end.

    l: path at which the mass is m0.

    a: radius at the start.  b: its rate.  r1: radius at the end.  m0: mass at the path l, or at the radius a.

    g: gravity.

    Measures.  time: to the end of the path.  speed: at the end.  acceleration: at the end, by g.
    """
    _refuse_other_drops(law, {k: o for k, o in locals().items() if k != "law"})
    x = coordinate("x", "m", "path through the mist")
    μ, γ, ν, λ, d, α, β, ρ = parameters("m0 [kg]", "g [m/s^2]", "n", "l [m]", "depth [m]", "a [m]", "b [m/s]", "r1 [m]")
    along_path = law == "path"
    mass = μ * (x / λ) ** ν if along_path else μ * (1 + β * t / α) ** 3
    x_1, v_1, t_1 = _first(n, g, FIRST * depth) if along_path and x0 == 0 else (x0, v0, 0.0)
    drop = System(
        "A raindrop that grows with " + ("its path" if along_path else "time"),
        Particle("drop", mass=mass, position=[x], streams=[at_rest(name="mist")]),
        Gravity([γ]),
        parameters=[d if along_path else ρ],
    )
    return Case(
        system=drop,
        values={"m0": m0, "g": g} | ({"n": n, "l": l, "depth": depth} if along_path else {"a": a, "b": b, "r1": r1}),
        start={"x": x_1, "x.dot": v_1},
        until=when(x - d if along_path else α + β * t - ρ, name="end"),
        measures={
            "time": lambda run: instant(run, "end"),
            "speed": lambda run: run.final("x.dot"),
            "acceleration": lambda run: acceleration(run) / g,
        },
        exact=_of_the_path(n, g, x_1, v_1) if along_path else _of_time(a, b, g, x0, v0),
        t0=t_1,
    )


def _first(n: float, g: float, x: float) -> tuple[float, float, float]:
    """x, ẋ and t on the branch x = ½ g t²/(2n + 1) of a drop that starts with no mass."""
    v = sqrt(2 * g * x / (2 * n + 1))
    return x, v, 2 * x / v


def _of_the_path(n: float, g: float, x0: float, v0: float) -> dict[str, Any]:
    def speed(run: Any) -> Any:
        X = run.state("x")
        grown = np.expm1((2 * n + 1) * np.log(X / x0)) * g * x0 / (n + 0.5)
        return np.sqrt(v0**2 + grown) / (X / x0) ** n

    return {"x.dot": speed}


def _of_time(a: float, b: float, g: float, x0: float, v0: float) -> dict[str, Any]:
    def speed(run: Any) -> Any:
        r = a + b * run.t
        return (a / r) ** 3 * v0 + g * run.t * (r + a) * (r**2 + a**2) / (4 * r**3)

    def place(run: Any) -> Any:
        r = a + b * run.t
        return x0 + v0 * a * run.t * (a + r) / (2 * r**2) + g * (run.t * (r + a) / r) ** 2 / 8

    return {"x": place, "x.dot": speed}


def _refuse_other_drops(law: str, o: dict[str, float]) -> None:
    if law not in LAWS:
        raise ValueRefused(
            f"there is no law {law!r} of the mass", expected=" or ".join(LAWS), got=repr(law), hint="law='path'"
        )
    low = [name for name in ("n", "l", "a", "b", "m0", "g") if o[name] <= 0]
    if low or o["r1"] <= o["a"]:
        raise ValueRefused(
            "this drop does not grow",
            expected="n, l, a, b, m0, g positive, and r1 > a",
            got=", ".join(f"{name} = {o[name]:g}" for name in low or ("a", "r1")),
            hint="n=3, l=100, a=1e-4, b=5e-5, r1=5e-4, m0=1e-6, g=9.81",
        )
    if law == "path" and not (0 <= o["x0"] < o["depth"] and o["v0"] >= 0 and (o["x0"] > 0 or o["v0"] == 0)):
        raise ValueRefused(
            "this drop does not fall so",
            expected="0 ≤ x0 < depth, v0 not upwards, and no v0 without mass, at x0 = 0",
            got=", ".join(f"{name} = {o[name]:g}" for name in ("x0", "v0", "depth")),
            hint="x0=10, v0=0, depth=100",
        )
