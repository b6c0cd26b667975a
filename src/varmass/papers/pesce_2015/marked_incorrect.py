"""Appendix II: what the equations that are marked incorrect really are."""

import sympy as sp

from varmass.papers import _cable as cable
from varmass.papers import _column as column
from varmass.papers import _impact as impact
from varmass.papers._evidence import residual
from varmass.papers._items import Number, table
from varmass.papers._shares import announced, exactly, share


@table("App. II, “incorrect” and “correct”")
def coefficients_of_the_squared_speed() -> tuple[Number, ...]:
    """The coefficient of the squared speed in the equations marked incorrect, and what the slides' own forces give.

    Cable: rule N0, as announced.  Column: the forces on the slide lead, without the extra term, to N0 and the
    coefficient 0; the equation printed below them has 1, which is N1, the usual Lagrange equation without ṁv_o
    (erratum 1).  Sphere: printed is the correct equation once more; the non-extended form has half of it (erratum 2).
    """
    ζ, η, θ = column.ζ, impact.η, cable.θ
    by_column, by_sphere = 1 / (ζ + column.H), sp.sqrt(η) / (impact.β + impact.GATHERED)
    by_cable = cable.μ * cable.R**3 / cable.INERTIA
    reel = {rule: residual(cable.WOUND, rule).subs(cable.τ, cable.TRACTION) for rule in ("N0", None)}
    cables = {rule: share(e, θ.dot, θ.ddot, by_cable) for rule, e in reel.items()}
    columns = {rule: share(residual(column.COLUMN, rule), ζ.dot, ζ.ddot, by_column) for rule in ("N0", "N1", None)}
    spheres = {rule: share(residual(impact.SPHERE, rule), η.dot, η.ddot, by_sphere) for rule in ("N0", None)}
    k = 9 * sp.sqrt(3) / (2 * sp.pi)
    return (
        exactly(
            "cable, incorrect: by the usual form with the exit of mass (N0)", "1/2", sp.Rational(1, 2), cables["N0"]
        ),
        exactly("cable, correct", "0", sp.S.Zero, cables[None]),
        announced(
            "column, incorrect: by the forces on the slide (N0)",
            "1",
            sp.S.Zero,
            sp.S.One,
            columns["N0"],
            "0: erratum 1",
        ),
        exactly("column, incorrect: by the usual form without ṁv_o (N1)", "1", sp.S.One, columns["N1"]),
        exactly("column, correct", "1/2", sp.Rational(1, 2), columns[None]),
        announced(
            "sphere, incorrect: by the non-extended form (N0)",
            "9√3/(2π)",
            k / 2,
            k,
            spheres["N0"],
            "9√3/(4π): erratum 2",
        ),
        exactly("sphere, correct", "9√3/(2π)", k, spheres[None]),
    )
