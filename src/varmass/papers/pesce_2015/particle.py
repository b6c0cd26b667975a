"""A particle of variable mass: Meshchersky's equation, Levi-Civita's case, Galilei, and Lagrange."""

import sympy as sp

from varmass.derive.deriving import derive
from varmass.derive.invariance import boost
from varmass.model.checks import rate
from varmass.model.parts import Force, Particle, Potential
from varmass.model.streams import Stream, absolute, at_rest, relative
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._evidence import apart, generic, residual, zero
from varmass.papers._items import Shown, erratum, formula

x = coordinate("x", "m", "place of the particle")
v, a = x.dot, x.ddot
m0, k, F, w, c, h, κ = parameters(
    "m0 [kg]", "k [kg/s]: rate of mass", "F [N]", "w [m/s]: absolute", "c [m/s]: relative", "h [s]", "kappa [kg/m]"
)
m = m0 + k * t


def particle(stream: Stream, mass: sp.Expr = m) -> System:
    """One component of the motion is enough: the others are like it."""
    return System(
        "Particle of variable mass",
        Particle("particle", mass=mass, position=[x], streams=[stream]),
        Force("force", on="particle", force=[F]),
    )


FREE = particle(absolute([w]))
MEETING = particle(at_rest(), m0 + κ * x)


@formula(
    "Meshchersky's equation",
    r"m\frac{d\mathbf{v}}{dt} = \mathbf{F} + \mathbf{\Phi} = \mathbf{F} + \frac{dm}{dt}\mathbf{v}_{rel}, \quad"
    r" \mathbf{v}_{rel} = \mathbf{w}-\mathbf{v}",
)
def meshchersky() -> Verdict:
    """From the momentum of the particle and of the mass that joins it, before and after a short time h."""
    after = (m * v + F * h + k * h * w) / (m + k * h)
    force = F + k * (w - v)
    return zero(m * after.diff(h).subs(h, 0) - force, residual(FREE) - m * a + force)


@formula("particular case", r"\mathbf{F} = \frac{d}{dt}(m\mathbf{v})")
def levi_civita() -> Verdict:
    """It differs from Meshchersky's equation by ṁw: right if, and only if, mass is gained or lost at null velocity."""
    return zero(rate(m * v, (x,)) - F - residual(FREE) - k * w, residual(FREE, "N2") - residual(FREE) - k * w)


@formula(
    "Galilean invariance",
    r"\mathbf{F} = \frac{d}{dt}(m\mathbf{v}) - \frac{dm}{dt}\mathbf{w}"
    r" = \frac{d}{dt}(m\mathbf{v}') - \frac{dm}{dt}\mathbf{w}'",
)
def galilean_invariance() -> Verdict:
    """Seen from a frame that moves with constant velocity, Meshchersky's equation is the same.

    The audit makes this boost of every system, and compares the derived equations.
    """
    return zero(residual(boost(FREE)) - residual(FREE), residual(FREE) - rate(m * v, (x,)) + k * w + F)


@formula(
    "Galilean invariance",
    r"\mathbf{F} = \frac{d}{dt}(m\mathbf{v}) = \frac{d}{dt}(m\mathbf{v}') + \frac{dm}{dt}\mathbf{v}_{ref}",
)
def levi_civita_changes_with_the_frame() -> Verdict:
    """The particular form changes by ṁ v_ref: it depends on the frame, except when dm/dt = 0."""
    seen = boost(FREE)
    return zero(residual(seen, "N2") - residual(FREE, "N2") - k * seen.parameters[-1])


q = coordinate("q_1"), coordinate("q_2")
CLOSED = System(
    "A particle of constant mass",
    Particle("particle", mass=parameters("m"), position=[generic("a", *q, t), generic("b", *q, t)]),
    Potential("potential", generic("c", *q, t)),
    Force("force", on="particle", force=parameters("f_1", "f_2")),
    time="1",
)


