"""Degrees of freedom, virtual displacements and the principle of virtual work: up to equation (19).

The constraint is any surface z = h(x, y, t), h being a polynomial with unknown coefficients.
"""

import sympy as sp

from varmass.derive.deriving import derive
from varmass.model.parts import Gravity, Particle
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._evidence import checked, generic, zero
from varmass.papers._items import formula

L, g, c, λ, ε, m1, m2, b1, b2 = parameters("L", "g", "c", "lambda_", "epsilon", "m1", "m2", "b1", "b2")
x, y = coordinate("x"), coordinate("y")
z, δx, δy = parameters("z", "dx", "dy")
θ, δθ = coordinate("theta"), parameters("dtheta")
h = generic("h", x, y, t)
SURFACE = z - h + c
δz = h.diff(x) * δx + h.diff(y) * δy
PLACE, VIRTUAL = (x, y, z), (δx, δy, δz)
PENDULUM = L * sp.cos(θ), L * sp.sin(θ)


def freedoms(constraints: list[sp.Expr], place: tuple[sp.Expr, ...]) -> int:
    """In how many independent directions can all particles be displaced where the constraints are not?"""
    return len(place) - int(sp.Matrix(constraints).jacobian(place).rank())


def squared(*lengths: sp.Expr) -> sp.Expr:
    """The square of a distance."""
    return sp.Add(*(e**2 for e in lengths))


@formula("constraint of the pendulum", r"x^2 + y^2 = L^2, \quad x = L\cos\theta; \quad y = L\sin\theta")
def one_coordinate_is_enough() -> Verdict:
    """The angle satisfies the constraint whatever it is."""
    return zero(squared(*PENDULUM) - L**2)


@formula("degrees of freedom", r"n = 3N - c")
def independent_coordinates() -> Verdict:
    """Counted as the displacements that the constraints leave free.

    A pendulum in a plane; two particles on a rod; three on a rigid triangle, which has the six of any rigid body.
    """
    places = [parameters(*(f"{s}{i}" for s in "xyz")) for i in range(3)]
    rods = [squared(*(p - q for p, q in zip(places[i], places[j], strict=True))) for i, j in ((0, 1), (1, 2), (2, 0))]
    systems = ([places[0][2], squared(*places[0])], 1), (rods[:1], 2), (rods, 3)
    found = [freedoms(constraints, sum(places[:N], ())) for constraints, N in systems]
    wanted = [3 * N - len(constraints) for constraints, N in systems]
    return checked(found == wanted, f"{', '.join(map(str, found))} directions are free in three systems")


def displaced(e: sp.Expr, scale: sp.Expr, by: tuple[sp.Expr, ...] = VIRTUAL) -> sp.Expr:
    """f(x + δx, y + δy, z + δz, t): the time is held."""
    return e.subs({s: s + scale * d for s, d in zip(PLACE, by, strict=True)}, simultaneous=True)


def first_order(f: sp.Expr, by: tuple[sp.Expr, ...]) -> sp.Expr:
    """Σ ∂f/∂x δx."""
    return sp.Add(*(f.diff(s) * d for s, d in zip(PLACE, by, strict=True)))


@formula(
    "eqs. (11), (12)",
    r"\begin{aligned}f(x_1,\dots,y_1,\dots,z_1,\dots,z_n,t) &= c \\"
    r" f(x_1+\delta x_1,\dots,y_1+\delta y_1,\dots,z_1+\delta z_1,\dots,z_n+\delta z_n,t) &= c\end{aligned}",
)
def displacements_on_the_surface() -> Verdict:
    """A particle on a surface that moves: displaced along it at the same time it stays on it, to the first order."""
    there = {z: h}
    return zero(SURFACE.subs(there) - c, (displaced(SURFACE, ε) - c).diff(ε).subs(ε, 0).subs(there))


@formula(
    "eq. (13)",
    r"f(x_1,\dots,z_n,t) + \sum_{i=1}^n\left(\frac{\partial f}{\partial x_i}\delta x_i"
    r" + \frac{\partial f}{\partial y_i}\delta y_i + \frac{\partial f}{\partial z_i}\delta z_i\right) = c",
)
def taylor_series() -> Verdict:
    """For any f: what is left is of the second order in the displacements."""
    f, by = generic("f", *PLACE, t), parameters("u", "v", "w")
    gap = displaced(f, ε, by) - f - ε * first_order(f, by)
    return zero(gap.subs(ε, 0), gap.diff(ε).subs(ε, 0))


