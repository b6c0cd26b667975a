"""Is an expression identically zero?

proved     symbolically zero
verified   zero at random rational points, of both signs and several sizes: in exact arithmetic, with every
           function of a sum taken as an independent number and sin, cos as a rational point of the circle;
           else to 50 digits.  More points are taken where the expression has cases
refuted    not zero at a point, to 50 digits
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

import sympy as sp

from varmass.model.points import DIGITS, Digits, Rationals, Unfit, digits_at_hand

POINTS, POINTS_OF_CASES, TRIES = 3, 16, 60
SMALL, EXPANDABLE = 150, 1000
CASES = (sp.Piecewise, sp.Abs, sp.sign, sp.Min, sp.Max)


@dataclass(frozen=True)
class Verdict:
    """A status, and the ground on which it stands."""

    status: str
    ground: str

    def __bool__(self) -> bool:
        return self.status != "refuted"

    def __str__(self) -> str:
        return f"{self.status} ({self.ground})"


PROVED = Verdict("proved", "symbolically zero")


def judge(*residuals: sp.Expr, prove: bool = True) -> Verdict:
    """The verdict on all residuals together; `prove=False` goes straight to the points."""
    open_ = [e for e in residuals if e != 0]
    if not open_:
        return PROVED
    whole = sp.Tuple(*open_)
    found = verdict(whole, lambda at: all(at.vanishes(e) for e in open_))
    return PROVED if found and prove and all(map(_proved, open_)) else found


def verdict(whole: sp.Basic, holds: Callable[[Rationals | Digits], bool]) -> Verdict:
    """The verdict on a statement about the values of `whole`, tested at random points."""
    wanted = POINTS_OF_CASES if whole.has(*CASES) or any(map(_is_root, whole.atoms(sp.Pow))) else POINTS
    grounds = list(islice(_grounds(whole, holds), wanted))
    if False in grounds or not grounds:
        why = f"not zero at a random point, to {DIGITS} digits" if grounds else "it has no value at any point tried"
        return Verdict("refuted", why)
    how = "in exact arithmetic" if set(grounds) == {"exact"} else f"to {DIGITS} digits"
    return Verdict("verified", f"zero {how} at {len(grounds)} random rational points")


def _grounds(whole: sp.Basic, holds: Callable[[Rationals | Digits], bool]) -> Iterator[str | bool]:
    """At one point after another: 'exact', 'digits', or False; points where `whole` has no value are passed over."""
    exact = not (whole.has(*CASES) and whole.atoms(sp.Function) - whole.atoms(*CASES))
    for seed in range(TRIES):
        try:
            if exact and holds(Rationals(whole, seed)):
                yield "exact"
                continue
        except (Unfit, ZeroDivisionError):
            pass
        try:
            with digits_at_hand():
                yield "digits" if holds(Digits(whole, seed)) else False
        except (Unfit, ZeroDivisionError):
            continue


def _is_root(power: sp.Pow) -> bool:
    """Is it an even root of more than a symbol, which has a sign to choose?"""
    return bool(power.exp.is_Rational and power.exp.q % 2 == 0 and not power.base.is_Symbol)


def longer(e: sp.Expr, size: int) -> bool:
    """Has the tree of `e` more nodes than `size`?  Looks no further than it needs to."""
    return next(islice(sp.preorder_traversal(e), size, None), None) is not None


def is_zero(e: sp.Expr) -> bool:
    """Is `e` zero, proved or verified?"""
    return bool(judge(e, prove=False))


def _proved(e: sp.Expr) -> bool:
    if longer(e, EXPANDABLE):
        return False
    if sp.expand(e).is_zero:
        return True
    return bool(not longer(e, SMALL) and sp.simplify(e) == 0)
