"""Buquoy's chain: a constant force lifts it from a heap; it overshoots, is laid down again, and is lifted again.

    rising    w = 0   a link is at rest until it is jerked up      z z̈ + ż² = F/μ − g z
    falling   w = ż   a link comes down with the chain             z z̈ = F/μ − g z

    ½ (z ż)² + ⅓ g z³ − ½ (F/μ) z² = const  rising ,   ½ ż² + g z − (F/μ) ln z = const  falling

From the heap z = √(F/μ) t − g t²/6: no mass can be at rest under a force, so the first speed is not free.  The first
top is at 3/2 z_e, z_e = F/(μ g).  Then the swings die out, though no damper is stated: μ |ż|³/2 is lost in the jerks
on the way up, and on the heap on the way down.  Thrown freely (F = 0) the chain turns at z³ = z₀³ + 3/2 (z₀ v₀)²/g,
and falls as a stone does.  The trap is to keep the term ż² on the way down: each link would hand its momentum back to
the chain before it lies down, and the chain would fall ever faster, as 1/z.
Source: G. von Buquoy, Analytische Bestimmung des Gesetzes der virtuellen Geschwindigkeiten (Leipzig, 1812).
"""

from math import inf, nan, sqrt
from typing import Any, Literal, NamedTuple

import numpy as np

from varmass.cases._along import arrival, instant, nearest, state_at
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Force, Gravity, Particle
from varmass.model.streams import at_rest, by_sign, transfer, with_body
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System

# c of  z z̈ + c ż² = F/μ − g z  while the chain rises, and while it falls.
LAWS = {"by_sign": (1.0, 0.0), "at_rest": (1.0, 1.0), "lossless": (0.5, 0.5)}
FIRST = 1e-14  # of z_e: where a chain that starts with no mass is joined


class Half(NamedTuple):
    """Half a swing, on the orbit ½ z^2c ż² + U = E, and where it turns; 0 if it comes down to the heap."""

    up: bool
    c: float
    E: float
    turn: float


def case(
    mu: float = 1.0,
    g: float = 9.81,
    F: float = 20.0,
    z0: float = 0.0,
    v0: float = 0.0,
    exchange: Literal["by_sign", "at_rest", "lossless"] = "by_sign",
    swings: int = 3,
    link: float = 1e-3,
) -> Case:
    """mu: mass per length.  g: gravity.  F: force that lifts, 0 for a free throw.  z0: height of the end at the start.

    v0: its speed there; from z0 = 0 the chain leaves with the speed that it must have.

    exchange: by_sign, picked up at rest and laid down with the chain; at_rest, the wrong law, both ways; lossless.

    swings: tops after which the run ends.  link: height below which the chain lies on the heap, which ends it too.

    Measures.  initial_speed: of the upper end.  max, min: height of the first, second, … top and bottom.
    apex_height, apex_time: of a free throw.  fall_time: from the last top to the heap.
    """
    _refuse_other_chains(exchange, mu, g, F, z0, v0, swings, link)
    f, laws = F / mu, LAWS[exchange]
    z_1, v_1 = (z0, v0) if z0 else _leaving(laws[0], f, g)
    z = coordinate("z", "m", "height of the upper end")
    μ, γ, Φ, λ = parameters("mu [kg/m]", "g [m/s^2]", "F [N]", "link [m]")
    heap = {
        "by_sign": by_sign(at_rest(), with_body(), name="heap"),
        "at_rest": at_rest(name="heap"),
        "lossless": transfer(1, name="heap"),
    }
    chain = System(
        "Buquoy's chain",
        Particle("lifted part", mass=μ * z, position=[z], streams=[heap[exchange]]),
        Gravity([-γ]),
        *([Force("lift", on="lifted part", force=[Φ])] if F else []),
        parameters=[λ],
    )
    halves = _halves(laws, f, g, z_1, v_1, swings, link)
    down = when(z - λ, name="down", direction="falling")
    top = when(z.dot, name="top", direction="falling", terminal=swings if F else False)
    bottom = when(z.dot, name="bottom", direction="rising", terminal=False)
    return Case(
        system=chain,
        values={"mu": mu, "g": g, "link": link} | ({"F": F} if F else {}),
        start={"z": z_1, "z.dot": v_1},
        until=[down, top, 1000 * swings * sqrt(f) / g] if F else down,
        measures=_measures_of_swings(halves) if F else _measures_of_a_throw(),
        exact=_exact(halves, f, g),
        events=(bottom,) if F else (top,),
    )


def _leaving(c: float, f: float, g: float) -> tuple[float, float]:
    """A place on the branch that leaves the heap, ż² = f/c − 2 g z/(2c + 1), and the speed there."""
    z = FIRST * f / g
    return z, sqrt(f / c - 2 * g * z / (2 * c + 1))


