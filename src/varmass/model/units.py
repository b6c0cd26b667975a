"""Units are coherent SI, so that numbers may be used as they stand; a dimension is their exponents."""

import re
from dataclasses import dataclass
from fractions import Fraction

from varmass.errors import ModelError

BASE = ("kg", "m", "s", "A", "K", "mol", "cd")
DERIVED = {
    "1": "",
    "rad": "",
    "sr": "",
    "Hz": "1/s",
    "N": "kg m/s^2",
    "J": "kg m^2/s^2",
    "W": "kg m^2/s^3",
    "Pa": "kg/m/s^2",
    "C": "A s",
    "V": "kg m^2/s^3/A",
}
OPERATORS = ("*", "·", "/")
TOKEN = re.compile(r"[*·/]|[^\s*·/]+(?:/\d+\))?")
FACTOR = re.compile(r"([A-Za-z]+|1)(?:\^?\(?(-?\d{1,2}(?:/[1-9]\d?)?)\)?)?$")


@dataclass(frozen=True)
class Dimension:
    """Exponents of the base units; multiplied, divided and raised like the quantity itself."""

    exponents: tuple[tuple[str, Fraction], ...] = ()

    def __mul__(self, other: "Dimension") -> "Dimension":
        total = dict(self.exponents)
        for base, n in other.exponents:
            total[base] = total.get(base, Fraction(0)) + n
        return Dimension(tuple(sorted((b, n) for b, n in total.items() if n)))

    def __pow__(self, n: Fraction | int) -> "Dimension":
        return Dimension(tuple((b, e * n) for b, e in self.exponents if n))

    def __truediv__(self, other: "Dimension") -> "Dimension":
        return self * other**-1

    def __str__(self) -> str:
        if not self.exponents:
            return "1"
        order = sorted(self.exponents, key=lambda be: (be[1] < 0, BASE.index(be[0])))
        return " ".join(b if n == 1 else f"{b}^{n}" for b, n in order)


NONE = Dimension()


def parse(text: str) -> Dimension:
    """The dimension of a unit such as 'kg/m', 'm/s^2', 'N m', 'rad' or '1'."""
    total = NONE
    tokens = TOKEN.findall(text.replace("**", "^"))
    for before, token, after in zip(["*", *tokens], tokens, [*tokens[1:], "*"], strict=False):
        if token not in OPERATORS:
            total = total * _factor(token, text) ** (-1 if before == "/" else 1)
        elif before in OPERATORS or after in OPERATORS:
            raise _unknown(text, f"{token!r} without a unit on both sides")
    return total


def _factor(token: str, text: str) -> Dimension:
    match = FACTOR.match(token)
    if match and match[1] in BASE:
        return Dimension(((match[1], Fraction(1)),)) ** Fraction(match[2] or 1)
    if match and match[1] in DERIVED:
        return parse(DERIVED[match[1]]) ** Fraction(match[2] or 1)
    raise _unknown(text, repr(token))


def _unknown(text: str, got: str) -> ModelError:
    return ModelError(
        f"{text!r} is not a unit known here",
        expected="coherent SI units, with exponents up to 99: " + ", ".join((*BASE, *DERIVED)),
        got=got,
        hint="'kg/m', 'm/s^2', 'N m', or '1' for a pure number; convert kilometres, tonnes and degrees",
    )
