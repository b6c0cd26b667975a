"""Appendix II: deployment of a cable from a reel, by the wound part alone and by the whole."""

from functools import cache
from math import pi
from typing import Any

from varmass.integrate.simulate import simulate
from varmass.model.events import when
from varmass.model.parts import GeneralisedForce
from varmass.model.zero import Verdict
from varmass.papers._cable import (
    ERRONEOUS,
    FRICTION,
    HANGING,
    INERTIA,
    T_1,
    TRACTION,
    WEIGHT,
    WOUND,
    C_f,
    D,
    F_f,
    R,
    a,
    d,
    depth,
    g,
    lagrange,
    m_R,
    m_S,
    u,
    whole,
    β,
    θ,
    μ,
    ρ,
    τ,
)
from varmass.papers._evidence import added, all_hold, residual, zero
from varmass.papers._items import Drawing, Shown, erratum, figure, formula, undecidable
from varmass.papers._runs import instants
from varmass.show.figures.curves import Curve, Panel

TITLE = "App. II, cable"


@formula(
    f"{TITLE}, wound part",
    r"\dot{m}_R = -\mu R\dot{\theta}, \quad T_1 = \frac12\left(I_O + \mu R^2(L-R\theta)\right)\dot{\theta}^2",
)
def wound_part() -> Verdict:
    """Mass rate and kinetic energy; the energies of the two parts sum up to that of all of the cable."""
    all_of_it = INERTIA * u**2 / 2
    return zero(d(m_R) + μ * R * u, d(m_R) + d(m_S), T_1 + m_S * R**2 * u**2 / 2 - all_of_it)


@erratum(
    32,
    f"{TITLE}, hanging traction",
    "contradiction",
    printed=r"\tau(\theta) = \mu R\theta\left((1-\beta)g - R\ddot{\theta}\right)",
    correct=r"\tau(\theta) = \mu R\theta\left((1-\beta)g - R\ddot{\theta}\right) + F_f",
)
def traction_without_friction() -> Shown:
    """The friction along the hanging cable is missing; but the plots of the “typical analysis” need it.

    The paper of 2006, eq. (32), has F_f, and lost the inner bracket instead.
    """
    balance = residual(HANGING)
    return Shown(zero(balance.subs(τ, TRACTION)), zero(balance.subs(τ, TRACTION + F_f)))


@formula(
    f"{TITLE}, “incorrect”",
    r"\begin{aligned}&\frac{d}{dt}\left(\frac{\partial T_1}{\partial\dot{\theta}}\right)"
    r" - \frac{\partial T_1}{\partial\theta} = \left(\tau + \dot{m}_R R\dot{\theta}\right)R"
    r" \\ &(I_O + mR^2)\,\ddot{\theta} + \frac12\mu R^3\dot{\theta}^2 - (1-\beta)\mu gR^2\theta = 0\end{aligned}",
)
def what_the_usual_lagrange_equation_gives() -> Verdict:
    """What the usual Lagrange equation of the wound part gives, with the exit of mass as a force: rule N0; m = μL."""
    naive = residual(WOUND, "N0")
    printed = INERTIA * a + ERRONEOUS - (1 - β) * μ * g * R**2 * θ
    return zero(lagrange(T_1) - (τ + d(m_R) * R * u) * R - naive, naive.subs(τ, TRACTION) - printed)


@formula(
    f"{TITLE}, “correct”",
    r"\begin{aligned}&\hat{Q}_\theta = \left(\tau + \dot{m}_R R\dot{\theta}\right)R"
    r" - \frac12\frac{dm_R}{d\theta}R^2\dot{\theta}^2"
    r" \\ &(I_O + mR^2)\,\ddot{\theta} - (1-\beta)\mu gR^2\theta = 0\end{aligned}",
)
def the_equation_of_motion() -> Verdict:
    """The extended Lagrange equation of the wound part is that of the whole, in which no mass varies."""
    proper = residual(WOUND)
    Q = (τ + d(m_R) * R * u) * R - m_R.diff(θ) * R**2 * u**2 / 2
    printed = INERTIA * a - (1 - β) * μ * g * R**2 * θ
    return zero(lagrange(T_1) - Q - proper, proper.subs(τ, TRACTION) - printed, residual(whole(0)) - printed)


@formula(
    f"{TITLE}, typical analysis",
    r"F_f = -\frac12 C_f\rho D(R\dot{\theta})^2\,l_s(\theta) = -\frac12 C_f\rho DR^3\theta\dot{\theta}^2",
)
def friction() -> Verdict:
    """A force, with l_s = Rθ; its torque is R F_f.  The incorrect equation keeps its extra term."""
    resisted = whole(FRICTION, GeneralisedForce("erroneous term", on=θ, force=-ERRONEOUS))
    naive = residual(WOUND, "N0").subs(τ, TRACTION + FRICTION)
    length = R * θ
    return all_hold(
        added(FRICTION, WEIGHT),
        zero(FRICTION + C_f * ρ * D * (R * u) ** 2 * length / 2, naive - residual(resisted)),
    )


@cache
def deployment(submerged: bool, correct: bool) -> Any:
    """From 10 m of hanging cable to the sea bed."""
    line, area, water, gravity = 150.0, pi * 0.1**2 / 4, 1025.0, 9.81
    mass = line / gravity + (water * area if submerged else 0.0)
    error = () if correct else (GeneralisedForce("erroneous term", on=θ, force=-ERRONEOUS),)
    values = {
        "I": 4000.0, "mu": mass, "R": 1.0, "L": 3000.0, "beta": water * area / mass, "g": gravity,
        "C_f": 1e-3, "rho": water, "D": 0.1, "depth": 1500.0,
    }  # fmt: skip
    touch = when(R * θ - depth, name="touch")
    return simulate(whole(FRICTION, *error), values, {"theta": 10.0}, touch, ledger=False)


@figure(f"{TITLE}, typical analysis")
def speed_of_the_reel() -> Drawing:
    """The speed of the reel from 10 m of hanging cable to the sea bed, by both equations.

    The slides give the initial conditions only.  The rest is that of the paper of 2006: D = 0.1 m, R = 1 m,
    I = 4 t m², L = 3000 m, depth 1500 m, 0.15 kN/m, which may be meant in air or in water, C_f = 10⁻³ of “O(10⁻³)”, and
    water of 1025 kg/m³ is assumed.
    """
    panels, numbers = [], []
    for where, submerged in (("0.15 kN/m in air", False), ("0.15 kN/m in water", True)):
        curves = []
        for label, correct in (("correct", True), ("incorrect", False)):
            found = deployment(submerged, correct)
            times = instants(found)
            curves.append(Curve(times, found.state("theta.dot", times), label))
            missing = "the parameters are not on the slides"
            numbers.append(undecidable(f"{where}, {label}: time to the sea bed, s", float(found.t[-1]), missing))
            numbers.append(undecidable(f"{where}, {label}: speed there, rad/s", found.final("theta.dot"), missing))
        panels.append(Panel(tuple(curves), "$t$ [s]", r"$\dotθ$ [rad s⁻¹]", where))
    return Drawing(tuple(panels), tuple(numbers))
