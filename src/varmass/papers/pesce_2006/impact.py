"""The impact of a rigid body against the water surface: equations (17) to (21), and footnote 2."""

import sympy as sp

from varmass.model.symbols import parameters, t
from varmass.model.zero import Verdict
from varmass.papers._evidence import added, all_hold, apart, residual, zero
from varmass.papers._impact import (
    BULK,
    EXTRA,
    F_B,
    LEFT,
    LIQUID,
    M1,
    W0,
    M,
    R,
    T,
    W,
    a,
    d,
    j,
    v_J,
    α,
    ζ,
    ρ,
)
from varmass.papers._items import Shown, erratum, formula

disc, ε = parameters("a [m]", "epsilon", positive=True)
r = sp.Symbol("r", positive=True)
NON_EXTENDED = -d(M) * W / 2 - M * a
BULK_FORCE = (
    r"-\frac{d}{dt}\left(\frac{\partial T}{\partial W}\right) + \frac{\partial T}{\partial\zeta}"
    r" - \frac12\frac{dM_{zz}}{d\zeta}W^2"
)
# A cylinder, by its length: Wagner's plate has the half-width 2√(Rζ), and the water below it ½πρ of its square.
CYLINDER = sp.pi * ρ / 2 * (2 * sp.sqrt(R * ζ)) ** 2


@formula("before eq. (17)", r"F_z = -\frac{d}{dt}(M_{zz}W)")
def the_force_of_the_impact() -> Verdict:
    """The momentum M_zz W of water that was at rest comes from the body; also by Irschik and Holl."""
    return zero(d(M * W) - residual(LIQUID), d(M * W) - residual(LIQUID, "open_volume"))


@formula(
    "eq. (17)",
    r"T = \frac12 M_{zz}W^2, \quad M_{zz} = M_{zz}(\zeta), \quad \zeta = \int_{0^+}^t W\,dt",
)
def one_added_mass_for_energy_and_momentum() -> Verdict:
    """One M_zz gives the energy and the momentum of the water: for a disc of radius a, 4ρa³/3 by both.

    By the integrals of φ, which is (2/π)W√(a² − r²) on a disc that starts to move on the surface.
    """
    φ = 2 / sp.pi * W * sp.sqrt(disc**2 - r**2)
    weight = 2 * sp.pi * r
    energy = sp.integrate(ρ * φ * W / 2 * weight, (r, 0, disc))
    momentum = sp.integrate(ρ * φ * weight, (r, 0, disc))
    mass = sp.Rational(4, 3) * ρ * disc**3
    return zero(energy - mass * W**2 / 2, momentum - mass * W)


@erratum(
    13,
    "eq. (18)",
    "dimension",
    printed=rf"-F_z^B = {BULK_FORCE} - 2mv_J\sin\alpha",
    correct=rf"-F_z^B = {BULK_FORCE} - 2\dot{{m}}v_J\sin\alpha",
)
def a_mass_for_a_flux_of_mass() -> Shown:
    """The text below speaks of the flux ṁ; with two jets that leave upwards the balance of the bulk has it.

    ṁ is each jet's share in the rate of the mass of the bulk, negative: that signs are meant so is assumed.
    """
    mass = parameters("m [kg]")
    balance = zero(-LEFT - EXTRA - 2 * j * v_J * sp.sin(α) + residual(BULK) + F_B)
    clash = added(M * a, 2 * mass * v_J * sp.sin(α))
    return Shown(clash, all_hold(balance, added(M * a, 2 * j * v_J * sp.sin(α))))


@formula("eq. (19)", rf"F_z = {BULK_FORCE}")
def the_force_on_the_body() -> Verdict:
    """Without the small part of the jets it is what the water takes up; by Cayley's function K and by Hamilton."""
    return zero(*(-LEFT - EXTRA + residual(LIQUID, which) for which in ("cayley_k", "hamilton")))


@formula(
    "eq. (20)",
    r"\begin{aligned}F_z &= -\frac{d}{dt}(M_{zz}W) + \frac12W^2\frac{dM_{zz}}{d\zeta}"
    r" - \frac12\frac{dM_{zz}}{d\zeta}W^2 \\ &= -\frac{d}{dt}(M_{zz}W)\end{aligned}",
)
def the_extra_terms_cancel() -> Verdict:
    """(19) written out; the power that it takes from the body exceeds dT/dt by ½M′W³, which the jets carry off."""
    written = -d(T.diff(W)) + W**2 * M.diff(ζ) / 2 - M.diff(ζ) * W**2 / 2
    return zero(written + d(M * W), written + LEFT + EXTRA, -written * W - d(T) - M1 * W**3 / 2)


@formula("eq. (21)", r"F_z = -\frac12\frac{dM_{zz}}{dt}W - M_{zz}\frac{dW}{dt}")
def without_the_third_term() -> Verdict:
    """Without the third term of (20) follows what is printed: rules N0 and N1, the same for water at rest."""
    third = -M.diff(ζ) * W**2 / 2
    return zero(-d(M * W) - third - NON_EXTENDED, *(-residual(LIQUID, rule) - NON_EXTENDED for rule in ("N0", "N1")))


@formula("below eq. (21)", r"F_zW = -\frac{dT}{dt}, \quad M_{zz} = M_{zz}^{wfd}")
def no_energy_leaves_the_whole_fluid() -> Verdict:
    """As said, (21) is the force of a fluid that no energy leaves: its power is −dT/dt, whatever M_zz and its slope."""
    return zero(NON_EXTENDED * W + d(T))


@erratum(
    15,
    "footnote 2",
    "dimension",
    printed=r"\varepsilon = \sqrt{Wt}/R",
    correct=r"\varepsilon = \sqrt{Wt/R}",
)
def a_root_that_ends_too_early() -> Shown:
    """A small parameter has no unit."""
    return Shown(added(ε, sp.sqrt(W0 * t) / R), added(ε, sp.sqrt(W0 * t / R)))


def order(e: sp.Expr) -> sp.Expr:
    """n, where an expression begins with the power n of ε."""
    return sp.limit(ε * sp.diff(sp.log(e), ε), ε, 0)


@erratum(
    16,
    "footnote 2",
    "contradiction",
    printed=r"G = O(\pi\rho RW^3), \quad d(M_{zz}W)/dt = O(\varepsilon^{-2}\pi\rho RW^2)",
    correct=r"G = \frac12\frac{dM_{zz}}{d\zeta}W^3 = \pi\rho RW^3, \quad d(M_{zz}W)/dt = 2\pi\rho RW^2",
    certain=False,
)
def two_orders_that_contradict_each_other() -> Shown:
    """The flux of energy G into the jets is ½M′W³, so that d(MW)/dt is of order 2G/W, and not 1/ε² times as much.

    By Wagner's theory for a cylinder of constant speed: half-width 2√(Rζ), M = 2πρRζ, ζ = Wt = ε²R.  It gives the
    printed G; the order of the small term of the jets, by another author's analysis, is not judged here.
    """
    force, flux = (CYLINDER.diff(ζ) * W0**n for n in (2, 3))
    unit = sp.pi * ρ * R * W0**2
    along = CYLINDER.subs(ζ, W0 * t) * W0
    rate = along.diff(t).subs(t, ε**2 * R / W0)
    shown = apart(order(rate / unit) + 2, order(rate / unit))
    return Shown(shown.fails, all_hold(shown.holds, zero(rate - 2 * unit, force - 2 * unit, flux / 2 - unit * W0)))
