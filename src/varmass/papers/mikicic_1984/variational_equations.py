"""The variational equations of systems whose masses vary in time: equations (7) to (11).

For any symmetric Γ(q, t) and any forces; and for a particle in polar coordinates, whose mass varies, by the equations
of motion that the balance of momentum gives, disturbed.
"""

from itertools import product

import sympy as sp

from varmass.derive.deriving import derive
from varmass.model.parts import Force, Particle
from varmass.model.streams import relative
from varmass.model.symbols import Parameter, parameters, t
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._evidence import generic, none_holds, zero
from varmass.papers._items import Read, Shown, erratum, formula
from varmass.papers.mikicic_1984._geometry import TWO, Symbols, along, first_kind, metric, q, second_kind, u, w, δ, ξ

GAMMA: Symbols = [[[generic(f"G{g}{min(α, β)}{max(α, β)}", *q, t) for β in TWO] for α in TWO] for g in TWO]
Q = [generic(f"Q{g}", *q, *u, t) for g in TWO]
PSI = [generic(f"P{g}", *q, *u, t) for g in TWO]
m = generic("m", t)
c_1, c_2, c_3 = parameters("c_1", "c_2", "c_3")
JET = (c_1, c_2, c_3)
SURFACE = sp.Matrix([generic(c, *q) for c in "xyz"])
POLAR = sp.Matrix([q[0] * sp.cos(q[1]), q[0] * sp.sin(q[1])])
CHRISTOFFEL = second_kind(sp.diag(m, m * q[0] ** 2))
LOAD = sp.Matrix([generic(c, *q, *u, t, degree=1) for c in "fgh"])


def motion(Γ: Symbols, g: int) -> sp.Expr:
    """q̈^γ + Γ^γ_αβ q̇^α q̇^β."""
    return q[g].ddot + along(Γ, u, u)[g]


def left(Γ: Symbols, g: int, last: int | None = None) -> sp.Expr:
    """The left side of (7); `last` is what the lower index is that should be summed over."""
    speeds, slopes = 2 * along(Γ, u, w)[g], sp.S.Zero
    for α, β, k in product(TWO, TWO, TWO):
        slopes += u[α] * u[β] * ξ[k] * Γ[g][α][β if last is None else last].diff(q[k])
    return ξ[g].ddot + speeds + slopes


def right(g: int) -> sp.Expr:
    """The right side of (7)."""
    pairs = zip((*q, *u), (*ξ, *w), strict=True)
    return sp.Add(*(Q[g].diff(s) * e + PSI[g].diff(s) * e for s, e in pairs))


@erratum(
    42,
    "eq. (7)",
    "typo",
    printed=r"\dots + \dot{q}^\alpha\dot{q}^\beta\xi^\delta\partial_\delta\Gamma_{\alpha\sigma}^\gamma = \dots",
    correct=r"\begin{aligned}&\ddot{\xi}^\gamma + 2\Gamma_{\alpha\beta}^\gamma\dot{q}^\alpha\dot{\xi}^\beta"
    r" + \dot{q}^\alpha\dot{q}^\beta\xi^\delta\partial_\delta\Gamma_{\alpha\beta}^\gamma = \\"
    r" &\frac{\partial Q^\gamma}{\partial q^\delta}\xi^\delta"
    r" + \frac{\partial Q^\gamma}{\partial\dot{q}^\delta}\dot{\xi}^\delta"
    r" + \frac{\partial\psi^\gamma}{\partial q^\delta}\xi^\delta"
    r" + \frac{\partial\psi^\gamma}{\partial\dot{q}^\delta}\dot{\xi}^\delta\end{aligned}",
)
def an_index_that_is_summed_nowhere() -> Shown:
    """σ stands once, on one side; in polar coordinates (7) fails whichever value it takes, also without any force.

    With β it is the disturbed equation of motion, for any Γ(q, t) and any forces; (10) has it so.
    """
    fails = none_holds(*(zero(left(CHRISTOFFEL, 0, last) - δ(motion(CHRISTOFFEL, 0))) for last in TWO))
    return Shown(fails, zero(*(left(GAMMA, g) - right(g) - δ(motion(GAMMA, g) - Q[g] - PSI[g]) for g in TWO)))


