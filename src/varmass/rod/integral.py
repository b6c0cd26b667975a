"""∫ e dσ of a density e(f, σ, …) in fields f = Φ q, by quadrature, with its first and second derivatives.

I = Σ_k w_k e_k ,   ∂I/∂q = Φᵀ (w e_f) ,   ∂²I/∂q² = Φᵀ diag(w e_ff) Φ
flow of ∂I/∂q = Φᵀ (w (e_f)˙) ,   (e)˙ = ∂e/∂t + Σ ∂e/∂f ḟ        where the rates ḟ = Φ q̇ are known
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import sympy as sp

from varmass.model.functional import FLOW, Kernel, Local
from varmass.model.symbols import t
from varmass.rod.arrays import Evaluator, Functions, Matrix, Row, column, filled, linear, total


@dataclass(frozen=True, eq=False)
class Integral(Kernel):
    """`fields` are local symbols with their matrices on q; `others` all else that the density contains.

    Of a kinetic energy q are coordinates, then speeds, and `moving` are symbols with those that are their rates.
    """

    name: str
    q: tuple[sp.Symbol, ...]
    fields: tuple[tuple[sp.Symbol, Matrix], ...]
    others: tuple[sp.Symbol, ...]
    places: tuple[sp.Symbol, Row]
    weights: Row
    density: sp.Expr
    like: sp.Expr
    moving: tuple[tuple[sp.Symbol, sp.Symbol], ...] = ()

    @property
    def flows(self) -> bool:  # type: ignore[override]
        """Where the rates are known."""
        return bool(self.moving)

    @property
    def local(self) -> Local:
        """Point by point; of a kinetic energy the first half of q are the coordinates."""
        rates = dict(self.moving)
        q = self.q[: len(self.q) // 2] if rates else self.q
        of = [(f, rates.get(f), np.array(Φ)[:, : len(q)]) for f, Φ in self.fields if f not in rates.values()]
        return Local(q, tuple(of), *self.places, self.weights, self.density)

    @property
    def arguments(self) -> tuple[sp.Symbol, ...]:  # type: ignore[override]
        """q, then the others."""
        return (*self.q, *self.others)

    def at(self, arguments: Sequence[Any], functions: dict[Any, Callable[..., Any]]) -> "At":
        """The integral there."""
        return At(self, arguments, functions)

    @cached_property
    def arrays(self) -> tuple[Any, Any, list[Any]]:
        """Places, weights and matrices to compute with."""
        return np.array(self.places[1]), np.array(self.weights), [np.array(matrix) for _, matrix in self.fields]

    @lru_cache(maxsize=4096)  # noqa: B019
    def slope(self, by: tuple[sp.Symbol, ...], flowing: bool) -> Evaluator | None:
        """A derivative of the density, or the flow of that, as a function; None if it vanishes."""
        e = self.density
        for s in by:
            e = e.diff(s)
        if flowing:
            e = sp.Add(e.diff(t), *(e.diff(x) * rate for x, rate in self.moving))
        return Evaluator((e,), (*(f for f, _ in self.fields), self.places[0], *self.others)) if e != 0 else None


class At:
    """An integral at one state; each derivative is computed when it is first asked for."""

    def __init__(self, kernel: Integral, arguments: Sequence[Any], functions: Functions) -> None:
        self.kernel, self.functions = kernel, functions
        places, _, matrices = kernel.arrays
        n = len(kernel.q)
        q = column(arguments[:n])
        self.values = [*(linear(Φ, q, functions) for Φ in matrices), places, *arguments[n:]]
        self.known: dict[tuple[int, ...], Any] = {}
        self.densities: dict[Any, Any] = {}

    def __getitem__(self, order: tuple[int, ...]) -> Any:
        if order not in self.known:
            self.known[order] = self._derivative(order)
        return self.known[order]

    def _derivative(self, order: tuple[int, ...]) -> Any:
        """∂ⁿ/∂q_i ∂q_j … = Σ w e_fg… Φ_i Φ_j … over all choices of fields."""
        kernel, n = self.kernel, len(self.kernel.q)
        _, weights, matrices = kernel.arrays
        chosen: list[tuple[tuple[sp.Symbol, ...], Any]] = [((), weights)]
        flowing = FLOW in order
        for i in order[flowing:]:
            if i >= n:
                chosen = [((*by, kernel.others[i - n]), w) for by, w in chosen]
            else:
                columns = [(f, Φ[:, i]) for (f, _), Φ in zip(kernel.fields, matrices, strict=True)]
                chosen = [((*by, f), w * Φ) for by, w in chosen for f, Φ in columns]
        parts = []
        for by, w in chosen:
            e = self._density(by, flowing) if w.any() else None
            if e is not None:
                parts += linear(w[None, :], e, self.functions).tolist()
        return total(parts, self.functions)

    def _density(self, by: tuple[sp.Symbol, ...], flowing: bool) -> Any:
        """A derivative of the density at all points; None if it vanishes."""
        if (by, flowing) not in self.densities:
            slope = self.kernel.slope(by, flowing)
            found = None if slope is None else slope(self.values, self.functions)[0]
            self.densities[by, flowing] = None if found is None else filled(found, len(self.kernel.weights))
        return self.densities[by, flowing]
