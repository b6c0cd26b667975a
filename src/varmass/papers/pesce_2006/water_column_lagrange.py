"""The water column, the Lagrange equation approach: equations (12) to (16), figure 3."""

from typing import Any

import numpy as np
import sympy as sp

from varmass.model.zero import Verdict
from varmass.papers._column import (
    COLUMN,
    DEPTHS,
    DYNAMIC,
    HYDROSTATIC,
    LEFT,
    A,
    H,
    T,
    a,
    d,
    in_units,
    m,
    nondimensional,
    v,
    ζ,
    η,
    ρ,
)
from varmass.papers._evidence import added, all_hold, apart, checked, residual, same_motion, zero
from varmass.papers._items import Drawing, Read, Shown, erratum, figure, formula
from varmass.papers._runs import acceleration, alike, instants, run
from varmass.show.figures.curves import Curve, Panel

EXTRA = m.diff(ζ) * v**2 / 2
ERRONEOUS = nondimensional(sp.S.One)
PORTRAITS = {"consistent, eq. (11)": None, "erroneous, eq. (16)": "N1"}


@formula(
    "before eq. (12), and eq. (12)",
    r"\begin{aligned}&T = \frac12\rho A(\zeta+H)\dot\zeta^2, \quad \frac{\partial T}{\partial\zeta}"
    r" = \frac12\rho A\dot\zeta^2 \\ &\frac{d}{dt}\frac{\partial T}{\partial\dot\zeta} = \rho A(\zeta+H)\ddot\zeta"
    r" + \rho A\dot\zeta^2\end{aligned}",
)
def the_kinetic_energy() -> Verdict:
    """T is the integral of ½ρζ̇² over the column; ∂T/∂ζ̇ is its momentum, whose rate is (7)."""
    z = sp.Symbol("z", real=True)
    whole = A * sp.integrate(ρ * v**2 / 2, (z, -H, ζ))
    rows = d(T.diff(v)) - ρ * A * (ζ + H) * a - ρ * A * v**2, T.diff(ζ) - ρ * A * v**2 / 2
    return zero(whole - T, T.diff(v) - m * v, *rows)


@erratum(
    10,
    "eq. (13)",
    "dimension",
    printed=r"\rho A\left((\zeta+H)\ddot\zeta + \tfrac12\rho A\,\dot\zeta^2\right)",
    correct=r"\rho A\left((\zeta+H)\ddot\zeta + \tfrac12\dot\zeta^2\right)",
)
def a_density_too_much() -> Shown:
    """ρA stands in the second term twice, so that its two terms cannot be added."""
    return Shown(added((ζ + H) * a, ρ * A * v**2 / 2), zero(LEFT - ρ * A * ((ζ + H) * a + v**2 / 2)))


@erratum(
    11,
    "below eq. (13)",
    "typo",
    printed=r"\frac{dQ_z}{dt} = \frac{d}{dt}\frac{\partial T}{\partial\dot\zeta}"
    r" - \frac{\partial T}{\partial\zeta}\text{, “given by Eq. (13)”}",
    correct=r"\frac{dQ_z}{dt} = \rho A(\zeta+H)\ddot\zeta + \rho A\dot\zeta^2\text{, given by Eq. (7)}",
)
def the_number_of_another_equation() -> Shown:
    """The rate of momentum is given by (7); the sentence says that (13) is not that rate, and then that it gives it."""
    return apart(LEFT - d(m * v), ρ * A * ((ζ + H) * a + v**2) - d(m * v))


@erratum(
    12,
    "below eq. (13), “(3a)” and “(3b)”",
    "typo",
    printed="text: “the additional term … that appears on the right hand side of equation (3a)”",
    correct="text: in the second line of (3), with a minus sign; the two lines have no labels of their own",
)
def labels_that_are_not_there() -> Read:
    """(3) has two lines under one number; the extra term is in the second of them, as part of Q̂."""
    return Read("the labels of two lines")


@formula(
    "eq. (14)",
    r"\frac12\sum_i\frac{\partial m_i}{\partial\zeta}\mathbf{v}_i^2 = \frac12\rho A\frac{\partial}{\partial\zeta}"
    r"\left(\int_{-H}^{\zeta}dz\right)\dot\zeta^2 = \frac12\rho A\dot\zeta^2",
)
def the_extra_term() -> Verdict:
    """By Leibniz's rule; it is what (13) lacks of (7), half of the flux of momentum, and as large as |F_D|."""
    z = sp.Symbol("z", real=True)
    grown = ρ * A * sp.integrate(1, (z, -H, ζ)).diff(ζ) * v**2 / 2
    return zero(grown - EXTRA, d(m * v) - LEFT - EXTRA, d(m) * v / 2 - EXTRA, DYNAMIC + EXTRA)


@formula(
    "eq. (15)",
    r"\begin{aligned}\hat{F}_z &= (F_H+F_D) + \dot{m}v_o - \frac12\frac{\partial m}{\partial\zeta}\dot\zeta^2 \\"
    r" &= \left(-\rho Ag\zeta - \frac12\rho A\dot\zeta^2\right) + \left(\rho A\dot\zeta^2\right)"
    r" - \left(\frac12\rho A\dot\zeta^2\right) = -\rho Ag\zeta\end{aligned}",
)
def only_the_hydrostatic_force_is_left() -> Verdict:
    """Pressure, flux of momentum and the extra term cancel.

    (13) with this force is the balance of the open volume: the column obeys Lagrange's equation of T − V.
    """
    force = HYDROSTATIC + DYNAMIC + d(m) * v - EXTRA
    return zero(force - HYDROSTATIC, LEFT - force - residual(COLUMN, "open_volume"))


