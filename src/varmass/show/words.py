"""Names, units and numbers as a reader meets them."""

import math
from typing import Any

from varmass.derive.writing import typeset
from varmass.model.dimensions import dimension
from varmass.model.units import Dimension

RAISED = str.maketrans("-0123456789/", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹ᐟ")


def unit(dim: Dimension | None) -> str:
    """'m s⁻²'; nothing for a pure number."""
    if dim is None or not dim.exponents:
        return ""
    factors = (text.partition("^") for text in str(dim).split())
    return " ".join(base + power.translate(RAISED) for base, _, power in factors)


def unit_of(symbol: Any, system: Any) -> str:
    """The unit of a coordinate, a speed or a parameter of the system."""
    return unit(dimension(symbol, system.time))


def letter(symbol: Any) -> str:
    """A symbol as a formula in running text; the dots stand on the letter and not on its index."""
    return f"${typeset(symbol)}$"


def number(x: float | None, digits: int = 7) -> str:
    """A number with a true minus sign; a dash for one that does not exist."""
    if x is None or not math.isfinite(x):
        return "–"
    return f"{x:.{digits}g}".replace("-", "−")
