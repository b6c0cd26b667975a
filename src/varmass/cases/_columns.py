"""Columns of water over an open mouth: its closures, and the orbits that follow from them.

    (1 + η) η̈ + c η̇² + η = 0 ,   ½ (1 + η)^2c η̇² + U = const ,   U = ∫ (1 + η)^(2c − 1) η dη

in units of the draught and of the time in which calm water swings by one radian.
"""

from typing import Any

import numpy as np
import sympy as sp

from varmass.cases._along import nearest

# closure → c while water flows in, and while it flows out
WAYS = {
    "lossless": (sp.Rational(1, 2), sp.Rational(1, 2)),
    "jet": (sp.S.Zero, sp.S.Zero),
    "sharp": (sp.S.One, sp.S.One),
    "switching": (sp.S.One, sp.S.Zero),
}


def head(closure: str, v: Any, loss: Any = sp.S.Zero) -> Any:
    """−p_D/ρ = c v² at a mouth that water enters with v; a coefficient of loss adds ½ loss |v| v."""
    inwards, outwards = WAYS[closure]
    inwards, outwards = inwards + loss / 2, outwards - loss / 2
    return inwards * v**2 if inwards == outwards else sp.Piecewise((inwards * v**2, v > 0), (outwards * v**2, True))


def orbit(c: float, turn: float, η: Any, v: Any) -> Any:
    """The points nearest to (η, η̇) on the orbit that turns at `turn`."""
    s = 1 + η
    excess = s ** (2 * c) * v**2 / 2 + _U(c, η) - _U(c, turn)
    return nearest(η, v, excess, s ** (2 * c - 1) * (c * v**2 + η), s ** (2 * c) * v)


def _U(c: float, η: Any) -> Any:
    """From calm water."""
    if c == 0:
        return η - np.log1p(η)
    return η**2 / 2 if c < 1 else η**2 / 2 + η**3 / 3
