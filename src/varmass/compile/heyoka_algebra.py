"""heyoka's expressions as an algebra of the principles, and its table of operations.

A choice by sign becomes a mode: a runtime parameter that the engine flips at the event where the sign changes,
so that no Taylor step ever crosses a kink.
"""

from typing import Any

import heyoka as hy
import sympy as sp

from varmass.compile.walk import SWITCHING, Walk
from varmass.derive.partial import partial
from varmass.model.functional import FLOW, Functional
from varmass.model.symbols import Parameter, Time
from varmass.model.system import System

SWITCHES = (sp.Piecewise, *SWITCHING)
ZERO = hy.expression(0.0)
TIME = hy.expression("t")

HIGHEST = 16  # of the whole powers that are multiplied out


def power(x: Any, n: Any) -> Any:
    """x^n; a whole power as a product, since the series of heyoka's own divides by x, which may be all but zero."""
    try:
        exponent = float(str(n))
    except ValueError:
        return x**n
    return hy.prod([x] * int(exponent)) if exponent in range(3, HIGHEST + 1) else x**n


OPERATIONS = {
    sp.Rational: lambda p, q: hy.expression(p / q),
    sp.Float: hy.expression,
    sp.Add: lambda *xs: hy.sum(list(xs)),
    sp.Mul: lambda *xs: hy.prod(list(xs)),
    sp.Pow: power,
    sp.sqrt: hy.sqrt,
    sp.exp: hy.exp,
    sp.log: hy.log,
    sp.sin: hy.sin,
    sp.cos: hy.cos,
    sp.tan: hy.tan,
    sp.asin: hy.asin,
    sp.acos: hy.acos,
    sp.atan: hy.atan,
    sp.atan2: hy.atan2,
    sp.sinh: hy.sinh,
    sp.cosh: hy.cosh,
    sp.tanh: hy.tanh,
    sp.asinh: hy.asinh,
    sp.acosh: hy.acosh,
    sp.atanh: hy.atanh,
    sp.erf: hy.erf,
    sp.erfc: hy.erfc,
}
OPERATIONS[Functional] = lambda kernel, arguments: kernel.at(arguments, OPERATIONS)


class HeyokaAlgebra:
    """The algebra of one system; it remembers the surfaces at which choices change, or makes them on the spot."""

    def __init__(self, system: System, on_the_spot: bool = False) -> None:
        self.on_the_spot = on_the_spot
        self.surfaces: list[Any] = []
        self.parameters = {p: hy.par[i] for i, p in enumerate(system.parameters)}
        self.walk = Walk(OPERATIONS, self._leaf, self.choose)
        self.origin: dict[int, sp.Expr] = {}

    def lift(self, e: sp.Expr) -> Any:
        found = self.walk(e)
        self.origin[id(found)] = e
        return found

    def _leaf(self, s: sp.Symbol) -> Any:
        if isinstance(s, Time):
            return TIME
        return self.parameters[s] if isinstance(s, Parameter) else hy.expression(s.name)

    def diff(self, e: Any, s: Any) -> Any:
        """By SymPy where `e` is a smooth expression of the model: it keeps one form, and its sign, for equal things."""
        origin = self.origin.get(id(e))
        if origin is None or origin.has(*SWITCHES):
            return hy.diff(e, s)
        return self.lift(partial(origin, self.origin[id(s)]))

    def flow(self, e: Any) -> Any:
        origin = self.origin.get(id(e))
        if isinstance(origin, Functional) and origin.kernel.flows:
            return self.lift(origin.derived(FLOW))
        return None

    def choose(self, sign_of: Any, positive: Any, otherwise: Any) -> Any:
        if isinstance(sign_of, int | float) or positive is otherwise:
            return positive if positive is otherwise or sign_of > 0 else otherwise
        yes, no = (hy.expression(float(x)) if isinstance(x, int) else x for x in (positive, otherwise))
        if self.on_the_spot:
            return hy.select(hy.gt(sign_of, ZERO), yes, no)
        if sign_of not in self.surfaces:
            self.surfaces.append(sign_of)
        mode = hy.par[len(self.parameters) + self.surfaces.index(sign_of)]
        return hy.select(hy.gt(mode, hy.expression(0.5)), yes, no)

    def choices(self) -> list[str]:
        """Every surface as it is written."""
        written = {id(found): str(e) for e, found in self.walk.known.items()}
        return [written.get(id(g), "a choice by sign") for g in self.surfaces]

    def symbol(self, name: str) -> Any:
        return hy.expression(name)

    def replace(self, e: Any, table: dict[Any, Any]) -> Any:
        return hy.subs(e, table)

    def vanishes(self, e: Any) -> bool:
        return bool(e == ZERO)


def running(expressions: list[Any]) -> list[Any]:
    """The expressions with the symbol t replaced by the integrator's own time."""
    lifted = [hy.expression(float(e)) if isinstance(e, int | float) else e for e in expressions]
    return list(hy.subs(lifted, {TIME: hy.time})) if lifted else []
