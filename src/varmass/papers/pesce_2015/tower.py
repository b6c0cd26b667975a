"""The vertically collapsing tower: masses, constraints, energies, equations; and its likeness to falling chains."""

import sympy as sp

from varmass.model.checks import rate
from varmass.model.parts import Force, Gravity, Particle
from varmass.model.streams import Stream, at_rest, with_body
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._evidence import residual, same_motion, zero
from varmass.papers._items import Shown, erratum, formula

y_A = coordinate("y_A", "m", "lower end of the part that is still intact")
y_B = coordinate("y_B", "m", "front of the avalanche")
z = coordinate("z", "m", "height of the end of the chain")
y = coordinate("y", "1", "front of the avalanche by the height of the tower")
y_T, h, H, σ_nc, σ_c, g, F, K, μ, s, Φ = parameters(
    "y_T [m]", "h [m]", "H [m]", "sigma_nc [kg/m]", "sigma_c [kg/m]", "g [m/s^2]",
    "F [N]", "K", "mu [kg/m]", "s [m]", "Phi",
)  # fmt: skip
TITLE = "tower"
moving = sp.integrate(σ_nc, (s, y_T, y_A)) + sp.integrate(σ_c, (s, y_A, y_B))
resting = sp.integrate(σ_nc, (s, y_B, H))
balance = σ_nc * (y_A - y_T - y_B) + σ_c * (y_B - y_A)


def tower(q: sp.Expr, mass: sp.Expr, place: sp.Expr) -> System:
    """The falling region in the coordinate q."""
    return System(
        "A tower that crushes itself",
        Particle("falling region", mass=mass, position=[place], streams=[at_rest(name="storeys at rest")]),
        Gravity([g]),
        Force("resistance", on="falling region", force=[-F]),
        coordinates=[q],
    )


by_roof = σ_nc * (y_A - K * h) / (1 - K)
FRONT = tower(y_B, σ_nc * y_B, (1 - K) * y_B + K * h)
ROOF = tower(y_A, by_roof, y_A)
T = by_roof * y_A.dot**2 / 2


def d(e: sp.Expr) -> sp.Expr:
    """d/dt along the motion."""
    return rate(e, (y_A, y_B, z, y))


@formula(
    f"{TITLE}, masses",
    r"m_{mov} = \int_{y_T}^{y_A}\sigma_{nc}\,dy + \int_{y_A}^{y_B}\sigma_c\,dy,"
    r" \quad m_{rest} = \int_{y_B}^H\sigma_{nc}\,dy",
)
def masses() -> Verdict:
    """The falling and the still region, written out as on the slide."""
    return zero(moving - σ_nc * (y_A - y_T) - σ_c * (y_B - y_A), resting - σ_nc * (H - y_B))


@formula(
    f"{TITLE}, conservation of mass",
    r"\begin{aligned}&M = \sigma_{nc}H = m_{mov} + m_{rest}"
    r" \\ &\sigma_{nc}(y_A-y_T-y_B) + \sigma_c(y_B-y_A) = 0 \quad \Rightarrow \quad m_{mov} = \sigma_{nc}y_B"
    r"\end{aligned}",
)
def conservation_of_mass() -> Verdict:
    """What the building has too much is the left side of the second line, and so is m_mov − σ_nc y_B."""
    return zero(moving + resting - σ_nc * H - balance, moving - σ_nc * y_B - balance)


@formula(
    f"{TITLE}, kinematic constraints",
    r"\begin{aligned}&h = y_A - y_T, \quad \dot{y}_T = \dot{y}_A, \quad K = \sigma_{nc}/\sigma_c < 1"
    r" \\ &\dot{y}_A = (1-K)\,\dot{y}_B\end{aligned}",
)
def constraints() -> Verdict:
    """From the conservation of mass, y_A = (1 − K) y_B + K h."""
    place = sp.solve(balance.subs(y_T, y_A - h).subs(σ_c, σ_nc / K), y_A)[0]
    return zero(place - (1 - K) * y_B - K * h, d(place) - (1 - K) * y_B.dot)


