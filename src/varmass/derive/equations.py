"""Equations of motion M q̈ = r, as a sum of terms that remember where they come from."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy as sp

from varmass.derive.affine import affine, total
from varmass.derive.algebra import Algebra
from varmass.model.system import System


@dataclass(frozen=True, repr=False)
class Term:
    """One term of the residual of coordinate j: the residual is their sum, and it is zero.

    `role` is its kind, `source` the body, stream, port or load, `body` what a stream, port or load belongs to or acts
    on, `rule` the term as the principle prints it for any coordinate.
    """

    j: int
    role: str
    source: str
    value: Any
    rule: str
    body: str = ""
    system: System | None = None

    @property
    def origin(self) -> str:
        """Source and body: 'gravity, bob'."""
        return f"{self.source}, {self.body}" if self.body else self.source

    @property
    def law(self) -> str:
        """The rule for the coordinate of this term: 'd/dt ∂T/∂ẏ'."""
        from varmass.derive.writing import law

        assert self.system is not None
        return law(self.rule, self.system, self.j)

    @property
    def expression(self) -> sp.Expr:
        """The value, with its accelerations written out."""
        assert self.system is not None
        return sp.sympify(affine(self.value).at(self.system.a))

    def __repr__(self) -> str:
        from varmass.derive.tidy import tidy
        from varmass.derive.writing import dotted

        return f"{self.law} = {dotted(tidy(self.expression))}    ({self.role}: {self.origin})"


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

    def text(self) -> str:
        """Title, equations, and the terms with role and source."""
        from varmass.derive.equations_writing import in_text

        return in_text(self)

    def latex(self) -> str:
        """One aligned block of LaTeX."""
        from varmass.derive.equations_writing import in_latex

        return in_latex(self)

    def json(self) -> str:
        """One JSON object, its expressions as text that can be typed back."""
        from varmass.derive.equations_writing import in_json

        return in_json(self)

    def __str__(self) -> str:
        return self.text()

    def _repr_latex_(self) -> str:
        return f"$$\n{self.latex()}\n$$"
