"""Cayley's chain falls: what it does at first, what it tends to, and what was measured."""

from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from varmass.model.symbols import t
from varmass.papers._evidence import checked, same_motion, zero
from varmass.papers._items import MISSED, REPRODUCED, Drawing, Number, Shown, erratum, figure, measured, table
from varmass.papers._runs import RULES, acceleration, instants, run
from varmass.papers.pesce_2015.chain import PROPER, TITLE, Φ, F, L, a, d, g, scaled, v, y, y0, y_, μ
from varmass.show.figures.curves import Curve, Panel

MEASURED, ERROR = 0.3204, 0.0010
TIME, FAR = r"$t^* = t\sqrt{g/y_0}$", 1e4


def fall(principle: str | None, until: float, e: float = 0.0) -> Any:
    """From rest, in units of the length y₀ that hangs at the start, and of g."""
    return run("cayley_chain", principle, until, mu=1.0, g=1.0, y0=1.0, length=2 * FAR**2, e=e)


def at(instant: float, principle: str | None = None, e: float = 0.0) -> float:
    """The acceleration by g; at the instant `FAR` it no longer changes."""
    return float(acceleration(fall(principle, FAR, e), [instant])[0])


def errors_below(x: float) -> float:
    """How many of its own errors the measured value is below x."""
    return (x - MEASURED) / ERROR


@erratum(
    27,
    "slide “Cayley Problem”",
    "contradiction",
    printed=r"y^* = y/y_0, \quad t^* = t\sqrt{g/y_0}, \quad \Phi = F/(\mu gL)",
    correct=r"y^* = y/y_0, \quad t^* = t\sqrt{g/y_0}, \quad \Phi = F/(\mu gy_0)",
)
def two_scales_under_one_name() -> Shown:
    """y* and t* were y/L and t √(g/L) three slides before.  With the scale y₀ the same equation needs another Φ."""
    printed = y_.ddot - 1 - Φ / y_ + y_.dot**2 / y_
    return Shown(*(same_motion(printed, scaled(PROPER, y0, μ * g * length), y_.ddot) for length in (L, y0)))


@figure("slide “Cayley Problem”")
def displacement_velocity_acceleration() -> Drawing:
    """Cayley's chain from rest: displacement, velocity and acceleration, F = 0, by both equations.

    The ranges of the plots are not in the text of the slides; here 0 ≤ t* ≤ 8, in units of y₀ and g.
    """
    shown: dict[str, list[Curve]] = {"$y/y_0$": [], r"$\dot y/\sqrt{g y_0}$": [], r"$\ddot y/g$": []}
    for label, principle in RULES.items():
        found = fall(principle, 8.0)
        times = instants(found)
        rows = (found.state("y", times), found.state("y.dot", times), acceleration(found, times))
        for curves, row in zip(shown.values(), rows, strict=True):
            curves.append(Curve(times, row, label))
    return Drawing(tuple(Panel(tuple(curves), TIME, name) for name, curves in shown.items()), columns=3)


@figure(f"{TITLE}, limit acceleration")
def acceleration_to_its_limit() -> Drawing:
    """The acceleration falls from g to its limits g/3 and g/2; between the grey lines lies 0.3204(10).

    On the right the proper one near its limit: it stays above the measured band.
    """
    curves, near = [], []
    for place, (label, principle) in enumerate(RULES.items()):
        found = fall(principle, 20.0)
        times = instants(found, 1000)
        curves.append(Curve(times, acceleration(found, times), label, colour=place))
        limit = np.full(2, at(FAR, principle))
        curves.append(Curve([0, 20], limit, f"limit {('g/3', 'g/2')[place]}", "dotted", colour=place))
    near = [curves[0], curves[1]]
    band = [
        Curve([0, 20], np.full(2, MEASURED + s * ERROR), "" if s < 0 else "measured, ± 1 error", colour=-1)
        for s in (-1, 1)
    ]
    whole = Panel((*curves, *band), TIME, r"$\ddot y/g$", "both equations", (0, 12), (0.25, 1.02))
    part = Panel((*near, *band), TIME, r"$\ddot y/g$", "near the limit", (0, 20), (0.315, 0.345))
    return Drawing((whole, part))


