"""The impact of a sphere, by Wagner's theory: equations (22) to (28), figure 5."""

from functools import cache
from typing import Any

import sympy as sp

from varmass.cases._find import case
from varmass.integrate.simulate import simulate_case
from varmass.model.checks import rate
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.zero import Verdict
from varmass.papers._evidence import all_hold, checked, generic, residual, same_motion, zero
from varmass.papers._impact import (
    DISPLACED,
    GATHERED,
    SPHERE,
    W0,
    WAGNER,
    C,
    R,
    W,
    a,
    d,
    in_units,
    m,
    with_coefficient,
    β,
    ζ,
    η,
    ρ,
    τ,
)
from varmass.papers._items import Drawing, Read, Shown, erratum, figure, formula, undecidable
from varmass.papers._runs import acceleration, alike, instants
from varmass.show.figures.curves import Curve, Panel

g, drop = parameters("g [m/s^2]", "H [m]", positive=True)
F_R = W0 / sp.sqrt(g * R)
disc = sp.Symbol("a", positive=True)
THREE_HALVES = sp.Rational(3, 2)
CONSISTENT = sp.Rational(9, 2) * sp.sqrt(3) / sp.pi
ERRONEOUS = CONSISTENT / 2
CURVES = {"consistent, eq. (24)": None, "erroneous, eq. (25) mended": "N0"}
MASSES, LAST = (0.25, 0.5, 1.0, 2.0), 0.5


@formula(
    "eqs. (22), (23)",
    r"\begin{aligned}&t^* = W_0t/R, \quad \eta = \zeta/R \\ &\dot\eta = \frac{d\eta}{dt^*}"
    r" = \frac{1}{W_0}\frac{d\zeta}{dt}, \quad \ddot\eta = \frac{d^2\eta}{dt^{*2}}"
    r" = \frac{R}{W_0^2}\frac{d^2\zeta}{dt^2}\end{aligned}",
)
def units_of_the_impact() -> Verdict:
    """For any motion η(t*); the paper writes t for t* (erratum 18)."""
    motion = generic("eta", τ, degree=3)
    depth = R * motion.subs(τ, W0 * t / R)
    speeds = (depth.diff(t, n) * R ** (n - 1) / W0**n for n in (1, 2))
    return zero(*(e - motion.diff(τ, n).subs(τ, W0 * t / R) for n, e in enumerate(speeds, 1)))


def newton() -> sp.Expr:
    """m dW/dt = −d(M W)/dt in dimensionless form."""
    return in_units(m * a + d(WAGNER * W))


@formula(
    "eq. (24)",
    r"\ddot\eta + \frac{\frac{9\sqrt3}{2\pi}\eta^{1/2}\dot\eta^2}{\beta + \frac{3\sqrt3}{\pi}\eta^{3/2}} = 0, \quad"
    r" \beta = m/m_D, \quad m_D = 4\rho\pi R^3/3",
)
def the_sphere() -> Verdict:
    """From Wagner's condition for the wetted disc, the added mass 4ρa³/3 of the disc, and the balance of momentum.

    Water that is raised around a disc of radius a meets a body of height b(r) where ∫ r b/√(a² − r²) dr = a ζ; for a
    sphere, with b = r²/2R, that is a = √(3Rζ).  β is the only parameter, as said.
    """
    r = sp.Symbol("r", positive=True)
    raised = sp.integrate(r**3 / (2 * R) / sp.sqrt(disc**2 - r**2), (r, 0, disc)) / disc
    wetted = zero(raised.subs(disc, sp.sqrt(3 * R * ζ)) - ζ)
    below = sp.Rational(4, 3) * ρ * sp.sqrt(3 * R * ζ) ** 3
    added_mass = zero(below - WAGNER, in_units(below * a) - GATHERED * η.ddot)
    motion = same_motion(with_coefficient(CONSISTENT), newton(), η.ddot)
    return all_hold(motion, wetted, added_mass, same_motion(newton(), residual(SPHERE), η.ddot))


