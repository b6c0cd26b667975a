"""Equations of motion M q̈ = r, as a sum of terms that remember where they come from."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy as sp

from varmass.derive.affine import affine, total
from varmass.derive.algebra import Algebra
from varmass.model.system import System


@dataclass(frozen=True)
class Term:
    """One term of the residual of coordinate j: the residual is their sum, and it is zero.

    `law` is the term as the principle prints it, `role` its kind, `source` the body, stream, port or load.
    """

    j: int
    role: str
    source: str
    value: Any
    law: str


@dataclass(frozen=True)
class Equations:
    """The equations of one system by one principle, in one algebra."""

    system: System
    principle: str
    algebra: Algebra
    terms: tuple[Term, ...]

    def mass_matrix(self) -> list[list[Any]]:
        """M, row by row."""
        n = range(len(self.system.q))
        rows: list[list[Any]] = [[0] * len(n) for _ in n]
        for term in self.terms:
            for l, a in affine(term.value).along:
                rows[term.j][l] = total((rows[term.j][l], a))
        return rows

    def right_side(self) -> list[Any]:
        """r: minus all that contains no acceleration."""
        parts: list[list[Any]] = [[] for _ in self.system.q]
        for term in self.terms:
            parts[term.j].append(affine(term.value).free)
        return [total((0,)) if not p else -total(p) for p in parts]

    @cached_property
    def M(self) -> sp.Matrix:
        """The mass matrix, as a SymPy matrix."""
        return sp.Matrix(self.mass_matrix())

    @cached_property
    def r(self) -> sp.Matrix:
        """The right-hand side, as a SymPy matrix."""
        return sp.Matrix(self.right_side())

    @cached_property
    def residual(self) -> sp.Matrix:
        """M q̈ − r."""
        return self.M * sp.Matrix(self.system.a) - self.r

    def expression(self, term: Term) -> sp.Expr:
        """The value of a term with its accelerations written out."""
        return sp.sympify(affine(term.value).at(self.system.a))

    def __str__(self) -> str:
        from varmass.derive.writing import as_text

        return as_text(self)

    def _repr_latex_(self) -> str:
        from varmass.derive.writing import as_latex

        return f"$$\n{as_latex(self)}\n$$"