@formula(
    f"{TITLE}, kinetic energy",
    r"T_{mov} = \frac12\sigma_{nc}\left[\frac{y_A-Kh}{1-K}\right]\dot{y}_A^2"
    r" = \frac12\sigma_{nc}(1-K)^2 y_B\dot{y}_B^2",
)
def kinetic_energy() -> Verdict:
    """In both coordinates."""
    place = (1 - K) * y_B + K * h
    return zero(T.subs({y_A: place, y_A.dot: d(place)}, simultaneous=True) - σ_nc * (1 - K) ** 2 * y_B * y_B.dot**2 / 2)


@formula(
    f"{TITLE}, Lagrange equation",
    r"\frac{d}{dt}\left(\frac{\partial T_{mov}}{\partial\dot{y}_A}\right) - \frac{\partial T_{mov}}{\partial y_A}"
    r" = m_{mov}g - F - \frac12\frac{\partial m_{mov}}{\partial y_A}\dot{y}_A^2",
)
def extended_lagrange() -> Verdict:
    """The extended Lagrange equation in y_A is the balance of momentum."""
    u = y_A.dot
    left = d(T.diff(u)) - T.diff(y_A)
    return zero(left - by_roof * g + F + by_roof.diff(y_A) * u**2 / 2 - residual(ROOF))


@formula(
    f"{TITLE}, Rayleigh-like function",
    r"\begin{aligned}&R = \frac16\dot{m}\dot{y}_A^2 = \frac16 m'(y_A)\,\dot{y}_A^3, \quad"
    r" \frac{\partial R}{\partial\dot{y}_A} = \frac12 m'(y_A)\,\dot{y}_A^2"
    r" \\ &\frac{d}{dt}\frac{\partial T_{mov}}{\partial\dot{y}_A} - \frac{\partial T_{mov}}{\partial y_A}"
    r" + \frac{\partial R}{\partial\dot{y}_A} = m_{mov}g - F\end{aligned}",
)
def rayleigh_like_function() -> Verdict:
    """The Rayleighian form gives the same; ∂R/∂ẏ_A is the dissipative term, and 3R the dissipated power."""
    u = y_A.dot
    R = d(by_roof) * u**2 / 6
    left = d(T.diff(u)) - T.diff(y_A) + R.diff(u)
    return zero(
        R - by_roof.diff(y_A) * u**3 / 6,
        R.diff(u) - by_roof.diff(y_A) * u**2 / 2,
        left - by_roof * g + F - residual(ROOF),
    )


@formula(
    f"{TITLE}, kinetic energy derivatives",
    r"\begin{aligned}&\frac{d}{dt}\left(\frac{\partial T_{mov}}{\partial\dot{y}_A}\right)"
    r" = (1-K)\,\sigma_{nc}\frac{d}{dt}\left(y_B\dot{y}_B\right)"
    r" \\ &-\frac{\partial T_{mov}}{\partial y_A} = -\frac12\frac{\partial m_{mov}}{\partial y_A}\dot{y}_A^2"
    r" = -\frac12(1-K)\,\sigma_{nc}\dot{y}_B^2\end{aligned}",
)
def derivatives() -> Verdict:
    """∂T/∂y_A cancels the term of the mass that depends on position."""
    place = (1 - K) * y_B + K * h
    front = {y_A: place, y_A.dot: d(place), y_A.ddot: d(d(place))}
    rate_of_momentum = d(T.diff(y_A.dot)).subs(front, simultaneous=True)
    slope = T.diff(y_A).subs(front, simultaneous=True)
    return zero(
        rate_of_momentum - (1 - K) * σ_nc * d(y_B * y_B.dot),
        T.diff(y_A) - by_roof.diff(y_A) * y_A.dot**2 / 2,
        slope - (1 - K) * σ_nc * y_B.dot**2 / 2,
    )


@formula(
    f"{TITLE}, then",
    r"\begin{aligned}&(1-K)\,\sigma_{nc}\frac{d}{dt}\left(y_B\dot{y}_B\right) = \sigma_{nc}gy_B - F"
    r" \\ &\ddot{y}_B = \frac{g}{1-K} - \frac{\dot{y}_B^2}{y_B} - \frac{1}{(1-K)\,\sigma_{nc}y_B}F\end{aligned}",
)
def the_equation_of_motion() -> Verdict:
    """The front of the avalanche, from the balance of momentum of the falling region."""
    first = (1 - K) * σ_nc * d(y_B * y_B.dot) - σ_nc * g * y_B + F
    second = y_B.ddot - g / (1 - K) + y_B.dot**2 / y_B + F / ((1 - K) * σ_nc * y_B)
    proper = residual(FRONT)
    return zero((1 - K) * first - proper, (1 - K) ** 2 * σ_nc * y_B * second - proper)


