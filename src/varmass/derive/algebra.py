"""The small algebra over which the principles are written.

A principle needs sums, products, quotients, partial derivatives and a choice by sign; SymPy's expressions have
them (to read and to prove), and so have an engine's own expressions (to compile fast).
"""

from typing import Any, Protocol

import sympy as sp

from varmass.derive.partial import partial
from varmass.model.functional import FLOW, Functional


class Algebra(Protocol):
    """What a principle asks of its expressions, beside + − × ÷ and whole powers."""

    def lift(self, e: sp.Expr) -> Any:
        """An expression of the model, in this algebra."""

    def diff(self, e: Any, s: Any) -> Any:
        """∂e/∂s for a lifted symbol s."""

    def flow(self, e: Any) -> Any | None:
        """∂e/∂t + Σ ∂e/∂q q̇ of a quantity that knows it by itself; None for any other."""

    def choose(self, sign_of: Any, positive: Any, otherwise: Any) -> Any:
        """`positive` where `sign_of` > 0, `otherwise` elsewhere."""

    def symbol(self, name: str) -> Any:
        """A symbol that stands by itself, to be replaced later."""

    def replace(self, e: Any, table: dict[Any, Any]) -> Any:
        """`e` with symbols replaced."""

    def vanishes(self, e: Any) -> bool:
        """Is `e` zero as written?  A cheap look, not a proof."""


class _SymPy:
    """SymPy's expressions."""

    def lift(self, e: sp.Expr) -> sp.Expr:
        return e

    def diff(self, e: Any, s: Any) -> Any:
        return partial(sp.sympify(e), s)

    def flow(self, e: Any) -> Any | None:
        return e.derived(FLOW) if isinstance(e, Functional) and e.kernel.flows else None

    def choose(self, sign_of: Any, positive: Any, otherwise: Any) -> Any:
        if positive == otherwise:
            return positive
        return sp.Piecewise((positive, sp.sympify(sign_of) > 0), (otherwise, True))

    def symbol(self, name: str) -> sp.Symbol:
        return sp.Symbol(name, real=True)

    def replace(self, e: Any, table: dict[Any, Any]) -> Any:
        return sp.sympify(e).xreplace(table)

    def vanishes(self, e: Any) -> bool:
        return bool(e == 0)


SYMPY: Algebra = _SymPy()
