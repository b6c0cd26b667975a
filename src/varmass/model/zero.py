"""Is an expression identically zero?

proved     symbolically zero
verified   zero at random rational points, of both signs and several sizes: in exact arithmetic, with every
           function of a sum taken as an independent number and sin, cos as a rational point of the circle;
           else to 50 digits.  More points are taken where the expression has cases
refuted    not zero at a point: in exact arithmetic, which is final, or to 50 digits
unknown    zero at all points tried, but they are too few, or lie on one side of a condition

The points lie on both sides of every condition in the expression.
"""

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp

from varmass.model.digits import DIGITS, Digits, digits_at_hand
from varmass.model.points import Rationals, Unfit, drawn
from varmass.model.sides import Point, Sides
from varmass.model.sizes import longer, nodes, spread

POINTS, POINTS_OF_CASES, TRIES = 3, 16, 60
SMALL, EXPANDABLE, TERMS = 150, 1000, 5000
REFUTED = {
    "not exact": "not zero at a random rational point, in exact arithmetic",
    "not digits": f"not zero at a random point, to {DIGITS} digits",
}
CASES = (sp.Piecewise, sp.Abs, sp.sign, sp.Min, sp.Max)


@dataclass(frozen=True)
class Verdict:
    """A status, and the ground on which it stands."""

    status: str
    ground: str

    def __bool__(self) -> bool:
        return self.status in ("proved", "verified")

    def __str__(self) -> str:
        return f"{self.status} ({self.ground})"


PROVED = Verdict("proved", "symbolically zero")


def judge(*residuals: sp.Expr, prove: bool = True) -> Verdict:
    """The verdict on all residuals together; `prove=False` is content with the points, if they decide."""
    open_ = [e for e in residuals if e != 0]
    if not open_:
        return PROVED
    whole = sp.Tuple(*open_)
    found = verdict(whole, lambda at: all(at.vanishes(e) for e in open_))
    return PROVED if ((found and prove) or found.status == "unknown") and all(map(_proved, open_)) else found


def verdict(whole: sp.Basic, holds: Callable[[Rationals | Digits], bool]) -> Verdict:
    """The verdict on a statement about the values of `whole`, tested at random points."""
    sides = Sides(whole)
    wanted, grounds = POINTS_OF_CASES if sides.thresholds else POINTS, []
    for seed in range(TRIES):
        for point in sides.around(drawn(whole, seed), seed):
            ground = _ground(whole, holds, point, seed, sides)
            if ground in REFUTED:
                return Verdict("refuted", REFUTED[ground])
            grounds += [ground] if ground else []
        if len(grounds) >= wanted and sides.unmet() is None:
            break
    if len(grounds) < POINTS:
        return Verdict("unknown", f"it has a value at {len(grounds)} of {TRIES} random points")
    how = "in exact arithmetic" if set(grounds) == {"exact"} else f"to {DIGITS} digits"
    zero = f"zero {how} at {len(grounds)} random rational points"
    unmet = sides.unmet()
    return Verdict("verified", zero) if unmet is None else Verdict("unknown", f"{zero}, all on one side of {unmet} = 0")


def _ground(whole: sp.Basic, holds: Callable[[Rationals | Digits], bool], point: Point, seed: int, sides: Sides) -> str:
    """'exact', 'digits', or why not; '' where `whole` has no value.  What is exactly not zero stays so."""
    try:
        if not sides.thresholds or _algebraic(whole):
            at = Rationals(point, seed)
            found = holds(at)
            if found or at.decisive:
                sides.note(at)
                return "exact" if found else "not exact"
    except (Unfit, ZeroDivisionError):
        pass
    try:
        with digits_at_hand():
            near = Digits(point, seed)
            found = holds(near)
            sides.note(near)
            return "digits" if found else "not digits"
    except (Unfit, ZeroDivisionError):
        return ""


def _algebraic(whole: sp.Basic) -> bool:
    """Has it no function but cases?  The sign of a function cannot be drawn."""
    return not any(isinstance(e, sp.Function) and not isinstance(e, CASES) for e in nodes(whole))


def is_zero(e: sp.Expr) -> bool:
    """Is `e` zero, proved or verified?"""
    return bool(judge(e, prove=False))


def _proved(e: sp.Expr) -> bool:
    if longer(e, EXPANDABLE) or spread(e) > TERMS:
        return False
    if sp.expand(e).is_zero:
        return True
    return bool(not longer(e, SMALL) and sp.simplify(e) == 0)