def in_units_of_the_tower(equation: sp.Expr) -> sp.Expr:
    """An equation in y = y_B/H and t √(g/H), with F = Φ P and P = σ_nc g H."""
    units = {y_B: H * y, y_B.dot: sp.sqrt(g * H) * y.dot, y_B.ddot: g * y.ddot, F: Φ * σ_nc * g * H}
    return sp.sympify(equation.subs(units, simultaneous=True))


def dimensionless(principle: str | None, share: sp.Expr) -> Verdict:
    """Does the principle give ÿ = −share·ẏ²/y + 1/(1 − K) − Φ/((1 − K) y)?"""
    printed = y.ddot + share * y.dot**2 / y - 1 / (1 - K) + Φ / ((1 - K) * y)
    return same_motion(printed, in_units_of_the_tower(residual(FRONT, principle)), y.ddot)


@formula(
    "tower, “proper”",
    r"\ddot{y}^* = -\frac{\dot{y}^{*2}}{y^*} + \frac{1}{1-K} - \frac{\Phi}{(1-K)\,y^*}",
)
def nondimensional() -> Verdict:
    """The extended Lagrange equation in units of the tower's height and weight."""
    return dimensionless(None, sp.S.One)


@formula(
    "tower, “non-proper”",
    r"\ddot{y}^* = -\frac12\frac{\dot{y}^{*2}}{y^*} + \frac{1}{1-K} - \frac{\Phi}{(1-K)\,y^*}",
)
def what_the_usual_lagrange_equation_gives() -> Verdict:
    """Marked non-proper: what the usual Lagrange equation gives, rules N0 and N1."""
    return dimensionless("N0", sp.Rational(1, 2))


@formula(
    "tower and Cayley's chain",
    r"F = 0,\ K = 0: \quad \ddot{y} = g - \frac{\dot{y}^2}{y}, \quad \ddot{y} = g - \frac12\frac{\dot{y}^2}{y}",
)
def likeness_to_cayleys_chain() -> Verdict:
    """Without resistance and compaction both equations of the tower are those of Cayley's chain."""
    bare = {F: 0, K: 0}
    proper, usual = (residual(FRONT, rule).subs(bare) for rule in (None, "N0"))
    inertia = σ_nc * y_B
    terms = ((y_B.ddot - g + c * y_B.dot**2 / y_B) * inertia for c in (sp.S.One, sp.Rational(1, 2)))
    return zero(*(e - printed for e, printed in zip((proper, usual), terms, strict=True)))


def thrown(stream: Stream) -> System:
    """Buquoy's chain without a force: thrown upwards, it takes links from the floor, or lays them down."""
    return System("Buquoy's chain", Particle("chain", mass=μ * z, position=[z], streams=[stream]), Gravity([-g]))


@erratum(
    31,
    "slide “Similarity with falling chains”, Buquoy's",
    "claim",
    printed=r"\ddot{z} = -g - \frac{\dot{z}^2}{z}",
    correct=r"\ddot{z} = -g - \frac{\dot{z}^2}{z} \text{ for } \dot{z} > 0, \quad"
    r" \ddot{z} = -g \text{ for } \dot{z} < 0",
)
def only_on_the_way_up() -> Shown:
    """On the way down no link is picked up: the links are laid down with the chain's own velocity, and it falls freely.

    Kept on the way down, the printed equation creates energy, at the rate ½μ|ż|³ and without bound.  Buquoy's problem
    proper has a force at the end, besides.  Of the non-proper form, with ½, the same is to be said.
    """
    printed, fall = z.ddot + g + z.dot**2 / z, z.ddot + g
    rising, falling = residual(thrown(at_rest())), residual(thrown(with_body()))
    usual = residual(thrown(at_rest()), "N0") - μ * z * (printed - z.dot**2 / (2 * z))
    energy = μ * z * z.dot**2 / 2 + μ * g * z**2 / 2
    power = d(energy).subs(z.ddot, sp.solve(printed, z.ddot)[0])
    return Shown(
        same_motion(printed, falling, z.ddot),
        zero(μ * z * printed - rising, μ * z * fall - falling, usual, power + μ * z.dot**3 / 2),
    )
