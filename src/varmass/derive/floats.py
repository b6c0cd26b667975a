"""Floating-point numbers in somebody else's equation, read as the exact numbers that were meant."""

from fractions import Fraction

import sympy as sp

BITS = 53  # of a floating-point number, unless it says otherwise
ROUNDED = range(15, 18)  # digits of such a number where a machine has cut it off
SIMPLE = 1000  # the largest denominator that is looked for
PLACES = 40


def exact(residuals: list[sp.Expr]) -> tuple[list[sp.Expr], list[str]]:
    """The residuals without floating-point numbers, and what has to be said about it."""
    table: dict[sp.Expr, sp.Expr] = {}
    said = []
    for n in sorted(set().union(*(e.atoms(sp.Float, sp.Rational) for e in residuals)), key=str):
        bits = n._prec if n.is_Float else BITS
        stated = Fraction(repr(float(n)) if bits <= BITS else str(n)) if n.is_Float else Fraction(int(n.p), int(n.q))
        places = next((k for k in range(PLACES) if 10**k % stated.denominator == 0), 0)
        near = stated
        if bits > BITS or (places and len(str(abs(stated.numerator) * 10**places // stated.denominator)) in ROUNDED):
            near = stated.limit_denominator(SIMPLE)
            last = Fraction(1, 10**places) if places else 0
            near = near if abs(near - stated) <= max(last, abs(stated) / 2 ** (bits - 2)) else stated
            said += [_remark(stated, near)] if near != stated or bits <= BITS else []
        table[n] = sp.Rational(near.numerator, near.denominator)
    return [e.xreplace(table) for e in residuals], said


def _remark(stated: Fraction, near: Fraction) -> str:
    if near == stated:
        return f"{float(stated)!r} looks rounded, and was read as it stands: write an exact number"
    return f"{float(stated)!r} was taken for {near}"
