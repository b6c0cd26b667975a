"""The undisturbed and the disturbed motion of particles of constant mass: equations (1) to (6).

A particle on a surface stands for a system with constraints, one in the plane for a system without.  Places and forces
are polynomials with unknown coefficients: at one point their derivatives are those of any.
"""

import sympy as sp

from varmass.derive.deriving import derive
from varmass.model.parts import Force, Particle
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._evidence import added, all_hold, checked, generic, none_holds, zero
from varmass.papers._items import Read, Shown, erratum, formula
from varmass.papers.mikicic_1984._geometry import TWO, along, d, first_kind, metric, q, second_kind, u, w, δ, ξ

m, ω, ε = parameters("m", "omega", "epsilon")
SURFACE = sp.Matrix([generic(c, *q) for c in "abc"])
PLANE = SURFACE[:2, :]
F = sp.Matrix([generic(c, *q, *u, t, degree=1) for c in "fgh"])
BODY = Particle("particle", mass=m, position=SURFACE)
SYSTEM = System("A particle on a surface", BODY, Force("force", on="particle", force=F), time="1")
a = metric(m, SURFACE)
p = list(a * sp.Matrix(u))


def rates(place: sp.Matrix) -> sp.Matrix:
    """ρ = ξ^α ∂_αr."""
    return place.jacobian(q) * sp.Matrix(ξ)


@formula("eq. (1)", r"m_i\ddot{\vec{r}}_i = \vec{F}_i(t,\vec{r},\vec{v}), \quad (i = 1, 2, \dots, N)")
def newton() -> Verdict:
    """Along the surface, where the reaction has no part: Hamilton's canonical equations."""
    missing = m * SURFACE.applyfunc(d).applyfunc(d) - F
    derived = derive(SYSTEM, "hamilton").residual
    return zero(*(missing.dot(SURFACE.diff(s)) - e for s, e in zip(q, derived, strict=True)))


@formula(
    "eq. (2)",
    r"\dot{q}^\alpha = a^{\alpha\beta}p_\beta, \quad \frac{Dp_\alpha}{dt} = Q_\alpha(t,q,\dot{q})",
)
def undisturbed_motion() -> Verdict:
    """With Dp_α/dt = ṗ_α − Γ_β,αγ q̇^β q̇^γ, Γ from the metric alone: the balance of momentum along the surface."""
    derived, Γ = derive(SYSTEM, "meshchersky").residual, first_kind(a)
    turning = [sum(Γ[β][α][g] * u[β] * u[g] for β in TWO for g in TWO) for α in TWO]
    Q = [F.dot(SURFACE.diff(s)) for s in q]
    back = a.adjugate() * sp.Matrix(p) / a.det()
    return zero(*(d(p[i]) - turning[i] - Q[i] - derived[i] for i in TWO), *(back[i] - u[i] for i in TWO))


x = coordinate("x", "m")
shift = parameters("xi [m]")


@erratum(
    39,
    "eq. (3), first line",
    "typo",
    printed=r"\dot{q}^\alpha = q^\alpha + \xi^\alpha",
    correct=r"q^{*\alpha} = q^\alpha + \xi^\alpha",
)
def a_dot_for_a_star() -> Shown:
    """A coordinate and its disturbance do not add up to a speed; they do to the disturbed coordinate."""
    moved = SURFACE.subs({s: s + ε * e for s, e in zip(q, ξ, strict=True)}, simultaneous=True)
    holds = zero(*(moved.diff(ε).subs(ε, 0) - rates(SURFACE)))
    return Shown(added(x.dot, x + shift), all_hold(added(x, x + shift), holds))


@formula(
    "eq. (3)",
    r"\begin{aligned}\vec{r}_i^* &= \vec{r}_i + \vec{\rho}_i = \vec{r}_i + \xi^\alpha\partial_\alpha\vec{r}_i \\"
    r" \vec{v}_i^* &= \vec{v}_i + \partial_{\alpha\beta}\vec{r}_i\,\xi^\alpha\dot{q}^\beta"
    r" + \partial_\alpha\vec{r}_i\,\dot{\xi}^\alpha\end{aligned}",
)
def disturbed_place_and_velocity() -> Verdict:
    """To the first order: place and velocity at q + εξ and q̇ + εξ̇; and v* is the rate of r*."""
    disturbed = {s: s + ε * e for s, e in zip((*q, *u), (*ξ, *w), strict=True)}
    J = SURFACE.jacobian(q)
    printed = J * sp.Matrix(w) + sum((J.diff(s) * e for s, e in zip(q, ξ, strict=True)), sp.zeros(3, 2)) * sp.Matrix(u)
    moved = (SURFACE.applyfunc(d)).subs(disturbed, simultaneous=True).diff(ε).subs(ε, 0)
    return zero(*(printed - moved), *(printed - rates(SURFACE).applyfunc(d)))


