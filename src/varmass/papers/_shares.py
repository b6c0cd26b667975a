"""The coefficient of the squared speed, by which the equations that are called erroneous differ from the right ones."""

import sympy as sp

from varmass.papers._items import CONTRADICTED, MISSED, REPRODUCED, Number


def share(equation: sp.Expr, speed: sp.Expr, acceleration: sp.Expr, unit: sp.Expr) -> float:
    """The coefficient of `unit` times the speed squared in an equation that is scaled to the acceleration."""
    scaled = sp.expand(equation).coeff(speed, 2) / equation.diff(acceleration)
    return float(sp.simplify(scaled / unit))


def exactly(what: str, printed: str, value: sp.Expr, found: float, remark: str = "") -> Number:
    """A coefficient that is printed as a formula."""
    same = abs(found - float(value)) < 1e-12
    return Number(what, printed, found, REPRODUCED if same else MISSED, remark)


def announced(what: str, printed: str, premises: sp.Expr, value: sp.Expr, found: float, remark: str) -> Number:
    """A coefficient that is said to follow: if the source's own premises give another one, it contradicts itself.

    `value` is that of what is printed, `premises` that of what should follow, which has to be what is found.
    """
    follows = exactly(what, printed, premises, found, remark)
    if follows.verdict == MISSED or abs(found - float(value)) < 1e-12:
        return follows
    return Number(what, printed, found, CONTRADICTED, remark)
