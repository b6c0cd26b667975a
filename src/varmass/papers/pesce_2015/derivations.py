"""Appendix I: the extended Lagrange equations derived, for constant mass, m(t) and m(q, q̇, t)."""

import sympy as sp

from varmass.derive.deriving import derive
from varmass.model.checks import rate
from varmass.model.parts import Force, Particle
from varmass.model.streams import absolute
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._any_mass import (
    BOTH,
    P,
    d,
    extended,
    f,
    lagrange_against_momentum,
    m,
    m_t,
    moving,
    q,
    u,
    v,
    v2,
    v_o,
    μ,
)
from varmass.papers._evidence import apart, generic, none_holds, residual, same_motion, zero
from varmass.papers._items import Shown, erratum, formula


@formula(
    "App. I, d'Alembert",
    r"\begin{aligned}&\frac{d\mathbf{p}_i}{dt} - \mathbf{F}_i"
    r" = m_i\frac{d\mathbf{v}_i}{dt} - (\mathbf{f}_i+\mathbf{\Phi}_i), \quad \mathbf{F}_i = \mathbf{f}_i+\mathbf{h}_i"
    r" \\ &\mathbf{h}_i = \dot{m}_i\mathbf{v}_{oi}, \quad"
    r" \mathbf{\Phi}_i = \dot{m}_i(\mathbf{v}_{oi}-\mathbf{v}_i) = \mathbf{h}_i - \dot{m}_i\mathbf{v}_i"
    r" \\ &Q_j = \sum_i\mathbf{F}_i\cdot\frac{\partial P_i}{\partial q_j}\end{aligned}",
)
def two_forms_of_dalembert() -> Verdict:
    """Both forms are one, and along the virtual displacements they give what the principle of Hamilton gives."""
    h = d(m) * v_o
    gap = (m * v).applyfunc(d) - f - h
    Φ = h - d(m) * v
    other = derive(moving(m, absolute(v_o)), "hamilton").residual
    return zero(*(gap - m * v.applyfunc(d) + f + Φ), *(gap.dot(P.diff(q[j])) - other[j] for j in BOTH))


@formula(
    "App. I, virtual work",
    r"\frac{d\mathbf{v}_i}{dt}\cdot\frac{\partial P_i}{\partial q_j}"
    r" = \frac{d}{dt}\left(\frac12\frac{\partial\mathbf{v}_i^2}{\partial\dot{q}_j}\right)"
    r" - \frac{\partial}{\partial q_j}\left(\frac12\mathbf{v}_i^2\right)",
)
def acceleration_along_a_coordinate() -> Verdict:
    """Lagrange's identity, for any P(q, t)."""
    dv = v.applyfunc(d)
    return zero(*(dv.dot(P.diff(q[j])) - d(v2.diff(u[j]) / 2) + v2.diff(q[j]) / 2 for j in BOTH))


@formula(
    "App. I, constant mass",
    r"\frac{d}{dt}\frac{\partial T}{\partial\dot{q}_j} - \frac{\partial T}{\partial q_j} = Q_j"
    r" = \sum_i\mathbf{f}_i\cdot\frac{\partial P_i}{\partial q_j}",
)
def constant_mass() -> Verdict:
    """The usual Lagrange equations follow from the balance of momentum."""
    return zero(*lagrange_against_momentum(μ, [f.dot(P.diff(s)) for s in q]))