def system(place: sp.Matrix, load: sp.Matrix) -> System:
    """One particle of mass m(t) with a jet of the relative velocity c."""
    jet = relative(JET[: len(place)])
    return System(
        "A particle of variable mass",
        Particle("particle", mass=m, position=place, streams=[jet]),
        Force("force", on="particle", force=load),
        time="1",
    )


@formula(
    "eq. (8)",
    r"(ds)^2 = a_{\alpha\beta}\,dq^\alpha dq^\beta, \quad (\alpha, \beta = 1, \dots, n)",
)
def a_space_that_changes() -> Verdict:
    """The metric is that of the masses at the time: a(q̈ + Γq̇q̇) = Q + ψ is the balance of momentum on any surface.

    ψ is the force of a jet that leaves with the relative velocity c, ṁc, and Γ is of the metric at a time that is held.
    """
    a, force = metric(m, SURFACE), LOAD + m.diff(t) * sp.Matrix(JET)
    inertia = a * sp.Matrix([s.ddot for s in q])
    written = zip(q, inertia, along(first_kind(a), u, u), strict=True)
    balance = [e + b - force.dot(SURFACE.diff(s)) for s, e, b in written]
    derived = derive(system(SURFACE, LOAD), "hamilton").residual
    return zero(*(e - r for e, r in zip(balance, derived, strict=True)))


FLAT, PLANE = metric(m, POLAR).applyfunc(sp.simplify), LOAD[:2, :]


def raised(force: sp.Matrix) -> list[sp.Expr]:
    """F^γ = a^γα F·∂_αr."""
    return [force.dot(POLAR.diff(s)) / FLAT[g, g] for g, s in zip(TWO, q, strict=True)]


FORCE, REACTIVE = raised(PLANE), raised(m.diff(t) * sp.Matrix(JET[:2]))


def tenth(g: int, k: int) -> sp.Expr:
    """A^γ_δ of (10)."""
    slope = sp.Add(*(u[α] * u[β] * CHRISTOFFEL[g][α][β].diff(q[k]) for α in TWO for β in TWO))
    return (FORCE[g] + REACTIVE[g]).diff(q[k]) - slope


def eleventh(g: int, k: int, turning: sp.Expr | None = None) -> sp.Expr:
    """B^γ_δ of (11), with what stands for Γ^γ_αδ q̇^α."""
    own = sp.Add(*(CHRISTOFFEL[g][α][k] * u[α] for α in TWO))
    return (FORCE[g] + REACTIVE[g]).diff(u[k]) - 2 * (own if turning is None else turning)


def solved() -> list[sp.Expr]:
    """q̈ of the particle in polar coordinates, by the balance of momentum."""
    derived = derive(system(POLAR, PLANE), "meshchersky").residual
    return [-e.subs(s.ddot, 0) / e.diff(s.ddot) for e, s in zip(derived, q, strict=True)]


@formula(
    "eqs. (9), with the indices γ and δ, and (10)",
    r"\begin{aligned}&\ddot{\xi}^\gamma = A_\delta^\gamma(t)\xi^\delta + B_\delta^\gamma(t)\dot{\xi}^\delta,"
    r" \quad (\gamma,\delta = 1,\dots,n) \\ &A_\delta^\gamma(t) = \frac{\partial Q^\gamma}{\partial q^\delta}"
    r" + \frac{\partial\psi^\gamma}{\partial q^\delta}"
    r" - \dot{q}^\alpha\dot{q}^\beta\partial_\delta\Gamma_{\alpha\beta}^\gamma\end{aligned}",
)
def coefficients_of_the_places() -> Verdict:
    """A particle of mass m(t) in polar coordinates: the derivatives of q̈ in q, q̈ by the balance of momentum."""
    return zero(*(tenth(g, k) - e.diff(q[k]) for g, e in zip(TWO, solved(), strict=True) for k in TWO))


