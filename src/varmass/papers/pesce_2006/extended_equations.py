"""The extended Lagrange equations: the simplest problem, and equations (1) to (3)."""

from varmass.derive.deriving import derive
from varmass.model.checks import rate
from varmass.model.parts import Force, Particle
from varmass.model.streams import absolute, at_rest
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._any_mass import BOTH, P, d, extended, f, lagrange_against_momentum, m, m_t, moving, q, v, v2, v_o
from varmass.papers._evidence import added, generic, residual, zero
from varmass.papers._items import Shown, erratum, formula

TITLE = "simplest problem"
x = coordinate("x", "m", "place of the particle")
m0, κ, ν, F = parameters("m0 [kg]", "kappa [kg/m]", "nu [kg/m^2]", "F [N]")
mass = m0 + κ * x + ν * x**2
SIMPLEST = System(
    "Particle of mass m(x)",
    Particle("particle", mass=mass, position=[x], streams=[at_rest()]),
    Force("force", on="particle", force=[F]),
)
T = mass * x.dot**2 / 2
LEFT = rate(T.diff(x.dot), (x,)) - T.diff(x)


@formula(
    "introduction; footnote 3",
    r"\frac{d}{dt}\frac{\partial T}{\partial\dot q_j} - \frac{\partial T}{\partial q_j}"
    r" = \sum_i(\mathbf{f}_i+\dot m_i\mathbf{v}_{oi})\cdot\frac{\partial P_i}{\partial q_j}, \quad m_i = m_i(t)",
)
def the_usual_equations_stand_for_mass_of_time() -> Verdict:
    """Where mass varies with time alone the usual equations hold, if ṁv_o counts as a force: rule N0 is then right.

    Against Meshchersky's equation, for any m(t), P(q, t), f and v_o.
    """
    naive = derive(moving(m_t, absolute(v_o)), "N0").residual - derive(moving(m_t, absolute(v_o)), "hamilton").residual
    return zero(*naive, *lagrange_against_momentum(m_t, [(f + d(m_t) * v_o).dot(P.diff(s)) for s in q]))


@formula(TITLE, r"m'(x)\dot{x}^2 + m(x)\ddot{x} = F(x,\dot{x},t)")
def the_simplest_problem() -> Verdict:
    """Mass is expelled at null velocity: F alone changes the momentum m(x)ẋ; the same by Cayley's K and by Hamilton."""
    printed = mass.diff(x) * x.dot**2 + mass * x.ddot - F
    others = (printed - residual(SIMPLEST, which) for which in ("cayley_k", "hamilton"))
    return zero(printed - rate(mass * x.dot, (x,)) + F, *others)


@formula(
    TITLE,
    r"\begin{aligned}&\frac{d}{dt}\left(\frac{\partial T}{\partial\dot{x}}\right) - \frac{\partial T}{\partial x}"
    r" = F(x,\dot{x},t) \\ &m'(x)\dot{x}^2/2 + m(x)\ddot{x} = F(x,\dot{x},t)\end{aligned}",
)
def what_the_usual_lagrange_equation_gives() -> Verdict:
    """The naive application gives what the paper says, which is rules N0 and N1: here ṁv_o is zero."""
    printed = mass.diff(x) * x.dot**2 / 2 + mass * x.ddot - F
    return zero(printed - LEFT + F, printed - residual(SIMPLEST, "N0"), printed - residual(SIMPLEST, "N1"))


@erratum(
    9,
    f"{TITLE}, last equation",
    "dimension",
    printed=r"\frac{d}{dt}\left(\frac{\partial T}{\partial\dot{x}}\right) - \frac{\partial T}{\partial x}"
    r" = F(x,\dot{x},t) - \frac12\frac{dm}{dx}\dot{x}",
    correct=r"\frac{d}{dt}\left(\frac{\partial T}{\partial\dot{x}}\right) - \frac{\partial T}{\partial x}"
    r" = F(x,\dot{x},t) - \frac12\frac{dm}{dx}\dot{x}^2",
)
def a_square_is_missing() -> Shown:
    """The missing term is a force only with the square of the speed; the lecture of 2015 has it."""
    slope = mass.diff(x) / 2
    return Shown(added(F, slope * x.dot), zero(LEFT - F + slope * x.dot**2 - residual(SIMPLEST)))


