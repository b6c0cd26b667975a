"""Hamilton's principle: equations (25) to (36)."""

import sympy as sp

from varmass.derive.deriving import derive
from varmass.model.checks import rate
from varmass.model.parts import Force, Particle
from varmass.model.streams import absolute
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._evidence import added, all_hold, apart, checked, generic, none_holds, residual, zero
from varmass.papers._items import Shown, erratum, formula
from varmass.papers.handout._particles import (
    ACCELERATIONS,
    BOTH,
    DISPLACEMENTS,
    FORCED,
    VELOCITIES,
    WORK,
    M,
    T,
    V,
    d,
    virtual,
    δ,
    δq,
)  # fmt: skip

BOUNDARY = [m * v.dot(e) for m, v, e in zip(M, VELOCITIES, DISPLACEMENTS, strict=True)]
INERTIA = sp.Add(*(m * a.dot(e) for m, a, e in zip(M, ACCELERATIONS, DISPLACEMENTS, strict=True)))


@formula(
    "eqs. (25), (26)",
    r"\begin{aligned}&-\delta W_{total} = \sum_{i=1}^N(m_i\ddot{\vec{r}}_i - \vec{F}_i)\cdot\delta\vec{r}_i = 0, \\"
    r" &\delta W = \sum_{i=1}^N(\vec{F}_i\cdot\delta\vec{r}_i)\end{aligned}",
)
def virtual_work_in_motion() -> Verdict:
    """Two particles: the equations of motion, each times δq, derived by Hamilton's canonical equations."""
    return zero(INERTIA - WORK - virtual(derive(FORCED, "hamilton").residual))


@formula(
    "eq. (27) and above",
    r"\ddot{\vec{r}}_i\cdot\delta\vec{r}_i = \frac{d(\dot{\vec{r}}_i\cdot\delta\vec{r}_i)}{dt}"
    r" - \frac12\delta(\dot{\vec{r}}_i\cdot\dot{\vec{r}}_i), \quad"
    r" \frac{d\,\delta\vec{r}_i}{dt} = \delta\left(\frac{d\vec{r}_i}{dt}\right)",
)
def variation_and_rate_change_places() -> Verdict:
    """For any place r(q₁, q₂, t), and for both particles."""
    gaps = [
        a.dot(e) - d(v.dot(e)) + δ(v.dot(v)) / 2
        for a, v, e in zip(ACCELERATIONS, VELOCITIES, DISPLACEMENTS, strict=True)
    ]
    swapped = [e.applyfunc(d) - v.applyfunc(δ) for e, v in zip(DISPLACEMENTS, VELOCITIES, strict=True)]
    return zero(*gaps, *(e for gap in swapped for e in gap))


@formula(
    "eq. (28)",
    r"\begin{aligned}&\sum_{i=1}^N(m_i\ddot{\vec{r}}_i\cdot\delta\vec{r}_i) = \sum_{i=1}^N\left(m_i"
    r"\frac{d(\dot{\vec{r}}_i\cdot\delta\vec{r}_i)}{dt}\right) - \delta T, \\"
    r" &T = \sum_i T_i = \sum_i\frac12 m_i(\dot{\vec{r}}_i\cdot\dot{\vec{r}}_i)\end{aligned}",
)
def sum_over_the_particles() -> Verdict:
    """For two particles."""
    return zero(INERTIA - sum(map(d, BOUNDARY)) + δ(T))


@formula(
    "eq. (29)",
    r"\delta T + \delta W = \sum_{i=1}^N\left[m_i\frac{d}{dt}(\dot{\vec{r}}_i\cdot\delta\vec{r}_i)\right]",
)
def before_the_integral() -> Verdict:
    """On the motion: what the two sides differ by is the equations of motion, each times δq."""
    return zero(δ(T) + WORK - sum(map(d, BOUNDARY)) + virtual(derive(FORCED, "hamilton").residual))


x, δx = coordinate("x"), coordinate("dx")
action, mass, speed, shift = parameters("A [J s]", "m [kg]", "v [m/s]", "dx [m]")


