"""Quantities affine in the accelerations, a = a₀ + Σ a_l q̈_l: all that an equation of motion is made of.

Rates of masses and of momenta contain q̈; carrying its coefficients along makes M and r of M q̈ = r exact by
construction, with nothing to extract afterwards.  Structural zeros are the number 0, in every algebra.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Affine:
    """free + Σ along[l] q̈_l; coefficients that are zero are left out."""

    free: Any
    along: tuple[tuple[int, Any], ...] = ()

    def __add__(self, other: Any) -> "Affine":
        other = affine(other)
        slopes = dict(self.along)
        for l, a in other.along:
            slopes[l] = total((slopes.get(l, 0), a))
        return Affine(total((self.free, other.free)), tuple(sorted(slopes.items())))

    __radd__ = __add__

    def __mul__(self, k: Any) -> "Affine":
        if isinstance(k, Affine):
            raise TypeError("a product of two quantities that contain accelerations is not affine in them")
        return Affine(times(self.free, k), () if nil(k) else tuple((l, a * k) for l, a in self.along))

    __rmul__ = __mul__

    def __truediv__(self, k: Any) -> "Affine":
        return Affine(0 if nil(self.free) else self.free / k, tuple((l, a / k) for l, a in self.along))

    def __neg__(self) -> "Affine":
        return self * -1

    def __sub__(self, other: Any) -> "Affine":
        negative: Affine = affine(other) * -1
        found: Affine = self + negative
        return found

    def __rsub__(self, other: Any) -> "Affine":
        return (-self).__add__(other)

    def at(self, accelerations: Any) -> Any:
        """The value for given accelerations."""
        return total((self.free, *(times(a, accelerations[l]) for l, a in self.along)))


def affine(x: Any) -> Affine:
    """`x` itself, or an ordinary quantity as one that contains no acceleration."""
    return x if isinstance(x, Affine) else Affine(x)


def nil(x: Any) -> bool:
    """Is `x` the structural zero?"""
    return isinstance(x, int) and x == 0


def total(xs: Iterable[Any]) -> Any:
    """Σ x, without the structural zeros."""
    kept = [x for x in xs if not nil(x)]
    found: Any = kept[0] if kept else 0
    for x in kept[1:]:
        found = found + x
    return found


def times(x: Any, y: Any) -> Any:
    """x y."""
    return 0 if nil(x) or nil(y) else x * y


def half(x: Any) -> Any:
    """x / 2."""
    return 0 if nil(x) else x / 2


def dot(a: Iterable[Any], b: Iterable[Any]) -> Any:
    """a · b; one of the two may contain accelerations."""
    return total(times(x, y) for x, y in zip(a, b, strict=True))


def minus(a: Iterable[Any], b: Iterable[Any]) -> tuple[Any, ...]:
    """a − b."""
    return tuple(total((x, times(-1, y))) for x, y in zip(a, b, strict=True))


def scaled(k: Any, a: Iterable[Any]) -> tuple[Any, ...]:
    """k a."""
    return tuple(times(k, x) for x in a)
