"""Work and energy of a single particle: equations (1) to (10).

Force, potential and path are polynomials with unknown coefficients: at one point their derivatives are those of any.
"""

import sympy as sp

from varmass.derive.deriving import derive
from varmass.model.checks import rate
from varmass.model.parts import Force, Particle, Potential
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._evidence import added, all_hold, apart, generic, zero
from varmass.papers._items import Shown, erratum, formula

r = coordinate("x"), coordinate("y"), coordinate("z")
v, a = [e.dot for e in r], [e.ddot for e in r]
m, s, φ = parameters("m", "s", "phi")
T = m * sum(e**2 for e in v) / 2
V = generic("V", *r)
F = [generic(name, *r, *v, t, degree=1) for name in "fgh"]
PATH = [generic(name, s) for name in "abc"]
SYSTEM = System(
    "A particle in a field",
    Particle("particle", mass=m, position=r),
    Potential("field", V),
    Force("other forces", on="particle", force=F),
    time="1",
)

mass, force, speed, acceleration, jerk = parameters("m [kg]", "F [N]", "v [m/s]", "a [m/s^2]", "b [m/s^3]")
energy, place, instant = parameters("W [J]", "x [m]", "t_ [s]")


def d(e: sp.Expr) -> sp.Expr:
    """d/dt along the motion."""
    return rate(e, r)


def dot(one: list[sp.Expr], other: list[sp.Expr]) -> sp.Expr:
    """The scalar product."""
    return sp.Add(*(e * f for e, f in zip(one, other, strict=True)))


def gradient(e: sp.Expr) -> list[sp.Expr]:
    """∇ in Cartesian coordinates, as (7) has it."""
    return [e.diff(x) for x in r]


def at(e: sp.Expr, path: list[sp.Expr]) -> sp.Expr:
    """A field on a path."""
    return e.subs(dict(zip(r, path, strict=True)), simultaneous=True)


def work(field: list[sp.Expr], path: list[sp.Expr]) -> sp.Expr:
    """∫ F·dr along r(s), from s = 0 to s = 1."""
    return sp.integrate(sp.expand(dot([at(f, path) for f in field], [p.diff(s) for p in path])), (s, 0, 1))


@formula("eq. (1)", r"dW = \vec{F}\cdot d\vec{r}")
def work_is_a_scalar() -> Verdict:
    """In a frame that is turned the same force and displacement give the same work; it has the dimension of T."""
    turn = sp.rot_axis3(φ) * sp.rot_axis1(2 * φ)
    there = dot(list(turn * sp.Matrix(F)), list(turn * sp.Matrix(v)))
    return all_hold(zero(there - dot(F, v)), added(force * place, mass * speed**2 / 2))


@formula("eq. (2)", r"W_{12} = \int_{r_1}^{r_2}\vec{F}\cdot d\vec{r}")
def work_along_a_path() -> Verdict:
    """Work adds up over the pieces of a path, and does not depend on the pace at which it is gone."""
    field = [generic(name, *r, degree=1) for name in "fgh"]
    first, second, hasty = ([p.subs(s, pace) for p in PATH] for pace in (s / 2, (1 + s) / 2, s * (2 - s)))
    whole = work(field, PATH)
    return zero(whole - work(field, first) - work(field, second), whole - work(field, hasty))


@erratum(
    51,
    "eq. (3)",
    "dimension",
    printed=r"\vec{F} = \frac{d(m\dot{\vec{r}})}{dt} = m\frac{d\ddot{\vec{r}}}{dt}",
    correct=r"\vec{F} = \frac{d(m\dot{\vec{r}})}{dt} = m\frac{d\dot{\vec{r}}}{dt} = m\ddot{\vec{r}}",
)
def a_dot_too_many() -> Shown:
    """Mass times the derivative of the acceleration is no force."""
    derived = derive(SYSTEM, "hamilton").residual
    total = [f - slope for f, slope in zip(F, gradient(V), strict=True)]
    holds = zero(
        *(d(m * u) - f - e for u, f, e in zip(v, total, derived, strict=True)),
        *(d(m * u) - m * b for u, b in zip(v, a, strict=True)),
    )
    return Shown(added(force, mass * jerk), all_hold(added(force, mass * acceleration), holds))


@erratum(
    52,
    "eq. (4), first line",
    "typo",
    printed=r"\dots = \frac12\int_{t_1}^{t_2}m\,d\left(\frac{\dot{\vec{r}}\cdot\dot{\vec{r}}}{dt}\right)",
    correct=r"\dots = \frac12\int_{t_1}^{t_2}m\,\frac{d(\dot{\vec{r}}\cdot\dot{\vec{r}})}{dt}\,dt",
)
def a_bracket_around_the_time() -> Shown:
    """Mass times the square of a speed, by a time, is no work; with dt outside of the differential it is.

    The step needs a constant mass: for m(t) half of ṁṙ² is left.
    """
    power = mass * speed**2 / instant
    holds = zero(m * dot(a, v) - m * d(dot(v, v)) / 2)
    return Shown(added(energy, power), all_hold(added(energy, power * instant), holds))


