"""T = Σ ½ μ_i w_ik |v_k|² of matter that flows past the points of a quadrature, and all that Lagrange's equations ask.

    v = c + A h ,   h = h(f, ḟ, η, η̇, σ, t) linear in the rates, at fixed σ, of the fields f = Φ q
    V_j = ∂v/∂q̇_j ,   M_jl = ⟨V_j, V_l⟩ ,   p_j = ⟨v, V_j⟩ ,   ∂T/∂q_j = ⟨v, ∂v/∂q_j⟩ + ½ ⟨v, v⟩_{∂μ/∂q_j}
    flow of p_j = ⟨v̇, V_j⟩ + ⟨v, V̇_j⟩ + ⟨v, V_j⟩_{μ̇}   at q̈ = 0

A gathers along the rod: ∫₀^σ dσ′ where velocities are those of the links before, the unit matrix where they are not.
Only h, c and μ are stated; the virtual velocities V and all other slopes are derived from them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp

from varmass.model.functional import FLOW, Kernel
from varmass.model.symbols import t
from varmass.rod.arrays import Evaluator, Functions, Matrix, Row, column, filled, linear, pairs

Rows = tuple[tuple[sp.Expr, ...], ...]


@dataclass(frozen=True)
class Field:
    """A field of σ, its rate at fixed σ, and its matrix on q."""

    value: sp.Symbol
    rate: sp.Symbol
    matrix: Matrix


@dataclass(frozen=True, eq=False)
class Kinetic(Kernel):
    """`free` are the coordinates that no field is made of, as the length η; `masses` are (μ, weights)."""

    name: str
    q: tuple[Any, ...]
    free: tuple[Any, ...]
    parameters: tuple[sp.Symbol, ...]
    fields: tuple[Field, ...]
    places: tuple[sp.Symbol, Row]
    gathers: Matrix
    h: tuple[sp.Expr, ...]
    c: tuple[sp.Expr, ...]
    masses: tuple[tuple[sp.Expr, Row], ...]
    like: sp.Expr

    @property
    def flows(self) -> bool:  # type: ignore[override]
        """Yes, by the drift of its velocities."""
        return True

    @property
    def arguments(self) -> tuple[sp.Symbol, ...]:  # type: ignore[override]
        """Coordinates, speeds, time, parameters."""
        every = (*self.q, *self.free)
        return (*every, *(x.dot for x in every), t, *self.parameters)

    def at(self, arguments: Sequence[Any], functions: dict[Any, Callable[..., Any]]) -> "At":
        """T there."""
        return At(self.prepared, arguments, functions)

    @cached_property
    def prepared(self) -> "Prepared":
        """Made once."""
        return Prepared(self)


GROUPS = ("virtual", "turning", "by_place")


class Prepared:
    """What does not depend on the state: arrays, and the slopes of h, c and the masses as functions."""

    def __init__(self, kernel: Kinetic) -> None:
        self.kernel, n = kernel, len(kernel.q)
        self.n, self.N, self.size = n, n + len(kernel.free), len(kernel.h)
        names = kernel.arguments
        self.rest = (*range(n, self.N), *range(self.N + n, len(names)))
        of_fields = (s for f in kernel.fields for s in (f.value, f.rate))
        self.symbols = (kernel.places[0], *of_fields, *(names[i] for i in self.rest))
        self.places = np.array(kernel.places[1])
        self.matrices = [np.array(f.matrix) for f in kernel.fields]
        self.A = np.array(kernel.gathers)
        spread = (np.einsum("kp,pj->kjp", self.A, Φ) for Φ in self.matrices)
        self.spreading = [x.reshape(-1, self.A.shape[1]) for x in spread]
        self.weights = [np.tile(w, self.size) for _, w in kernel.masses]
        self.masses = [Evaluator(self._slopes_of_mass(μ), self.symbols) for μ, _ in kernel.masses]
        of_h, of_c = self._slopes(kernel.h), self._slopes(kernel.c)
        self.vectors = {name: (self._function(of_h[name]), self._function(of_c[name])) for name in of_h}

    def _function(self, rows: Rows) -> Evaluator:
        return Evaluator(tuple(e for row in rows for e in row), self.symbols)

    def _flow(self, e: sp.Expr) -> sp.Expr:
        moving = [*((f.value, f.rate) for f in self.kernel.fields), *((x, x.dot) for x in self.kernel.free)]
        return sp.Add(e.diff(t), *(e.diff(x) * u for x, u in moving))

    def _slopes_of_mass(self, μ: sp.Expr) -> tuple[sp.Expr, ...]:
        """μ, its flow, its slope in time, and by each free coordinate."""
        return (μ, self._flow(μ), μ.diff(t), *(μ.diff(x) for x in self.kernel.free))

    def _slopes(self, of: tuple[sp.Expr, ...]) -> dict[str, Rows]:
        """Of h or c: itself, its drift at q̈ = 0 and its slope in time; and for each field and each free coordinate
        its slope by the rate, the flow of that, and its slope by the value."""
        moving = [*((f.value, f.rate) for f in self.kernel.fields), *((x, x.dot) for x in self.kernel.free)]
        virtual = tuple(tuple(e.diff(u) for e in of) for _, u in moving)
        return {
            "v": (of,),
            "drift": (tuple(map(self._flow, of)),),
            "in_time": (tuple(e.diff(t) for e in of),),
            "virtual": virtual,
            "turning": tuple(tuple(map(self._flow, V)) for V in virtual),
            "by_place": tuple(tuple(e.diff(x) for e in of) for x, _ in moving),
        }


class At:
    """T at one state; a vector field is one row, its components one after the other, and there may be one for each
    coordinate, in columns."""

    def __init__(self, prepared: Prepared, arguments: Sequence[Any], functions: Functions) -> None:
        p = self.prepared = prepared
        self.functions = functions
        q, u = column(arguments[: p.n]), column(arguments[p.N : p.N + p.n])
        fields = (linear(Φ, x, functions) for Φ in p.matrices for x in (q, u))
        self.values = [p.places, *fields, *(arguments[i] for i in p.rest)]
        self.known: dict[Any, Any] = {}

    def __getitem__(self, order: Any) -> Any:
        """A derivative of T, or one of the vector fields by its name."""
        if order not in self.known:
            self.known[order] = self._vectors(order) if isinstance(order, str) else self._asked(order)
        return self.known[order]

    def _asked(self, order: tuple[int, ...]) -> Any:
        n, N = self.prepared.n, self.prepared.N
        speeds = [i - N for i in order if N <= i < 2 * N]
        if order == ():
            return 0.5 * self._inner("v", "v")
        if len(order) == 1 and order[0] < N:
            i = order[0]
            own = 0.5 * self._inner("v", "v", 3 + i - n) if i >= n else 0.0
            return self._inner("v", "by_place")[i] + own
        if order == (2 * N,):
            return self._inner("v", "in_time") + 0.5 * self._inner("v", "v", 2)
        if len(order) == len(speeds) == 1:
            return self._inner("v", "virtual")[speeds[0]]
        if len(order) == len(speeds) == 2:
            return self._inner("virtual", "virtual")[speeds[0], speeds[1]]
        if order[0] == FLOW and len(order) == 2 and speeds:
            j = speeds[0]
            turning = self._inner("v", "turning")[j] + self._inner("v", "virtual", 1)[j]
            return self._inner("drift", "virtual")[j] + turning
        raise KeyError(f"{self.prepared.kernel.name} is not differentiated by {order}")

    def _inner(self, a: str, b: str, which: int = 0) -> Any:
        """⟨a, b⟩ = Σ μ w a·b, or with a slope in the place of μ; for all coordinates at once."""
        key = a, b, which
        if key not in self.known:
            found: Any = np.zeros(self.prepared.N) if b in GROUPS else 0.0
            for w, μ in zip(self.prepared.weights, (row[which] for row in self.masses), strict=True):
                if not (isinstance(μ, int | float) and μ == 0):
                    found = found + μ * pairs(w, self[a], self[b], self.functions)
            self.known[key] = found
        return self.known[key]

    @cached_property
    def masses(self) -> list[Any]:
        """The values of every μ and its slopes."""
        return [function(self.values, self.functions) for function in self.prepared.masses]

    def _vectors(self, name: str) -> Any:
        """A vector field, or one for every coordinate; of h gathered along the rod, and of c."""
        size = self.prepared.size
        flat = (function(self.values, self.functions) for function in self.prepared.vectors[name])
        h, c = ([x[i : i + size] for i in range(0, len(x), size)] for x in flat)
        return self._columns(h, c) if name in GROUPS else self._gathered(h[0], c[0])

    def _gathered(self, h: Any, c: Any) -> Any:
        """c + A h."""
        A = self.prepared.A
        return np.concatenate([linear(A, filled(x, A.shape[1]), self.functions) + y for x, y in zip(h, c, strict=True)])

    def _columns(self, h: Any, c: Any) -> Any:
        """Of all coordinates: those of the fields through Φ, then the free ones."""
        p = self.prepared
        found: Any = 0.0
        for x, B in zip(h, p.spreading, strict=False):
            if any(isinstance(y, np.ndarray) or y != 0 for y in x):
                rows = [linear(B, filled(y, B.shape[1]), self.functions).reshape(-1, p.n) for y in x]
                found = np.concatenate(rows) + found
        if not isinstance(found, np.ndarray):
            found = np.zeros((p.size * len(p.A), p.n))
        fields = len(p.spreading)
        own = [self._gathered(x, y)[:, None] for x, y in zip(h[fields:], c[fields:], strict=True)]
        return np.hstack([found, *own])
