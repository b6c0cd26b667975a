"""Appendix II: the hydrodynamic impact of a body, and of a sphere."""

from functools import cache
from typing import Any

import sympy as sp

from varmass.integrate.simulate import simulate
from varmass.model.symbols import t
from varmass.model.zero import Verdict
from varmass.papers._evidence import added, all_hold, residual, same_motion, zero
from varmass.papers._impact import (
    BULK,
    DISPLACED,
    EXTRA,
    F_B,
    GATHERED,
    LEFT,
    LIQUID,
    SPHERE,
    W0,
    WAGNER,
    M,
    R,
    W,
    a,
    d,
    in_units,
    j,
    m,
    v_J,
    with_coefficient,
    α,
    ζ,
    η,
    ρ,
    τ,
)
from varmass.papers._items import Drawing, Shown, erratum, figure, formula
from varmass.papers._runs import RULES, acceleration, alike, instants
from varmass.show.figures.curves import Curve, Panel

TITLE = "App. II, impact"


@formula(
    f"{TITLE}, “incorrect”",
    r"F_z = -\frac{d}{dt}\left(\frac{\partial T}{\partial W}\right) + \frac{\partial T}{\partial\zeta}"
    r" = -\frac12\frac{dM_{zz}}{dt}W - M_{zz}\frac{dW}{dt}",
)
def what_the_usual_lagrange_equation_gives() -> Verdict:
    """What the non-extended form gives: rules N0 and N1, the same for liquid that is at rest before."""
    printed = -d(M) * W / 2 - M * a
    return zero(-LEFT - printed, -residual(LIQUID, "N0") - printed, -residual(LIQUID, "N1") - printed)


@formula(
    f"{TITLE}, “correct”",
    r"F_z = -\frac{d}{dt}\left(\frac{\partial T}{\partial W}\right) + \frac{\partial T}{\partial\zeta}"
    r" - \frac12\frac{dM_{zz}}{d\zeta}W^2 = -\frac{d}{dt}(M_{zz}W)",
)
def the_force_on_the_body() -> Verdict:
    """The liquid that is set moving takes its momentum from the body."""
    return zero(-LEFT - EXTRA + d(M * W), -residual(LIQUID) + d(M * W))


@formula(
    f"{TITLE}, force on the bulk of the liquid",
    r"-F_z^B = -\frac{d}{dt}\left(\frac{\partial T}{\partial W}\right) + \frac{\partial T}{\partial\zeta}"
    r" - \frac12\frac{dM_{zz}}{d\zeta}W^2 - 2\dot{m}v_J\sin\alpha",
)
def the_force_on_the_bulk() -> Verdict:
    """With two jets, each the rate ṁ of the mass of the bulk, so negative, that leave upwards with v_J sin α.

    That signs are meant so is assumed; the slide says only that the term is of second order.
    """
    return zero(-LEFT - EXTRA - 2 * j * v_J * sp.sin(α) + residual(BULK) + F_B)


@erratum(
    71,
    f"{TITLE}, normalizing and plots",
    "typo",
    printed=r"t = W_0t/R",
    correct=r"t^* = W_0t/R",
)
def one_letter_for_two_times() -> Shown:
    """The dimensionless time has the letter of time itself; so has the paper of 2006, eq. (22)."""
    return Shown(added(t, W0 * t / R), added(τ, W0 * t / R))


@formula(
    f"{TITLE}, normalizing",
    r"\begin{aligned}&\eta = \zeta/R, \quad \dot{\eta} = \frac{1}{W_0}\frac{d\zeta}{dt}, \quad"
    r" \ddot{\eta} = \frac{R}{W_0^2}\frac{d^2\zeta}{dt^2} \\ &\beta = \frac{m}{m_D} = \frac{3m}{4\rho\pi R^3}"
    r"\end{aligned}",
)
def units_of_the_impact() -> Verdict:
    """Wagner's added mass of a sphere, (4/3)ρ(3Rζ)^{3/2}, is (3√3/π)η^{3/2} by the displaced mass m_D.

    Added masses are not on the slides; this one leads to their equation.
    """
    return zero(WAGNER.subs(ζ, R * η) / DISPLACED - GATHERED, m / DISPLACED - 3 * m / (4 * ρ * sp.pi * R**3))


@formula(
    f"{TITLE}, sphere, “correct”",
    r"\ddot{\eta} + \frac{\frac{9\sqrt{3}}{2\pi}\eta^{1/2}\dot{\eta}^2}{\beta + \frac{3\sqrt{3}}{\pi}\eta^{3/2}} = 0",
)
def the_sphere() -> Verdict:
    """From m dW/dt = −d(M W)/dt with Wagner's added mass.

    What is marked incorrect is the same, letter by letter (erratum 2).
    """
    impact = in_units(m * a + d(WAGNER * W))
    printed = with_coefficient(sp.Rational(9, 2) * sp.sqrt(3) / sp.pi)
    return all_hold(same_motion(printed, impact, η.ddot), same_motion(impact, residual(SPHERE), η.ddot))


MASSES, FIRST, LAST = (0.25, 0.5, 1.0, 2.0), 1e-8, 0.5


@cache
def stroke(mass: float, principle: str | None) -> Any:
    """A sphere from the first contact; the square root in the equation asks for a depth above zero."""
    return simulate(
        SPHERE, {"beta": mass}, {"eta": FIRST, "eta.dot": 1.0}, LAST, principle=principle, ledger=False
    )  # fmt: skip


@figure(f"{TITLE}, sphere, plots")
def acceleration_velocity_depth() -> Drawing:
    """Acceleration, velocity and depth of a striking sphere, by the proper and by the usual Lagrange equation.

    The values of β and the ranges of the plots are not in the text of the slides.  The sphere starts at η = 10⁻⁸; the
    theory is meant for η < 0.2.  On the left what is marked correct; on the right the usual form, with 9√3/(4π).
    """
    panels: list[Panel] = []
    for name, which in ((r"$\ddotη$", None), (r"$\dotη$", "eta.dot"), (r"$η$", "eta")):
        pair = []
        for title, principle in zip(("correct", "incorrect"), RULES.values(), strict=True):
            curves = []
            for mass in MASSES:
                found = stroke(mass, principle)
                times = instants(found, 600)
                row = acceleration(found, times) if which is None else found.state(which, times)
                curves.append(Curve(times, row, f"β = {mass}"))
            pair.append(Panel(tuple(curves), r"$t^* = W_0 t/R$", name, title))
        panels += alike(pair)
    return Drawing(tuple(panels))
