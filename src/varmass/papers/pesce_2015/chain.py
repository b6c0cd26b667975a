"""Cayley's falling chain: masses, energies, the extended Lagrange equation, the usual one, and Rayleigh's function."""

import sympy as sp

from varmass.model.checks import rate
from varmass.model.parts import Force, Gravity, Particle
from varmass.model.streams import at_rest
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._evidence import added, apart, residual, same_motion, zero
from varmass.papers._items import Shown, erratum, formula

y = coordinate("y", "m", "length of the hanging part")
v, a = y.dot, y.ddot
z = coordinate("z", "m", "a length that the slide does not introduce")
μ, g, F, L, y0, w, ψ, Φ = parameters("mu [kg/m]", "g [m/s^2]", "F [N]", "L [m]", "y0 [m]", "w [m/s]", "psi [m]", "Phi")
m_S = μ * y
T, V = m_S * v**2 / 2, -m_S * g * y / 2
CHAIN = System(
    "Cayley's chain",
    Particle("hanging part", mass=m_S, position=[y], streams=[at_rest(name="links at rest")]),
    Gravity([g]),
    Force("pull", on="hanging part", force=[F]),
)
PROPER, USUAL = residual(CHAIN), residual(CHAIN, "N0")
TITLE = "Cayley's chain"


def d(e: sp.Expr) -> sp.Expr:
    """d/dt along the motion."""
    return rate(e, (y,))


def lagrange(e: sp.Expr) -> sp.Expr:
    """d/dt ∂e/∂ẏ − ∂e/∂y."""
    return d(e.diff(v)) - e.diff(y)


@formula(
    f"{TITLE}, masses", r"\dot{m}_S = \mu\dot{y}, \quad \frac{\partial m_S}{\partial y} = \mu, \quad q = \mu\dot{y}^2"
)
def masses() -> Verdict:
    """The flux of momentum q at the pile is what the equation of motion has beyond mass times acceleration."""
    q = μ * v**2
    return zero(d(m_S) - μ * v, m_S.diff(y) - μ, PROPER - m_S * a - q + m_S * g + F)


@erratum(
    23,
    f"{TITLE}, kinetic energy",
    "typo",
    printed=r"T = \int_0^z\frac12\mu\dot{z}^2\,d\psi",
    correct=r"T = \int_0^y\frac12\mu\dot{y}^2\,d\psi = \frac12\mu y\dot{y}^2",
)
def a_length_that_is_not_there() -> Shown:
    """z is nowhere introduced; the integral runs along the hanging part, y."""
    printed, correct = (sp.integrate(μ * s.dot**2 / 2, (ψ, 0, s)) for s in (z, y))
    return apart(printed - T, correct - T)


@formula(
    f"{TITLE}, energies",
    r"\begin{aligned}&V = -\int_0^y\mu g\psi\,d\psi = -\frac12 m_S g y"
    r" \\ &L = T - V = \frac12 m_S\left(\dot{y}^2 + gy\right)\end{aligned}",
)
def potential_energy_and_lagrangian() -> Verdict:
    """The slope of V is the weight of the hanging part, because the links enter at zero potential."""
    return zero(sp.integrate(-μ * g * ψ, (ψ, 0, y)) - V, V.diff(y) + m_S * g, T - V - m_S * (v**2 + g * y) / 2)


@formula(
    f"{TITLE}, extended Lagrange equation",
    r"\begin{aligned}&\frac{d}{dt}\frac{\partial T_S}{\partial\dot{y}} - \frac{\partial T_S}{\partial y}"
    r" = m_S g + F - \frac12\frac{\partial m_S}{\partial y}\dot{y}^2"
    r" \\ &\frac{d}{dt}\frac{\partial L_S}{\partial\dot{y}} - \frac{\partial L_S}{\partial y}"
    r" = F - \frac12\frac{\partial m_S}{\partial y}\dot{y}^2\end{aligned}",
)
def extended_lagrange() -> Verdict:
    """In terms of T and in terms of L, with w = 0: both are the balance of momentum."""
    half = m_S.diff(y) * v**2 / 2
    return zero(lagrange(T) - m_S * g - F + half - PROPER, lagrange(T - V) - F + half - PROPER)


@erratum(
    24,
    f"{TITLE}, derivatives",
    "typo",
    printed=r"\frac{\partial T_S}{\partial\dot{y}} = \frac12\mu\dot{y}^2",
    correct=r"\frac{\partial T_S}{\partial y} = \frac12\mu\dot{y}^2",
)
def a_dot_too_many() -> Shown:
    """The next line has ∂T/∂ẏ, another value; this one is ∂T/∂y."""
    return apart(T.diff(v) - μ * v**2 / 2, T.diff(y) - μ * v**2 / 2)


@formula(
    f"{TITLE}, derivatives",
    r"\frac{\partial T_S}{\partial\dot{y}} = m_S\dot{y}, \quad"
    r" \frac{d}{dt}\left(\frac{\partial T_S}{\partial\dot{y}}\right) = \mu y\ddot{y} + q",
)
def momentum_and_its_rate() -> Verdict:
    """∂T/∂ẏ is the momentum; its rate is balanced by weight and pull."""
    return zero(T.diff(v) - m_S * v, d(T.diff(v)) - m_S * a - μ * v**2, d(T.diff(v)) - m_S * g - F - PROPER)