def share_of_g(what: str, printed: str, found: float) -> Number:
    """An acceleration that is printed as 'g', 'g/2' or 'g/3'."""
    gap = abs(found - Fraction(printed.replace("g", "1")))
    return Number(what, printed, found, REPRODUCED if gap < 1e-12 else MISSED, "in units of g")


@table(f"{TITLE}, initial and limit acceleration")
def accelerations() -> tuple[Number, ...]:
    """The acceleration at first, at last, and as it was measured.

    The measurement is another author's, and contradicts nothing that the slides derive; g/3 is not within its error.
    """
    cayley, wong = errors_below(at(FAR)), errors_below(at(FAR, "N0"))
    beside = f"{cayley:.1f} of its errors below g/3, {wong:.0f} below g/2; why is not in the slides: erratum 37"
    return (
        share_of_g("initial, extended Lagrange equation", "g", at(0.0)),
        share_of_g("initial, usual Lagrange equation", "g", at(0.0, "N0")),
        share_of_g("limit, extended (Cayley, “the proper one”)", "g/3", at(FAR)),
        share_of_g("limit, usual (Wong & Yasui, “the erroneous one”)", "g/2", at(FAR, "N0")),
        measured("limit, measured (Wong, Youn & Yasui), beside g/3", MEASURED, ERROR, at(FAR), beside),
    )


@erratum(
    37,
    f"{TITLE}, limit acceleration",
    "claim",
    printed="text: Cayley's solution (the proper one) predicts g/3; experimental work measured (0.3204 ± 0.0010) g !",
    correct="text: the measurement excludes g/2, but with the error that it states also g/3: "
    "it needs a law ÿ → g/(3 − e) with e < 0, and more loss than the perfectly inelastic jerk of Cayley",
)
def a_measurement_of_something_else() -> Shown:
    """The measured value supports g/3 against g/2; it does not agree with g/3 within its own error.

    Whether that is friction, or another motion of the links, cannot be decided from the slides.
    """
    e = 3 - 1 / MEASURED
    cayley, wong, lossy = errors_below(at(FAR)), errors_below(at(FAR, "N0")), at(FAR, None, e)
    return Shown(
        checked(abs(cayley) < 3, f"the measured value is {cayley:.1f} of its errors below g/3"),
        checked(
            wong > cayley > 3 and abs(lossy - MEASURED) < ERROR / 100,
            f"{wong:.0f} errors below g/2; a run with e = {e:.4f} tends to {lossy:.4f} g",
        ),
    )


@erratum(
    70,
    f"{TITLE}, “When F = 0, both equations”",
    "claim",
    printed=r"\text{there is no singularity at } y = 0^+",
    correct=r"\begin{aligned}&\ddot{y} = \frac{g}{3} + \frac{2g}{3}\left(\frac{y_0}{y}\right)^3"
    r" \text{ from rest at } y_0 > 0 \\ &\ddot{y} = \frac{g}{3} \text{ from } y_0 = 0\end{aligned}",
)
def two_limits_at_nothing() -> Shown:
    """No acceleration is infinite, but the equation is singular where the mass μy vanishes: ÿ has two limits there.

    At rest it is g for every y₀ > 0, however small; along the motion that begins with y₀ = 0, y = gt²/6, it is g/3
    from the first instant.
    """
    free = sp.solve(PROPER.subs(F, 0), a)[0]
    at_rest = sp.limit(free.subs(v, 0), y, 0)
    begun = g * t**2 / 6
    along = free.subs({y: begun, v: begun.diff(t)})
    I = y**2 * v**2 / 2 - g * (y**3 - y0**3) / 3
    from_rest = free.subs(v, sp.sqrt(2 * g * (y**3 - y0**3) / 3) / y)
    bounded = from_rest - g / 3 - 2 * g * (y0 / y) ** 3 / 3
    return Shown(
        zero(at_rest - sp.limit(along, t, 0)),
        zero(begun.diff(t, 2) - along, d(I).subs(a, free), bounded),
    )
