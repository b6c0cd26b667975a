"""Two bodies, one of which loses or gathers mass: the problem of Gyldén and Meshchersky, and slow accretion.

    r̈ − r θ̇² = −M/r² ,            r² θ̇ = h       the sun varies, isotropically: w = its own velocity
    (m ṙ)˙ − m r θ̇² = −m/r² ,   m r² θ̇ = h       the planet gathers matter at rest: w = 0

    M = 1/(1 + α t)      r = ρ/M , τ = t/(1 + α t):       ρ″ = −1/ρ² + h²/ρ³              Kepler's problem
    M = 1/√(1 + α t)     r = ρ/M , τ = ln(1 + α t)/α:     ρ″ = −1/ρ² + h²/ρ³ + ¼ α² ρ
    Ṁ = −α Mⁿ            M = (1 + (n − 1) α t)^(1/(1−n))  Eddington and Jeans; both laws above, n = 2 and 3 (α/2)

in units of the first distance, the first mass and a gravitational constant of 1; the sun stands still.  In the time
∫ dt/m a planet that gathers matter at rest moves about a sun of mass m², whose exponent is n/2 + 1; with w = v it feels
nothing of its mass.  Two bodies that both radiate move about each other as about one sun of both masses.

A circle that varies slowly stays a circle: M r = const for the sun, m √r = const for the planet, and by the first law
there are spirals on which that is so at any rate.  The trap is to conserve the energy −M/2r of the orbit: about a sun
that loses mass the orbit would shrink, where it grows.
Source: H. Gyldén (1884); I. V. Meshchersky (1893, 1902), for the maps; J. H. Jeans (1924), for the law with n.
"""

from math import atan2, copysign, hypot, pi, sqrt
from typing import Any, Literal

import numpy as np
import sympy as sp

from varmass.cases._along import instant, nearest
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import Event, when
from varmass.model.parts import Particle, Potential
from varmass.model.streams import at_rest, with_body
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System

LAWS, BODIES = ("gylden1", "gylden2", "jeans"), ("sun", "planet")
STREAMS = {"at_rest": at_rest, "with_body": with_body}


def case(
    law: Literal["gylden1", "gylden2", "jeans"] = "gylden1",
    alpha: float = 0.01,
    n: float = 1.0,
    varies: Literal["sun", "planet"] = "sun",
    w: Literal["at_rest", "with_body"] = "at_rest",
    vr0: float = 0.0,
    vt0: float = 1.2,
    end: float = 100.0,
) -> Case:
    """law: of the mass M that varies: 1/(1 + alpha t), 1/√(1 + alpha t), or dM/dt = −alpha Mⁿ.

    alpha: rate of loss; negative for gain.  n: exponent of the third law.  varies: the body whose mass it is.

    w: velocity of what a planet exchanges; a sun exchanges at its own.  vr0: speed outwards at the start.

    vt0: speed across at the start.  end: duration.

    Measures.  x, y: place at the end.  angle: turned through, to the end.  distance_ratio: last by first.  mass: at
    the end, of the body whose mass varies.  rho_turn_time: when ρ = μ r is first at its largest.
    """
    exponent, rate = {"gylden1": (2.0, alpha), "gylden2": (3.0, alpha / 2)}.get(law, (n, alpha))
    _refuse_what_does_not_orbit(law, varies, w, vt0, (exponent - 1) * rate, end)
    varying = _law(law, n)
    orbit = _orbit(varying, varies, w)
    felt = varying if varies == "sun" else (varying**2 if w == "at_rest" else sp.S.One)
    return Case(
        system=orbit,
        values={p.name: {"alpha": alpha, "n": n}[p.name] for p in orbit.parameters},
        start={"r": 1.0, "theta": 0.0, "r.dot": vr0, "theta.dot": vt0},
        until=end,
        measures={
            "x": lambda run: run.final("r") * float(np.cos(run.final("theta"))),
            "y": lambda run: run.final("r") * float(np.sin(run.final("theta"))),
            "angle": lambda run: run.final("theta"),
            "distance_ratio": lambda run: run.final("r"),
            "mass": _mass,
            "rho_turn_time": lambda run: instant(run, "turn of ρ"),
        },
        exact=_exact(exponent, rate, varies, w, vr0, vt0),
        events=_turns(orbit.q[0], felt),
    )


def _orbit(varying: Any, varies: str, w: str) -> System:
    """The planet about the sun, one of which has the mass that varies."""
    r, θ = coordinate("r", "1", "distance"), coordinate("theta", "rad", "polar angle")
    M, m = (varying, 1) if varies == "sun" else (1, varying)
    return System(
        f"Two bodies, the {varies} of variable mass",
        Particle("sun", mass=M, position=[0, 0], streams=[with_body(name="radiation or dust")]),
        Particle("planet", mass=m, position=[r * sp.cos(θ), r * sp.sin(θ)], streams=[STREAMS[w](name="dust")]),
        Potential("attraction", -M * m / r),
        time="1",
    )


def _turns(r: Any, felt: Any) -> tuple[Event, ...]:
    """Where the distance turns, and where ρ = μ r does, first at its largest."""
    return (
        when(r.dot, name="farthest", direction="falling", terminal=False),
        when(r.dot, name="nearest", direction="rising", terminal=False),
        when(r.dot + r * sp.diff(sp.log(felt), t), name="turn of ρ", direction="falling", terminal=False),
    )


