"""A mass on a spring grows, or wears away: the law of exchange decides whether the swings grow with it or die.

    m ẍ + c ṁ ẋ + k x = 0          exchange with w = (1 − c) ẋ

    m = m₀ (1 + ε t)    x = z^(1−c) C_(1−c)(z)    z = (2 ω/|ε|) √(m/m₀)
    m = m₀ exp(ε t)     x = z^c C_c(z)            z = (2 ω/|ε|) √(m₀/m)          ω² = k/m₀

C_p is a cylinder function, a J_p + b Y_p.  If the mass grows slowly, the amplitude goes as m^(¼ − c/2): what joins from
rest (c = 1) damps, as m^(−¼); what joins with the speed of the body (c = 0) drives, as m^(+¼), though no force was
added; the lossless exchange (c = ½) leaves the amplitude alone, at any rate.  The trap is to take one law for the
other: the equations differ by a term ṁ ẋ, and the amplitudes go opposite ways.
Source: I. V. Meshchersky (1897), for the equation; the amplitudes are the slow limit of the cylinder functions.
"""

from math import sqrt
from typing import Any, Literal

import numpy as np
import sympy as sp

from varmass.cases._along import cylinder
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.parts import Particle, Potential
from varmass.model.streams import ratio
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System

LAWS = ("linear", "exp")


def case(
    law: Literal["linear", "exp"] = "linear",
    epsilon: float = 0.1,
    c: float = 1.0,
    m0: float = 1.0,
    k: float = 1.0,
    x0: float = 1.0,
    v0: float = 0.0,
    end: float = 60.0,
) -> Case:
    """law: of the mass, m0 (1 + epsilon t) or m0 exp(epsilon t).  epsilon: rate of growth; negative for wear.

    c: law of exchange, w = (1 − c) ẋ: 1 from rest, 0 with the body, 0.5 lossless.  m0: mass at the start.

    k: stiffness.  x0: place at the start.  v0: speed at the start.  end: duration.

    Measures.  place, speed: at the end.  amplitude: at the end, by the energy there.  exponent: of the mass, as whose
    power the amplitude has grown.
    """
    _refuse_what_does_not_swing(law, epsilon, m0, k, x0, v0, end)
    x = coordinate("x", "m", "extension of the spring")
    μ, ε, κ, γ = parameters("m0 [kg]", "epsilon [1/s]", "k [N/m]", "c")
    m = μ * (1 + ε * t) if law == "linear" else μ * sp.exp(ε * t)
    oscillator = System(
        "A mass that varies, on a spring",
        Particle("mass", mass=m, position=[x], streams=[ratio(1 - γ, name="exchange")]),
        Potential("spring", κ * x**2 / 2),
    )

    def amplitude(run: Any, i: int) -> float:
        grown = _grown(law, epsilon * run.t[i])
        return float(np.hypot(run.state("x")[i], run.state("x.dot")[i] * sqrt(grown * m0 / k)))

    def exponent(run: Any) -> float:
        return float(np.log(amplitude(run, -1) / amplitude(run, 0)) / np.log(_grown(law, epsilon * run.t[-1])))

    return Case(
        system=oscillator,
        values={"m0": m0, "epsilon": epsilon, "k": k, "c": c},
        start={"x": x0, "x.dot": v0},
        until=end,
        measures={
            "place": lambda run: run.final("x"),
            "speed": lambda run: run.final("x.dot"),
            "amplitude": lambda run: amplitude(run, -1),
            "exponent": exponent,
        },
        exact=_exact(law, epsilon, c, sqrt(k / m0), x0, v0),
    )


def _grown(law: str, εt: Any) -> Any:
    """m/m₀."""
    return 1 + εt if law == "linear" else np.exp(εt)


def _exact(law: str, ε: float, c: float, ω: float, x0: float, v0: float) -> dict[str, Any]:
    """x = z^p C_p(z), and ẋ by ż, which goes as m^(−½) in both laws."""
    sign, p = (1, 1 - c) if law == "linear" else (-1, c)
    z0, ż0 = 2 * ω / abs(ε), sign * ω * (1 if ε > 0 else -1)

    def state(run: Any) -> Any:
        root = np.sqrt(_grown(law, ε * run.t))
        x, slope = cylinder(p, z0 * root**sign, z0, x0, v0 / ż0)
        return x, slope * ż0 / root

    return {"x": lambda run: state(run)[0], "x.dot": lambda run: state(run)[1]}


def _refuse_what_does_not_swing(
    law: str, epsilon: float, m0: float, k: float, x0: float, v0: float, end: float
) -> None:
    if law not in LAWS:
        raise ValueRefused(
            f"there is no law {law!r} of the mass", expected=" or ".join(LAWS), got=repr(law), hint="law='linear'"
        )
    if not (m0 > 0 and k > 0 and end > 0 and epsilon and (x0 or v0)):
        raise ValueRefused(
            "this mass does not swing, or does not vary",
            expected="m0, k and end > 0, epsilon ≠ 0, and a start that is not the rest position",
            got=f"m0 = {m0:g}, k = {k:g}, end = {end:g}, epsilon = {epsilon:g}, x0 = {x0:g}, v0 = {v0:g}",
            hint="epsilon=0.1, x0=1",
        )
    if law == "linear" and 1 + epsilon * end <= 0:
        raise ValueRefused(
            "this mass is used up before the end",
            expected="1 + epsilon × end > 0",
            got=f"epsilon = {epsilon:g}, end = {end:g}",
            hint=f"end={0.9 / -epsilon:.3g}",
        )
