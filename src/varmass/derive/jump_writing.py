"""The laws of jumps as text, LaTeX and JSON: the balances that give the new speeds, and what follows from them.

    M q̇⁺ = p + Aᵀ Λ ,      A q̇⁺ = −e ġ⁻ − b

What is after the jump has the mark ⁺.  Where the event says what t, a coordinate or a speed is, that is put in.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass.derive.equations_writing import aligned, block, rows
from varmass.derive.jumps import Jump
from varmass.derive.tidy import short, tidy
from varmass.derive.writing import plain, typeset
from varmass.errors import PrincipleDoesNotApply
from varmass.model.foreign import translate
from varmass.model.phases import Phases
from varmass.model.sizes import longer
from varmass.model.symbols import t

SOLVABLE = 400  # nodes of all that is solved


class Marked(sp.Symbol):  # type: ignore[misc]
    """A symbol that knows its LaTeX."""

    tex: str

    def __new__(cls, name: str, tex: str) -> "Marked":
        symbol = sp.Symbol.__xnew__(cls, name, real=True)
        symbol.tex = tex
        return symbol  # type: ignore[no-any-return]

    @classmethod
    def class_key(cls) -> tuple[int, int, str]:
        """Printed in alphabetical order among all symbols."""
        return 2, 0, "Symbol"

    def _latex(self, printer: Any) -> str:
        return self.tex


@dataclass(frozen=True)
class JumpLaw:
    """One switch: what its event says, its balances and conditions, and new places, new speeds and Λ that follow."""

    event: str
    before: str
    after: str
    happens: tuple[str, ...]
    where: tuple[sp.Equality, ...]
    balances: tuple[sp.Equality, ...]
    solved: tuple[sp.Equality, ...]
    refused: str

    @property
    def title(self) -> str:
        """At which event, between which phases, and what happens."""
        what = f" ({', '.join(self.happens)})" if self.happens else ""
        return f"{self.event}: {self.before} → {self.after}{what}"


def jump_laws(phases: Phases, phase: str | None = None) -> tuple[JumpLaw, ...]:
    """The laws of all switches, or of those that end one phase."""
    return tuple(
        _law(Jump(p.system, phases.phase(s.to).system, s), p.name)
        for p in phases.phases
        for s in p.switches
        if phase in (None, p.name)
    )


def _law(jump: Jump, before: str) -> JumpLaw:
    q, u = jump.after.q, jump.after.u
    mark = {s: Marked(f"{s.name}⁺", f"{typeset(s)}^{{+}}") for s in (*q, *u)}
    at = _told(jump)
    now = at | {new: mark[s] for new, s in zip(jump.speeds, u, strict=True)}
    solved = [_equal(mark[s], place.xreplace(at)) for s, place in zip(q, jump.places, strict=True) if s != place]
    balances: list[sp.Equality] = []
    refused = ""
    try:
        if jump.carries_over:
            solved += [_equal(mark[s], s.xreplace(at)) for s in u]
        else:
            forces = {Λ: Marked(Λ.name, rf"\Lambda_{{\text{{{Λ.name[2:]}}}}}") for Λ in jump.impulses}
            now |= forces
            balances = [_equal(_sum(left, now), tidy(right.xreplace(now))) for left, right in _balances(jump)]
            solved += _solved(balances, (*(mark[s] for s in u), *forces.values()))
    except PrincipleDoesNotApply as refusal:
        refused = refusal.what
    s, where = jump.switch, [_equal(x, value) for x, value in at.items()]
    happens = tuple(p.name for p in s.jump)
    found = tuple(where), tuple(balances), tuple(solved)
    return JumpLaw(s.event.name, before, s.to, happens, *found, refused)


def _equal(left: Any, right: Any) -> sp.Equality:
    return sp.Equality(left, right, evaluate=False)


def _told(jump: Jump) -> dict[sp.Symbol, sp.Expr]:
    """What the event says about t, a coordinate or a speed, if it is about one of them alone."""
    g = translate(jump.switch.event.expression, jump.before.q, jump.before.parameters)
    moving = [s for s in (t, *jump.before.q, *jump.before.u) if s in g.free_symbols]
    if len(moving) != 1 or g.diff(moving[0], 2) != 0:
        return {}
    slope = g.diff(moving[0])
    return {moving[0]: tidy(-g.xreplace({moving[0]: sp.S.Zero}) / slope)}


def _balances(jump: Jump) -> Iterator[tuple[list[tuple[Any, Any]], sp.Expr]]:
    """A row for each speed, its balance or what the map gives, then one for each gap: Σ a q̇⁺ = what is known and Λ."""
    for j, u in enumerate(jump.after.u):
        if u.name in jump.given:
            yield [(sp.S.One, jump.speeds[j])], jump.given[u.name]
        else:
            guides = sum((a * Λ for a, Λ in zip(jump.A[:, j], jump.impulses, strict=True)), sp.S.Zero)
            yield list(zip(jump.M.row(j), jump.speeds, strict=True)), jump.momentum[j] + guides
    for i, wanted in enumerate(jump.rebound):
        yield list(zip(jump.A.row(i), jump.speeds, strict=True)), wanted


def _sum(row: list[tuple[Any, Any]], now: dict[Any, Any]) -> sp.Expr:
    return sum((tidy(a.xreplace(now)) * u.xreplace(now) for a, u in row), sp.S.Zero)


def _solved(balances: list[sp.Equality], unknown: tuple[sp.Symbol, ...]) -> list[sp.Equality]:
    """The new speeds and the impulses; none where nobody could read them, or where nothing gives them."""
    if longer(sp.Tuple(*balances), SOLVABLE):
        return []
    matrix, right = sp.linear_eq_to_matrix([e.lhs - e.rhs for e in balances], unknown)
    if short(matrix.det()) == 0:
        return []
    return [_equal(s, short(value)) for s, value in zip(unknown, matrix.LUsolve(right), strict=True)]


def as_text(law: JumpLaw) -> str:
    """A title, the balances, and what follows from them."""
    lines = [f"Jump at {law.title}", *(f"  where {row}" for e in law.where for row in rows(e)), ""]
    lines += [f"  {row}" for e in law.balances for row in rows(e)]
    lines += ["so that"] if law.balances and law.solved else []
    lines += [f"  {row}" for e in law.solved for row in rows(e)]
    return "\n".join([*lines, *([f"  {law.refused}"] if law.refused else [])])


def spoken(law: JumpLaw) -> str:
    """Its equations alone."""
    return "\n".join(row for e in (*law.balances, *law.solved) for row in rows(e))


def as_latex(law: JumpLaw) -> str:
    """One aligned block: what the event says, the balances, and what follows from them."""
    found = []
    for lead, some in ((r"\text{where}\; ", law.where), ("", law.balances), (r"\Rightarrow\; ", law.solved)):
        for first, *others in map(aligned, some):
            found += [lead + first, *others]
    return block([*found, *([rf"& \text{{{law.refused}}}"] if law.refused else [])])


def as_dict(law: JumpLaw) -> dict[str, Any]:
    """For JSON: everything as text."""
    return {
        "event": law.event,
        "from": law.before,
        "to": law.after,
        "happens": list(law.happens),
        "where": {plain(e.lhs): plain(e.rhs) for e in law.where},
        "balances": [f"{plain(e.lhs)} = {plain(e.rhs)}" for e in law.balances],
        "after": {plain(e.lhs): plain(e.rhs) for e in law.solved},
        "refused": law.refused or None,
    }