@erratum(
    14,
    "eqs. (24), (25)",
    "typo",
    printed=r"\ddot\eta + \frac{9\sqrt3}{2\pi}\eta^{1/2}\dot\eta^2 = 0 \qquad \beta + \frac{3\sqrt3}{\pi}\eta^{3/2}",
    correct=r"\ddot\eta + \frac{\frac{9\sqrt3}{2\pi}\eta^{1/2}\dot\eta^2}{\beta + \frac{3\sqrt3}{\pi}\eta^{3/2}} = 0",
    certain=False,
)
def a_bar_is_missing() -> Shown:
    """The denominator stands on a line of its own, without a bar; β would not be in the equation.

    The text that was at hand is without the figures, and may have lost the bars, too.
    """
    literal = η.ddot + CONSISTENT * sp.sqrt(η) * η.dot**2
    return Shown(*(same_motion(e, newton(), η.ddot) for e in (literal, with_coefficient(CONSISTENT))))


@erratum(
    2,
    "eq. (25)",
    "contradiction",
    printed=r"\ddot\eta + \frac{\frac12\frac{9\sqrt3}{\pi}\eta^{1/2}\dot\eta^2}"
    r"{\beta + \frac{3\sqrt3}{\pi}\eta^{3/2}} = 0",
    correct=r"\ddot\eta + \frac{\frac{9\sqrt3}{4\pi}\eta^{1/2}\dot\eta^2}{\beta + \frac{3\sqrt3}{\pi}\eta^{3/2}} = 0",
)
def the_same_equation_twice() -> Shown:
    """½ 9√3/π is 9√3/2π: what is called erroneous is (24) once more.  (21) leads to half of it, and so does rule N0."""
    half_as_much = in_units(m * a + d(WAGNER) * W / 2 + WAGNER * a)
    printed = with_coefficient(sp.Rational(1, 2) * 9 * sp.sqrt(3) / sp.pi)
    twice = zero(printed - with_coefficient(CONSISTENT))
    mended = same_motion(with_coefficient(ERRONEOUS), half_as_much, η.ddot)
    rule = same_motion(half_as_much, residual(SPHERE, "N0"), η.ddot)
    return Shown(same_motion(printed, half_as_much, η.ddot), all_hold(mended, rule, twice))


@formula(
    "eqs. (26) to (28)",
    r"F_z(t) = \frac{mW_0^2}{R}\frac{d^2\eta}{dt^2} = \left(F_R^2\frac{d^2\eta}{dt^2}\right)mg, \quad"
    r" F_R = W_0/\sqrt{gR}",
)
def the_force_by_the_weight() -> Verdict:
    """The force of the impact is the mass by its acceleration; in units of the weight, and with the Froude number."""
    force = m * W0**2 / R * η.ddot
    by_the_weight = F_R**2 * η.ddot * m * g
    return zero(in_units(m * a) * W0**2 * DISPLACED / R - force.subs(m, β * DISPLACED), force - by_the_weight)


@formula("below eq. (28)", r"F_R^2 = 2H/R, \quad F_B = m_Dg = \beta^{-1}mg")
def froude_number_and_buoyancy() -> Verdict:
    """The speed of a fall from the height H in vacuum, by its energy; the weight of the displaced water."""
    speed = sp.sqrt(2 * g * drop)
    height = coordinate("h", "m")
    energy = m * height.dot**2 / 2 + m * g * height
    fall = energy.subs({height: 0, height.dot: speed}) - energy.subs({height: drop, height.dot: 0})
    return zero(fall, F_R.subs(W0, speed) ** 2 - 2 * drop / R, (DISPLACED * g - m * g / β).subs(m, β * DISPLACED))


def peak() -> tuple[sp.Expr, Verdict]:
    """The largest |η̈|, and the proof: (β + cη^(3/2))η̇ is kept, and |η̈| is largest where the added mass is m/8."""
    s = sp.Symbol("s", positive=True)  # √η
    momentum = (β + GATHERED) * η.dot
    kept = same_motion(with_coefficient(CONSISTENT), rate(momentum, (η,)), η.ddot)
    speed = β / (β + C * s**3)
    force = CONSISTENT * s * speed**2 / (β + C * s**3)
    there = sp.cbrt(β / (8 * C))
    turns = zero(sp.cancel(sp.diff(force, s) / force).subs(s, there))
    return sp.simplify(force.subs(s, there)), all_hold(kept, turns)


