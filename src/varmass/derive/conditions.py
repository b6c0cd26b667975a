"""What is hit or latches at a jump: the rate of its gap g before, and after in the speeds of the next phase.

    ġ⁻ = ∂g/∂q⁻ q̇⁻ + ∂g/∂t ,      ġ⁺ = A q̇⁺ + b

A gap in coordinates that go on has A = ∂g/∂q and b = ∂g/∂t.  One in coordinates that only the next phase has comes from
before by the map, g(χ(q⁻, t), t).  One in coordinates that the next phase lacks is followed through the bodies, whose
velocities both phases know, each in its own coordinates: z are the rates of the old coordinates after the jump, and

    J⁻ z + ∂P⁻/∂t = J⁺ q̇⁺ + ∂P⁺/∂t ,      ġ⁺ = ∂g/∂q⁻ z + ∂g/∂t
"""

from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass.derive.tidy import tidy
from varmass.errors import PrincipleDoesNotApply
from varmass.model.foreign import translate
from varmass.model.jumps import Impact
from varmass.model.symbols import Coordinate, t
from varmass.model.zero import is_zero


@dataclass(frozen=True)
class Gap:
    """g and ġ⁻ in q⁻, q̇⁻ and t; A and b; the restitution e of what hits, 0 of what latches.

    `blind` is an impact at an event that does not look at the coordinates of its gap, so that the gap may open.
    """

    name: str
    blind: bool
    value: sp.Expr
    approach: sp.Expr
    A: tuple[sp.Expr, ...]
    b: sp.Expr
    restitution: sp.Expr

    @property
    def rebound(self) -> sp.Expr:
        """What A q̇⁺ is equal to: −e ġ⁻ − b."""
        return -self.restitution * self.approach - self.b

    @property
    def holds_by_itself(self) -> bool:
        """Does the next phase keep ġ⁺ whatever its speeds are?"""
        return not any(self.A)


def gap(part: Any, jump: Any) -> Gap:
    """The gap of an impact or a latch of this jump."""
    old, new = jump.before.q, jump.after.q
    met = [s for s in part.gap.free_symbols if isinstance(s, Coordinate)]
    stays = dict(zip(new, jump.places, strict=True))
    foreign = [q for q in met if q not in old]
    lost = [q for q in met if stays.get(q) != q and q not in foreign]
    if foreign and lost:
        raise _unclear(part, f"{lost[0]} before the jump, and {foreign[0]} after it")
    g = part.gap.xreplace({q: stays[q] for q in foreign})
    if any(u in g.free_symbols for u in jump.before.u):
        raise _unclear(part, f"a map that depends on {next(u for u in jump.before.u if u in g.free_symbols)}")
    approach = g.diff(t) + sum((g.diff(q) * q.dot for q in old), sp.S.Zero)
    if lost:
        A, b = _followed(part, jump)
    else:
        A, b = (tuple(part.gap.diff(q).xreplace(stays) for q in new), part.gap.diff(t).xreplace(stays))
    seen = translate(jump.switch.event.expression, old, jump.before.parameters).free_symbols
    blind = isinstance(part, Impact) and not any(q in seen and q in g.free_symbols for q in old)
    found = Gap(part.name, blind, g, approach, A, b, part.restitution)
    if found.holds_by_itself and not is_zero(found.rebound):
        raise PrincipleDoesNotApply(
            f"the next phase does not let {part.name!r} happen",
            expected="coordinates after the jump in which the gap can change",
            got=f"a gap whose rate is {tidy(b)} whatever the speeds of " + ", ".join(map(str, new)),
            hint="vm.Latch(…), or a phase in which the gap is free",
        )
    return found


def _followed(part: Any, jump: Any) -> tuple[tuple[sp.Expr, ...], sp.Expr]:
    """A and b of a gap whose coordinates the next phase does not have."""
    both = [b for b in jump.bodies if jump.old(b.name) is not None]
    before = sp.Matrix([[J[x] for J in jump.old(b.name).J] for b in both for x in range(len(b.drift))])
    after = sp.Matrix([[J[x] for J in b.J] for b in both for x in range(len(b.drift))])
    drift = sp.Matrix([b.drift[x] - jump.old(b.name).drift[x] for b in both for x in range(len(b.drift))])
    square = before.T * before
    if not both or is_zero(square.det()):
        raise _unclear(part, "bodies that do not say how its coordinates move")
    z, z0 = (square.LUsolve(before.T * side).applyfunc(tidy) for side in (after, drift))
    if not all(map(is_zero, (*(before * z - after), *(before * z0 - drift)))):
        raise _unclear(part, "bodies whose motion its coordinates cannot describe")
    g = sp.Matrix([[part.gap.diff(q) for q in jump.before.q]])
    A = tuple(sp.S.Zero if is_zero(a) else tidy(a) for a in g * z)
    return A, tidy((g * z0)[0] + part.gap.diff(t))


def _unclear(part: Any, why: str) -> PrincipleDoesNotApply:
    return PrincipleDoesNotApply(
        f"the gap of {part.name!r} cannot be said in the coordinates of the next phase",
        expected="coordinates of one of the two phases, which the map or the bodies carry into the other",
        got=f"{part.gap}, with {why}",
        hint="state the gap in coordinates that both phases have, or in those of the next, with a map of places alone",
    )
