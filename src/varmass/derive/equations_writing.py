"""Equations of motion as text, LaTeX and JSON."""

import json
from collections.abc import Iterator

import sympy as sp

from varmass.derive.equations import Equations, Term
from varmass.derive.tidy import tidy
from varmass.derive.writing import WIDE, dotted, length, lines, padded, plain, typeset


def equation(equations: Equations, j: int) -> sp.Equality:
    """The equation of coordinate j, accelerations on the left."""
    left = sum((tidy(a) * s for a, s in zip(equations.M.row(j), equations.system.a, strict=True)), sp.S.Zero)
    return sp.Equality(left, tidy(equations.r[j]), evaluate=False)


def rows(e: sp.Equality) -> list[str]:
    """An equation to read: one line, or lines that begin with +, − or =."""
    whole = f"{dotted(e.lhs)} = {dotted(e.rhs)}"
    if length(whole) <= WIDE:
        return [whole]
    left, right = lines(e.lhs), lines(e.rhs)
    return [left[0], *(f"    {x}" for x in left[1:]), f"  = {right[0]}", *(f"    {x}" for x in right[1:])]


def aligned(e: sp.Equality) -> list[str]:
    """The rows of an equation in an aligned block of LaTeX."""
    if length(f"{dotted(e.lhs)} = {dotted(e.rhs)}") <= WIDE:
        return [f"{typeset(e.lhs)} &= {typeset(e.rhs)}"]
    left, right = lines(e.lhs, typeset), lines(e.rhs, typeset)
    return [f"& {left[0]}", *map(continued, left[1:]), rf"& \quad = {right[0]}", *map(continued, right[1:])]


def continued(row: str) -> str:
    """A further line of a sum, in an aligned block of LaTeX."""
    return rf"& \qquad {{}}{row}"


def block(latex: list[str]) -> str:
    """Rows of LaTeX, aligned."""
    return "\\begin{aligned}\n" + " \\\\\n".join(latex) + "\n\\end{aligned}"


def in_text(equations: Equations) -> str:
    """Title, equations, and the terms with role and source."""
    n = range(len(equations.system.q))
    found = [f"{equations.system.title}, by {equations.principle}", ""]
    found += [f"  {row}" for j in n for row in rows(equation(equations, j))]
    found += ["", "where the terms come from (their sum is zero):"]
    for j in n:
        found += [f"  {dotted(equations.system.q[j])}:"] if len(n) > 1 else []
        found += [row for term in equations.terms if term.j == j for row in _row(term)]
    return "\n".join(found)


def _row(term: Term) -> Iterator[str]:
    value = tidy(term.expression)
    if value != 0:
        head = f"  {padded(term.role, 18)}{padded(term.origin, 24)}{padded(term.law, 24)}"
        first, *others = lines(value)
        if not others and length(head + first) <= WIDE + 20:
            yield head + first
        else:
            yield from (head.rstrip(), f"      {first}", *(f"      {other}" for other in others))


def in_latex(equations: Equations) -> str:
    """One aligned block, the equations one after another."""
    return block([row for j in range(len(equations.system.q)) for row in aligned(equation(equations, j))])


def in_json(equations: Equations) -> str:
    """Everything as text that can be typed back."""
    s = equations.system
    stated = [equation(equations, j) for j in range(len(s.q))]
    found = {
        "system": s.title,
        "principle": equations.principle,
        "coordinates": [q.name for q in s.q],
        "parameters": {p.name: str(p.unit) for p in s.parameters},
        "mass_matrix": [[plain(tidy(a)) for a in equations.M.row(j)] for j in range(len(s.q))],
        "right_side": [plain(tidy(a)) for a in equations.r],
        "equations": [f"{plain(e.lhs)} = {plain(e.rhs)}" for e in stated],
        "terms": [_entry(term, s.q[term.j].name) for term in equations.terms],
    }
    return json.dumps(found, ensure_ascii=False, allow_nan=False, indent=2)


def _entry(term: Term, coordinate: str) -> dict[str, str | None]:
    return {
        "coordinate": coordinate,
        "role": term.role,
        "source": term.source,
        "body": term.body or None,
        "law": term.law,
        "expression": plain(tidy(term.expression)),
    }
