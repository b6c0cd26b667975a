"""Coordinates, their rates, parameters and time: SymPy symbols that know their unit and meaning.

A motion is described in jet space: q, q̇ and q̈ are three separate symbols, y, y.dot and y.ddot.
"""

import keyword
import re
from typing import Any

import sympy as sp

from varmass.errors import ModelError
from varmass.model.units import NONE, Dimension, parse

DECLARED = re.compile(r"\s*(\S+?)\s*(?:\[([^\]]*)\])?\s*(?::\s*(.*))?$")
RESERVED = {"t", "pi", "E", "dot", "ddot"}


class Quantity(sp.Symbol):
    """A symbol with a unit and a meaning; two of one name but of different units are different."""

    unit: Dimension
    meaning: str

    def __new__(cls, name: str, unit: Dimension, meaning: str = "", **assumptions: Any) -> "Quantity":
        symbol = sp.Symbol.__xnew__(cls, name, **(assumptions or {"real": True}))
        symbol.unit, symbol.meaning = unit, meaning
        return symbol  # type: ignore[no-any-return]

    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (self.name, self.unit, self.meaning), dict(self._assumptions_orig)

    @classmethod
    def class_key(cls) -> tuple[int, int, str]:
        """Printed in alphabetical order, whatever the kind."""
        return 2, 0, "Symbol"

    def _hashable_content(self) -> tuple[Any, ...]:
        return (*super()._hashable_content(), str(self.unit))


class Parameter(Quantity):
    """A constant of the system, given a number at each run."""


class Time(Quantity):
    """The independent variable; its unit is that of the system it is used in."""


class Rate(Quantity):
    """q̇ or q̈ of a coordinate; its unit follows from the coordinate's and from time's."""

    def _latex(self, printer: Any) -> str:
        name, _, dots = self.name.rpartition(".")
        return rf"\{dots}{{{printer._print(sp.Symbol(name))}}}"


class Coordinate(Quantity):
    """A generalised coordinate q, with q.dot and q.ddot."""

    @property
    def dot(self) -> Rate:
        return Rate(f"{self.name}.dot", self.unit)

    @property
    def ddot(self) -> Rate:
        return Rate(f"{self.name}.ddot", self.unit)


t = Time("t", NONE, "time")


def coordinate(name: str | sp.Basic, unit: str = "1", meaning: str = "", **assumptions: bool) -> Coordinate:
    """A generalised coordinate.  `name` may be a SymPy dynamicsymbol, which then stands for it."""
    text = str(name.func) if isinstance(name, sp.core.function.AppliedUndef) else str(name)
    return Coordinate(checked(text), parse(unit), meaning, **assumptions)


def parameters(*declared: str, **assumptions: bool) -> tuple[Parameter, ...] | Parameter:
    """Parameters written as 'mu [kg/m]' or 'g [m/s^2]: gravity'; one alone is returned bare."""
    found = []
    for text in declared:
        match = DECLARED.match(text)
        name, unit, meaning = match.groups() if match else (text, None, None)
        found.append(Parameter(checked(name), parse(unit or "1"), meaning or "", **assumptions))
    return tuple(found) if len(found) != 1 else found[0]


def checked(name: str) -> str:
    """`name`, if it can be typed as a name in an expression and on the command line."""
    if name.isidentifier() and not keyword.iskeyword(name) and name not in RESERVED:
        return name
    raise ModelError(
        f"{name!r} cannot name a quantity",
        expected="letters, digits and _, not beginning with a digit, and none of " + ", ".join(sorted(RESERVED)),
        got=repr(name),
        hint=(re.sub(r"\W+", "_", name).strip("_") or "q") + "_",
    )
