"""The derivation as a person would write it on the board, line by line, in text or LaTeX."""

from collections.abc import Iterator
from itertools import combinations

import sympy as sp

from varmass.derive.algebra import SYMPY
from varmass.derive.board import Line
from varmass.derive.deriving import default, derive, member
from varmass.derive.equations import Equations, Term
from varmass.derive.equations_writing import aligned, block, continued, equation, rows
from varmass.derive.motion import Motion
from varmass.derive.tidy import canonical, tidy
from varmass.derive.writing import WIDE, dotted, law, length, lines, padded, typeset
from varmass.model.system import System

NAMED = 20  # places for the name of a line


def board(system: System, principle: str | None = None, latex: bool = False) -> str:
    """Preliminaries, then for each coordinate its terms, what cancels, and the result."""
    equations = derive(system, principle or default(system))
    found = member(equations.principle)
    opening = getattr(found, "board", lambda motion: ())
    written = [row for line in opening(Motion(system, SYMPY)) for row in _line(line, system, latex)]
    for j in range(len(system.q)):
        written += ["", *(_coordinate_in_latex if latex else _coordinate)(equations, j)]
    head = f"{system.title}, by {equations.principle}"
    if latex:
        return f"% {head}\n{block([row for row in written if row])}"
    return "\n".join([head, "", *_displayed(found.__doc__ or ""), "", *(f"  {row}" if row else "" for row in written)])


def cancellations(equations: Equations, j: int) -> Iterator[tuple[sp.Expr, sp.Expr, list[Term]]]:
    """What meets with opposite signs: (as much as cancels, what is left, the terms that it comes from)."""
    terms = [term for term in equations.terms if term.j == j]
    values = [term.expression for term in terms]
    found: dict[tuple[int, ...], list[tuple[sp.Expr, sp.Expr]]] = {}
    for form in (tidy, canonical):
        parts = [_monomials(form(value)) for value in values]
        for those, gone, left in (*_in_pairs(parts), *(_in_part(parts) if form is canonical else ())):
            found.setdefault(those, []).append((gone, left))
        values = [sp.Add(*(factor * rest for rest, factor in part.items())) for part in parts]
    for those, shares in sorted(found.items()):
        gone, left = (tidy(sp.Add(*column)) for column in zip(*shares, strict=True))
        yield min(gone, tidy(-gone), key=_minuses), left, [terms[i] for i in those]


def _minuses(e: sp.Expr) -> tuple[int, int]:
    """How many minus signs are written; at the beginning they are worst."""
    text = dotted(e)
    return text.count("-"), text.find("-") == 0


Cancelled = tuple[tuple[int, ...], sp.Expr, sp.Expr]  # places of the terms, share of the first in it, what is left


def _monomials(e: sp.Expr) -> dict[sp.Expr, sp.Expr]:
    factors = (monomial.as_coeff_Mul() for monomial in sp.Add.make_args(sp.expand(e)))
    return {rest: factor for factor, rest in factors if factor != 0}


def _in_pairs(parts: list[dict[sp.Expr, sp.Expr]]) -> Iterator[Cancelled]:
    """What two terms have with opposite signs, the pairs first of which the smaller one cancels as a whole."""

    def opposed(i: int, k: int) -> list[sp.Expr]:
        return [rest for rest, factor in parts[i].items() if parts[k].get(rest) == -factor]

    def share(pair: tuple[int, int]) -> float:
        return len(opposed(*pair)) / max(min(len(parts[i]) for i in pair), 1)

    for i, k in sorted(combinations(range(len(parts)), 2), key=share, reverse=True):
        if both := opposed(i, k):
            yield (i, k), sp.Add(*(parts[i].pop(rest) * rest for rest in both)), sp.S.Zero
            for rest in both:
                del parts[k][rest]


def _in_part(parts: list[dict[sp.Expr, sp.Expr]]) -> Iterator[Cancelled]:
    """What meets with both signs and does not vanish."""
    for rest in dict.fromkeys(rest for part in parts for rest in part):
        kept = {i: part[rest] for i, part in enumerate(parts) if rest in part}
        above, below = (sum((max(sign * factor, 0) for factor in kept.values()), sp.S.Zero) for sign in (1, -1))
        if above and below:
            first = sp.sign(next(iter(kept.values())))
            yield tuple(kept), first * min(above, below) * rest, (above - below) * rest