def _halves(laws: tuple[float, float], f: float, g: float, z: float, v: float, swings: int, link: float) -> list[Half]:
    """The motion, half a swing after another, by the first integrals alone."""
    found: list[Half] = []
    up = v > 0 or (v == 0 and f > g * z)
    while z > 0 and sum(half.up for half in found) < swings:
        c = laws[0] if up else laws[1]
        E = z ** (2 * c) * v**2 / 2 + _U(c, f, g, z)
        turn = _turn(c, E, f, g, z, up)
        z, v = turn if turn > link else 0.0, 0.0
        found.append(Half(up, c, E, z))
        up = not up
    return found


def _U(c: float, f: float, g: float, z: Any) -> Any:
    """∫ z^(2c − 1) (g z − f) dz."""
    if c == 0:
        return g * z - (f * np.log(z) if f else 0.0)
    return g * z ** (2 * c + 1) / (2 * c + 1) - f * z ** (2 * c) / (2 * c)


def _turn(c: float, E: float, f: float, g: float, z: float, up: bool) -> float:
    """Where U = E, above or below, by halving; 0 where U stays below E down to the heap."""
    if not up and (inf if c == 0 < f else 0.0) <= E:
        return 0.0
    factor, inside = (2.0, max(z, f / g)) if up else (0.5, min(z, f / g))
    outside = inside * factor
    while _U(c, f, g, outside) < E:
        outside *= factor
    while (middle := (inside + outside) / 2) not in (inside, outside):
        inside, outside = (middle, outside) if _U(c, f, g, middle) < E else (inside, middle)
    return middle


def _measures_of_swings(halves: list[Half]) -> dict[str, Any]:
    """The first speed, all tops and bottoms that there are, and the time of the last fall if it ends on the heap."""
    found: dict[str, Any] = {"initial_speed": lambda run: float(run.state("z.dot")[0])}
    tops, bottoms = (sum(half.up == up and half.turn > 0 for half in halves) for up in (True, False))
    for name, event, count in (("max", "top", tops), ("min", "bottom", bottoms)):
        for k in range(1, count + 1):
            found[f"{name}{k}"] = lambda run, event=event, k=k: state_at(run, event, "z", k)
    if tops and halves[-1].turn == 0:
        found["fall_time"] = lambda run: _landing(run) - instant(run, "top", tops)
    return found


def _measures_of_a_throw() -> dict[str, Any]:
    return {
        "apex_height": lambda run: state_at(run, "top", "z"),
        "apex_time": lambda run: instant(run, "top"),
        "fall_time": lambda run: _landing(run) - instant(run, "top"),
    }


def _landing(run: Any) -> float:
    """When the last link has come down."""
    return arrival(run, 0) if len(run.t_events.get("down", ())) else nan


def _exact(halves: list[Half], f: float, g: float) -> dict[str, Any]:
    """The point nearest to a point of the run on the orbit of its half swing."""

    def state(run: Any) -> Any:
        turns = np.sort(np.concatenate([run.t_events.get(name, []) for name in ("top", "bottom")]))
        found = np.full((2, len(run.t)), np.nan)
        for k, (_, c, E, _) in enumerate(halves):
            here = np.searchsorted(turns, run.t) == k
            z, v = run.state("z")[here], run.state("z.dot")[here]
            excess = z ** (2 * c) * v**2 / 2 + _U(c, f, g, z) - E
            slope = z ** (2 * c - 1) * (c * v**2 + g * z - f)
            found[:, here] = nearest(z, v, excess, slope, z ** (2 * c) * v)
        return found

    return {"z": lambda run: state(run)[0], "z.dot": lambda run: state(run)[1]}


def _refuse_other_chains(
    exchange: str, mu: float, g: float, F: float, z0: float, v0: float, swings: int, link: float
) -> None:
    if exchange not in LAWS:
        raise ValueRefused(
            f"there is no exchange {exchange!r}",
            expected="one of " + ", ".join(LAWS),
            got=repr(exchange),
            hint="exchange='by_sign'",
        )
    if not (mu > 0 and g > 0 and F >= 0 and z0 >= 0 and swings >= 1 and 0 < link < (z0 or F / (mu * g))):
        raise ValueRefused(
            "there is no such chain",
            expected="mu and g positive, F and z0 not negative, a top or more, and a link shorter than what is lifted",
            got=f"mu = {mu:g}, g = {g:g}, F = {F:g}, z0 = {z0:g}, swings = {swings}, link = {link:g}",
            hint="z0=0, F=20, swings=3, link=1e-3",
        )
    if (F == 0 and v0 <= 0) or (z0 == 0 and v0 != 0) or (v0 == 0 and mu * g * z0 == F):
        raise ValueRefused(
            "this chain cannot start so",
            expected="v0 > 0 for a free throw, none from z0 = 0, and no rest where F = mu g z0",
            got=f"F = {F:g}, z0 = {z0:g}, v0 = {v0:g}",
            hint="v0=0" if z0 == 0 else "v0=2",
        )