@formula(
    "below eq. (28)",
    "text: “the impacting force peak decreases with the mass ratio and increases with the square of the Froude number”",
)
def the_peak_of_the_force() -> Verdict:
    """True of the force by the weight: its peak is (128/243)(3√3/πβ)^(2/3) F_R².

    From the first integral of (24), (β + (3√3/π)η^(3/2))η̇ = β.  The force itself grows with β^(1/3): erratum 3.
    """
    most, ground = peak()
    closed = sp.Rational(128, 243) * (C / β) ** sp.Rational(2, 3)
    falls = zero(β * closed.diff(β) / closed + sp.Rational(2, 3))
    return all_hold(zero(most**3 - closed**3), ground, falls)


@erratum(
    3,
    "below eq. (28)",
    "claim",
    printed=r"F_I = O(\beta^{-1}F_R^2mg) = O(F_R^2m_Dg), \quad F_I/F_B \approx O(F_R^2)",
    correct=r"\begin{aligned}&F_I = \frac{128}{243}\left(\frac{3\sqrt3}{\pi\beta}\right)^{2/3}F_R^2mg"
    r" = O(\beta^{1/3}F_R^2m_Dg) \\ &F_I/F_B = O(\beta^{1/3}F_R^2)\end{aligned}",
)
def the_order_of_the_peak() -> Shown:
    """The peak by the weight falls with β^(−2/3), not with β^(−1); so F_I/F_B grows with β^(1/3).

    The two agree where β is of the order of 1.
    """
    most, ground = peak()
    printed, proper = (sp.simplify((most * β**n).diff(β)) for n in (1, sp.Rational(2, 3)))
    return Shown(zero(printed), all_hold(zero(proper), ground))


@erratum(
    4,
    "below eq. (28)",
    "typo",
    printed="text: “from Eq. (22), the impacting force peak is of order”",
    correct="text: from Eqs. (24) and (27)",
)
def the_number_of_another_equation() -> Read:
    """(22) defines the dimensionless time."""
    return Read("the number of an equation in the text")


@cache
def stroke(mass: float, principle: str | None) -> Any:
    """A sphere from the first contact."""
    return simulate_case(case("sphere_impact", beta=mass, eta_end=1.0), LAST, principle=principle)


def measured(which: str, mass: float, principle: str | None = None) -> float:
    """What the case measures of a stroke."""
    return float(case("sphere_impact", beta=mass).measures[which](stroke(mass, principle)))


@formula("below eq. (28)", "text: “In this stage”, η < 0.2, “the impacting force reaches its maximum value”")
def the_peak_lies_in_the_range_of_the_theory() -> Verdict:
    """True for β below 8 (3√3/π) 0.2^(3/2), and so for all β below 1, of which the paper says that they matter."""
    most = 8 * C * sp.Rational(1, 5) ** THREE_HALVES
    there = measured("eta_peak", 1.0)
    ground = f"up to β = {float(most):.4g}; for β = 1 the peak of the run is at η = {there:.4g}"
    return checked(bool(most > 1) and there < 0.2, ground)


@figure("fig. 5")
def acceleration_velocity_depth() -> Drawing:
    """Acceleration of a striking sphere against time, by both equations, and its velocity and depth.

    The figure has the acceleration, for values of β that are not in the text.  On the left (24); on the right what
    (21) leads to, since (25) as printed would draw the left side once more (erratum 2).
    """
    panels: list[Panel] = []
    for name, which in ((r"$\ddotη$", None), (r"$\dotη$", "eta.dot"), (r"$η$", "eta")):
        pair = []
        for title, principle in CURVES.items():
            curves = []
            for mass in MASSES:
                found = stroke(mass, principle)
                times = instants(found, 600)
                row = acceleration(found, times) if which is None else found.state(which, times)
                curves.append(Curve(times, row, f"β = {mass}"))
            pair.append(Panel(tuple(curves), r"$t^* = W_0 t/R$", name, title))
        panels += alike(pair)
    missing = "the values of β are in the figure only"
    peaks = (
        undecidable(f"β = {mass}, {title}: largest |η̈|", measured("peak", mass, principle), missing)
        for mass in MASSES
        for title, principle in CURVES.items()
    )
    return Drawing(tuple(panels), tuple(peaks))
