"""Numbers of a rod in one state: any expression of its coordinates, with the kernels in it evaluated."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import sympy as sp

from varmass.model.functional import Functional

NUMBERS = {sp.sin: np.sin, sp.cos: np.cos, sp.sqrt: np.sqrt, sp.Abs: np.abs, sp.tanh: np.tanh}


def value(e: sp.Expr, known: Mapping[Any, float]) -> float:
    """`e` where the symbols have these values."""
    kernels: dict[Any, Any] = {}
    table: dict[Any, Any] = {}
    for f in e.atoms(Functional):
        key = f.kernel, f.args
        if key not in kernels:
            kernels[key] = f.kernel.at([float(sp.sympify(x).xreplace(_real(known))) for x in f.args], NUMBERS)
        table[f] = sp.Float(kernels[key][f.order], 17)
    return float(e.xreplace(table).xreplace(_real(known)))


def _real(known: Mapping[Any, float]) -> dict[Any, sp.Expr]:
    return {s: sp.Float(x, 17) for s, x in known.items()}
