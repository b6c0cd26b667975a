"""First integrals as text, LaTeX and JSON."""

from collections.abc import Iterator
from typing import Any

import sympy as sp

from varmass.derive.deriving import default
from varmass.derive.inverse import KINDS, FirstIntegral
from varmass.derive.writing import brief, dotted, padded, plain, typeset
from varmass.model.system import System

NONE = r"&: \;\; \text{neither energy nor momentum}"


def as_text(found: tuple[FirstIntegral, ...], system: System, principle: str | None) -> str:
    """Title, and for each side of a switch the multiplier, the Lagrangian, what is conserved, and the verdict."""
    lines = [f"{system.title}, by {principle or default(system)}"]
    for one in found:
        lines += ["", *([] if one.where == sp.true else [f"where {dotted(one.where)}:"])]
        lines += [f"  {padded(name, 14)}{value}" for name, value in _rows(one)]
    return "\n".join(lines)


def _rows(one: FirstIntegral) -> Iterator[tuple[str, str]]:
    """The lines of one side; what holds for special values of the parameters alone is named, not written out."""
    yield "multiplier", brief(_generic(one.multiplier))
    yield "Lagrangian", brief(_generic(one.lagrangian))
    yield "conserved", "none found" if one.conserved is None else brief(_generic(one.conserved))
    yield "because", KINDS[one.kind]
    special = sorted({f"{c.lhs} = {c.rhs}" for e in (one.multiplier, one.lagrangian) for c in _special(e)})
    if special:
        yield "except where", dotted("; ".join(special)) + ": see --format json"
    yield "verdict", str(one.verdict)


def _generic(e: sp.Expr) -> sp.Expr:
    """What `e` is for all but special values of the parameters."""
    return e.xreplace({p: p.args[0 if p.args[0].cond.has(sp.Ne) else -1].expr for p in e.atoms(sp.Piecewise)})


def _special(e: sp.Expr) -> Iterator[Any]:
    """Those values."""
    for first in (p.args[0].cond for p in e.atoms(sp.Piecewise)):
        yield from sp.Or.make_args(~first if first.has(sp.Ne) else first)


def as_latex(found: tuple[FirstIntegral, ...]) -> str:
    """One aligned block."""
    lines = []
    for one in found:
        lines += [] if one.where == sp.true else [rf"\text{{where}}\; & {typeset(one.where)}"]
        lines += [rf"\text{{multiplier}} &= {typeset(one.multiplier)}", f"L &= {typeset(one.lagrangian)}"]
        kept = NONE if one.conserved is None else f"&= {typeset(one.conserved)}"
        lines += [rf"\text{{conserved}} {kept}"]
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


def as_dict(found: tuple[FirstIntegral, ...], system: System, principle: str | None) -> dict[str, Any]:
    """For JSON: everything as text that SymPy can read; what does not exist is null."""
    return {
        "system": system.title,
        "principle": principle or default(system),
        "coordinate": system.q[0].name,
        "parameters": {p.name: str(p.unit) for p in system.parameters},
        "sides": [
            {
                "where": None if one.where == sp.true else plain(one.where),
                "multiplier": plain(one.multiplier),
                "lagrangian": plain(one.lagrangian),
                "conserved": None if one.conserved is None else plain(one.conserved),
                "kind": one.kind,
                "reason": KINDS[one.kind],
                "verdict": str(one.verdict),
            }
            for one in found
        ],
    }