@erratum(40, "the second eq. (3)", "typo", printed=r"\dots\quad(3)", correct=r"\dots\quad(4)")
def a_number_twice() -> Read:
    """The text below cites it as (4); its Ψ is the ψ of (6)."""
    return Read("the number of an equation")


def disturbance(metric_: sp.Matrix) -> list[sp.Expr]:
    """η_γ = a_αγ (ξ̇^α + Γ^α_δβ ξ^δ q̇^β)."""
    return [e + b for e, b in zip(metric_ * sp.Matrix(w), along(first_kind(metric_), list(ξ), u), strict=True)]


@formula(
    "the second eq. (3), which is (4), first half, with (5)",
    r"\frac{D\xi^\alpha}{dt} = a^{\alpha\gamma}\eta_\gamma, \quad \eta_\gamma = \dots"
    r" = a_{\alpha\gamma}(\dot{\xi}^\alpha + \Gamma_{\delta\beta}^\alpha\xi^\delta\dot{q}^\beta)",
)
def disturbance_of_the_momentum() -> Verdict:
    """η, with Γ from the metric alone, is the part along the surface of the change of momentum mρ̇."""
    force = m * rates(SURFACE).applyfunc(d)
    return zero(*(force.dot(SURFACE.diff(s)) - e for s, e in zip(q, disturbance(a), strict=True)))


@erratum(
    41,
    "eq. (5)",
    "sign or factor",
    printed=r"\eta_\gamma = p_\gamma^* = p_\gamma = a_{\alpha\gamma}(\dot{\xi}^\alpha"
    r" + \Gamma_{\delta\beta}^\alpha\xi^\delta\dot{q}^\beta)",
    correct=r"\eta_\gamma = p_\gamma^* - p_\gamma - \Gamma^\beta_{\gamma\delta}\,p_\beta\,\xi^\delta"
    r" = a_{\alpha\gamma}(\dot{\xi}^\alpha + \Gamma_{\delta\beta}^\alpha\xi^\delta\dot{q}^\beta)",
)
def momenta_at_two_places() -> Shown:
    """A minus is printed as =; but with it, too, the components p* and p at two places differ by more than η.

    p* is to be carried to the undisturbed place first, which takes Γpξ away.  Only where the metric is constant is
    η = p* − p, as the text above says.
    """
    polar = sp.diag(m, m * q[0] ** 2)  # q₁ the distance, q₂ the angle
    fails = none_holds(
        zero(*change(polar)), zero(*(e - f for e, f in zip(change(polar), disturbance(polar), strict=True)))
    )
    Γ = first_kind(a)
    carried = [sum(Γ[β][g][k] * u[β] * ξ[k] for β in TWO for k in TWO) for g in TWO]
    return Shown(fails, zero(*(e - c - f for e, c, f in zip(change(a), carried, disturbance(a), strict=True))))


def change(metric_: sp.Matrix) -> list[sp.Expr]:
    """p*_γ − p_γ, each component at its own place."""
    return [δ(e) for e in metric_ * sp.Matrix(u)]


@formula(
    "the second eq. (3), which is (4), second half, with (6), without constraints",
    r"\frac{D\eta_\alpha}{dt} = \Psi_\alpha, \quad"
    r" \psi_\alpha = \sum_{i=1}^N(\vec{F}_i^*-\vec{F}_i)\cdot\partial_\alpha\vec{r}_i",
)
def disturbed_motion_without_constraints() -> Verdict:
    """In any two coordinates of the plane: with F* − F = mρ̈, by (1) for both motions, and Γ from the metric alone."""
    return zero(*without_constraints())


def without_constraints() -> list[sp.Expr]:
    """Dη/dt − ψ in the plane."""
    flat = metric(m, PLANE)
    Γ = second_kind(flat)
    Dξ = [e + b for e, b in zip(w, along(Γ, list(ξ), u), strict=True)]
    D2ξ = [d(e) + b for e, b in zip(Dξ, along(Γ, Dξ, u), strict=True)]
    force = m * rates(PLANE).applyfunc(d).applyfunc(d)
    ψ = [force.dot(PLANE.diff(s)) for s in q]
    return [e - f for e, f in zip(flat * sp.Matrix(D2ξ), ψ, strict=True)]


