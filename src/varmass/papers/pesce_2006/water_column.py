"""The water column inside moon-pools and pipes, the classical hydrodynamic approach: equations (4) to (11)."""

import sympy as sp

from varmass.model.checks import rate
from varmass.model.symbols import parameters
from varmass.model.zero import Verdict
from varmass.papers._column import (
    COLUMN,
    DYNAMIC,
    HALF,
    HYDROSTATIC,
    A,
    H,
    T,
    a,
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
from varmass.papers._evidence import all_hold, apart, checked, residual, same_motion, zero
from varmass.papers._items import Shown, erratum, formula

z, depth = parameters("z [m]", "a")
POTENTIAL = z * v
OUTWARD = -1  # n_z on S_R
FLUX = -ρ * A * v**2
EQUATION = nondimensional(HALF)
FALL = HALF * (1 - depth**2) / (η + 1) ** 2 - HALF


def on_surface(e: sp.Expr) -> sp.Expr:
    """On S_F, z = ζ."""
    return e.subs(z, ζ)


def at_mouth(e: sp.Expr) -> sp.Expr:
    """On S_R, z = −H."""
    return e.subs(z, -H)


@formula(
    "before eq. (4)",
    r"\frac{\partial\phi}{\partial z} = \frac{\partial\zeta}{\partial t} = \dot\zeta, \quad"
    r" \phi(x,y,z,t) = z\dot\zeta, \quad \frac{\partial\phi}{\partial t} = z\ddot\zeta",
)
def the_potential_inside_the_pipe() -> Verdict:
    """It is harmonic, moves the surface with its own speed, and has no flow through the wall."""
    return zero(POTENTIAL.diff(z, 2), on_surface(POTENTIAL.diff(z)) - v, d(POTENTIAL) - z * a)


@formula("eq. (4)", r"\frac{dQ_z}{dt} = \rho\frac{d}{dt}\int_S\phi n_z\,dS = F_H + F_D - q")
def the_balance_of_momentum() -> Verdict:
    """ρ∫φn is the momentum of the water, and its balance is that of an open volume with the pressure at its mouth."""
    momentum = ρ * A * (on_surface(POTENTIAL) + OUTWARD * at_mouth(POTENTIAL))
    balance = d(momentum) - (HYDROSTATIC + DYNAMIC - FLUX)
    return zero(momentum - m * v, balance - residual(COLUMN, "open_volume"))


@formula(
    "eq. (5)",
    r"\begin{aligned}F_H &= -\rho gA\zeta \\ F_D &= -\int_{S_R}p_D(x,y,z,t)\,n_z\,dS"
    r" = -\rho A\frac12\dot\zeta^2\end{aligned}",
)
def the_two_forces() -> Verdict:
    """F_H is the hydrostatic pressure at the mouth less the weight of the column; F_D the integral of p_D = −½ρζ̇²."""
    p_D = -ρ * v**2 / 2
    return zero(ρ * g * H * A - m * g - HYDROSTATIC, -p_D * OUTWARD * A - DYNAMIC)


@formula(
    "eq. (6)",
    r"\begin{aligned}q &= \rho\int_{S_R}\frac{\partial\phi}{\partial z}\left(\frac{\partial\phi}{\partial n}"
    r" - U_n\right)dS \\ &= -\rho\int_{S_R}\left(\frac{\partial\phi}{\partial z}\right)^2dS = -\rho A\dot\zeta^2"
    r"\end{aligned}",
)
def the_flux_of_momentum() -> Verdict:
    """The mouth is fixed, U_n = 0; water enters through it at the rate at which the column gains mass."""
    w = at_mouth(POTENTIAL.diff(z))
    return zero(ρ * A * w * (OUTWARD * w) - FLUX, FLUX + d(m) * w)


@formula(
    "eq. (7)",
    r"\frac{dQ_z}{dt} = \frac{d}{dt}\left(\rho A(\zeta+H)\dot\zeta\right)"
    r" = \rho A(\zeta+H)\ddot\zeta + \rho A\dot\zeta^2",
)
def the_rate_of_momentum() -> Verdict:
    """The rate of momentum of the water in the pipe; it is the usual Lagrange expression plus the extra term."""
    printed = ρ * A * (ζ + H) * a + ρ * A * v**2
    return zero(d(m * v) - printed, d(T.diff(v)) - T.diff(ζ) + m.diff(ζ) * v**2 / 2 - printed)


@formula(
    "eq. (8)",
    r"\begin{aligned}\frac{dQ_z}{dt} &= \rho\frac{d}{dt}\int_{S_F}\phi\,dS - \rho\int_{S_R}"
    r"\frac{\partial\phi}{\partial t}\,dS \\ &= \rho\frac{d}{dt}\int_{S_F}\zeta\dot\zeta\,dS + \rho\int_{S_R}"
    r"H\ddot\zeta\,dS \\ &= \rho A\left(\zeta\ddot\zeta+\dot\zeta^2+H\ddot\zeta\right)"
    r" = \rho A(\zeta+H)\ddot\zeta + \rho A\dot\zeta^2\end{aligned}",
)
def the_rate_of_momentum_by_surfaces() -> Verdict:
    """The same by the potential on the two surfaces, line by line; against the rate of the momentum itself."""
    first = ρ * A * (d(on_surface(POTENTIAL)) - at_mouth(d(POTENTIAL)))
    second = ρ * A * (d(ζ * v) + H * a)
    third = ρ * A * (ζ * a + v**2 + H * a)
    return zero(*(line - d(m * v) for line in (first, second, third)))


@formula(
    "eqs. (9), (10)",
    r"\begin{aligned}&\rho A(\zeta+H)\ddot\zeta + \rho A\dot\zeta^2 = -\rho Ag\zeta - \frac12\rho A\dot\zeta^2"
    r" + \rho A\dot\zeta^2 \\ &\ddot\zeta + \frac12\frac{\dot\zeta^2}{(\zeta+H)} + g\frac{\zeta}{(\zeta+H)} = 0"
    r"\end{aligned}",
)
def the_equation_of_motion() -> Verdict:
    """The equation of motion is that of Irschik and Holl's open volume, and keeps the energy T + ½ρAgζ²."""
    collected = d(m * v) - HYDROSTATIC - DYNAMIC + FLUX
    energy = d(T + ρ * A * g * ζ**2 / 2)
    return zero(
        collected - residual(COLUMN, "open_volume"), collected - m * with_share(HALF), energy - v * m * with_share(HALF)
    )


@formula(
    "eq. (11)",
    r"\ddot\eta + \frac12\frac{\dot\eta^2}{(\eta+1)} + \frac{\eta}{(\eta+1)} = 0, \quad \eta = \zeta/H, \quad"
    r" \omega = \sqrt{g/H}",
)
def in_units_of_the_draught() -> Verdict:
    """In units of the draught H and of 1/ω; the dimensionless time is called t there, see erratum 18."""
    return same_motion(EQUATION, in_units(residual(COLUMN)), η.ddot)


@formula("below eq. (11)", r"\ddot\eta + \eta = 0")
def small_oscillations() -> Verdict:
    """The terms of first order in a small amplitude: ω is the frequency of small oscillations."""
    ε = sp.Symbol("epsilon")
    small = {η: ε * η, η.dot: ε * η.dot, η.ddot: ε * η.ddot}
    return zero(EQUATION.subs(small, simultaneous=True).diff(ε).subs(ε, 0) - η.ddot - η)


@formula("below eq. (11)", "text: “the term that is quadratic in velocity is, in fact, conservative”")
def the_squared_speed_is_conservative() -> Verdict:
    """The term quadratic in velocity does no net work: ½(1 + η)η̇² + ½η² is constant along (11)."""
    energy = (1 + η) * η.dot**2 / 2 + η**2 / 2
    return zero(rate(energy, (η,)) - (1 + η) * EQUATION * η.dot)


@formula(
    "below eqs. (11) and (16)",
    "text: “A singular behavior, leading to infinity acceleration, arises when η = −1”; “the acceleration attains a "
    "maximum when the water column level reaches its minimum value”",
)
def the_acceleration_is_largest_at_the_lowest_level() -> Verdict:
    """From rest at η = −a, (11) gives η̈ = (1 − a²)/2(1 + η)² − ½.

    It falls all the way up; at the lowest level it is a/(1 − a), beyond all bounds for a → 1.
    """
    squared = (depth**2 - η**2) / (1 + η)
    found = sp.solve(EQUATION, η.ddot)[0].subs(η.dot, sp.sqrt(squared))
    most = depth / (1 - depth)
    ends = zero(found - FALL, FALL.subs(η, -depth) - most, FALL.diff(η) + (1 - depth**2) / (1 + η) ** 3)
    edge = sp.limit(most, depth, 1, "-")
    return all_hold(ends, checked(edge == sp.oo, f"a/(1 − a) → {edge} for a → 1"))


@erratum(
    19,
    "before eq. (4)",
    "contradiction",
    printed=r"\phi = z\dot\zeta, \quad \left.p_D\right|_{S_R} = -\frac12\rho\dot\zeta^2",
    correct=r"\phi = (z+H)\dot\zeta, \quad \left.p_D\right|_{S_R} = -\rho\frac{\partial\phi}{\partial t}"
    r" - \frac12\rho\left(\frac{\partial\phi}{\partial z}\right)^2 = -\frac12\rho\dot\zeta^2",
)
def a_potential_that_does_not_vanish_at_the_mouth() -> Shown:
    """With φ = zζ̇ Bernoulli's pressure at the mouth has ρHζ̈ as well; φ = (z + H)ζ̇ is zero there, as in the far field.

    With it (10) also follows from the pressure p = 0 on the free surface; the momentum, and all results, are the same.
    """

    def pressure(φ: sp.Expr) -> sp.Expr:
        return -ρ * d(φ) - ρ * φ.diff(z) ** 2 / 2

    proper = (z + H) * v
    momentum = ρ * A * (on_surface(proper) - at_mouth(proper))
    free_surface = on_surface(pressure(proper) - ρ * g * z)
    mouth = -ρ * v**2 / 2
    shown = apart(at_mouth(pressure(POTENTIAL)) - mouth, at_mouth(pressure(proper)) - mouth)
    rest = zero(momentum - m * v, free_surface + ρ * (ζ + H) * with_share(HALF))
    return Shown(shown.fails, all_hold(shown.holds, rest))
