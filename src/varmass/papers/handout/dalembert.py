"""D'Alembert's principle: equations (20) to (24)."""

import sympy as sp

from varmass.derive.deriving import derive
from varmass.model.checks import rate
from varmass.model.parts import Gravity, Particle
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._evidence import all_hold, apart, generic, residual, zero
from varmass.papers._items import Read, Shown, erratum, formula
from varmass.papers.handout._particles import ACCELERATIONS, DISPLACEMENTS, FORCED, VELOCITIES, F, M, d, virtual

x = coordinate("x")
m, m1, m2, g, L = parameters("m", "m1", "m2", "g", "L")


@erratum(
    95,
    "eq. (20)",
    "typo",
    printed=r"\vec{F}_i + \vec{f}_i = \dot{\vec{p}}_i = \frac{d}{dt}(m\dot{\vec{r}}_i)",
    correct=r"\vec{F}_i + \vec{f}_i = \dot{\vec{p}}_i = \frac{d}{dt}(m_i\dot{\vec{r}}_i)",
)
def an_index_of_the_mass() -> Read:
    """The mass is that of particle i, as in the line above it and in (23)."""
    return Read("an index that is missing where the lines beside it have it")


@formula(
    "eqs. (20), with the index that is missing, and (21)",
    r"\begin{aligned}&\vec{F}_i + \vec{f}_i = \dot{\vec{p}}_i = \frac{d}{dt}(m_i\dot{\vec{r}}_i) \\"
    r" &\vec{F}_i + \vec{f}_i - \dot{\vec{p}}_i = 0\end{aligned}",
)
def inertia_as_a_force() -> Verdict:
    """A bead on a smooth curve Y = h(X): with the normal force that keeps it there, (21) is the equation of motion.

    The normal force is found from one component of (21); the other then is what the balance along the curve gives.
    """
    h = generic("h", x)
    wire = System("A bead on a wire", Particle("bead", mass=m, position=[x, h]), Gravity([0, -g]), time="1")
    rates = [m * rate(rate(e, (x,)), (x,)) for e in (x, h)]
    normal = rates[1] + m * g  # f_Y; f_X = −h′ f_Y, at a right angle to the curve
    return zero(rates[0] + h.diff(x) * normal - residual(wire))


def lost() -> list[sp.Matrix]:
    """F − ṗ of each particle: what the constraints have to balance."""
    rates = [(m * v).applyfunc(d) for m, v in zip(M, VELOCITIES, strict=True)]
    return [f - p for f, p in zip(F, rates, strict=True)]


@formula("eq. (22)", r"(\vec{F}_i - \dot{\vec{p}}_i)\cdot\delta\vec{r}_i = 0")
def no_work_of_what_is_lost() -> Verdict:
    """For a single particle, whose places q₁, q₂ and t determine: the equations of motion along both coordinates.

    Derived by Hamilton's canonical equations.
    """
    alone = System("One particle", FORCED.parts[0], FORCED.parts[2], time="1")
    return zero(lost()[0].dot(DISPLACEMENTS[0]) + virtual(derive(alone, "hamilton").residual))


@formula(
    "eq. (23), second line",
    r"\begin{aligned}&\sum_i(F_{x_i}-m_i\ddot{x}_i)\,\delta x_i + \sum_i(F_{y_i}-m_i\ddot{y}_i)\,\delta y_i \\"
    r" &+ \sum_i(F_{z_i}-m_i\ddot{z}_i)\,\delta z_i = 0\end{aligned}",
)
def component_by_component() -> Verdict:
    """For two particles: Σ of the equations of motion, each times δq, derived by Hamilton's canonical equations."""
    parts = [
        (f[i] - m * a[i]) * e[i]
        for f, m, a, e in zip(F, M, ACCELERATIONS, DISPLACEMENTS, strict=True)
        for i in (0, 1)
    ]  # fmt: skip
    return zero(sum(parts) + virtual(derive(FORCED, "hamilton").residual))


@erratum(
    55,
    "eq. (23), first line",
    "typo",
    printed=r"\sum_{i=1}^N(\bar{F}_i - \dot{\bar{p}}_i)\cdot\delta\bar{r} = 0",
    correct=r"\sum_{i=1}^N(\vec{F}_i - \dot{\vec{p}}_i)\cdot\delta\vec{r}_i = 0",
)
def each_particle_has_its_own_displacement() -> Shown:
    """With one δr for all, two weights on the ends of a rope over a pulley would move as if both went down together.

    The second line of (23) has the index.
    """
    weights = [(m1, x), (m2, L - x)]  # measured downwards
    ends = (Particle(f"weight {i}", mass=w, position=[e]) for i, (w, e) in enumerate(weights))
    pulley = residual(System("Two weights on a rope", *ends, Gravity([g]), time="1"))
    rest = [w * g - w * rate(rate(e, (x,)), (x,)) for w, e in weights]
    own = sum(e * place.diff(x) for e, (_, place) in zip(rest, weights, strict=True))
    return apart(sum(rest) + pulley, own + pulley)


@formula(
    "eq. (24)",
    r"\delta W = \delta W_{\mathrm{external\ forces}} + \delta W_{\mathrm{inertia\ forces}} = 0",
)
def the_sum_of_both_works() -> Verdict:
    """For two particles, by two ways to derive the equations of motion: the balance of momentum, and Hamilton's."""
    outer = sum(f.dot(e) for f, e in zip(F, DISPLACEMENTS, strict=True))
    inertia = -sum(m * a.dot(e) for m, a, e in zip(M, ACCELERATIONS, DISPLACEMENTS, strict=True))
    ways = (derive(FORCED, name).residual for name in ("meshchersky", "hamilton"))
    return all_hold(*(zero(outer + inertia + virtual(way)) for way in ways))
