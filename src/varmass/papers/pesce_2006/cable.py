"""The deployment of a cable from a reel: equations (29) to (35)."""

from varmass.model.parts import Port, Volume
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._cable import (
    ERRONEOUS,
    FRICTION,
    HANGING,
    INERTIA,
    T_1,
    TRACTION,
    WEIGHT,
    WOUND,
    A,
    C_f,
    D,
    F_f,
    I,
    L,
    R,
    a,
    d,
    g,
    lagrange,
    m_R,
    m_S,
    u,
    whole,
    β,
    θ,
    μ,
    ρ,
    τ,
)
from varmass.papers._evidence import added, all_hold, apart, none_holds, residual, zero
from varmass.papers._items import Shown, erratum, formula

TORQUE = (1 - β) * μ * g * R**2 * θ
TENSION = TRACTION + F_f
OUTFLOW = (τ + d(m_R) * R * u) * R
EXTRA = m_R.diff(θ) * R**2 * u**2 / 2
# The wound part as an open volume, which the cable leaves through one port with the tension at it.
CUT = Port("cut", density_area=μ, velocity=[R * u], normal=[1], traction=[τ])
REEL_AND_WOUND = System(
    "Reel and wound cable, an open volume",
    Volume("reel and wound cable", mass=I / R**2 + m_R, position=[R * θ], ports=CUT),
)


@formula(
    "before eq. (29)",
    r"\begin{aligned}&m_s = \mu R\theta, \quad m_r = \mu(L-R\theta), \quad J = I + m_rR^2 \\"
    r" &T = \frac12(I+mR^2)\dot\theta^2, \quad T_1 = \frac12J\dot\theta^2\end{aligned}",
)
def masses_and_energies() -> Verdict:
    """The two parts have all of the mass, m = μL, and all of the energy between them."""
    return zero(m_S + m_R - μ * L, T_1 + m_S * (R * u) ** 2 / 2 - INERTIA * u**2 / 2)


@formula(
    "before eq. (29)",
    r"\begin{aligned}&V = -\frac12(m_s(\theta)-\rho AR\theta)gR\theta = -\frac12(1-\beta)\mu gR^2\theta^2 \\"
    r" &\beta = \rho A/\mu\end{aligned}",
)
def the_potential_energy() -> Verdict:
    """Weight less buoyancy, at half the depth of what hangs; −dV/dθ is the torque of the weight in water."""
    V = -(m_S - ρ * A * R * θ) * g * R * θ / 2
    submerged = -TORQUE * θ / 2
    return zero(V.subs(A, β * μ / ρ) - submerged, -submerged.diff(θ) - WEIGHT * R)


@formula(
    "before eq. (29)",
    r"F_f(\theta,\dot\theta) = -\frac12C_f\rho D(R\dot\theta)^2l(\theta) = -\frac12C_f\rho DR^3\theta\dot\theta^2",
)
def the_friction() -> Verdict:
    """The two forms agree, with l = Rθ; it is a force, and its torque is R F_f."""
    return all_hold(zero(FRICTION + C_f * ρ * D * (R * u) ** 2 * R * θ / 2), added(FRICTION, WEIGHT))


@formula("eq. (29), F_f = 0", r"(I+mR^2)\ddot\theta - (1-\beta)\mu gR^2\theta = 0")
def the_whole_without_friction() -> Verdict:
    """Without friction: the usual Lagrange equation of the whole, whose mass does not vary; T + V is kept."""
    printed = INERTIA * a - TORQUE
    energy = d(INERTIA * u**2 / 2 - TORQUE * θ / 2)
    return zero(printed - residual(whole(0)), printed - residual(whole(0), "N1"), energy - printed * u)


@erratum(
    5,
    "before eq. (29), eqs. (29), (34), and Q_θ of (33), (35)",
    "dimension",
    printed=r"(I+mR^2)\ddot\theta - (1-\beta)\mu gR^2\theta = F_f(\theta,\dot\theta)",
    correct=r"(I+mR^2)\ddot\theta - (1-\beta)\mu gR^2\theta = R\,F_f(\theta,\dot\theta)",
)
def a_force_among_torques() -> Shown:
    """F_f is a force, and the other terms are torques; with the radius of the example, 1 m, it cannot be seen."""
    proper = zero(INERTIA * a - TORQUE - R * FRICTION - residual(whole(FRICTION)))
    return Shown(added(INERTIA * a, TORQUE, FRICTION), all_hold(proper, added(INERTIA * a, TORQUE, R * FRICTION)))


@formula(
    "before eq. (30), and eq. (31)",
    r"\begin{aligned}&\dot m_s(\theta) = \mu R\dot\theta, \quad v = R\dot\theta \\"
    r" &\frac{d}{dt}\left(m_sR\dot\theta\right) = (1-\beta)\mu R\theta g - \tau(\theta) + \dot m_sR\dot\theta"
    r" + F_f(\theta,\dot\theta)\end{aligned}",
)
def the_hanging_part() -> Verdict:
    """Momentum of a part that gains mass at its own speed, under weight, buoyancy, tension and friction."""
    acting = (m_S - ρ * A * R * θ).subs(A, β * μ / ρ) * g - τ
    printed = d(m_S * R * u) - acting - d(m_S) * R * u - F_f
    return zero(d(m_S) - μ * R * u, acting - WEIGHT + τ, printed * R - residual(HANGING))