@erratum(
    90,
    "the second eq. (3), which is (4), with (6)",
    "contradiction",
    printed=r"\frac{D\eta_\alpha}{dt} = \Psi_\alpha, \quad (\alpha = 1, 2, \dots, n)",
    correct=r"\frac{D\eta_\alpha}{dt} = \Psi_\alpha \quad\text{without constraints;}\quad"
    r" \frac{D\eta_\alpha}{dt} + R_{\alpha\beta\gamma\delta}\,\dot{q}^\beta\xi^\gamma\dot{q}^\delta = 0"
    r" \quad\text{on a smooth surface, no force given}",
)
def constraints_curve_the_space() -> Shown:
    """On a sphere a free particle is disturbed as (7) says, and not as (4) and (6) say: the curvature is missing.

    Along the equator with the speed ω a disturbance to the north obeys ξ̈ = −ω²ξ, and one along it ξ̈ = 0.  By (4) the
    first would be ξ̈ = 0 if F in (6) is the given force; with the reaction in F the second would be ξ̈ = −ω²ξ.
    """
    ball = sp.Matrix([sp.cos(q[0]) * sp.cos(q[1]), sp.cos(q[0]) * sp.sin(q[1]), sp.sin(q[0])])
    free = derive(System("A particle on a sphere", Particle("particle", mass=m, position=ball), time="1"))
    still = {q[0]: 0, q[1]: 0, u[0]: 0, u[1]: ω, q[0].ddot: 0, q[1].ddot: 0}
    north, east = (sp.expand(δ(e).subs(still)) for e in free.residual)
    reaction = m * rates(ball).applyfunc(d).applyfunc(d)
    pulled = sp.expand(reaction.dot(ball.diff(q[1])).subs(still))
    return Shown(
        none_holds(zero(north - m * ξ[0].ddot), zero(east - pulled)), zero(*without_constraints(), *jacobi())
    )  # fmt: skip


def jacobi() -> list[sp.Expr]:
    """D²ξ/dt² + R q̇ξq̇ less the disturbed q̈ + Γq̇q̇, for any symmetric Γ(q)."""
    Γ = [[[generic(f"G{g}{min(α, β)}{max(α, β)}", *q) for β in TWO] for α in TWO] for g in TWO]
    straight = {s.ddot: -e for s, e in zip(q, along(Γ, u, u), strict=True)}
    Dξ = [e + b for e, b in zip(w, along(Γ, list(ξ), u), strict=True)]
    D2ξ = [d(e) + b for e, b in zip(Dξ, along(Γ, Dξ, u), strict=True)]
    motion = [s.ddot + e for s, e in zip(q, along(Γ, u, u), strict=True)]
    return [(D2ξ[g] + curved(Γ, g) - δ(motion[g])).subs(straight) for g in TWO]


def curved(Γ: list[list[list[sp.Expr]]], g: int) -> sp.Expr:
    """R^γ_αδβ q̇^α ξ^δ q̇^β."""
    total = sp.S.Zero
    for α, k, β in ((α, k, β) for α in TWO for k in TWO for β in TWO):
        slope = Γ[g][β][α].diff(q[k]) - Γ[g][k][α].diff(q[β])
        twist = sum(Γ[g][k][s] * Γ[s][β][α] - Γ[g][β][s] * Γ[s][k][α] for s in TWO)
        total += (slope + twist) * u[α] * ξ[k] * u[β]
    return total


@erratum(
    48,
    "eq. (2)",
    "claim",
    printed=r"\alpha = 1, 2, \dots, n > N",
    correct=r"\alpha = 1, 2, \dots, n = 3N - c \le 3N \quad\text{with}\; c \;\text{constraints}",
    certain=False,
)
def how_many_coordinates() -> Shown:
    """A plane pendulum has N = 1 and n = 1; two particles on a rod have n = 5, which is above N, but need not be."""
    X, Y = (parameters(*(f"{s}{i}" for s in "xyz")) for i in (1, 2))
    rod = sum((e - f) ** 2 for e, f in zip(X, Y, strict=True))
    systems = (1, [X[2], X[0] ** 2 + X[1] ** 2], X), (2, [rod], (*X, *Y))
    found = [(N, 3 * N - sp.Matrix(c).jacobian(place).rank(), len(c)) for N, c, place in systems]
    ground = "; ".join(f"N = {N}, c = {c}: n = {n}" for N, n, c in found)
    return Shown(
        checked(all(n > N for N, n, _ in found), ground), checked(all(n == 3 * N - c for N, n, c in found), ground)
    )
