"""The system of first order and its fundamental matrix: the substitutions below (11), and equations (12) to (14)."""

import sympy as sp

from varmass.derive.deriving import derive
from varmass.model.parts import Force, Particle
from varmass.model.streams import at_rest
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._evidence import apart, zero
from varmass.papers._items import Shown, erratum, formula
from varmass.papers.mikicic_1984._geometry import TWO, q, u, ξ
from varmass.papers.mikicic_1984.variational_equations import eleventh, solved, tenth

x, μ = coordinate("x"), parameters("mu")
τ, τ_0, τ_1 = parameters("tau", "tau_0", "tau_1", positive=True)
DROP = System(
    "A drop on a spring that stiffens",
    Particle("drop", mass=μ * t**3, position=[x], streams=[at_rest()]),
    Force("spring", on="drop", force=[-5 * μ * t * x]),
    time="1",
)


def interleaved(places: list[list[sp.Expr]], speeds: list[list[sp.Expr]]) -> sp.Matrix:
    """The matrix of (13): a row 0 … 1 … 0, and below it a row A₁ B₁ A₂ B₂ …, for each disturbance."""
    n = len(places)
    A = sp.zeros(2 * n, 2 * n)
    for j in range(n):
        A[2 * j, 2 * j + 1] = 1
        for k in range(n):
            A[2 * j + 1, 2 * k], A[2 * j + 1, 2 * k + 1] = places[j][k], speeds[j][k]
    return A


@erratum(
    45,
    "substitutions below eq. (11)",
    "typo",
    printed=r"\xi^1 = x_1, \xi^2 = x_3, \dots, \xi^n = x_{2n-1}; \quad"
    r" \dot{\xi} = x_2, \xi^2 = x_4, \dots, \xi^n = x_{2n}",
    correct=r"\xi^1 = x_1, \xi^2 = x_3, \dots, \xi^n = x_{2n-1}; \quad"
    r" \dot{\xi}^1 = x_2, \dot{\xi}^2 = x_4, \dots, \dot{\xi}^n = x_{2n}",
)
def dots_and_an_index() -> Shown:
    """The even ones are the speeds: the third row of (13) says ẋ₃ = x₄, which with x₃ = x₄ = ξ² would be ξ̇² = ξ²."""
    row = interleaved([[sp.S.Zero] * 2] * 2, [[sp.S.Zero] * 2] * 2).row(2)
    (first, second), (first_rate, second_rate) = ξ, [e.dot for e in ξ]
    printed, correct = (sp.Matrix([first, first_rate, second, e]) for e in (second, second_rate))
    return apart(second_rate - row.dot(printed), second_rate - row.dot(correct))


@formula(
    "eqs. (12), (13)",
    r"\begin{aligned}&\dot{x}(t) = A(t)\,x(t), \quad x(t_0) = x_0, \\"
    r" &A(t) = \begin{pmatrix}0&1&0&0&\cdot&0&0\\A_1^1&B_1^1&A_2^1&B_2^1&\cdot&A_n^1&B_n^1"
    r"\\0&0&0&1&\cdot&0&0\\\cdot&\cdot&\cdot&\cdot&\cdot&\cdot&\cdot\\0&0&0&0&\cdot&0&1"
    r"\\A_1^n&B_1^n&A_2^n&B_2^n&\cdot&A_n^n&B_n^n\end{pmatrix}\end{aligned}",
)
def the_matrix_of_the_system() -> Verdict:
    """A particle of mass m(t) in polar coordinates: the Jacobian of its equations of first order.

    They are solved for q̈ from the balance of momentum; A and B are those of (10) and of (11), corrected.
    """
    state = (q[0], u[0], q[1], u[1])
    found = solved()
    jacobian = sp.Matrix([u[0], found[0], u[1], found[1]]).jacobian(state)
    A, B = ([[rule(g, k) for k in TWO] for g in TWO] for rule in (tenth, eleventh))
    return zero(*(interleaved(A, B) - jacobian))


def flow() -> sp.Matrix:
    """A(τ) of the drop, from the balance of momentum."""
    (equation,) = derive(DROP, "meshchersky").residual
    scale = equation.diff(x.ddot)
    one, two = (sp.cancel(-equation.diff(s) / scale).subs(t, τ) for s in (x, x.dot))
    return sp.Matrix([[0, 1], [one, two]])


def fundamental(last: sp.Expr, first: sp.Expr) -> sp.Matrix:
    """Φ(t, t₀) of the drop: its motions are those of Euler and Cauchy, cos(2 ln t)/t and sin(2 ln t)/t."""
    motions = [f(2 * sp.log(τ)) / τ for f in (sp.cos, sp.sin)]
    W = sp.Matrix([motions, [e.diff(τ) for e in motions]])
    return W.subs(τ, last) * (W.adjugate() / sp.simplify(W.det())).subs(τ, first)


@formula("eq. (14)", r"x(t) = \Phi(t,t_0)\,x(t_0)")
def the_fundamental_matrix() -> Verdict:
    """A drop of mass μt³ that grows at rest, on a spring 5μt: Φ′ = AΦ, and Φ is 1 at the beginning.

    Two intervals make one, and the determinant is exp ∫ tr A dt, that is (t₀/t)³, the masses' inverse ratio.
    """
    Φ, A = fundamental(τ, τ_0), flow()
    both = fundamental(τ, τ_1) * fundamental(τ_1, τ_0) - Φ
    shrunk = sp.exp(sp.integrate(A.trace(), (τ, τ_0, τ)))
    return zero(
        *(Φ.diff(τ) - A * Φ), *(fundamental(τ_0, τ_0) - sp.eye(2)), *both, Φ.det() - shrunk, shrunk - (τ_0 / τ) ** 3
    )