@formula(
    "eq. (14)",
    r"\sum_{i=1}^n\left(\frac{\partial f}{\partial x_i}\delta x_i + \frac{\partial f}{\partial y_i}\delta y_i"
    r" + \frac{\partial f}{\partial z_i}\delta z_i\right) = 0",
)
def compatible_displacements() -> Verdict:
    """On the moving surface, and for the pendulum.  A real displacement, in a time dt, would leave ∂f/∂t dt."""
    (X, Y), circle = PENDULUM, squared(x, y)
    at_bob = {x: X, y: Y}
    turn = circle.diff(x).subs(at_bob) * X.diff(θ) + circle.diff(y).subs(at_bob) * Y.diff(θ)
    return zero(first_order(SURFACE, VIRTUAL), turn)


@formula(
    "variation of the pendulum",
    r"\begin{aligned}&y + \delta y = L\sin(\theta+\delta\theta) = L\sin\theta + L\cos\theta\,\delta\theta \\"
    r" &\delta y = x\,\delta\theta = L\cos\theta\,\delta\theta, \quad"
    r" \delta x = -y\,\delta\theta = -L\sin\theta\,\delta\theta\end{aligned}",
)
def variation_of_the_pendulum() -> Verdict:
    """To the first order in δθ, as the handout takes it."""
    X, Y = PENDULUM
    varied = [e.subs(θ, θ + ε * δθ).diff(ε).subs(ε, 0) for e in PENDULUM]
    return zero(varied[0] + Y * δθ, varied[1] - X * δθ, varied[1] - L * sp.cos(θ) * δθ)


WEIGHT = (sp.S.Zero, sp.S.Zero, -g * m1)
STILL = h.subs(t, 0)
BEAD = System("A bead on a smooth surface", Particle("bead", mass=m1, position=[x, y, STILL]), Gravity([0, 0, -g]),
              time="1")  # fmt: skip


def at_rest(system: System) -> list[sp.Expr]:
    """The generalised forces on a system that does not move: what its equations of motion have beside inertia."""
    still = dict.fromkeys((*system.u, *system.a), sp.S.Zero)
    return [-e.subs(still) for e in derive(system, "meshchersky").residual]


@formula(
    "eqs. (15), (16), (17)",
    r"\begin{aligned}&\delta W_i = \vec{R}_i\cdot\delta\vec{r}_i = 0, \quad \vec{R}_i = \vec{F}_i+\vec{f}_i \\"
    r" &\delta W_i = \vec{F}_i\cdot\delta\vec{r}_i + \vec{f}_i\cdot\delta\vec{r}_i = 0\end{aligned}",
)
def forces_of_constraint_do_no_work() -> Verdict:
    """A smooth surface pushes along its normal, f = λ∇f, which does no work on a virtual displacement.

    So the work of F alone is that of the resultant R = F + f, in equilibrium or not.
    """
    normal = [λ * SURFACE.diff(s) for s in PLACE]
    F = generic("F", x), generic("G", y), generic("H", x, y)
    total = sum((e + n) * d for e, n, d in zip(F, normal, VIRTUAL, strict=True))
    alone = sum(e * d for e, d in zip(F, VIRTUAL, strict=True))
    return zero(sum(n * d for n, d in zip(normal, VIRTUAL, strict=True)), total - alone)


@formula(
    "eq. (18)",
    r"\delta W_i = \vec{F}_i\cdot\delta\vec{r}_i = F_{x_i}\delta x_i + F_{y_i}\delta y_i + F_{z_i}\delta z_i = 0",
)
def equilibrium_of_a_bead() -> Verdict:
    """A heavy bead on a smooth surface: the virtual work of its weight is what sets it moving, so it has to vanish.

    The forces of the equations of motion at rest, derived from the balance of momentum, are those of δW.
    """
    δ = {z: STILL}
    virtual = sum(f * e for f, e in zip(WEIGHT, (δx, δy, δz.subs(t, 0)), strict=True)).subs(δ)
    return zero(virtual - sum(f * e for f, e in zip(at_rest(BEAD), (δx, δy), strict=True)))


@formula(
    "eq. (19)",
    r"\delta W = \sum_i\delta W_i = \sum_i\left(\vec{F}_i\cdot\delta\vec{r}_i\right) = 0, \quad i = 1, 2, \dots, N",
)
def sum_over_the_particles() -> Verdict:
    """A lever with two weights: the sum is the force on its angle; what its rod does at the two ends cancels.

    Of the first the equation of motion at rest tells, derived from the balance of momentum.
    """
    ends = [(b * sp.cos(θ), b * sp.sin(θ)) for b in (b1, -b2)]
    lever = System("A lever", *(Particle(f"end {i}", mass=m, position=e) for i, (m, e) in
                   enumerate(zip((m1, m2), ends, strict=True))), Gravity([0, -g]), time="1")  # fmt: skip
    virtual = sum(-m * g * e[1].diff(θ) for m, e in zip((m1, m2), ends, strict=True))
    rod = [λ * (e - f) for e, f in zip(*ends, strict=True)]
    inner = sum(k * (e - f).diff(θ) for k, e, f in zip(rod, *ends, strict=True))
    return zero(virtual - at_rest(lever)[0], inner)
