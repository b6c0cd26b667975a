"""The derivation as a person would write it on the board, line by line, in text or LaTeX."""

from collections.abc import Iterator
from itertools import combinations

import sympy as sp

from varmass.derive.algebra import SYMPY
from varmass.derive.board import Line
from varmass.derive.deriving import default, derive, member
from varmass.derive.equations import Equations, Term
from varmass.derive.motion import Motion
from varmass.derive.tidy import tidy
from varmass.derive.writing import dotted, equation, law, padded
from varmass.model.system import System


def board(system: System, principle: str | None = None, latex: bool = False) -> str:
    """Preliminaries, then for each coordinate its terms, what cancels, and the result."""
    equations = derive(system, principle or default(system))
    found = member(equations.principle)
    opening = getattr(found, "board", None)
    lines = [_line(line, equations, latex) for line in (opening(Motion(system, SYMPY)) if opening else ())]
    for j in range(len(system.q)):
        lines += ["", *_coordinate(equations, j, latex)]
    head = f"{system.title}, by {equations.principle}"
    if latex:
        body = " \\\\\n".join(line for line in lines if line)
        return f"% {head}\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}"
    return "\n".join([head, "", *_displayed(found.__doc__ or ""), "", *(f"  {line}" if line else "" for line in lines)])


def cancellations(equations: Equations, j: int) -> Iterator[tuple[sp.Expr, sp.Expr, list[Term]]]:
    """Monomials that meet with opposite signs: (monomial, what is left of its factor, the terms it comes from)."""
    met: dict[sp.Expr, list[tuple[sp.Expr, Term]]] = {}
    for term in equations.terms:
        if term.j == j:
            for monomial in sp.Add.make_args(sp.expand(equations.expression(term))):
                factor, rest = monomial.as_coeff_Mul()
                met.setdefault(rest, []).append((factor, term))
    for rest, parts in met.items():
        while pair := next((p for p in combinations(parts, 2) if p[0][0] == -p[1][0]), None):
            yield rest, sp.S.Zero, [term for _, term in pair]
            for part in pair:
                parts.remove(part)
        factors = [factor for factor, _ in parts]
        if factors and min(factors) < 0 < max(factors):
            yield rest, sum(factors, sp.S.Zero), [term for _, term in parts]


def _displayed(doc: str) -> list[str]:
    """The title and the displayed equations of a principle's docstring."""
    rows = doc.strip().splitlines()
    return [rows[0], *(row for row in rows[1:] if row.startswith("    "))]


def _line(line: Line, equations: Equations, latex: bool) -> str:
    name, value = law(line.law, equations, line.j, latex), line.value
    vector = isinstance(value, sp.MatrixBase)
    shown = value.applyfunc(tidy) if vector else tidy(value)
    if latex:
        said = rf" && \text{{{line.source}}}" if line.source else ""
        return f"{name} &= {sp.latex(shown)}{said}"
    text = "[" + ", ".join(map(dotted, shown)) + "]" if vector else dotted(shown)
    return f"{padded(name, 20)}= {text}" + (f"    ({line.source})" if line.source else "")


def _coordinate(equations: Equations, j: int, latex: bool) -> Iterator[str]:
    q = equations.system.q[j]
    if not latex:
        yield f"terms of {dotted(q)}, whose sum is zero:"
    for term in equations.terms:
        if term.j == j:
            yield _line(Line(term.law, term.source, equations.expression(term), j), equations, latex)
    for rest, left, terms in cancellations(equations, j):
        names = (r",\ " if latex else " and ").join(law(term.law, equations, j, latex) for term in terms)
        if latex:
            yield rf"{sp.latex(rest)}:\; & {names} \;\to\; {sp.latex(left * rest)}"
        else:
            yield f"{dotted(rest)} of {names} " + ("cancels" if left == 0 else f"leaves {dotted(left * rest)}")
    e = equation(equations, j)
    yield f"{sp.latex(e.lhs)} &= {sp.latex(e.rhs)}" if latex else f"{dotted(e.lhs)} = {dotted(e.rhs)}"