@erratum(
    1,
    "eq. (16)",
    "contradiction",
    printed=r"\ddot{\eta} + \frac{\dot\eta^2}{(\eta+1)} + \frac{\eta}{(\eta+1)} = 0",
    correct=r"\ddot{\eta} + \frac{\eta}{(\eta+1)} = 0",
)
def what_the_omission_leads_to() -> Shown:
    """To disregard the term (14) does not lead to (16) but to an equation without a term in η̇².

    (15) without (14) is −ρAgζ + ½ρAζ̇², and with (13), rule N0.  (16) is (7) with the force of (15), where (14) is
    taken off already; that is N1, in which ṁv_o is disregarded as well.
    """
    omitted = LEFT - (HYDROSTATIC + DYNAMIC + d(m) * v)
    paired = d(m * v) - HYDROSTATIC
    N0, N1 = (residual(COLUMN, rule) for rule in ("N0", "N1"))
    origin = zero(omitted - N0, paired - N1)
    right = same_motion(nondimensional(sp.S.Zero), in_units(omitted), η.ddot)
    as_said = all_hold(right, origin, same_motion(ERRONEOUS, in_units(paired), η.ddot))
    return Shown(same_motion(ERRONEOUS, in_units(omitted), η.ddot), as_said)


def orbit(title: str, depth: float) -> Any:
    """One trajectory of a portrait, from the lowest level back to it."""
    return run("moon_pool", PORTRAITS[title], a=depth)


def top(title: str, depth: float) -> float:
    """The highest level that a trajectory reaches."""
    found = orbit(title, depth)
    return float(found.y_events["top"][0][found.names.index("eta")])


@formula(
    "below eq. (16)",
    "text: “significant differences between Eq. (11) and Eq. (16) arise only if the motion is large enough”",
)
def small_motions_differ_little() -> Verdict:
    """The highest levels from a start at rest at −0.01, and at −0.99."""
    small, large = ([top(title, depth) for title in PORTRAITS] for depth in (0.01, 0.99))
    ground = " and ".join(f"{a:.4f} against {b:.4f}" for a, b in (small, large))
    return checked(small[1] / small[0] > 0.99 and large[1] / large[0] < 0.9, ground)


@formula(
    "below eq. (16)",
    "text: “The phase trajectories are closed curves, since no dissipation was considered”",
)
def the_trajectories_are_closed() -> Verdict:
    """After one period all twelve trajectories are where they began."""
    gaps = []
    for title in PORTRAITS:
        for depth in DEPTHS:
            found = orbit(title, depth)
            back = [float(found.final(name)) for name in found.names]
            gaps.append(max(abs(back[0] + depth), abs(back[1])))
    return checked(len(gaps) == 12 and max(gaps) < 1e-11, f"the largest gap of {len(gaps)} is {max(gaps):.1g}")


def largest_rise(title: str) -> float:
    """Over all starts, the largest change of the acceleration in a step from the lowest level to the highest."""
    rises = []
    for depth in DEPTHS:
        found = orbit(title, depth)
        up = np.linspace(found.t[0], float(found.t_events["top"][0]), 800)
        rises.append(float(np.diff(acceleration(found, up)).max()))
    return max(rises)


@formula(
    "below eq. (16)",
    "text: “For all initial displacements, the acceleration attains a maximum when the water column level reaches its "
    "minimum value”",
)
def the_acceleration_falls_on_the_way_up() -> Verdict:
    """On each trajectory of both portraits, the acceleration falls all the way from the lowest level to the highest."""
    worst = {title: largest_rise(title) for title in PORTRAITS}
    said = "; ".join(f"{title}: largest change in 800 steps up {rise:.2g}" for title, rise in worst.items())
    return checked(max(worst.values()) < 0, said)


@erratum(
    17,
    "caption of fig. 3",
    "typo",
    printed=r"\text{Initial conditions: }\eta(0) = -0,99;\ \dots;\ -0,5;\ \eta(0) = 0",
    correct=r"\text{Initial conditions: }\eta(0) = -0,99;\ \dots;\ -0,5;\ \dot\eta(0) = 0",
)
def a_dot_is_missing() -> Read:
    """The second of the two is the initial velocity; the lecture of 2015 has the dot."""
    return Read("two values of one quantity at one time; the second can only be that of its rate")


@figure("fig. 3")
def phase_portraits() -> Drawing:
    """Phase portraits of the water column, from η(0) = −0.99 … −0.5 at rest.

    The figure has the first two; the third is what omitting (14) leads to (erratum 1).
    """
    panels = []
    for title, principle in {**PORTRAITS, "what omitting (14) gives": "N0"}.items():
        orbits = []
        for depth in DEPTHS:
            found = run("moon_pool", principle, a=depth)
            times = instants(found, 600)
            orbits.append(Curve(found.state("eta", times), found.state("eta.dot", times), f"η(0) = −{depth}"))
        panels.append(Panel(tuple(orbits), "$η$", "$\\dot η$", title))
    return Drawing((*alike(panels[:2]), panels[2]), columns=3)
