"""One walk of a SymPy tree into another language, given as a table of operations."""

from collections.abc import Callable
from typing import Any

import sympy as sp

from varmass.errors import ExpressionRefused
from varmass.model.functional import Functional

Table = dict[Any, Callable[..., Any]]
SUDDEN = (sp.Heaviside, sp.DiracDelta)


class Walk:
    """Translates expressions with `table`; equal subtrees are translated once."""

    def __init__(self, table: Table, leaf: Callable[[sp.Symbol], Any], choose: Callable[[Any, Any, Any], Any]) -> None:
        self.table, self.leaf, self.choose = table, leaf, choose
        self.known: dict[Any, Any] = {}
        self.kernels: dict[Any, Any] = {}

    def __call__(self, e: Any) -> Any:
        if e not in self.known:
            self.known[e] = self._translate(sp.sympify(e))
        return self.known[e]

    def _translate(self, e: sp.Basic) -> Any:
        if isinstance(e, sp.Symbol):
            return self.leaf(e)
        if isinstance(e, sp.Rational):
            return self.table[sp.Rational](int(e.p), int(e.q))
        if isinstance(e, Functional):
            found = self._evaluated(e)[e.order]
            return self.table[sp.Float](found) if isinstance(found, float) else found
        if isinstance(e, sp.Piecewise):
            return self._cases(list(e.args))
        for kind, rule in SWITCHING.items():
            if isinstance(e, kind):
                return rule(self, e.args)
        if isinstance(e, sp.Pow) and e.exp == sp.S.Half:
            return self.table[sp.sqrt](self(e.base))
        if isinstance(e, sp.Pow) and e.base == sp.E:
            return self.table[sp.exp](self(e.exp))
        if e.is_number and not e.args:
            return self.table[sp.Float](float(sp.N(e, 17)))
        if e.func in self.table:
            return self.table[e.func](*(self(a) for a in e.args))
        raise _refusal(e)

    def _evaluated(self, e: Functional) -> Any:
        """The kernel at its arguments, evaluated once for all its derivatives."""
        key = e.kernel, e.args
        if key not in self.kernels:
            if Functional not in self.table:
                raise ExpressionRefused(
                    f"{e.kernel.name} cannot be written as code",
                    expected="formulas; it is computed by a kernel",
                    got=str(e),
                    hint="--format json, or run it",
                )
            self.kernels[key] = self.table[Functional](e.kernel, [self(a) for a in e.args])
        return self.kernels[key]

    def _cases(self, cases: list[Any]) -> Any:
        value, condition = cases[0]
        if condition == sp.true:
            return self(value)
        if len(cases) == 1:
            raise ExpressionRefused(
                "a Piecewise leaves a gap",
                expected="a last case (value, True)",
                got=str(condition),
                hint="add (0, True)",
            )
        return self._where(condition, self(value), self._cases(cases[1:]))

    def _where(self, c: Any, yes: Any, no: Any) -> Any:
        if isinstance(c, sp.And):
            rest = sp.And(*c.args[1:])
            return self._where(c.args[0], yes if rest == sp.true else self._where(rest, yes, no), no)
        if isinstance(c, sp.Or):
            rest = sp.Or(*c.args[1:])
            return self._where(c.args[0], yes, no if rest == sp.false else self._where(rest, yes, no))
        if isinstance(c, sp.Not):
            return self._where(c.args[0], no, yes)
        if isinstance(c, sp.ITE):  # as SymPy writes "this Piecewise is positive"
            then, otherwise = (self._where(a, yes, no) for a in c.args[1:])
            return self._where(c.args[0], then, otherwise)
        if isinstance(c, sp.Gt | sp.Ge):
            return self.choose(self(c.lhs - c.rhs), yes, no)
        if isinstance(c, sp.Lt | sp.Le):
            return self.choose(self(c.rhs - c.lhs), yes, no)
        if c in (sp.true, sp.false):
            return yes if c == sp.true else no
        raise ExpressionRefused(
            "a case of a Piecewise cannot be decided by sign",
            expected="conditions with <, ≤, >, ≥, And, Or, Not",
            got=str(c),
            hint="write the condition as an inequality",
        )

    def absolute(self, args: Any) -> Any:
        """|x|."""
        return self.choose(self(args[0]), self(args[0]), self(-args[0]))

    def sign(self, args: Any) -> Any:
        """±1."""
        return self.choose(self(args[0]), self(sp.S.One), self(sp.S.NegativeOne))

    def largest(self, args: Any) -> Any:
        """max(x, y, …)."""
        a, b = args[0], args[1] if len(args) == 2 else sp.Max(*args[1:])
        return self.choose(self(a - b), self(a), self(b))

    def smallest(self, args: Any) -> Any:
        """min(x, y, …)."""
        a, b = args[0], args[1] if len(args) == 2 else sp.Min(*args[1:])
        return self.choose(self(b - a), self(a), self(b))


SWITCHING: dict[Any, Callable[[Walk, Any], Any]] = {
    sp.Abs: Walk.absolute,
    sp.sign: Walk.sign,
    sp.Max: Walk.largest,
    sp.Min: Walk.smallest,
}


def _refusal(e: Any) -> ExpressionRefused:
    if isinstance(e, SUDDEN):
        return ExpressionRefused(
            f"{e} jumps",
            expected="functions that an integrator can follow",
            got=str(e.func.__name__),
            hint="a Piecewise with an inequality switches exactly, at an event",
        )
    return ExpressionRefused(
        f"{e.func.__name__} cannot be compiled",
        expected="powers, roots, exp, log, and the circular and hyperbolic functions",
        got=str(e),
        hint="write it with those functions",
    )