@formula(
    "eq. (1)",
    r"\sum_i\left(\frac{d\mathbf{p}_i}{dt} - \mathbf{F}_i\right)\cdot\delta\mathbf{P}_i = 0, \quad"
    r" \mathbf{F}_i = \mathbf{f}_i+\mathbf{h}_i, \quad \mathbf{h}_i = \dot{m}_i\mathbf{v}_{oi}",
)
def dalembert_with_the_momentum() -> Verdict:
    """Along every virtual displacement it gives what Hamilton's principle with the flux of mass gives."""
    gap = (m * v).applyfunc(d) - f - d(m) * v_o
    hamilton = derive(moving(m, absolute(v_o)), "hamilton").residual
    return zero(*(gap.dot(P.diff(q[j])) - hamilton[j] for j in BOTH))


@formula(
    "before eq. (2), and eq. (2)",
    r"\begin{aligned}&\mathbf{\Phi}_i = \dot{m}_i(\mathbf{v}_{oi}-\mathbf{v}_i)"
    r" = \mathbf{h}_i - \dot{m}_i\mathbf{v}_i \\"
    r" &\sum_i\left(m_i\frac{d\mathbf{v}_i}{dt} - (\mathbf{f}_i+\mathbf{\Phi}_i)\right)\cdot\delta\mathbf{P}_i = 0"
    r"\end{aligned}",
)
def dalembert_with_the_relative_velocity() -> Verdict:
    """The same with Meshchersky's force, which contains the relative velocity; against Cayley's function K.

    K knows the relative velocities alone.
    """
    Φ = d(m) * (v_o - v)
    gap = m * v.applyfunc(d) - f - Φ
    cayley = derive(moving(m, absolute(v_o)), "cayley_k").residual
    return zero(*(Φ - d(m) * v_o + d(m) * v), *(gap.dot(P.diff(q[j])) - cayley[j] for j in BOTH))


@formula(
    "eq. (3)",
    r"\begin{aligned}&\frac{d}{dt}\frac{\partial T}{\partial\dot{q}_j} - \frac{\partial T}{\partial q_j} = \hat{Q}_j,"
    r" \quad j = 1,\dots,M \\ &\hat{Q}_j = \sum_i(\mathbf{f}_i+\dot{m}_i\mathbf{v}_{oi})\cdot"
    r"\frac{\partial P_i}{\partial q_j} + \sum_i\left\{\frac12\frac{d}{dt}\left(\frac{\partial m_i}"
    r"{\partial\dot{q}_j}\mathbf{v}_i^2\right) - \frac12\frac{\partial m_i}{\partial q_j}\mathbf{v}_i^2\right\}"
    r"\end{aligned}",
)
def the_extended_lagrange_equations() -> Verdict:
    """For any m(q, q̇, t) the extended equations are the balance of momentum along the coordinates.

    One particle in a plane with two coordinates, whose P, m, f and v_o are polynomials of unknown coefficients.
    """
    return zero(*lagrange_against_momentum(m, extended(m)))


@formula(
    "below eq. (3)",
    r"\hat{Q}_j = \sum_i(\mathbf{f}_i+\dot{m}_i\mathbf{v}_{oi})\cdot\frac{\partial P_i}{\partial q_j}"
    r" - \sum_i\frac12\frac{\partial m_i}{\partial q_j}\mathbf{v}_i^2, \quad m_i = m_i(q_j)",
)
def mass_of_place_alone() -> Verdict:
    """Cveticanin's simpler case, to which (3) is said to lead: the mass does not depend on the speeds."""
    M = generic("m", *q)
    Q = [(f + d(M) * v_o).dot(P.diff(s)) - M.diff(s) * v2 / 2 for s in q]
    return zero(*lagrange_against_momentum(M, Q), *(e - o for e, o in zip(Q, extended(M), strict=True)))