@erratum(
    56,
    "before eq. (31), third line; the number (30) is missing",
    "dimension",
    printed=r"\int_{t_1}^{t_2}(\delta T+\delta W)\,dt = \dots = \sum_{i=1}^N\left.\left("
    r"m_i\frac{d}{dt}(\dot{\vec{r}}_i\cdot\delta\vec{r}_i)\right)\right|_{t_1}^{t_2} = 0",
    correct=r"\int_{t_1}^{t_2}(\delta T+\delta W)\,dt = \dots = \sum_{i=1}^N\left."
    r"m_i\,\dot{\vec{r}}_i\cdot\delta\vec{r}_i\right|_{t_1}^{t_2} = 0",
)
def what_is_left_at_the_ends() -> Shown:
    """An integral over time has lost one d/dt; an energy stands there for an action.

    And it would not vanish: where δr is zero, m d/dt(ṙ·δr) still is m ṙ·δṙ.
    """
    product = mass * speed * shift
    end = m * rate(x.dot * δx, (x, δx)).subs(δx, 0)
    integrand = δ(T) + WORK + virtual(derive(FORCED, "hamilton").residual)
    whole = zero(integrand - d(sp.Add(*BOUNDARY)), *(e.subs(dict.fromkeys(δq, 0)) for e in BOUNDARY))
    return Shown(none_holds(added(action, product / t), zero(end)), all_hold(added(action, product), whole))


m, m0, k, c, g, x0, v0, b0, b1, w, t1, t2, τ = parameters(
    "m", "m0", "k", "c", "g", "x0", "v0", "b0", "b1", "w", "t1", "t2", "tau"
)
STONE = x0 + v0 * t - g * t**2 / 2
PUSHED = STONE + b0 * t**2 / 2 + b1 * t**3 / 6
η = (t - t1) * (t2 - t) * generic("n", t, degree=3)


def varied(L: sp.Expr, path: sp.Expr, ends: tuple[sp.Expr, sp.Expr] = (t1, t2)) -> sp.Expr:
    """δ∫L dt, as the derivative of the integral along path + ε η."""
    ε = sp.Symbol("epsilon")
    along = {x: path + ε * η, x.dot: (path + ε * η).diff(t)}
    return sp.integrate(sp.expand(L.subs(along, simultaneous=True)), (t, *ends)).diff(ε).subs(ε, 0)


@formula("eq. (31)", r"\int_{t_1}^{t_2}(\delta T + \delta W)\,dt = 0")
def the_integral_vanishes() -> Verdict:
    """A stone pushed by b₀ + b₁t, whose path is known, and any variation of degree 5 that is zero at t₁ and t₂."""
    done = sp.integrate(sp.expand(m * (b0 + b1 * t - g) * η), (t, t1, t2))
    return zero(varied(m * x.dot**2 / 2, PUSHED) + done)


@formula("eq. (32)", r"\delta W = \delta W_c + \delta W_{nc} = -\delta V + \delta W_{nc}")
def two_kinds_of_work() -> Verdict:
    """The part of a potential in the equations of motion of two particles, each times δq, is −δV.

    It is what derived equations with the potential have beyond those without it.
    """
    without, with_it = (virtual(derive(s, "hamilton").residual) for s in (FORCED, BOTH))
    return zero(without - with_it + δ(V))


@formula(
    "eqs. (33), (34), (36)",
    r"\begin{aligned}&L = T - V, \quad \int_{t_1}^{t_2}(\delta L)\,dt = 0, \\"
    r" &\delta\left(\int_{t_1}^{t_2}L\,dt\right) = 0\end{aligned}",
)
def the_action_is_stationary() -> Verdict:
    """A stone in flight, whose path is known, and any variation of degree 5 that is zero at t₁ and t₂.

    The variation of the integral, and the integral of the variation, as δ and ∫ may change places.
    """
    L = m * x.dot**2 / 2 - m * g * x
    along = {x: STONE, x.dot: STONE.diff(t)}
    inside = (L.diff(x) * η + L.diff(x.dot) * η.diff(t)).subs(along)
    return zero(varied(L, STONE), sp.integrate(sp.expand(inside), (t, t1, t2)))


