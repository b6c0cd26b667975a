"""The dancing rod: a flexible strip slides in and out of a frictionless sleeve, and may leave it.

    ẋ = x_t + (1 − σ) η̇/η x_σ        η the length that is out, σ = 1 − (l − s)/η
    T = ∫₀¹ ½ ρ |ẋ|² η dσ + ½ ρ (l − η) η̇²
    U = ∫₀¹ ½ a κ² η dσ ,   W = −∫₀¹ ρ g·x η dσ + ½ ρ g cos α (l − η)²

The sleeve pushes the rod out with ½ a κ², the square of the curvature at its mouth: the configurational force, which
nobody has to add, for it is contained in −∂V/∂η; less the weight along the sleeve that is equal at rest.
Gravity pulls the rod in where cos α < 0; at α = π/4, as the source prints, it pulls it out, and the rod is gone in
0.28 s.
Late times are a poor measure: that of the ejection changes by 8500 s per metre of η₀.  The source finds 2.71 s with
eight finite elements; refined, it is 4.640 s.
Source: Y. Vetyukov, A. Humer, Dancing rod problem in the context of Lagrangian mechanics, EURODYN 2023.
"""

from math import pi
from typing import Literal

from varmass.cases._rods import (
    at_end,
    at_rest,
    endings,
    refuse_other_rods,
    seen,
    stretching,
    strip,
    turning_measures,
    turns,
)
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.rod.resolution import unresolved
from varmass.rod.sliding import Rod, configurational_force, sliding_rod, tip


def case(
    h: float = 5e-4,
    alpha: float = 3 * pi / 4,
    eta0: float = 0.7,
    start: Literal["straight", "bent"] = "straight",
    element: str = "angle",
    n: int = 6,
    penalty: float = 1.0,
    damping: float = 0.0,
    length: float = 1.0,
    g: float = 9.8,
    end: float = 10.0,
) -> Case:
    """h: thickness of the strip of steel.  alpha: angle of gravity from the outward axis.  eta0: free length at first.

    start: at rest there, straight or bent by the weight.

    element: angle (nothing is stretched) or hermite (finite elements of the source, against a penalty).

    n: how finely, in coefficients or finite elements.  penalty: stiffness of hermite against stretching, over E h.

    damping: of the stretching of hermite, in N s.  length: of the rod.  g: gravity.

    end: duration, if the rod stays in its sleeve.

    Measures.  first_minimum: free length where it first turns.  first_minimum_time: when it does.
    shortest, longest: of the free lengths at the steps.  push_of_bending: of the sleeve, −∂V/∂η − ρ g l cos α.
    half_a_kappa_squared: the same at rest, from the curvature at the mouth.  tip_x, tip_y: where the tip is at the end.
    unresolved: estimate of what the mesh misses of the curvature, as a part of it.
    """
    refuse_other_rods(h, eta0, length, g, end)
    stretched = element == "hermite"
    _refuse_penalty(penalty, damping, stretched)
    rod = Rod(n, element, damped=stretched and damping > 0)
    (x, y), (by_energy, by_curvature) = tip(rod), configurational_force(rod)
    system = sliding_rod(rod)
    values = strip(h, alpha, length, g) | (stretching(h, penalty, damping) if stretched else {})
    return Case(
        system=system,
        values=values,
        start=at_rest(start, system, values, rod.kind.straight(n, eta0) | {"eta": eta0}),
        until=endings(end),
        events=turns(),
        measures={
            **turning_measures(eta0),
            "push_of_bending": lambda run: at_end(run, by_energy),
            "half_a_kappa_squared": lambda run: at_end(run, by_curvature),
            "tip_x": lambda run: at_end(run, x),
            "tip_y": lambda run: at_end(run, y),
            "unresolved": unresolved(rod),
        },
        **seen(rod),
    )


def _refuse_penalty(penalty: float, damping: float, stretched: bool) -> None:
    """They belong to an element that can be stretched."""
    if not (penalty > 0 and damping >= 0):
        raise ValueRefused(
            "the stiffness against stretching is positive, and its damping not negative",
            expected="penalty > 0, damping ≥ 0",
            got=f"penalty = {penalty:g}, damping = {damping:g}",
            hint="penalty=1, damping=0",
        )
    if not stretched and (penalty, damping) != (1.0, 0.0):
        raise ValueRefused(
            "the rod of this element is not stretched",
            expected="element='hermite' with penalty and damping",
            got="element='angle'",
            hint="element='hermite', n=32",
        )
