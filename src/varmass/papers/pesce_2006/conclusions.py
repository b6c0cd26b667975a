"""What the equations that are called erroneous really are, in one table."""

import sympy as sp

from varmass.papers import _cable as cable
from varmass.papers import _column as column
from varmass.papers import _impact as impact
from varmass.papers._evidence import residual
from varmass.papers._items import Number, table
from varmass.papers._shares import announced, exactly, share
from varmass.papers.pesce_2006.extended_equations import SIMPLEST, mass, x

HALF = sp.Rational(1, 2)


@table("eqs. (10), (16), (24), (25), (29), (34)")
def coefficients_of_the_squared_speed() -> tuple[Number, ...]:
    """The coefficient of the squared speed in what is called consistent and erroneous, and what the premises give.

    Unit of the column is 1/(ζ + H), of the sphere η^½/(β + (3√3/π)η^(3/2)), of the cable μR³/(I + mR²), and of the
    simplest problem m′/m.  N0 is the usual Lagrange equation with ṁv_o as a force, N1 the same without.
    """
    ζ, η, θ = column.ζ, impact.η, cable.θ
    by_mass, by_column = mass.diff(x) / mass, 1 / (ζ + column.H)
    by_sphere, by_cable = sp.sqrt(η) / (impact.β + impact.GATHERED), cable.μ * cable.R**3 / cable.INERTIA
    k = 9 * sp.sqrt(3) / (2 * sp.pi)

    def simplest(rule: str | None) -> float:
        return share(residual(SIMPLEST, rule), x.dot, x.ddot, by_mass)

    def level(rule: str | None) -> float:
        return share(residual(column.COLUMN, rule), ζ.dot, ζ.ddot, by_column)

    def depth(rule: str | None) -> float:
        return share(residual(impact.SPHERE, rule), η.dot, η.ddot, by_sphere)

    def turn(rule: str | None) -> float:
        return share(residual(cable.WOUND, rule).subs(cable.τ, cable.TRACTION), θ.dot, θ.ddot, by_cable)

    return (
        exactly("simplest problem, correct", "1", sp.S.One, simplest(None)),
        exactly("simplest problem, naive (N0)", "1/2", HALF, simplest("N0")),
        exactly("(10), column, consistent", "1/2", HALF, level(None)),
        announced("(16), column, without (14) (N0)", "1", sp.S.Zero, sp.S.One, level("N0"), "0: erratum 1"),
        exactly("(16), column, without ṁv_o as well (N1)", "1", sp.S.One, level("N1")),
        exactly("(24), sphere, consistent", "9√3/(2π)", k, depth(None)),
        announced("(25), sphere, by (21) (N0)", "9√3/(2π)", k / 2, k, depth("N0"), "9√3/(4π): erratum 2"),
        exactly("(29), cable, consistent", "0", sp.S.Zero, turn(None)),
        exactly("(34), cable, by the usual form (N0)", "1/2", HALF, turn("N0")),
    )