def _displayed(doc: str) -> list[str]:
    """The title and the displayed equations of a principle's docstring."""
    shown = doc.strip().splitlines()
    return [shown[0], *(row for row in shown[1:] if row.startswith("    "))]


def _line(line: Line, system: System, latex: bool) -> Iterator[str]:
    """`law` = `value`, in as many rows as it takes."""
    vector = isinstance(line.value, sp.MatrixBase)
    value = line.value.applyfunc(tidy) if vector else tidy(line.value)
    name = law(line.law, system, line.j, latex)
    if latex:
        first, *others = lines(value, typeset)
        said = rf" && \text{{{line.source}}}" if line.source else ""
        yield from (f"{name} &= {first}{said}", *map(continued, others))
    else:
        said = f"    ({line.source})" if line.source else ""
        shown = _vector(value) if vector else lines(value, dotted, WIDE - NAMED)
        yield from _in_rows(padded(name, NAMED) + "= ", shown, said)


def _vector(value: sp.MatrixBase) -> list[str]:
    """A vector in one row, or in one for each component."""
    shown = [dotted(x) for x in value]
    whole = f"[{', '.join(shown)}]"
    return [whole] if length(whole) <= WIDE - NAMED else ["[" + ",\n ".join(shown) + "]"]


def _in_rows(name: str, value: list[str], said: str) -> Iterator[str]:
    indent = " " * length(name)
    *before, last = [row for part in value for row in part.splitlines()]
    for i, row in enumerate([*before, last + said]):
        yield (indent if i else name) + row


def _coordinate(equations: Equations, j: int) -> Iterator[str]:
    yield f"terms of {dotted(equations.system.q[j])}, whose sum is zero:"
    for term in _shown(equations, j):
        yield from _line(Line(term.rule, term.origin, term.expression, j), equations.system, latex=False)
    for gone, left, terms in cancellations(equations, j):
        names = _listed([_named(term, equations, latex=False) for term in terms], " and ")
        *before, last = [*lines(gone), f"of {names} cancels"]
        whole = " ".join((*before, last))
        *before, last = [whole] if length(whole) <= WIDE else [*before, f"  {last}"]
        yield from before
        yield last + ("," if left != 0 else "")
        yield from (f"  {row}" for row in _remaining(left))
    yield from rows(equation(equations, j))


def _remaining(left: sp.Expr) -> list[str]:
    """What is left of a cancellation, in lines; none if nothing is."""
    *before, last = lines(left)
    return [*before, f"{last} is left"] if left != 0 else []


def _coordinate_in_latex(equations: Equations, j: int) -> Iterator[str]:
    for term in _shown(equations, j):
        yield from _line(Line(term.rule, term.origin, term.expression, j), equations.system, latex=True)
    for gone, left, terms in cancellations(equations, j):
        first, *others = lines(gone, typeset)
        names = _listed([_named(term, equations, latex=True) for term in terms], r",\ ")
        *before, last = [rf"{names}:\; & {first}", *map(continued, others)]
        yield from before
        yield last + r"\; \text{cancels}" + (rf",\; {typeset(left)}\; \text{{is left}}" if left != 0 else "")
    yield from aligned(equation(equations, j))


def _shown(equations: Equations, j: int) -> Iterator[Term]:
    """The terms of a coordinate that do not vanish when they are worked out."""
    return (term for term in equations.terms if term.j == j and tidy(term.expression) != 0)


def _named(term: Term, equations: Equations, latex: bool) -> str:
    """The law of a term; with its source where another term of the coordinate has the same law."""
    name = law(term.rule, equations.system, term.j, latex)
    if sum(other.law == term.law for other in equations.terms) == 1:
        return name
    return rf"{name}\;\text{{({term.origin})}}" if latex else f"{name} ({term.origin})"


def _listed(names: list[str], last: str) -> str:
    return last.join((", ".join(names[:-1]), names[-1])) if names[1:] else names[0]
