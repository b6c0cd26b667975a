"""A mass, a place or an energy that jumps is refused: at a jump dm/dt is infinite, and no stream passes mass at once.

On both sides of every threshold of the expression its values are compared to many digits, at random points.  Where a
threshold is a polynomial of t, of a coordinate or of a speed its roots are exact; else they are found by bisection.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import sympy as sp

from varmass.errors import ModelError
from varmass.model.digits import Digits, digits_at_hand
from varmass.model.parts import Energies, Particle, Volume
from varmass.model.points import Unfit, drawn
from varmass.model.sides import Point, roots, thresholds
from varmass.model.symbols import Coordinate, Rate, Time

SEEDS, GRID, HALVINGS = 8, 40, 90
BESIDE = Fraction(1, 10**25)  # of a root: where the values of both sides are taken
NEAR_BY = Fraction(1, 7)  # where the size of the expression is seen, which may vanish at the root
ALIKE = 1e-6  # of that size: more than a root or a kink makes of so small a distance
STAIRS = (sp.floor, sp.ceiling, sp.frac, sp.Mod)


def continuous(body: Particle | Volume | Energies, system: Any) -> None:
    """No jump in what is stated of a body."""
    for role, e in _stated(body):
        where = jump(e)
        if where:
            raise ModelError(
                f"{role} of {body.name!r} jumps",
                expected="a continuous function: at a jump it has no rate, and no stream passes mass at once",
                got=f"{e}, which jumps where {where}",
                hint="Phases with a Switch: a Separation or a Capture says with what velocity mass goes or comes",
            )


def _stated(body: Any) -> Iterator[tuple[str, sp.Expr]]:
    for role, e in (("the mass", getattr(body, "mass", None)), ("the kinetic energy", getattr(body, "kinetic", None))):
        if e is not None:
            yield role, e
    yield from (("the position", x) for x in getattr(body, "position", None) or ())
    yield from ((f"the mass of the stream {s.name!r}", s.mass) for s in getattr(body, "streams", ()) if s.mass)


def jump(e: sp.Expr) -> str:
    """Where `e` jumps as the motion goes on, in words; '' if it was not seen to."""
    stairs = [x for x in e.atoms(*STAIRS) if _moving(x)]
    if stairs:
        return f"{stairs[0]} does"
    whole = e.replace(sp.Heaviside, lambda x, *_: sp.Piecewise((0, x < 0), (1, True)))
    for h in thresholds(whole)[0]:
        for s in sorted(_moving(h), key=str):
            if any(_jumps(whole, h, s, drawn(sp.Tuple(whole, h), seed), seed) for seed in range(SEEDS)):
                return f"{h} = 0"
    return ""


def _moving(e: sp.Basic) -> set[sp.Symbol]:
    return {s for s in e.free_symbols if isinstance(s, Coordinate | Rate | Time)}


def _jumps(e: sp.Expr, h: sp.Expr, s: sp.Symbol, point: Point, seed: int) -> bool:
    where = roots(h, s, point) if h.is_rational_function(s) else _bisected(h, s, point, seed)
    for a, b in where:
        sides = [_value(e, {**point, s: x}, seed) for x in (a - BESIDE, b + BESIDE)]
        if None in sides or (s.is_positive and a <= 0):
            continue
        left, right = sides
        around = [_value(e, {**point, s: x}, seed) for x in (a - NEAR_BY, b + NEAR_BY)]
        if abs(left - right) > ALIKE * max(abs(v) for v in (*sides, *around) if v is not None):
            return True
    return False


def _bisected(h: sp.Expr, s: sp.Symbol, point: Point, seed: int) -> list[tuple[Fraction, Fraction]]:
    """Narrow intervals in which a threshold changes its sign."""
    found = []
    grid = [Fraction(k, 7) for k in range(-GRID, GRID + 1)]
    signs = {x: _side(h, s, x, point, seed) for x in grid}
    for a, b in pairwise(grid):
        before = signs[a]
        if before * signs[b] < 0:
            for _ in range(HALVINGS):
                middle = (a + b) / 2
                a, b = (middle, b) if _side(h, s, middle, point, seed) == before else (a, middle)
            found.append((a, b))
    return found


def _side(h: sp.Expr, s: sp.Symbol, x: Fraction, point: Point, seed: int) -> int:
    found = _value(h, {**point, s: x}, seed)
    return 0 if found is None else int((found > 0) - (found < 0))


def _value(e: sp.Expr, point: Point, seed: int) -> Any:
    """The value of `e`, to many digits; None where it has none."""
    try:
        with digits_at_hand():
            return Digits(point, seed).value(e).v
    except (Unfit, ZeroDivisionError):
        return None
