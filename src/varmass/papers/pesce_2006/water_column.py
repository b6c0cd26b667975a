"""The water column inside moon-pools and pipes that pierce the free surface: equations (4) to (16), figure 3."""

import numpy as np
import sympy as sp

from varmass.cases._find import case
from varmass.integrate.simulate import simulate_case
from varmass.model.parts import Port, Potential, Volume
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._evidence import added, residual, same_motion, zero
from varmass.papers._items import Drawing, Shown, erratum, figure, formula
from varmass.show.figures.curves import Curve, Panel

ζ = coordinate("zeta", "m", "surface of the column above calm water")
ρ, A, H, g = parameters("rho [kg/m^3]", "A [m^2]", "H [m]", "g [m/s^2]")
v, a = ζ.dot, ζ.ddot
m = ρ * A * (ζ + H)
PROPER = a + v**2 / (2 * (ζ + H)) + g * ζ / (ζ + H)
ERRONEOUS = a + v**2 / (ζ + H) + g * ζ / (ζ + H)
DEPTHS = (0.99, 0.9, 0.8, 0.7, 0.6, 0.5)


def column(head: sp.Expr) -> System:
    """The water in the pipe, with the pressure `head` (by area) at its mouth and the weight of what stands too high."""
    mouth = Port("mouth", density_area=ρ * A, velocity=[v], normal=[-1], traction=[head])
    return System(
        "Water column",
        Volume("column", mass=m, position=[ζ], ports=[mouth]),
        Potential("hydrostatic", ρ * A * g * ζ**2 / 2),
    )


LOSSLESS = column(-ρ * A * v**2 / 2)


def rate(e: sp.Expr) -> sp.Expr:
    """d/dt along the motion."""
    return e.diff(ζ) * v + e.diff(v) * a


@formula("eq. (7)", r"\frac{dQ_z}{dt} = \rho A(\zeta+H)\ddot\zeta + \rho A\dot\zeta^2")
def the_rate_of_momentum() -> Verdict:
    """The rate of momentum of the water inside the pipe, for a mass ρA(ζ + H)."""
    return zero(rate(m * v) - ρ * A * (ζ + H) * a - ρ * A * v**2)


@formula("eqs. (9), (10)", r"\ddot\zeta + \frac12\frac{\dot\zeta^2}{\zeta+H} + g\frac{\zeta}{\zeta+H} = 0")
def the_equation_of_motion() -> Verdict:
    """The equation of motion, from the balance of momentum with the pressure −½ρζ̇² at the mouth."""
    return same_motion(PROPER, residual(LOSSLESS), a)


@formula(
    "eq. (15)",
    r"\hat F_z = F_H + F_D + \dot m v_o - \frac12\frac{\partial m}{\partial\zeta}\dot\zeta^2 = -\rho A g\zeta",
)
def only_the_hydrostatic_force_is_left() -> Verdict:
    """Pressure, momentum flux and half the change of mass cancel; only the hydrostatic force is left."""
    forces = -ρ * A * g * ζ - ρ * A * v**2 / 2 + ρ * A * v * v - m.diff(ζ) * v**2 / 2
    return zero(forces + ρ * A * g * ζ)


@erratum(
    10,
    "eq. (13)",
    "dimension",
    printed=r"\rho A\left((\zeta+H)\ddot\zeta + \tfrac12\rho A\,\dot\zeta^2\right)",
    correct=r"\rho A\left((\zeta+H)\ddot\zeta + \tfrac12\dot\zeta^2\right)",
)
def a_density_too_much() -> Shown:
    """ρA stands in the second term twice, so that its two terms cannot be added."""
    T = m * v**2 / 2
    correct = ρ * A * ((ζ + H) * a + v**2 / 2)
    return Shown(added((ζ + H) * a, ρ * A * v**2 / 2), zero(rate(T.diff(v)) - T.diff(ζ) - correct))


@erratum(
    1,
    "eq. (16)",
    "contradiction",
    printed=r"\ddot\eta + \frac{\dot\eta^2}{\eta+1} + \frac{\eta}{\eta+1} = 0",
    correct=r"\ddot\eta + \frac{\eta}{\eta+1} = 0",
)
def what_the_omission_leads_to() -> Shown:
    """To disregard the term (14) does not lead to (16) but to an equation without a term in η̇².

    (16) follows when ṁ v₀ is disregarded as well: the force is then that of (15), which has both in it already.
    """
    naive = residual(LOSSLESS, "N0")
    return Shown(same_motion(ERRONEOUS, naive, a), same_motion(a + g * ζ / (ζ + H), naive, a))


@figure("fig. 3")
def phase_portraits() -> Drawing:
    """Phase portraits of the water column, from η(0) = −0.99 … −0.5 at rest."""
    panels = []
    for principle, title in (
        (None, "consistent, eq. (11)"),
        ("N1", "erroneous, eq. (16)"),
        ("N0", "what omitting (14) gives"),
    ):
        orbits = []
        for depth in DEPTHS:
            run = simulate_case(case("moon_pool", a=depth), principle=principle)
            t = np.linspace(run.t[0], run.t[-1], 600)
            orbits.append(Curve(run.state("eta", t), run.state("eta.dot", t), f"η(0) = −{depth}"))
        panels.append(Panel(tuple(orbits), "$η$", "$\\dot η$", title))
    return Drawing(tuple(panels), columns=3)