@formula(
    "eqs. (4), (5)",
    r"\begin{aligned}W_{12} &= \int_{t_1}^{t_2}m\left(\frac{d\dot{\vec{r}}}{dt}\right)\cdot\dot{\vec{r}}\,dt"
    r" = \frac12 m\dot{r}_2^2 - \frac12 m\dot{r}_1^2 = T_2 - T_1 \\ T &= \frac12 m\dot{r}^2\end{aligned}",
)
def work_is_the_change_of_kinetic_energy() -> Verdict:
    """Along any path, the time s running from 0 to 1; and at any instant, by the derived equations of motion."""
    velocity = [p.diff(s) for p in PATH]
    kinetic = m * dot(velocity, velocity) / 2
    done = sp.integrate(sp.expand(m * dot([u.diff(s) for u in velocity], velocity)), (s, 0, 1))
    forces = [f - slope for f, slope in zip(F, gradient(V), strict=True)]
    power = dot(forces, v) + dot(list(derive(SYSTEM, "hamilton").residual), v)
    return zero(done - kinetic.subs(s, 1) + kinetic.subs(s, 0), d(T) - power)


@formula(
    "eqs. (6), (7)",
    r"\begin{aligned}&dW_c = \vec{F}\cdot d\vec{r} = -dV(\vec{r}) = -\vec{\nabla}V\cdot d\vec{r} \\"
    r" &\vec{\nabla} = \vec{i}\,\frac{\partial}{\partial x} + \vec{j}\,\frac{\partial}{\partial y}"
    r" + \vec{k}\,\frac{\partial}{\partial z}\end{aligned}",
)
def the_gradient() -> Verdict:
    """The change of V along any path; and in turned coordinates the gradient is the same vector, seen from there.

    Row 53 of the list of errata belongs here: (7) was doubted, and is right, i, j and k being the unit vectors.
    """
    chain = dot([at(e, PATH) for e in gradient(V)], [p.diff(s) for p in PATH])
    turn = sp.rot_axis3(φ) * sp.rot_axis1(2 * φ)
    turned = gradient(at(V, list(turn * sp.Matrix(r))))
    there = turn.T * sp.Matrix([at(e, list(turn * sp.Matrix(r))) for e in gradient(V)])
    return zero(chain - at(V, PATH).diff(s), *(sp.Matrix(turned) - there))


@erratum(
    54,
    "below eq. (8)",
    "sign or factor",
    printed="text: the work performed by conservative forces is equal to the change in the potential energy function V",
    correct="text: the work performed by conservative forces is equal to minus the change in the potential energy V",
)
def minus_the_change() -> Shown:
    """Eq. (8) itself has the minus sign; the weight of a stone that falls by h does work, and V becomes less by it."""
    g, h = parameters("g", "h")
    weight, fall = m * g * r[2], [sp.S.Zero, sp.S.Zero, h * (1 - s)]

    def balance(sign: int, potential: sp.Expr, path: list[sp.Expr]) -> sp.Expr:
        change = at(potential, path).subs(s, 1) - at(potential, path).subs(s, 0)
        return work([-e for e in gradient(potential)], path) - sign * change

    return apart(balance(1, weight, fall), balance(-1, V, PATH))


@formula(
    "eq. (8)",
    r"-W_{12c} = -\int_{r_1}^{r_2}\vec{F}\cdot d\vec{r} = \int_{r_1}^{r_2}\vec{\nabla}V\cdot d\vec{r}"
    r" = V(\vec{r}_2) - V(\vec{r}_1) = V_2 - V_1",
)
def only_the_ends_matter() -> Verdict:
    """Along any path, and along any other that has the same ends."""
    other = [p + s * (1 - s) * generic(name, s, degree=1) for p, name in zip(PATH, "uvw", strict=True)]
    change = at(V, PATH).subs(s, 1) - at(V, PATH).subs(s, 0)
    return zero(work(gradient(V), PATH) - change, work(gradient(V), other) - change)


@formula(
    "eqs. (9), (10)",
    r"\begin{aligned}W_{12} &= W_{12c} + W_{12nc} = -(V_2-V_1) + W_{12nc} \\"
    r" W_{12nc} &= (T_2-T_1) + (V_2-V_1) = E_2 - E_1\end{aligned}",
)
def the_other_forces_change_the_energy() -> Verdict:
    """At any instant, by the derived equations of motion: the power of all forces but the potential one is dE/dt."""
    virtual = dot(list(derive(SYSTEM, "hamilton").residual), v)
    return zero(d(T + V) - dot(F, v) - virtual, d(T) + d(V) - dot(F, v) - virtual)


@formula(
    "below eq. (10)",
    r"W_{12nc} = 0 \;\rightarrow\; E_2 = E_1 \quad\forall t, \quad\Rightarrow\quad \frac{d}{dt}(T+V) = 0",
)
def the_energy_is_kept() -> Verdict:
    """A projectile, whose path is known: T + V is the same at all times."""
    g, x0, u0, z0, w0 = parameters("g", "x0", "u0", "z0", "w0")
    x, z = x0 + u0 * t, z0 + w0 * t - g * t**2 / 2
    return zero((m * (x.diff(t) ** 2 + z.diff(t) ** 2) / 2 + m * g * z).diff(t))
