"""Coordinates, their rates, parameters and time: SymPy symbols that know their unit and meaning.

A motion is described in jet space: q, q̇ and q̈ are three separate symbols, y, y.dot and y.ddot.
"""

import keyword
import re
from typing import Any

import sympy as sp

from varmass.errors import ModelError
from varmass.model.calls import stated
from varmass.model.units import NONE, Dimension, parse
from varmass.shelf import closest

DECLARED = re.compile(r"\s*(\S+?)\s*(?:\[([^\]]*)\])?\s*(?::\s*(.*))?$")
RESERVED = {"t", "pi", "E", "dot", "ddot"}
ASSUMPTIONS = ("real", "finite", "positive", "negative", "nonnegative", "nonpositive", "nonzero")


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
    """q̇ or q̈ of the coordinate `of`; its unit follows from the coordinate's and from time's."""

    of: "Coordinate | None"

    def __new__(cls, name: str, unit: Dimension, meaning: str = "", of: Any = None, **assumptions: Any) -> "Rate":
        symbol = super().__new__(cls, name, unit, meaning, **assumptions)
        symbol.of = of
        return symbol

    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        given, assumptions = super().__getnewargs_ex__()
        return (*given, self.of), assumptions

    def _hashable_content(self) -> tuple[Any, ...]:
        return (*super()._hashable_content(), *([] if self.of is None else [self.of]))

    def _latex(self, printer: Any) -> str:
        name, _, dots = self.name.rpartition(".")
        return rf"\{dots}{{{printer._print(sp.Symbol(name))}}}"


class Coordinate(Quantity):
    """A generalised coordinate q, with q.dot and q.ddot."""

    @property
    def dot(self) -> Rate:
        return Rate(f"{self.name}.dot", self.unit, of=self)

    @property
    def ddot(self) -> Rate:
        return Rate(f"{self.name}.ddot", self.unit, of=self)


t = Time("t", NONE, "time")


@stated
def coordinate(name: str | sp.Basic, unit: str = "1", meaning: str = "", **assumptions: bool) -> Coordinate:
    """A generalised coordinate.  `name` may be a SymPy dynamicsymbol, which then stands for it."""
    text = str(name.func) if isinstance(name, sp.core.function.AppliedUndef) else str(name)
    return Coordinate(checked(text), parse(unit), meaning, **_real(text, assumptions))


@stated
def parameters(*declared: str, **assumptions: bool) -> tuple[Parameter, ...] | Parameter:
    """Parameters written as 'mu [kg/m]' or 'g [m/s^2]: gravity'; one alone is returned bare."""
    found = []
    for text in declared:
        match = DECLARED.match(text)
        name, unit, meaning = match.groups() if match else (text, None, None)
        found.append(Parameter(checked(name), parse(unit or "1"), meaning or "", **_real(name, assumptions)))
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


def _real(name: str, assumptions: dict[str, bool]) -> dict[str, bool]:
    """The assumptions about a quantity, which is real whatever else it is."""
    strange = [a for a in assumptions if a not in ASSUMPTIONS]
    try:
        sp.Symbol("any", **{**assumptions, "real": assumptions.get("real", True)})
        sound = assumptions.get("real", True) and assumptions.get("finite", True)
    except ValueError:
        sound = False
    if strange or not sound:
        raise ModelError(
            f"{name!r} cannot be as it is assumed to be",
            expected="a real quantity: " + ", ".join(f"{a}=True" for a in ASSUMPTIONS[2:]),
            got=", ".join(f"{a}={value}" for a, value in assumptions.items()),
            hint=f"{closest(strange[0], list(ASSUMPTIONS))}=True" if strange else "one assumption, or none",
        )
    return {"real": True, **assumptions}