@formula(
    "usual Lagrange equation",
    r"\begin{aligned}&\frac{d}{dt}\left(\frac{\partial T}{\partial\dot{q}_j}\right) - \frac{\partial T}{\partial q_j}"
    r" = Q_j \\ &\frac{d}{dt}\left(\frac{\partial L}{\partial\dot{q}_j}\right) - \frac{\partial L}{\partial q_j}"
    r" = Q_j^{nc}\end{aligned}",
)
def lagrange_for_invariant_mass() -> Verdict:
    """The usual Lagrange equations in T and in L = T − V, for a constant mass and any P(q₁, q₂, t), V(q₁, q₂, t)."""
    usual, proper = derive(CLOSED, "N1"), derive(CLOSED, "meshchersky")
    body, potential, force = CLOSED.parts
    P = body.position
    velocity = [rate(e, q) for e in P]
    L = body.mass * sum(e**2 for e in velocity) / 2 - potential.energy
    left = [rate(L.diff(s.dot), q) - L.diff(s) for s in q]
    Q = [sum(f * e.diff(s) for f, e in zip(force.force, P, strict=True)) for s in q]
    written = [e - Q_j - r for e, Q_j, r in zip(left, Q, proper.residual, strict=True)]
    return zero(*written, *(usual.residual - proper.residual))


@erratum(
    21,
    "slide “Lagrange Equations for Variable Mass Systems”",
    "contradiction",
    printed=r"\hat{Q}_j = \sum_i\left(\mathbf{F}_i + \dot{m}_i\mathbf{u}_i\right)\cdot\dots",
    correct=r"\hat{Q}_j = \sum_i\left(\mathbf{F}_i + \dot{m}_i\mathbf{w}_i\right)\cdot\dots,"
    r" \quad \mathbf{w}_i = \mathbf{v}_i + \mathbf{u}_i",
)
def a_relative_velocity_for_the_absolute() -> Shown:
    """u usually is the velocity relative to the body; with it, a free particle that mass drips from would speed up.

    The slide does not say what u is; the later slides have the absolute velocity, w or v_o.
    """
    left = rate((m * v**2 / 2).diff(v), (x,)) - F
    proper = residual(particle(relative([c])))
    return apart(left - k * c - proper, left - k * (v + c) - proper)


@formula(
    "simplest problem",
    r"m'(x)\,\dot{x}^2 + m(x)\,\ddot{x} = F(x,\dot{x},t)",
)
def the_simplest_problem() -> Verdict:
    """Newton: mass is lost or gained at null velocity, so that the momentum m(x)ẋ changes by F alone."""
    proper = residual(MEETING)
    return zero(κ * v**2 + (m0 + κ * x) * a - F - proper, rate((m0 + κ * x) * v, (x,)) - F - proper)


@formula(
    "simplest problem, “incorrect”",
    r"\frac{1}{2}m'(x)\,\dot{x}^2 + m(x)\,\ddot{x} = F(x,\dot{x},t)",
)
def what_the_usual_lagrange_equation_gives() -> Verdict:
    """What the usual Lagrange equation gives: rules N0 and N1, the same where w = 0."""
    wrong = κ * v**2 / 2 + (m0 + κ * x) * a - F
    return zero(wrong - residual(MEETING, "N0"), wrong - residual(MEETING, "N1"))


@formula(
    "simplest problem, “correct”",
    r"\frac{d}{dt}\frac{\partial T}{\partial\dot{x}} - \frac{\partial T}{\partial x}"
    r" = F(x,\dot{x},t) - \frac{1}{2}m'(x)\,\dot{x}^2",
)
def the_missing_term() -> Verdict:
    """The Lagrange equation with the missing term is Newton's."""
    T = (m0 + κ * x) * v**2 / 2
    return zero(rate(T.diff(v), (x,)) - T.diff(x) - F + κ * v**2 / 2 - residual(MEETING))