@erratum(
    43,
    "eq. (11)",
    "typo",
    printed=r"B_\delta^\gamma(t) = \frac{\partial Q^\gamma}{\partial\dot{q}^\delta}"
    r" + \frac{\partial\psi^\gamma}{\partial\dot{q}^\delta} - 2\Gamma_{\delta\delta}^\gamma\dot{q}^\alpha",
    correct=r"B_\delta^\gamma(t) = \frac{\partial Q^\gamma}{\partial\dot{q}^\delta}"
    r" + \frac{\partial\psi^\gamma}{\partial\dot{q}^\delta} - 2\Gamma_{\alpha\delta}^\gamma\dot{q}^\alpha",
)
def one_index_for_two() -> Shown:
    """α stands once, and δ three times: summed over α, or with δ for α, (11) is not the derivative of q̈ in q̇."""
    found = solved()
    summed = eleventh(0, 1, CHRISTOFFEL[0][1][1] * (u[0] + u[1])) - found[0].diff(u[1])
    single = eleventh(1, 0, CHRISTOFFEL[1][0][0] * u[0]) - found[1].diff(u[0])
    holds = zero(*(eleventh(g, k) - found[g].diff(u[k]) for g in TWO for k in TWO))
    return Shown(none_holds(zero(bare(summed)), zero(bare(single))), holds)


def bare(e: sp.Expr) -> sp.Expr:
    """Without any given force, in the direction q₂ = 0."""
    given = {s: 0 for s in LOAD.free_symbols if isinstance(s, Parameter)}
    return sp.factor(e.subs(given).subs(q[1], 0))


@erratum(
    44,
    "eq. (9), and the summary in Russian",
    "typo",
    printed=r"(\gamma, \beta = 1, \dots, n); \quad \ddot{\xi}^\delta = A_\delta^\gamma(t)\,\xi^\delta + \dots,"
    r" \quad (\xi, \delta = 1, \dots, n)",
    correct=r"(\gamma, \delta = 1, \dots, n); \quad \ddot{\xi}^\gamma = A_\delta^\gamma(t)\,\xi^\delta + \dots,"
    r" \quad (\gamma, \delta = 1, \dots, n)",
)
def names_of_indices() -> Read:
    """The indices of (9) are γ and δ; the summary in Serbo-Croatian has them right."""
    return Read("names of indices; those that are printed leave others without a range")


@erratum(
    47,
    "eqs. (6) and (7)",
    "contradiction",
    printed=r"\psi_\alpha = \sum_{i=1}^N(\vec{F}_i^*-\vec{F}_i)\cdot\partial_\alpha\vec{r}_i \;\text{in (6)}, \quad"
    r" \frac{\partial\psi^\gamma}{\partial q^\delta}\xi^\delta \;\text{in (7)}",
    correct=r"\psi_\alpha = \sum_{i=1}^N\dot{m}_i(\vec{w}_i-\vec{v}_i)\cdot\partial_\alpha\vec{r}_i"
    r" \;\text{in (7), (10) and (11)}",
    certain=False,
)
def one_letter_for_two_forces() -> Shown:
    """In (6) ψ is the change of the given forces, which is nothing without a disturbance; in (7) the reactive force.

    It has to be the one with the relative velocity w − v, because (7) has mass times acceleration on its left; with
    d(mv)/dt there, as in (2), it would be ṁw.  The equations of motion in polar coordinates fail with the ψ of (6),
    and with ṁw.
    """
    found, bent, v = solved(), along(CHRISTOFFEL, u, u), POLAR.jacobian(q) * sp.Matrix(u)

    def gap(reactive: list[sp.Expr]) -> list[sp.Expr]:
        return [F + ψ - e - a for F, ψ, e, a in zip(FORCE, reactive, bent, found, strict=True)]

    absolute = raised(m.diff(t) * (sp.Matrix(JET[:2]) + v))
    fails = none_holds(*(zero(*map(bare, gap(ψ))) for ψ in ([sp.S.Zero] * 2, absolute)))
    return Shown(fails, zero(*gap(REACTIVE)))


@erratum(
    50,
    "below eq. (11)",
    "spelling",
    printed="text: Legendre's and Bessel's polynomials",
    correct="text: Legendre's and Bessel's functions",
)
def functions() -> None:
    """Where (9) is solved in closed form, as with masses that grow exponentially, Bessel's functions appear."""