@erratum(
    7,
    "eq. (32)",
    "dimension",
    printed=r"\tau(\theta) = \mu R\theta(1-\beta)g - R\ddot\theta + F_f(\theta,\dot\theta)",
    correct=r"\tau(\theta) = \mu R\theta\left((1-\beta)g - R\ddot\theta\right) + F_f(\theta,\dot\theta)",
)
def a_bracket_is_missing() -> Shown:
    """An acceleration is subtracted from a force; (31) has the mass before it, in a bracket.

    The lecture of 2015 has the bracket and lost F_f.
    """
    clash = added(WEIGHT, R * a)
    return Shown(clash, zero(residual(HANGING).subs(τ, TENSION)))


@erratum(
    8,
    "before eq. (33)",
    "contradiction",
    printed=r"\dot m_s(\theta) = -\mu R\dot\theta",
    correct=r"\dot m_r(\theta) = -\mu R\dot\theta",
)
def the_rate_of_the_other_part() -> Shown:
    """It is the rate of the wound part; for the hanging one the page before has +μRθ̇."""
    return apart(d(m_S) + μ * R * u, d(m_R) + μ * R * u)


@formula(
    "eqs. (33), (34), F_f = 0",
    r"\begin{aligned}&\frac{d}{dt}\left(\frac{\partial T_1}{\partial\dot\theta}\right)"
    r" - \frac{\partial T_1}{\partial\theta} = Q_\theta = \left(\tau(\theta)+\dot m_rR\dot\theta\right)R \\"
    r" &(I+mR^2)\ddot\theta + \frac12\mu R^3\dot\theta^2 - (1-\beta)\mu gR^2\theta = 0\end{aligned}",
)
def what_the_usual_lagrange_equation_gives() -> Verdict:
    """What is called incorrect follows from (33) as said; it is rule N0.

    The power of the erroneous term is the kinetic energy that leaves with the cable: it is taken from the reel again.
    """
    naive = residual(WOUND, "N0")
    power = ERRONEOUS * u + d(m_R) * (R * u) ** 2 / 2
    return zero(
        lagrange(T_1) - OUTFLOW - naive,
        naive.subs(τ, TRACTION) - INERTIA * a - ERRONEOUS + TORQUE,
        power,
    )


@formula(
    "eqs. (35), (29), F_f = 0",
    r"\begin{aligned}&\frac{d}{dt}\left(\frac{\partial T_1}{\partial\dot\theta}\right)"
    r" - \frac{\partial T_1}{\partial\theta} = \hat Q_\theta = \left(\tau(\theta)+\dot m_RR\dot\theta\right)R"
    r" - \frac12\frac{dm_R}{d\theta}R^2\dot\theta^2 \\"
    r" &(I+mR^2)\ddot\theta - (1-\beta)\mu gR^2\theta = 0\end{aligned}",
)
def the_extended_equation_of_the_wound_part() -> Verdict:
    """The extended equation of the wound part is that of an open volume, and with the tension (29) of the whole."""
    extended = lagrange(T_1) - OUTFLOW + EXTRA
    return zero(
        extended - residual(WOUND),
        extended - residual(REEL_AND_WOUND, "open_volume"),
        extended.subs(τ, TRACTION) - residual(whole(0)),
    )


@erratum(
    6,
    "Q_θ of (33), (35)",
    "contradiction",
    printed=r"\hat Q_\theta = \left(\tau(\theta)+\dot m_RR\dot\theta\right)R"
    r" - \frac12\frac{dm_R}{d\theta}R^2\dot\theta^2 + F_f(\theta,\dot\theta)",
    correct=r"\hat Q_\theta = \left(\tau(\theta)+\dot m_RR\dot\theta\right)R"
    r" - \frac12\frac{dm_R}{d\theta}R^2\dot\theta^2",
)
def friction_counted_twice() -> Shown:
    """The friction along the hanging cable reaches the reel through τ, in which (32) has it already.

    As printed, (29) is not recovered, neither with F_f nor with R F_f for it; and (34) is not, either.
    """
    extended = lagrange(T_1) - OUTFLOW + EXTRA
    proper = residual(whole(F_f))
    left = extended.subs(τ, TENSION) - proper
    naive = (lagrange(T_1) - OUTFLOW).subs(τ, TENSION) - proper - ERRONEOUS
    return Shown(none_holds(zero(left - R * F_f), zero(left - F_f), zero(naive - R * F_f)), zero(left, naive))


@erratum(
    64,
    "eq. (30)",
    "contradiction",
    printed=r"f(\theta) = (m_s(\theta)-\rho AR\theta)g - \tau(\theta)",
    correct=r"f(\theta) = (m_s(\theta)-\rho AR\theta)g - \tau(\theta) + F_f(\theta,\dot\theta)",
)
def the_resultant_without_friction() -> Shown:
    """Called the resultant of the active forces on what hangs, it has no friction, and (31) has."""
    weight = (m_S - ρ * A * R * θ).subs(A, β * μ / ρ) * g
    taken_up = d(m_S * R * u) - d(m_S) * R * u
    balance = residual(HANGING) / R
    return Shown(*(zero(taken_up - f - balance) for f in (weight - τ, weight - τ + F_f)))
