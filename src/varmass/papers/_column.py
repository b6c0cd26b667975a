"""The water column of an open pipe, as the paper of 2006 and the lecture of 2015 state it."""

import sympy as sp

from varmass.model.checks import rate
from varmass.model.parts import Port, Potential, Volume
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System

ζ = coordinate("zeta", "m", "surface of the column above calm water")
η = coordinate("eta", "1", "the same by the draught")
v, a = ζ.dot, ζ.ddot
ρ, A, H, g = parameters("rho [kg/m^3]", "A [m^2]", "H [m]", "g [m/s^2]")
m = ρ * A * (ζ + H)
T = m * v**2 / 2
HYDROSTATIC, DYNAMIC = -ρ * A * g * ζ, -ρ * A * v**2 / 2
MOUTH = Port("mouth", density_area=ρ * A, velocity=[v], normal=[-1], traction=[DYNAMIC])
COLUMN = System(
    "Water column",
    Volume("column", mass=m, position=[ζ], ports=[MOUTH]),
    Potential("hydrostatic", ρ * A * g * ζ**2 / 2),
)
DEPTHS = (0.99, 0.9, 0.8, 0.7, 0.6, 0.5)
HALF = sp.Rational(1, 2)


def d(e: sp.Expr) -> sp.Expr:
    """d/dt along the motion."""
    return rate(e, (ζ,))


LEFT = d(T.diff(v)) - T.diff(ζ)


def with_share(c: sp.Expr) -> sp.Expr:
    """ζ̈ + c ζ̇²/(ζ + H) + g ζ/(ζ + H)."""
    return a + c * v**2 / (ζ + H) + g * ζ / (ζ + H)


def nondimensional(c: sp.Expr) -> sp.Expr:
    """η̈ + c η̇²/(η + 1) + η/(η + 1)."""
    return η.ddot + c * η.dot**2 / (η + 1) + η / (η + 1)


def in_units(e: sp.Expr) -> sp.Expr:
    """ζ in units of the draught H, and time in units of √(H/g)."""
    return e.subs({ζ: H * η, v: sp.sqrt(g * H) * η.dot, a: g * η.ddot}, simultaneous=True)
