"""What an element is made of: fields on a mesh of σ, a quadrature, and integrals over the free part."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from varmass.model.functional import functional
from varmass.model.symbols import t
from varmass.rod.arrays import Matrix, Row, frozen
from varmass.rod.integral import Integral
from varmass.rod.kinetic import Field, Kinetic

Ends = tuple[tuple[sp.Symbol, Matrix], ...]


@dataclass(frozen=True)
class Mesh:
    """Coordinates and the fields that they make; `mouth` and `tip` have the fields at σ = 0 and at σ = 1.

    `gathers` leads from the points to where velocities are taken, the last of which is the tip; None where the
    velocity of a place is known from the fields there.
    """

    q: tuple[Any, ...]
    fields: tuple[Field, ...]
    mouth: Ends
    tip: Ends
    places: tuple[sp.Symbol, Row]
    weights: Row
    gathers: Matrix | None

    def integral(self, name: str, density: sp.Expr, like: sp.Expr, weights: Sequence[float] | None = None) -> sp.Expr:
        """∫₀¹ e dσ, or with other weights at the points."""
        return self._over(name, self._along, self.places, weights or self.weights, density, like)

    def twice(self, name: str, density: sp.Expr, like: sp.Expr) -> sp.Expr:
        """∫₀¹ ∫₀^σ e dσ′ dσ."""
        return self.integral(name, density, like, tuple(np.array(self.weights) @ np.array(self.gathers)[:-1]))

    def at_mouth(self, name: str, density: sp.Expr, like: sp.Expr) -> sp.Expr:
        """e at σ = 0."""
        return self._over(name, self.mouth, (self.places[0], (0.0,)), (1.0,), density, like)

    def at_tip(self, name: str, density: sp.Expr, like: sp.Expr) -> sp.Expr:
        """e at σ = 1."""
        return self._over(name, self.tip, (self.places[0], (1.0,)), (1.0,), density, like)

    def moving(self, name: str, density: sp.Expr, like: sp.Expr, free: Iterable[Any]) -> sp.Expr:
        """∫₀¹ e dσ of fields and their rates."""
        return self._over(name, self._along, self.places, self.weights, density, like, tuple(free))

    def speeds(
        self, name: str, h: tuple[sp.Expr, ...], c: tuple[sp.Expr, ...], masses: Any, free: Any, like: Any
    ) -> sp.Expr:
        """Σ ½ μ |v|², `masses` being μ along the rod and at the tip; v = c + h, or h gathered along the rod."""
        along, at_tip = masses
        if self.gathers is None:
            tip = self.places[0], (1.0,)
            square = sp.Add(*((x + y) ** 2 for x, y in zip(h, c, strict=True))) / 2
            found = [] if along == 0 else [self.moving(name, along * square, like, free)]
            ends = (self.tip, tip, (1.0,), at_tip * square, like, free)
            return sp.Add(*found, *([] if at_tip == 0 else [self._over(f"{name} at the tip", *ends)]))
        of_points = [0.0] * len(self.weights)
        weighed = ((along, (*self.weights, 0.0)), (at_tip, (*of_points, 1.0)))
        kept = tuple((μ, w) for μ, w in weighed if μ != 0)
        own = {f for field in self.fields for f in (field.value, field.rate)} | {self.places[0], t}
        own |= {s for x in free for s in (x, x.dot)}
        met = {s for e in (*h, *c, *(μ for μ, _ in kept)) for s in e.free_symbols} - own
        others = tuple(sorted(met, key=str))
        return functional(Kinetic(name, self.q, free, others, self.fields, self.places, self.gathers, h, c, kept, like))

    @property
    def _along(self) -> Ends:
        return tuple((f.value, f.matrix) for f in self.fields)

    def _over(
        self,
        name: str,
        matrices: Ends,
        places: tuple[sp.Symbol, Row],
        weights: Sequence[float],
        density: sp.Expr,
        like: sp.Expr,
        free: tuple[Any, ...] = (),
    ) -> sp.Expr:
        """Of e; where `free` is said, e is one of rates too, of the fields and of these other coordinates."""
        rates = {f.value: f.rate for f in self.fields} if free or density.has(*self._rates) else {}
        met = [(f, matrix) for f, matrix in matrices if {f, rates.get(f)} & density.free_symbols]
        pairs = [(f, rates[f]) for f, _ in met if rates] + [(x, x.dot) for x in free]
        q, fields = (self.q, tuple(met)) if not rates else _with_rates(self.q, met, rates)
        own = {s for f, _ in met for s in (f, rates.get(f))} | {places[0]}
        others = density.free_symbols - own | {s for x in free for s in (x, x.dot)}
        ordered = tuple(sorted(others, key=str))
        return functional(
            Integral(name, q, fields, ordered, places, tuple(map(float, weights)), density, like, tuple(pairs))
        )

    @property
    def _rates(self) -> tuple[sp.Symbol, ...]:
        return tuple(f.rate for f in self.fields)


def _with_rates(
    q: tuple[Any, ...], met: list[tuple[sp.Symbol, Matrix]], rates: Mapping[sp.Symbol, sp.Symbol]
) -> tuple[tuple[Any, ...], Ends]:
    """Coordinates and speeds, and the fields with their rates on both."""
    found: list[tuple[sp.Symbol, Matrix]] = []
    for f, matrix in met:
        Φ = np.array(matrix)
        found += [(f, frozen(np.hstack([Φ, 0 * Φ]))), (rates[f], frozen(np.hstack([0 * Φ, Φ])))]
    return (*q, *(x.dot for x in q)), tuple(found)
