"""Appendix II: the oscillating water column in open pipes."""

import sympy as sp

from varmass.model.zero import Verdict
from varmass.papers._column import (
    COLUMN,
    DEPTHS,
    DYNAMIC,
    HALF,
    HYDROSTATIC,
    LEFT,
    A,
    T,
    d,
    g,
    in_units,
    m,
    nondimensional,
    v,
    with_share,
    ζ,
    η,
    ρ,
)
from varmass.papers._evidence import residual, same_motion, zero
from varmass.papers._items import Drawing, Read, erratum, figure, formula
from varmass.papers._runs import alike, instants, run
from varmass.show.figures.curves import Curve, Panel

TITLE = "App. II, water column"


@formula(
    f"{TITLE}, “incorrect”",
    r"\begin{aligned}F &= (F_S+F_D) + \dot{m}v_o = \left(-\rho Ag\zeta - \frac12\rho A\dot{\zeta}^2\right)"
    r" + \left(\rho A\dot{\zeta}^2\right) \\ &= -\rho Ag\zeta + \frac12\rho A\dot{\zeta}^2\end{aligned}",
)
def the_forces_without_the_extra_term() -> Verdict:
    """The sum is right, and with it the usual Lagrange equation is rule N0; the equation below it is another.

    That is erratum 1, with the paper of 2006; see the table of the squared speeds.
    """
    force = HYDROSTATIC + DYNAMIC + d(m) * v
    return zero(force - HYDROSTATIC - ρ * A * v**2 / 2, LEFT - force - residual(COLUMN, "N0"))


@erratum(
    33,
    TITLE,
    "typo",
    printed=r"f = F_S + F_D",
    correct=r"f = F_H + F_D",
)
def a_letter_for_the_hydrostatic_force() -> Read:
    """The paper of 2006 calls the hydrostatic force F_H."""
    return Read("the name of a force")


@formula(
    f"{TITLE}, “correct”",
    r"\begin{aligned}\hat{F} &= (F_S+F_D) + \dot{m}v_o - \frac12\frac{\partial m}{\partial\zeta}\dot{\zeta}^2"
    r" = -\rho Ag\zeta \\ 0 &= \ddot{\zeta} + \frac12\frac{\dot{\zeta}^2}{\zeta+H} + g\frac{\zeta}{\zeta+H}"
    r"\end{aligned}",
)
def the_equation_of_motion() -> Verdict:
    """Only the hydrostatic force is left; the equation is the balance of momentum with the pressure −½ρζ̇² at the mouth.

    The energy T + V is kept: the dynamic pressure does just the work that the water that enters needs.
    """
    force = HYDROSTATIC + DYNAMIC + d(m) * v - m.diff(ζ) * v**2 / 2
    balance = residual(COLUMN, "open_volume")
    energy = d(T + ρ * A * g * ζ**2 / 2)
    return zero(
        force - HYDROSTATIC, LEFT - force - balance, m * with_share(HALF) - balance, energy - v * m * with_share(HALF)
    )


@formula(
    f"{TITLE}, normalizing",
    r"\ddot{\eta} + \frac12\frac{\dot{\eta}^2}{\eta+1} + \frac{\eta}{\eta+1} = 0, \quad \omega = \sqrt{g/H},"
    r" \quad \eta = \zeta/H",
)
def in_units_of_the_draught() -> Verdict:
    """In units of the draught H and of 1/ω."""
    return same_motion(nondimensional(HALF), in_units(residual(COLUMN)), η.ddot)


@formula(f"{TITLE}, small oscillations", r"\ddot{\eta} + \eta = 0")
def small_oscillations() -> Verdict:
    """The terms of first order in a small amplitude."""
    ε = sp.Symbol("epsilon")
    small = {η: ε * η, η.dot: ε * η.dot, η.ddot: ε * η.ddot}
    return zero(nondimensional(HALF).subs(small, simultaneous=True).diff(ε).subs(ε, 0) - η.ddot - η)


@figure(f"{TITLE}, phase portraits")
def phase_portraits() -> Drawing:
    """Phase portraits from η(0) = −0.99 … −0.5 at rest, by the correct and by the incorrect equation."""
    panels = []
    for principle, title in ((None, "correct"), ("N1", "incorrect")):
        orbits = []
        for depth in DEPTHS:
            found = run("moon_pool", principle, a=depth)
            times = instants(found, 600)
            orbits.append(Curve(found.state("eta", times), found.state("eta.dot", times), f"η(0) = −{depth}"))
        panels.append(Panel(tuple(orbits), "$η$", r"$\dot η$", title))
    return Drawing(alike(panels))
