"""Expressions as straight-line source code, Python or C: every subexpression is computed once."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import sympy as sp

from varmass.compile.walk import Walk
from varmass.model.functional import Functional, Kernel
from varmass.model.symbols import Quantity, t

PYTHON = {
    sp.sqrt: "sqrt",
    sp.exp: "exp",
    sp.log: "log",
    sp.sin: "sin",
    sp.cos: "cos",
    sp.tan: "tan",
    sp.asin: "arcsin",
    sp.acos: "arccos",
    sp.atan: "arctan",
    sp.atan2: "arctan2",
    sp.sinh: "sinh",
    sp.cosh: "cosh",
    sp.tanh: "tanh",
    sp.asinh: "arcsinh",
    sp.acosh: "arccosh",
    sp.atanh: "arctanh",
    sp.erf: "erf",
    sp.erfc: "erfc",
}
C = {
    **PYTHON,
    sp.asin: "asin",
    sp.acos: "acos",
    sp.atan: "atan",
    sp.atan2: "atan2",
    sp.asinh: "asinh",
    sp.acosh: "acosh",
    sp.atanh: "atanh",
}
NUMBERS = {kind: getattr(np, name) for kind, name in PYTHON.items() if hasattr(np, name)}
SCALAR = {
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "arctan2": "atan2",
    "arcsinh": "asinh",
    "arccosh": "acosh",
    "arctanh": "atanh",
}


class Program:
    """A straight-line program under construction."""

    def __init__(self, names: dict[sp.Symbol, str], c: bool = False) -> None:
        self.lines: list[str] = []
        self.c = c
        self.kernels: dict[str, Kernel] = {}
        functions = C if c else PYTHON
        table: dict[Any, Any] = {kind: self._call(name) for kind, name in functions.items()}
        table |= {
            sp.Rational: lambda p, q: f"({p}.0/{q}.0)" if q != 1 else f"{p}.0",
            sp.Float: lambda x: repr(x),
            sp.Add: lambda *xs: self._keep(" + ".join(xs)),
            sp.Mul: lambda *xs: self._keep("*".join(xs)),
            sp.Pow: self._power,
        }
        if not c:
            table |= {Functional: self._kernel}
        self.walk = Walk(table, lambda s: names[s], self._choose)

    def _keep(self, text: str) -> str:
        name = f"x{len(self.lines)}"
        self.lines.append(f"const double {name} = {text};" if self.c else f"{name} = {text}")
        return name

    def _call(self, name: str) -> Callable[..., str]:
        return lambda *xs: self._keep(f"{name}({', '.join(xs)})")

    def _kernel(self, kernel: Kernel, arguments: list[str]) -> "Entries":
        name = f"kernel{len(self.kernels)}"
        self.kernels[name] = kernel
        return Entries(self, self._keep(f"{name}([{', '.join(arguments)}])"))

    def _power(self, x: str, n: str) -> str:
        if n == "-1.0":
            return self._keep(f"1.0/{x}")
        if n == "2.0":
            return self._keep(f"{x}*{x}")
        return self._keep(f"{x}**{n}" if n.endswith(".0") and not self.c else f"pow({x}, {n})")

    def _choose(self, sign_of: str, yes: str, no: str) -> str:
        return self._keep(f"{sign_of} > 0 ? {yes} : {no}" if self.c else f"where({sign_of} > 0, {yes}, {no})")


@dataclass(frozen=True)
class Entries:
    """What a kernel gives, by order, in the program."""

    program: Program
    row: str

    def __getitem__(self, order: tuple[int, ...]) -> str:
        return self.program._keep(f"{self.row}[{order}]")


class Along:
    """What a kernel gives at many instants."""

    def __init__(self, kernel: Kernel, arguments: list[Any]) -> None:
        instants = np.transpose(np.broadcast_arrays(*np.atleast_1d(*arguments)))
        self.found = [kernel.at(list(row), NUMBERS) for row in instants]

    def __getitem__(self, order: tuple[int, ...]) -> Any:
        return np.array([found[order] for found in self.found])


def function(
    expressions: Iterable[Any], arguments: Sequence[Sequence[Quantity]], arrays: bool = False
) -> Callable[..., Any]:
    """A Python function of grouped arguments, f((t,), q, u, …) → list of values; `arrays` lets each be an array."""
    named = {s: f"a{i}[{j}]" for i, group in enumerate(arguments) for j, s in enumerate(group)}
    program = Program(named)
    results = [program.walk(e) for e in expressions]
    body = "\n    ".join([*program.lines, f"return [{', '.join(results)}]"])
    heads = ", ".join(f"a{i}" for i in range(len(arguments)))
    space: dict[str, Any] = _numpy() if arrays else _math()
    space |= {name: partial(Along if arrays else _evaluated, kernel) for name, kernel in program.kernels.items()}
    exec(f"def compiled({heads}):\n    {body}\n", space)
    return space["compiled"]  # type: ignore[no-any-return]


def c_function(name: str, outputs: dict[str, list[Any]], names: dict[sp.Symbol, str]) -> str:
    """A C99 function that writes `outputs` (array name: entries), row by row."""
    program = Program(names, c=True)
    sets = [f"{array}[{i}] = {program.walk(e)};" for array, entries in outputs.items() for i, e in enumerate(entries)]
    heads = ", ".join(f"double *{array}" for array in outputs)
    body = "\n    ".join([*program.lines, *sets])
    given = "double t, const double *q, const double *u, const double *p"
    return f"#include <math.h>\n\nvoid {name}({given}, {heads})\n{{\n    {body}\n}}\n"


def _evaluated(kernel: Kernel, arguments: list[float]) -> Any:
    return kernel.at(arguments, NUMBERS)


def _numpy() -> dict[str, Any]:
    found = {name: getattr(np, name) for name in PYTHON.values() if hasattr(np, name)}
    return found | {"pow": np.power, "where": np.where}


def _math() -> dict[str, Any]:
    found = {name: _real(getattr(math, SCALAR.get(name, name))) for name in PYTHON.values()}
    return found | {"pow": _real(math.pow), "where": lambda c, yes, no: yes if c else no}


def _real(f: Callable[..., float]) -> Callable[..., float]:
    """f, not a number where it is not real: the branch that a choice does not take may be so."""

    def found(*x: float) -> float:
        try:
            return f(*x)
        except ValueError:
            return math.nan

    return found


def in_c(equations: Any, name: str = "equations_of_motion") -> str:
    """M (row by row) and r of derived equations as a C function of t, q, u and p, with a key to its arrays."""
    system = equations.system
    groups = (("q", system.q), ("u", system.u), ("p", system.parameters))
    names = {s: f"{array}[{i}]" for array, symbols in groups for i, s in enumerate(symbols)}
    key = "".join(f"   {place} = {symbol}\n" for symbol, place in names.items())
    code = c_function(name, {"M": list(equations.M), "r": list(equations.r)}, {t: "t", **names})
    return f"/* {system.title}, by {equations.principle}: M q.ddot = r, M row by row.\n\n{key}*/\n{code}"
