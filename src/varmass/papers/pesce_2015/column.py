"""Appendix II: the oscillating water column in open pipes."""

import sympy as sp

from varmass.model.checks import rate
from varmass.model.parts import Port, Potential, Volume
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._evidence import residual, same_motion, zero
from varmass.papers._items import Drawing, erratum, figure, formula
from varmass.papers.pesce_2015._runs import alike, instants, run
from varmass.show.figures.curves import Curve, Panel

ζ = coordinate("zeta", "m", "surface of the column above calm water")
η = coordinate("eta", "1", "the same by the draught")
v, a = ζ.dot, ζ.ddot
ρ, A, H, g = parameters("rho [kg/m^3]", "A [m^2]", "H [m]", "g [m/s^2]")
TITLE = "App. II, water column"
m = ρ * A * (ζ + H)
T = m * v**2 / 2
HYDROSTATIC, DYNAMIC = -ρ * A * g * ζ, -ρ * A * v**2 / 2
MOUTH = Port("mouth", density_area=ρ * A, velocity=[v], normal=[-1], traction=[DYNAMIC])
COLUMN = System(
    "Water column",
    Volume("column", mass=m, position=[ζ], ports=[MOUTH]),
    Potential("hydrostatic", ρ * A * g * ζ**2 / 2),
)
DEPTHS = (0.99, 0.9, 0.8, 0.7, 0.6, 0.5)


def d(e: sp.Expr) -> sp.Expr:
    """d/dt along the motion."""
    return rate(e, (ζ,))


LEFT = d(T.diff(v)) - T.diff(ζ)


def with_share(c: sp.Expr) -> sp.Expr:
    """ζ̈ + c ζ̇²/(ζ + H) + g ζ/(ζ + H)."""
    return a + c * v**2 / (ζ + H) + g * ζ / (ζ + H)


HALF = sp.Rational(1, 2)


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
def a_letter_for_the_hydrostatic_force() -> None:
    """The paper of 2006 calls the hydrostatic force F_H."""


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
def nondimensional() -> Verdict:
    """In units of the draught H and of 1/ω."""
    units = {ζ: H * η, v: sp.sqrt(g * H) * η.dot, a: g * η.ddot}
    printed = η.ddot + η.dot**2 / (2 * (η + 1)) + η / (η + 1)
    return same_motion(printed, residual(COLUMN).subs(units, simultaneous=True), η.ddot)


@formula(f"{TITLE}, small oscillations", r"\ddot{\eta} + \eta = 0")
def small_oscillations() -> Verdict:
    """The terms of first order in a small amplitude."""
    ε = sp.Symbol("epsilon")
    small = {η: ε * η, η.dot: ε * η.dot, η.ddot: ε * η.ddot}
    full = η.ddot + η.dot**2 / (2 * (η + 1)) + η / (η + 1)
    return zero(full.subs(small, simultaneous=True).diff(ε).subs(ε, 0) - η.ddot - η)


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
