"""Lagrange's equations assembled from the points of a mesh, E(t, q, q̇, q̈) = 0, with their slopes.

    E = Σ_k w_k Φ_kᵀ s_k ,   s = d/dt ∂e/∂ḟ − ∂e/∂f + ∂r/∂ḟ − Q ,   e = T − V ,   f = Φ q
    ∂E/∂q = Σ_k w_k Φ_kᵀ (∂s/∂f)_k Φ_k ,   and so by q̇ and q̈

Only e and r are stated; s and its slopes are derived from them once, in symbols, and compiled for all points.
"""

from functools import cached_property
from typing import Any

import heyoka as hy
import numpy as np
import scipy.sparse as ss
import sympy as sp

from varmass.compile.heyoka_algebra import HeyokaAlgebra
from varmass.compile.implicit import Pattern
from varmass.compile.patches import Patch, patches
from varmass.compile.walk import Walk
from varmass.compile.watching import compiled_function
from varmass.derive.ledger import Book
from varmass.model.symbols import t
from varmass.model.system import System

ORDERS = 3  # f, ḟ, f̈
ALL = 0  # points at once, as many as the processor takes


class Assembly:
    """The equations of one system; `bound` to values of its parameters they are functions of t, q, q̇, q̈."""

    def __init__(self, system: System) -> None:
        self.n = len(system.q)
        self.points = [Points(patch, system) for patch in patches(system)]
        names = list(dict.fromkeys(name for p in self.points for name in p.books))
        self.books = tuple(Book("energy", "total", name, None) for name in names)
        self.rows = [[names.index(name) for name in p.books] for p in self.points]
        self.pattern = Pattern(self.n, *np.concatenate([np.stack(p.contributions[:2]) for p in self.points], axis=1))

    def bound(self, values: Any) -> "Bound":
        """With numbers for the parameters."""
        return Bound(self, values)


class Points:
    """One patch, compiled."""

    def __init__(self, patch: Patch, system: System) -> None:
        self.values = list(patch.fields)
        self.rates = [rate for rate, _ in patch.fields.values()]
        self.size, self.count = len(self.values), len(patch.local.weights)
        self.Φ = ss.vstack([Φ for _, Φ in patch.fields.values()], format="csr")
        self.Φᵀ = self.Φ.T.tocsr()
        self.blocks = [Φ for _, Φ in patch.fields.values()]
        self.weights, self.places = np.array(patch.local.weights), np.array(patch.local.places)
        self.books = list(patch.books)
        self.further = [sp.Symbol(f"z{i}_tt", real=True) for i in range(self.size)]
        local = _equations(patch, self.values, self.rates, self.further)
        slopes = [e.diff(z) for group in (self.values, self.rates, self.further) for e in local for z in group]
        self.there = [k for k, e in enumerate(slopes) if e != 0]
        K = sp.Add(*(patch.kinetic.diff(v) * v for v in self.rates)) - patch.kinetic
        compiled = _compiler(system, [*self.values, *self.rates, *self.further, patch.local.place])
        self.local, self.slopes = compiled(local), compiled([slopes[k] for k in self.there])
        self.told = compiled([K, patch.potential, *patch.books.values()])

    @cached_property
    def contributions(self) -> tuple[Any, Any, Any, Any, Any]:
        """Row, column, factor, source and order of each contribution w Φ_i s_ij Φ_j."""
        found: list[list[Any]] = [[], [], [], [], []]
        for k, which in enumerate(self.there):
            order, (i, j) = which // self.size**2, divmod(which % self.size**2, self.size)
            for p in range(self.count):
                a, b = self.blocks[i][p], self.blocks[j][p]
                found[0].append(np.repeat(a.indices, b.nnz))
                found[1].append(np.tile(b.indices, a.nnz))
                found[2].append(np.outer(a.data, b.data).ravel() * self.weights[p])
                found[3].append(np.full(a.nnz * b.nnz, k * self.count + p))
                found[4].append(np.full(a.nnz * b.nnz, order))
        return tuple(np.concatenate(x) for x in found)  # type: ignore[return-value]

    def scatters(self, pattern: Pattern) -> list[Any]:
        """For each order, the matrix that leads from all slopes at all points to the entries of the pattern."""
        rows, columns, factors, sources, orders = self.contributions
        shape = (pattern.count, len(self.there) * self.count)
        places = pattern.place(rows, columns)
        chosen = (orders == k for k in range(ORDERS))
        return [ss.csr_matrix((factors[c], (places[c], sources[c])), shape=shape) for c in chosen]


