"""A body and a sphere that strike calm water, as the paper of 2006 and the lecture of 2015 state it."""

import sympy as sp

from varmass.model.checks import rate
from varmass.model.parts import Force, Particle
from varmass.model.streams import absolute, at_rest
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System

ζ = coordinate("zeta", "m", "depth of the body in the water", positive=True)
W, a = ζ.dot, ζ.ddot
M0, M1, v_J, α, j, F_B, m, τ = parameters(
    "M0 [kg]", "M1 [kg/m]", "v_J [m/s]", "alpha", "j [kg/s]", "F_B [N]", "m [kg]", "tau"
)
R, ρ, W0, β = parameters("R [m]", "rho [kg/m^3]", "W0 [m/s]", "beta", positive=True)
M = M0 + M1 * ζ
T = M * W**2 / 2
JET = -v_J * sp.sin(α)
LIQUID = System("Added mass", Particle("liquid", mass=M, position=[ζ], streams=[at_rest(name="liquid at rest")]))
BULK = System(
    "Added mass with two jets",
    Particle(
        "bulk",
        mass=M,
        position=[ζ],
        streams=[at_rest(mass=M - 2 * j * t, name="liquid at rest"), absolute([JET], mass=2 * j * t, name="jets")],
    ),
    Force("body", on="bulk", force=[F_B]),
)


def d(e: sp.Expr) -> sp.Expr:
    """d/dt along the motion."""
    return rate(e, (ζ,))


LEFT = d(T.diff(W)) - T.diff(ζ)
EXTRA = M.diff(ζ) * W**2 / 2

η = coordinate("eta", "1", "depth by the radius", positive=True)
C = 3 * sp.sqrt(3) / sp.pi
GATHERED = C * η ** sp.Rational(3, 2)
WAGNER = sp.Rational(4, 3) * ρ * (3 * R * ζ) ** sp.Rational(3, 2)
DISPLACED = sp.Rational(4, 3) * sp.pi * ρ * R**3
SPHERE = System(
    "A sphere strikes water",
    Particle("sphere", mass=β, position=[η]),
    Particle("added mass", mass=GATHERED, position=[η], streams=[at_rest(name="liquid at rest")]),
    time="1",
)


def with_coefficient(k: sp.Expr) -> sp.Expr:
    """η̈ + k η^½ η̇²/(β + (3√3/π) η^{3/2})."""
    return η.ddot + k * sp.sqrt(η) * η.dot**2 / (β + GATHERED)


def in_units(e: sp.Expr) -> sp.Expr:
    """A force, with ζ in units of R, W in units of W₀ and m in units of m_D, by the unit W₀² m_D/R."""
    units = {ζ: R * η, W: W0 * η.dot, a: W0**2 / R * η.ddot, m: β * DISPLACED}
    return e.subs(units, simultaneous=True) * R / (W0**2 * DISPLACED)