@formula(f"{TITLE}, finally", r"\ddot{y} + \frac{\dot{y}^2}{y} = g + \frac{F}{\mu y}")
def the_equation_of_motion() -> Verdict:
    """The equation of motion, from the balance of momentum."""
    return same_motion(a + v**2 / y - g - F / (μ * y), PROPER, a)


y_ = coordinate("y_s", "1", "length of the hanging part in other units")


def scaled(equation: sp.Expr, length: sp.Expr, pull: sp.Expr) -> sp.Expr:
    """An equation with lengths, times and the pull in other units; y_s is the new coordinate."""
    units = {y: length * y_, v: sp.sqrt(g * length) * y_.dot, a: g * y_.ddot, F: pull * Φ}
    return sp.sympify(equation.subs(units, simultaneous=True))


@formula(
    f"{TITLE}, nondimensional variables",
    r"\begin{aligned}&y^* = \frac{y}{L}, \quad t^* = t\sqrt{g/L}, \quad \Phi = \frac{F}{\mu gL} = \frac{F}{mg}"
    r" \\ &\ddot{y}^* = 1 + \frac{\Phi}{y^*} - \frac{\dot{y}^{*2}}{y^*}\end{aligned}",
)
def nondimensional() -> Verdict:
    """In units of L, √(L/g) and the weight of the whole chain."""
    printed = y_.ddot - 1 - Φ / y_ + y_.dot**2 / y_
    return same_motion(printed, scaled(PROPER, L, μ * g * L), y_.ddot)


@erratum(
    25,
    f"{TITLE}, usual Lagrange equation",
    "dimension",
    printed=r"\hat{Q}_y^{nc} = F + m_S w",
    correct=r"\hat{Q}_y^{nc} = F + \dot{m}_S w",
)
def a_dot_too_few() -> Shown:
    """A mass times a velocity cannot be added to a force; both slides strike the term out, for w = 0."""
    return Shown(added(F, m_S * w), added(F, d(m_S) * w))


@formula(
    f"{TITLE}, usual Lagrange equation",
    r"\begin{aligned}&\mu y\ddot{y} + \frac12\mu\dot{y}^2 = \mu yg + F, \quad"
    r" \ddot{y} = g + \frac{F}{\mu y} - \frac12\frac{\dot{y}^2}{y}"
    r" \\ &\ddot{y}^* = 1 + \frac{\Phi}{y^*} - \frac12\frac{\dot{y}^{*2}}{y^*}\end{aligned}",
)
def what_the_usual_lagrange_equation_gives() -> Verdict:
    """Marked not OK: what the usual Lagrange equation gives, rules N0 and N1.

    It is the law of a chain whose links are taken up without loss; Cayley's are not.
    """
    printed = y_.ddot - 1 - Φ / y_ + y_.dot**2 / (2 * y_)
    return zero(
        lagrange(T) - m_S * g - F - USUAL,
        USUAL - residual(CHAIN, "N1"),
        m_S * a + μ * v**2 / 2 - m_S * g - F - USUAL,
        printed * μ * g * L * y_ - scaled(USUAL, L, μ * g * L),
    )


@formula(
    f"{TITLE}, Rayleigh-like function",
    r"\begin{aligned}&\frac{d}{dt}\frac{\partial L_S}{\partial\dot{y}} - \frac{\partial L_S}{\partial y}"
    r" + \frac{\partial R}{\partial\dot{y}} = 0"
    r" \\ &R = \frac12\left(\frac13\dot{m}_S\dot{y}^2\right) = \frac16\mu\dot{y}^3\end{aligned}",
)
def rayleigh_like_function() -> Verdict:
    """With R the equation is that of the extended form, for F = 0; the dissipated power is 3R, R being cubic.

    It holds for one coordinate, m(q) and w = 0 (rule N6).  Cayley's own function, ½ ṁ (v − w)² with ṁ exempt from
    differentiation, holds for any number of coordinates.
    """
    R = d(m_S) * v**2 / 6
    proper = PROPER.subs(F, 0)
    power = -d(T + V).subs(a, sp.solve(proper, a)[0])
    return zero(R - μ * v**3 / 6, lagrange(T - V) + R.diff(v) - proper, residual(CHAIN, "N6") - PROPER, power - 3 * R)


@erratum(
    26,
    f"{TITLE}, Rayleigh-like function",
    "dimension",
    printed=r"\hat{Q}_y^{nc} = -\frac12\frac{\partial\dot{m}_S}{\partial y}\dot{y}^2",
    correct=r"\hat{Q}_y^{nc} = -\frac12\frac{\partial m_S}{\partial y}\dot{y}^2",
)
def a_dot_on_the_mass() -> Shown:
    """The derivative is that of the mass; of its rate it would be a force by a time, and zero besides."""
    slope = d(m_S) / y  # of the dimension of ∂ṁ/∂y, which is zero and so has none
    return Shown(added(F, slope * v**2), added(F, m_S.diff(y) * v**2))