class Bound:
    """The equations for one set of values."""

    def __init__(self, assembly: Assembly, values: Any) -> None:
        self.assembly, self.pattern = assembly, assembly.pattern
        self.parts = [(p, p.scatters(self.pattern), *_room(p, values)) for p in assembly.points]

    def equations(self, time: float, q: Any, u: Any, a: Any) -> Any:
        """E."""
        found = np.zeros(self.assembly.n)
        for p, _, fields, options in self.parts:
            _fill(p, fields, options, time, (q, u, a))
            found += p.Φᵀ @ (p.local(fields, **options)[:-1] * p.weights).ravel()
        return found

    def slopes(self, time: float, q: Any, u: Any, a: Any) -> list[Any]:
        """∂E/∂q, ∂E/∂q̇, ∂E/∂q̈, each as the entries of the pattern."""
        found = [np.zeros(self.pattern.count) for _ in range(ORDERS)]
        for p, scatters, fields, options in self.parts:
            _fill(p, fields, options, time, (q, u, a))
            at_points = p.slopes(fields, **options)[:-1].ravel()
            for total, S in zip(found, scatters, strict=True):
                total += S @ at_points
        return found

    def book_rates(self, time: float, q: Any, u: Any, a: Any) -> Any:
        """What each book gains in a unit of time."""
        found = np.zeros(len(self.assembly.books))
        for rows, told in zip(self.assembly.rows, self._told(time, q, u), strict=True):
            found[rows] += told[2:]
        return found

    def energies(self, times: Any, x: Any) -> list[Any]:
        """Kinetic and potential energy along a motion."""
        n = self.assembly.n
        told = (self._told(time, y[:n], y[n : 2 * n]) for time, y in zip(times, x.T, strict=True))
        return list(np.transpose([sum(parts[:2] for parts in at_points) for at_points in told]))

    def _told(self, time: float, q: Any, u: Any) -> Any:
        for p, _, fields, options in self.parts:
            _fill(p, fields, options, time, (q, u, 0 * q))
            yield p.told(fields, **options)[:-1] @ p.weights


def _room(p: Points, values: Any) -> tuple[Any, dict[str, Any]]:
    """Arrays to compute in: fields and places at all points; the parameters and the time there."""
    fields = np.zeros((ORDERS * p.size + 1, p.count))
    fields[-1] = p.places
    pars = np.repeat(np.asarray(values, dtype=float)[:, None], p.count, axis=1)
    return fields, {"pars": pars, "time": np.zeros(p.count)}


def _fill(p: Points, fields: Any, options: dict[str, Any], time: float, motion: tuple[Any, Any, Any]) -> None:
    options["time"][:] = time
    for k, x in enumerate(motion):
        fields[k * p.size : (k + 1) * p.size] = (p.Φ @ x).reshape(p.size, p.count)


def _equations(patch: Patch, z: list[Any], ż: list[Any], z̈: list[Any]) -> list[sp.Expr]:
    """s, of every field."""
    e = patch.kinetic - patch.potential

    def rate(x: sp.Expr) -> sp.Expr:
        along = (x.diff(p) * v for p, v in zip([*z, *ż], [*ż, *z̈], strict=True))
        return sp.Add(x.diff(t), *along)

    pairs = zip(z, ż, strict=True)
    return [rate(e.diff(v)) - e.diff(p) + patch.dissipation.diff(v) - patch.loads.get(p, 0) for p, v in pairs]


def _compiler(system: System, local: list[Any]) -> Any:
    """From formulas in what is local to functions over all points."""
    algebra = HeyokaAlgebra(system, on_the_spot=True)
    named = {s: hy.expression(f"z{i}") for i, s in enumerate(local)}
    walk = Walk(algebra.walk.table, lambda s: named[s] if s in named else algebra._leaf(s), algebra.choose)

    def compiled(outputs: list[sp.Expr]) -> Any:
        return compiled_function([walk(e) for e in outputs], list(named.values()), len(system.parameters), ALL)

    return compiled