@formula(
    "App. I, m(t), first term",
    r"\begin{aligned}&m_i\frac{d\mathbf{v}_i}{dt}\cdot\frac{\partial P_i}{\partial q_j} ="
    r" \\ &\frac{d}{dt}\left(\frac12 m_i\frac{\partial\mathbf{v}_i^2}{\partial\dot{q}_j}\right)"
    r" - \frac{dm_i}{dt}\left(\frac12\frac{\partial\mathbf{v}_i^2}{\partial\dot{q}_j}\right)"
    r" - \frac{\partial}{\partial q_j}\left(\frac12 m_i\mathbf{v}_i^2\right) ="
    r" \\ &\frac{d}{dt}\left(\frac{\partial T_i}{\partial\dot{q}_j}\right)"
    r" - \frac{dm_i}{dt}\frac{\partial}{\partial\dot{q}_j}\left(\frac{\partial T_i}{\partial m_i}\right)"
    r" - \frac{\partial T_i}{\partial q_j}\end{aligned}",
)
def first_term_for_mass_of_time() -> Verdict:
    """The first term, integrated by parts: both lines."""
    T, slope, left = m_t * v2 / 2, v2 / 2, m_t * v.applyfunc(d)
    return zero(
        *(
            left.dot(P.diff(q[j])) - d(m_t * v2.diff(u[j]) / 2) + d(m_t) * v2.diff(u[j]) / 2 + T.diff(q[j])
            for j in BOTH
        ),
        *(left.dot(P.diff(q[j])) - d(T.diff(u[j])) + d(m_t) * slope.diff(u[j]) + T.diff(q[j]) for j in BOTH),
    )


@formula(
    "App. I, second term",
    r"\begin{aligned}\frac{dm_i}{dt}\mathbf{v}_i\cdot\frac{\partial P_i}{\partial q_j}"
    r" &= \frac{dm_i}{dt}\mathbf{v}_i\cdot\frac{\partial\mathbf{v}_i}{\partial\dot{q}_j}"
    r" = \frac12\frac{dm_i}{dt}\frac{\partial\mathbf{v}_i^2}{\partial\dot{q}_j}"
    r" \\ &= \frac{dm_i}{dt}\frac{\partial}{\partial\dot{q}_j}\left(\frac{\partial T_i}{\partial m_i}\right)"
    r"\end{aligned}",
)
def second_term() -> Verdict:
    """The second term, for m(q, q̇, t): it cancels the middle one of the first.  ∂v/∂q̇ = ∂P/∂q stands right here."""
    left = [d(m) * v.dot(P.diff(s)) for s in q]
    return zero(
        *(v.jacobian(u) - P.jacobian(q)),
        *(e - d(m) * v.dot(v.diff(s)) for e, s in zip(left, u, strict=True)),
        *(e - d(m) * v2.diff(s) / 2 for e, s in zip(left, u, strict=True)),
    )


@formula(
    "App. I, m(t), result",
    r"\frac{d}{dt}\frac{\partial T}{\partial\dot{q}_j} - \frac{\partial T}{\partial q_j} = Q_j",
)
def mass_of_time_leads_to_the_usual_form() -> Verdict:
    """The usual form, with Σ (f + h)·∂P/∂q for Q; the slide has ∂q̇ there, see the errata."""
    return zero(*lagrange_against_momentum(m_t, [(f + d(m_t) * v_o).dot(P.diff(s)) for s in q]))


@formula(
    "App. I, m(q, q̇, t), first term",
    r"\begin{aligned}m_i\frac{d\mathbf{v}_i}{dt}\cdot\frac{\partial P_i}{\partial q_j}"
    r" = {}&\frac{d}{dt}\left(\frac12 m_i\frac{\partial\mathbf{v}_i^2}{\partial\dot{q}_j}\right)"
    r" - \frac12\frac{dm_i}{dt}\frac{\partial\mathbf{v}_i^2}{\partial\dot{q}_j}"
    r" \\ &- \frac{\partial}{\partial q_j}\left(\frac12 m_i\mathbf{v}_i^2\right)"
    r" + \frac12\frac{\partial m_i}{\partial q_j}\mathbf{v}_i^2\end{aligned}",
)
def first_term_for_any_mass() -> Verdict:
    """The first term for m(q, q̇, t), before the kinetic energy is brought in."""
    dv = v.applyfunc(d)
    return zero(
        *(
            m * dv.dot(P.diff(q[j])) - d(m * v2.diff(u[j]) / 2) + d(m) * v2.diff(u[j]) / 2
            + (m * v2 / 2).diff(q[j]) - m.diff(q[j]) * v2 / 2
            for j in BOTH
        )
    )  # fmt: skip


