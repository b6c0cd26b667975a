"""Numbers of a rod in one state: any expressions of its coordinates, with the kernels in them evaluated once."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import sympy as sp

from varmass.model.functional import Functional

NUMBERS = {sp.sin: np.sin, sp.cos: np.cos, sp.sqrt: np.sqrt, sp.Abs: np.abs, sp.tanh: np.tanh}


class Formula:
    """Expressions as one function of named numbers."""

    def __init__(self, expressions: Iterable[sp.Expr]) -> None:
        found = list(expressions)
        met = sorted({f for e in found for f in e.atoms(Functional)}, key=str)
        self.kernels: dict[Any, tuple[tuple[Any, ...], Any, list[tuple[int, ...]]]] = {}
        stand_ins = []
        for f in met:
            of = sorted({s for x in f.args for s in x.free_symbols}, key=str)
            entry = self.kernels.setdefault((f.kernel, f.args), (tuple(of), sp.lambdify(of, f.args, "math"), []))
            entry[2].append(f.order)
        order = [(kernel, o) for kernel, (_, _, orders) in self.kernels.items() for o in orders]
        by_key = {((f.kernel, f.args), f.order): f for f in met}
        stand_ins = [sp.Dummy() for _ in order]
        plain = dict(zip((by_key[key] for key in order), stand_ins, strict=True))
        body = [e.xreplace(plain) for e in found]
        self.symbols = sorted({s for e in body for s in e.free_symbols} - set(stand_ins), key=str)
        self.function = sp.lambdify([*self.symbols, *stand_ins], body, "math")

    def __call__(self, known: Mapping[Any, float]) -> list[float]:
        """The numbers for these values of the symbols."""
        found = []
        for (kernel, _), (symbols, arguments, orders) in self.kernels.items():
            at = kernel.at([float(x) for x in arguments(*(known[s] for s in symbols))], NUMBERS)
            found += [float(at[o]) for o in orders]
        return list(map(float, self.function(*(known[s] for s in self.symbols), *found)))


def value(e: sp.Expr, known: Mapping[Any, float]) -> float:
    """One expression where the symbols have these values."""
    return Formula([e])(known)[0]
