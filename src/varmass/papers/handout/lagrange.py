"""Lagrange's equations of motion for holonomic systems: the second (36) and equations (37) to (46)."""

import sympy as sp

from varmass.derive.deriving import derive
from varmass.model.symbols import parameters, t
from varmass.model.zero import Verdict
from varmass.papers._evidence import added, all_hold, generic, zero
from varmass.papers._items import Read, Shown, erratum, formula
from varmass.papers.handout._particles import (
    BOTH,
    DISPLACEMENTS,
    FORCED,
    FREE,
    VELOCITIES,
    WORK,
    M,
    Q,
    R,
    T,
    V,
    d,
    q,
    u,
    δ,
    δq,
    δu,
)  # fmt: skip

PATHS = [generic(name, t) for name in "hk"]
RATES = [p.diff(t) for p in PATHS]
ALONG = dict(zip((*q, *u), (*PATHS, *RATES), strict=True))
force, arm, torque, turn, shift = parameters("F [N]", "r [m]", "M [N m]", "dphi [rad]", "dx [m]")


@formula(
    "eqs. (36), the second, and (37)",
    r"\begin{aligned}&\vec{r}_i = \vec{r}_i(q_1,q_2,\dots,q_n,t); \quad i = 1,\dots,N, \quad n = 3N-c \\"
    r" &\dot{\vec{r}}_i = \frac{d\vec{r}_i}{dt} = \sum_{k=1}^n\left(\frac{\partial\vec{r}_i}{\partial q_k}\dot{q}_k"
    r"\right) + \frac{\partial\vec{r}_i}{\partial t}\end{aligned}",
)
def velocities() -> Verdict:
    """Along any paths q_k(t): the derivative of the place itself."""
    gaps = []
    for place in R:
        formula_37 = place.jacobian(q) * sp.Matrix(u) + place.diff(t)
        gaps += list(formula_37.subs(ALONG) - place.subs(ALONG).diff(t))
    return zero(*gaps)


@formula(
    "eqs. (38), with the dots that are missing, and (39)",
    r"\begin{aligned}T &= \frac12\sum_{i=1}^N m_i\left(\sum_{r=1}^n\sum_{s=1}^n\frac{\partial\vec{r}_i}{\partial q_r}"
    r"\cdot\frac{\partial\vec{r}_i}{\partial q_s}\dot{q}_r\dot{q}_s"
    r" + 2\frac{\partial\vec{r}_i}{\partial t}\cdot\sum_{s=1}^n\frac{\partial\vec{r}_i}{\partial q_s}\dot{q}_s"
    r" + \frac{\partial\vec{r}_i}{\partial t}\cdot\frac{\partial\vec{r}_i}{\partial t}\right) \\"
    r" T &= T(q_1,\dots,q_n,\dot{q}_1,\dots,\dot{q}_n,t)\end{aligned}",
)
def kinetic_energy() -> Verdict:
    """Along any paths q_k(t): the squares of the derivatives of the places themselves."""
    written = sp.S.Zero
    for m, place in zip(M, R, strict=True):
        J, drift = place.jacobian(q), place.diff(t)
        speeds = sp.Matrix(u)
        written += m * ((speeds.T * J.T * J * speeds)[0] + 2 * drift.dot(J * speeds) + drift.dot(drift)) / 2
    moved = [place.subs(ALONG).diff(t) for place in R]
    itself = sum(m * v.dot(v) / 2 for m, v in zip(M, moved, strict=True))
    return zero(written.subs(ALONG) - itself)


@erratum(
    62,
    "eq. (38), second and third line",
    "typo",
    printed=r"\frac{\partial\vec{r}_i}{\partial q_r}\frac{\partial\vec{r}_i}{\partial q_s}\dot{q}_r\dot{q}_s"
    r" + 2\frac{\partial\vec{r}_i}{\partial t}\sum_{s=1}^n\left(\frac{\partial\vec{r}_i}{\partial q_s}\dot{q}_s\right)",
    correct=r"\frac{\partial\vec{r}_i}{\partial q_r}\cdot\frac{\partial\vec{r}_i}{\partial q_s}\dot{q}_r\dot{q}_s"
    r" + 2\frac{\partial\vec{r}_i}{\partial t}\cdot\sum_{s=1}^n\left(\frac{\partial\vec{r}_i}{\partial q_s}\dot{q}_s"
    r"\right)",
)
def dots_between_vectors() -> Read:
    """The products are scalar products, as in the first line and in the last term."""
    return Read("the product of two vectors without a dot has no meaning to compute")