x = coordinate("x")
F, along = parameters("F"), generic("P", x, t)
STONE = System("A stone", Particle("stone", mass=μ, position=[x]), Force("force", on="stone", force=[F]), time="1")


@erratum(
    20,
    "slides “Lagrange Equations for Variable Mass Systems”, “Recall the Extended …”, Appendix I",
    "contradiction",
    printed=r"\begin{aligned}\hat{Q}_j &= \sum_i\left(\mathbf{f}_i+\dot{m}_i\mathbf{w}_i\right)\cdot"
    r"\frac{\partial\mathbf{P}_i}{\partial\dot{q}_j} + \dots \\"
    r" \frac{\partial\mathbf{v}_i}{\partial q_j} &= \frac{d}{dt}\left(\frac{\partial P_i}{\partial\dot{q}_j}\right),"
    r" \quad \frac{\partial\mathbf{v}_i}{\partial\dot{q}_j} = \frac{\partial P_i}{\partial\dot{q}_j}\end{aligned}",
    correct=r"\begin{aligned}\hat{Q}_j = {}&\sum_i\left(\mathbf{f}_i+\dot{m}_i\mathbf{w}_i\right)\cdot"
    r"\frac{\partial\mathbf{P}_i}{\partial q_j} \\ &+ \sum_i\left\{\frac12\frac{d}{dt}\left(\frac{\partial m_i}"
    r"{\partial\dot{q}_j}\mathbf{v}_i^2\right) - \frac12\frac{\partial m_i}{\partial q_j}\mathbf{v}_i^2\right\} \\"
    r" \frac{\partial\mathbf{v}_i}{\partial q_j} = {}&\frac{d}{dt}\left(\frac{\partial P_i}{\partial q_j}\right),"
    r" \quad \frac{\partial\mathbf{v}_i}{\partial\dot{q}_j} = \frac{\partial P_i}{\partial q_j}\end{aligned}",
)
def places_do_not_depend_on_speeds() -> Shown:
    """P is a function of q and t: ∂P/∂q̇ is zero, and with it every force would be; no stone would ever fall.

    Each of the three printed lines fails.  With ∂P/∂q the extended equations, in all three forms of the summary, are
    Meshchersky's, for any m(q, q̇, t).
    """
    speed = rate(along, (x,))
    fails = none_holds(
        same_motion(μ * x.ddot - F * x.diff(x.dot), residual(STONE), x.ddot),
        zero(speed.diff(x) - rate(along.diff(x.dot), (x,))),
        zero(speed.diff(x.dot) - along.diff(x.dot)),
    )
    kinematic = v.jacobian(u) - P.jacobian(q), v.jacobian(q) - P.jacobian(q).applyfunc(d)
    return Shown(fails, zero(*lagrange_against_momentum(m, extended(m)), *(e for gap in kinematic for e in gap)))


@erratum(
    22,
    "Appendix I, “Most complete case”, second and third line",
    "sign or factor",
    printed=r"\dots - \frac12\frac{d}{dt}\left(\frac{\partial m_i\mathbf{v}_i^2}{\partial\dot{q}_j}\right) - \dots",
    correct=r"\dots - \frac12\frac{d}{dt}\left(\frac{\partial m_i}{\partial\dot{q}_j}\mathbf{v}_i^2\right) - \dots",
)
def only_the_mass_is_differentiated() -> Shown:
    """The term makes up for d/dt ∂T/∂q̇, which differentiates the mass too; so only the mass is differentiated in it.

    As printed it cancels the term d/dt ∂T/∂q̇ before it, and what is left is not m dv/dt.  The result below it is right.
    """
    M, s = generic("m", x, x.dot, t, degree=1), x.dot

    def gap(compensation: sp.Expr) -> sp.Expr:
        T = M * s**2 / 2
        rest = rate(M, (x,)) * s + T.diff(x) - M.diff(x) * s**2 / 2
        return M * x.ddot - rate(T.diff(s), (x,)) + rate(compensation, (x,)) / 2 + rest

    return apart(gap((M * s**2).diff(s)), gap(M.diff(s) * s**2))
