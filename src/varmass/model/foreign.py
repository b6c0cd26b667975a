"""SymPy's own symbols in a model: dynamicsymbols and plain symbols become coordinates and parameters."""

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from varmass.errors import ModelError
from varmass.model.symbols import Coordinate, Parameter, Quantity, coordinate, t
from varmass.model.units import parse
from varmass.model.values import expressions, mapped
from varmass.shelf import closest


def adopt(stated: Any, units: Mapping[Any, str]) -> Any:
    """What is stated, with every foreign symbol replaced by one of ours."""
    named = {_name(s): unit for s, unit in units.items()}
    found: set[sp.Basic] = set()
    for e in expressions(stated):
        found |= e.atoms(AppliedUndef, sp.Derivative) | {s for s in e.free_symbols if not isinstance(s, Quantity)}
    table = {s: _ours(s, named) for s in sorted(found, key=lambda s: -len(str(s)))}
    met = {_name(s) for s in found}
    unknown = [name for name in named if name not in met]
    if unknown:
        raise ModelError(
            f"units= names {unknown[0]!r}, which is no foreign symbol of this system",
            expected=", ".join(sorted(met - {"t"})) or "none: every symbol here has its unit",
            got=f"{unknown[0]!r}: {named[unknown[0]]!r}",
            hint=closest(unknown[0], sorted(met - {"t"})) if met - {"t"} else "leave it out",
        )
    return mapped(stated, lambda e: _by_cases(e.xreplace(table)))


def _by_cases(e: sp.Expr) -> sp.Expr:
    """Min and Max as cases, whose derivatives are cases too; SymPy would write jumps."""
    return e.replace(lambda x: isinstance(x, sp.Min | sp.Max), lambda x: x.rewrite(sp.Piecewise))


def translate(e: sp.Expr, coordinates: tuple[Coordinate, ...], parameters: tuple[Parameter, ...]) -> sp.Expr:
    """A foreign expression, read with the symbols of a system that is already stated."""
    units = {s.name: s for s in (*coordinates, *parameters)}
    table = {}
    for s in e.atoms(AppliedUndef, sp.Derivative) | e.free_symbols:
        if isinstance(s, Quantity):
            continue
        base = s.expr if isinstance(s, sp.Derivative) else s
        if _name(base) == "t":
            table[s] = t
        elif _name(base) in units:
            table[s] = _at_order(units[_name(base)], s)
    return e.xreplace(table)


def _name(s: Any) -> str:
    return str(s.func) if isinstance(s, AppliedUndef) else str(s)


def _ours(s: Any, units: Mapping[str, str]) -> sp.Expr:
    base = s.expr if isinstance(s, sp.Derivative) else s
    name = _name(base)
    if name == "t" and isinstance(base, sp.Symbol):
        return t
    if name not in units:
        raise ModelError(
            f"unknown symbol {name!r}",
            expected="coordinates and parameters with units, or t",
            got=f"{name}, a bare SymPy symbol",
            hint=f"vm.parameters('{name} [unit]'), or System(..., units={{'{name}': 'unit'}})",
        )
    if isinstance(base, AppliedUndef):
        return _at_order(coordinate(name, units[name]), s)
    return Parameter(name, parse(units[name]))


def _at_order(symbol: Any, s: Any) -> sp.Expr:
    order = s.derivative_count if isinstance(s, sp.Derivative) else 0
    if order > 2:
        raise ModelError(
            "a derivative beyond the second",
            expected="q, q̇ or q̈",
            got=str(s),
            hint="state the system with lower derivatives",
        )
    return (symbol, getattr(symbol, "dot", None), getattr(symbol, "ddot", None))[order]