@formula(
    "eqs. (40), (41)",
    r"\begin{aligned}&V = V(q_1,q_2,\dots,q_n,t), \\"
    r" &\delta W_{nc} = Q_1\delta q_1 + Q_2\delta q_2 + \dots + Q_n\delta q_n = \sum_{i=1}^n(Q_i\,\delta q_i)"
    r"\end{aligned}",
)
def generalised_forces() -> Verdict:
    """The work of the forces on two particles, in any small displacement, is that of Q.

    Q is what the forces add to the equations of motion, derived by Hamilton's canonical equations; it is Σ F·∂r/∂q.
    """
    without, with_them = (derive(system, "hamilton").residual for system in (FREE, FORCED))
    loads = list(without - with_them)
    work = sum(Q_k * s for Q_k, s in zip(loads, δq, strict=True))
    return zero(WORK - work, *(e - Q_k for e, Q_k in zip(loads, Q, strict=True)))


@formula("below eq. (41)", r"[Q_k\,\delta q_k] = [\mathrm{work}]")
def the_product_is_work() -> Verdict:
    """A torque and a turn, a force and a shift."""
    return added(torque * turn, force * shift, force * arm * turn)


@formula(
    "above eq. (42)",
    r"\delta V = \sum_{k=1}^n\left(\frac{\partial V}{\partial q_k}\delta q_k\right), \quad"
    r" \delta T = \sum_{k=1}^n\left(\frac{\partial T}{\partial\dot{q}_k}\delta\dot{q}_k"
    r" + \frac{\partial T}{\partial q_k}\delta q_k\right)",
)
def variations_of_the_energies() -> Verdict:
    """Along q + ε δq, for any paths q(t) and any δq(t), at a time that is held: the derivative in ε."""
    ε, shifts = sp.Symbol("epsilon"), [generic(name, t, degree=1) for name in "vw"]
    near = [p + ε * s for p, s in zip(PATHS, shifts, strict=True)]
    varied = dict(zip((*q, *u), (*near, *(p.diff(t) for p in near)), strict=True))
    small = dict(zip((*δq, *δu), (*shifts, *(s.diff(t) for s in shifts)), strict=True)) | ALONG
    return zero(*(e.subs(varied).diff(ε).subs(ε, 0) - δ(e).subs(small) for e in (V, T)))


def integrand() -> sp.Expr:
    """What stands under the integral in (42)."""
    return sp.Add(
        *(
            T.diff(s.dot) * e.dot + T.diff(s) * e - V.diff(s) * e + Q_k * e
            for s, e, Q_k in zip(q, δq, Q, strict=True)
        )
    )  # fmt: skip


def brackets() -> list[sp.Expr]:
    """The expression in (44) for each coordinate."""
    return [-d(T.diff(s.dot)) + T.diff(s) - V.diff(s) + Q_k for s, Q_k in zip(q, Q, strict=True)]


@formula(
    "eq. (42), and (35) above it",
    r"\begin{aligned}&\int_{t_1}^{t_2}(\delta T-\delta V+\delta W_{nc})\,dt = 0 \\"
    r" &0 = \int_{t_1}^{t_2}\left\{\sum_{k=1}^n\left(\frac{\partial T}{\partial\dot{q}_k}\delta\dot{q}_k"
    r" + \frac{\partial T}{\partial q_k}\delta q_k - \frac{\partial V}{\partial q_k}\delta q_k + Q_k\delta q_k"
    r"\right)\right\}dt\end{aligned}",
)
def in_generalised_coordinates() -> Verdict:
    """At any instant the integrand is δT − δV + δW; on the motion it is the rate of what is zero at both ends."""
    ends = sum(m * v.dot(e) for m, v, e in zip(M, VELOCITIES, DISPLACEMENTS, strict=True))
    motion = sum(e * s for e, s in zip(derive(BOTH, "hamilton").residual, δq, strict=True))
    return zero(integrand() - δ(T) + δ(V) - WORK, integrand() - d(ends) + motion)