@formula("eq. (35)", r"\int_{t_1}^{t_2}(\delta L + \delta W_{nc})\,dt = 0")
def with_other_forces() -> Verdict:
    """The stone with a push b₀ + b₁t; and at any instant, for two particles, up to a rate that is zero at the ends."""
    push = sp.integrate(sp.expand(m * (b0 + b1 * t) * η), (t, t1, t2))
    derived = virtual(derive(BOTH, "hamilton").residual)
    return zero(varied(m * x.dot**2 / 2 - m * g * x, PUSHED) + push, δ(T - V) + WORK - d(sp.Add(*BOUNDARY)) + derived)


def helmholtz(equation: sp.Expr) -> sp.Expr:
    """∂E/∂ẋ − d/dt ∂E/∂ẍ: zero if E itself, times δx, is the variation of an integral."""
    return equation.diff(x.dot) - rate(equation.diff(x.ddot), (x,))


@erratum(
    57,
    "two eqs. (36), (35) repeated; below the first (36)",
    "claim",
    printed="text: Note that Eq. (35) corresponds to a principle of least action",
    correct="text: Note that Eq. (36) corresponds to a principle of least action",
)
def no_action_for_friction() -> Shown:
    """With δW_nc the integral (35) is the variation of nothing: a linear friction violates Helmholtz's condition.

    The second (36) is r_i(q, t), and (35) is printed twice.
    """
    body = Particle("body", mass=m, position=[x])

    def pulled(*force: sp.Expr) -> sp.Expr:
        return residual(System("A body on a spring", body, Force("force", on="body", force=force), time="1"))

    return apart(helmholtz(pulled(-k * x - c * x.dot)), helmholtz(pulled(-k * x)))


@erratum(
    58,
    "below eq. (36)",
    "claim",
    printed="text: Only the true path renders the value of the integral stationary (a minimum)",
    correct="text: Only the true path renders the value of the integral stationary",
)
def no_minimum_in_general() -> Shown:
    """An oscillator over a whole period: a neighbouring path, which is the true one at both ends, has less action.

    m = k = 1, t from 0 to 2π, x + ε sin(t/2).  The first variation is zero.
    """
    ε, bump, path = sp.Symbol("epsilon"), sp.sin(t / 2), x0 * sp.cos(t) + v0 * sp.sin(t)
    near = path + ε * bump
    S = sp.integrate(sp.expand(near.diff(t) ** 2 - near**2) / 2, (t, 0, 2 * sp.pi))
    second = S.diff(ε, 2)
    return Shown(checked(bool(second > 0), f"the second variation is {float(second):.6g}"), zero(S.diff(ε).subs(ε, 0)))


@erratum(
    61,
    "eqs. (25) to (31), read with masses that vary",
    "claim",
    printed=r"\int_{t_1}^{t_2}m_i\frac{d}{dt}(\dot{\vec{r}}_i\cdot\delta\vec{r}_i)\,dt"
    r" = m_i\,\dot{\vec{r}}_i\cdot\delta\vec{r}_i\Big|_{t_1}^{t_2} = 0",
    correct=r"\int_{t_1}^{t_2}(\delta T + \delta W + \sum_i\dot{m}_i\vec{w}_i\cdot\delta\vec{r}_i)\,dt = 0"
    r" \quad\text{for}\quad m_i(t)",
)
def masses_are_constant() -> Shown:
    """The handout takes the masses as constant, and says so before (25): no error, but a limit of what follows.

    With m(t) the step to the ends leaves −∫ṁ ṙ·δr dt.  With the velocity w of what joins or leaves, (31) holds again
    for m(t); for m(q) the extended Lagrange equation is needed.
    """
    M_t = m0 + k * t
    open_ = System("A particle that takes up mass", Particle("body", mass=M_t, position=[x], streams=[absolute([w])]),
                   Force("force", on="body", force=[c]), time="1")  # fmt: skip
    boundary = M_t * x.dot * δx
    variation = M_t * x.dot * δx.dot
    left = M_t * rate(x.dot * δx, (x, δx)) - rate(boundary, (x, δx))
    return apart(left, variation + (c + k * w) * δx - rate(boundary, (x, δx)) + residual(open_) * δx)