def _law(law: str, n: float) -> Any:
    """M(t), 1 at the start."""
    α, ν = parameters("alpha", "n")
    if law != "jeans":
        return 1 / (1 + α * t) if law == "gylden1" else 1 / sp.sqrt(1 + α * t)
    if n == 1:
        return sp.exp(-α * t)
    return (1 + (ν - 1) * α * t) ** (1 / (1 - ν))


def _mass(run: Any) -> float:
    """M m at the end, by the force of attraction; that one of them which varies, the other being 1."""
    pull = sum(row[-1] for (q, source, _), row in run.terms().items() if (q, source) == ("r", "attraction"))
    return float(pull * run.final("r") ** 2)


def _exact(n: float, α: float, varies: str, w: str, vr: float, h: float) -> dict[str, Any]:
    """All of the motion where Meshchersky's map leads to an ellipse; its first integrals where there are any."""
    if varies == "planet" and w == "with_body":
        return _exact(2.0, 0.0, "sun", w, vr, h)
    sun = varies == "sun"
    ν, a = (n, α) if sun else (n / 2 + 1, 2 * α)
    ellipse = ν == 2 and (vr - a) ** 2 + h**2 < 2

    def masses(run: Any) -> tuple[Any, Any]:
        """Felt mass μ, μ′ = −a μ^ν in the time ∫ dt/m, and m."""
        varying = np.exp(-α * run.t) if n == 1 else (1 + (n - 1) * α * run.t) ** (1 / (1 - n))
        return (varying, 1.0) if sun else (varying**2, varying)

    def motion(run: Any) -> tuple[Any, Any, Any]:
        μ, m = masses(run)
        drift = a * μ ** (ν - 2)
        if ellipse:
            ρ, slope, θ = _kepler((run.t if sun else run.t + α * run.t**2 / 2) * μ, vr - a, h)
        else:
            ρ = μ * run.state("r")
            ρ, slope = _on_the_orbit(ρ, (m * run.state("r.dot") - drift * ρ) / μ, vr - a, h, a if ν == 3 else 0.0)
            θ = None
        return ρ / μ, (μ * slope + drift * ρ) / m, θ

    known = {"r": 0, "r.dot": 1} if ν in (2, 3) else {}
    known |= {"theta": 2} if ellipse else {}
    spun = {"theta.dot": lambda run: h / (masses(run)[1] * run.state("r") ** 2)}
    return {name: lambda run, i=i: motion(run)[i] for name, i in known.items()} | spun


def _kepler(τ: Any, slope0: float, h: float) -> tuple[Any, Any, Any]:
    """ρ, ρ′ and θ on the ellipse from ρ = 1, by Kepler's equation, from E = π in each turn, whence Newton converges."""
    A = 1 / (2 - slope0**2 - h**2)
    S, C = slope0 / sqrt(A), 1 - 1 / A
    e, E0 = hypot(S, C), atan2(S, C)
    anomaly = τ / A**1.5 + E0 - S
    E = pi + 2 * pi * np.floor(anomaly / (2 * pi))
    for _ in range(60):
        E = E - (E - e * np.sin(E) - anomaly) / (1 - e * np.cos(E))
    ρ, β = A * (1 - e * np.cos(E)), e / (1 + abs(h) / sqrt(A))

    def true(E: Any) -> Any:
        return E + 2 * np.arctan2(β * np.sin(E), 1 - β * np.cos(E))

    return ρ, sqrt(A) * e * np.sin(E) / ρ, copysign(1, h) * (true(E) - true(E0))


def _on_the_orbit(ρ: Any, slope: Any, slope0: float, h: float, a: float) -> tuple[Any, Any]:
    """½ ρ′² + U = const, U = h²/2ρ² − 1/ρ − ½ a² ρ², from ρ = 1."""

    def U(ρ: Any) -> Any:
        return h**2 / (2 * ρ**2) - 1 / ρ - a**2 * ρ**2 / 2

    excess = (slope**2 - slope0**2) / 2 + U(ρ) - U(1.0)
    return nearest(ρ, slope, excess, 1 / ρ**2 - h**2 / ρ**3 - a**2 * ρ, slope)


def _refuse_what_does_not_orbit(law: str, varies: str, w: str, vt0: float, decay: float, end: float) -> None:
    if law not in LAWS or varies not in BODIES or w not in STREAMS:
        raise ValueRefused(
            "these bodies do not vary so",
            expected=f"law one of {', '.join(LAWS)}, varies of {', '.join(BODIES)}, w of {', '.join(STREAMS)}",
            got=f"law = {law!r}, varies = {varies!r}, w = {w!r}",
            hint="law='gylden1', varies='sun', w='at_rest'",
        )
    if not (vt0 and end > 0 and 1 + decay * end > 0):
        raise ValueRefused(
            "the planet falls into the sun, or a mass vanishes or becomes infinite before the end",
            expected="vt0 ≠ 0, end > 0, and 1 + (n − 1) alpha × end > 0 with the n of the law",
            got=f"vt0 = {vt0:g}, end = {end:g}, 1 + (n − 1) alpha × end = {1 + decay * end:g}",
            hint="vt0=1.2" if not vt0 else f"end={0.9 / -decay:.3g}" if decay < 0 else "end=100",
        )