@formula(
    "eq. (43)",
    r"\begin{aligned}\int_{t_1}^{t_2}\frac{\partial T}{\partial\dot{q}_k}\delta\dot{q}_k\,dt"
    r" &= \int_{t_1}^{t_2}\frac{\partial T}{\partial\dot{q}_k}\frac{d(\delta q_k)}{dt}\,dt \\"
    r" &= \left.\frac{\partial T}{\partial\dot{q}_k}\delta q_k\right]_{t_1}^{t_2}"
    r" - \int_{t_1}^{t_2}\frac{d}{dt}\left(\frac{\partial T}{\partial\dot{q}_k}\right)\delta q_k\,dt\end{aligned}",
)
def integration_by_parts() -> Verdict:
    """Both integrals worked out, t from 0 to 1: one particle, at the place q₁ + b q₁²/2, and a δq of degree 2."""
    m, b = parameters("m", "b")
    kinetic = m * ((1 + b * q[0]) * u[0]) ** 2 / 2
    momentum, shift = kinetic.diff(u[0]).subs(ALONG), generic("v", t)
    left = sp.integrate(sp.expand(momentum * shift.diff(t)), (t, 0, 1))
    right = sp.integrate(sp.expand(momentum.diff(t) * shift), (t, 0, 1))
    ends = momentum * shift
    return zero(left + right - ends.subs(t, 1) + ends.subs(t, 0))


@formula(
    "eq. (44)",
    r"0 = \int_{t_1}^{t_2}\left\{\sum_{k=1}^n\delta q_k\left(-\frac{d}{dt}\left(\frac{\partial T}{\partial\dot{q}_k}"
    r"\right) + \frac{\partial T}{\partial q_k} - \frac{\partial V}{\partial q_k} + Q_k\right)\right\}dt",
)
def after_the_integration_by_parts() -> Verdict:
    """The integrand is that of (42) less the rate of ∂T/∂q̇ δq, which is zero at both ends."""
    ends = sum(T.diff(s.dot) * e for s, e in zip(q, δq, strict=True))
    return zero(sum(e * s for e, s in zip(brackets(), δq, strict=True)) - integrand() + d(ends))


@formula(
    "eq. (45)",
    r"\frac{d}{dt}\left(\frac{\partial T}{\partial\dot{q}_k}\right) - \frac{\partial T}{\partial q_k}"
    r" + \frac{\partial V}{\partial q_k} = Q_k, \quad k = 1, 2, \dots, n",
)
def lagrange() -> Verdict:
    """The balance of momentum of two particles, and Hamilton's canonical equations, along each coordinate."""
    ways = (derive(BOTH, name).residual for name in ("meshchersky", "hamilton"))
    return all_hold(*(zero(*(e + b for e, b in zip(way, brackets(), strict=True))) for way in ways))


def with_lagrangian(way: str) -> list[sp.Expr]:
    """d/dt ∂L/∂q̇ − ∂L/∂q − Q, less the derived equations of motion."""
    L = T - V
    derived = derive(BOTH, way).residual
    left = (d(L.diff(s.dot)) - L.diff(s) - Q_k for s, Q_k in zip(q, Q, strict=True))
    return [e - r for e, r in zip(left, derived, strict=True)]


@formula(
    "eq. (46)",
    r"\frac{d}{dt}\left(\frac{\partial L}{\partial\dot{q}_k}\right) - \frac{\partial L}{\partial q_k} = Q_k,"
    r" \quad k = 1, 2, \dots, n",
)
def with_the_lagrangian() -> Verdict:
    """The balance of momentum of two particles, for any V(q, t); Q holds the other forces alone, as (41) says."""
    return zero(*with_lagrangian("meshchersky"))


@erratum(
    59,
    "above eq. (46)",
    "claim",
    printed=r"V = V(q_k)\;\;\mathrm{only}",
    correct=r"\frac{\partial V}{\partial\dot{q}_k} = 0, \quad\text{as for}\quad V = V(q_1,\dots,q_n,t)",
)
def a_condition_that_is_not_needed() -> Shown:
    """The V of (40) may depend on time, which this excludes; (46) does not need it, as ∂V/∂q̇ = 0 is enough.

    Nothing that follows is wrong.  What fails is ∂V/∂t = 0, for the V of (40).
    """
    never = [V.diff(s) for s in u]
    return Shown(zero(V.diff(t)), zero(*never, *with_lagrangian("hamilton")))
