"""Equations of motion as they stand, E(t, q, q̇, q̈) = M q̈ − r = 0, with their slopes: nothing is solved for q̈."""

from typing import Any

import heyoka as hy
import numpy as np
import scipy.sparse as ss

from varmass.compile.first_order import first_order
from varmass.compile.heyoka_algebra import HeyokaAlgebra
from varmass.compile.watching import compiled_function
from varmass.derive.affine import minus, times, total
from varmass.model.system import System


class Pattern:
    """The places of a square sparse matrix that may not vanish, column by column."""

    def __init__(self, n: int, rows: Any, columns: Any) -> None:
        self.n = n
        keys = np.unique(np.asarray(columns, dtype=np.int64) * n + rows)
        self.keys, self.rows, self.columns = keys, keys % n, keys // n

    @property
    def count(self) -> int:
        """How many."""
        return len(self.keys)

    def place(self, rows: Any, columns: Any) -> Any:
        """Where entries are kept."""
        return np.searchsorted(self.keys, np.asarray(columns, dtype=np.int64) * self.n + rows)

    def matrix(self, entries: Any) -> Any:
        """In SciPy's form, column by column."""
        return ss.csc_matrix((entries, (self.rows, self.columns)), shape=(self.n, self.n))


class Formulas:
    """The equations of any system, by a principle; `bound` to values they are functions of t, q, q̇, q̈."""

    def __init__(self, system: System, principle: str, ledger: bool) -> None:
        algebra = HeyokaAlgebra(system, on_the_spot=True)
        form = first_order(system, principle, (), ledger, algebra, symbolic=False)
        self.n, self.books = len(system.q), form.titles
        z = [algebra.lift(s) for s in (*system.q, *system.u, *system.a)]
        along = [total(times(x, a) for x, a in zip(row, z[2 * self.n :], strict=True)) for row in form.M]
        E = list(minus(along, form.r))
        slopes = hy.diff_tensors(E, diff_args=z, diff_order=1).jacobian
        there = np.argwhere(slopes != hy.expression(0.0))
        self.orders, columns = np.divmod(there[:, 1], self.n)
        self.pattern = Pattern(self.n, there[:, 0], columns)
        self.places = self.pattern.place(there[:, 0], columns)
        outputs = E, [slopes[j, k] for j, k in there], [b.rate for b in form.books]
        count = len(system.parameters)
        self.of_equations, self.of_slopes, self.of_books = (compiled_function(e, z, count) for e in outputs)

    def bound(self, values: Any) -> "BoundFormulas":
        """With numbers for the parameters."""
        return BoundFormulas(self, np.asarray(values, dtype=float))


class BoundFormulas:
    """The equations for one set of values."""

    def __init__(self, formulas: Formulas, values: Any) -> None:
        self.formulas, self.values, self.pattern = formulas, values, formulas.pattern

    def equations(self, time: float, q: Any, u: Any, a: Any) -> Any:
        """E."""
        return self._of(self.formulas.of_equations, time, q, u, a)

    def slopes(self, time: float, q: Any, u: Any, a: Any) -> list[Any]:
        """∂E/∂q, ∂E/∂q̇, ∂E/∂q̈, each as the entries of the pattern."""
        found, form = self._of(self.formulas.of_slopes, time, q, u, a), self.formulas
        entries = np.zeros((3, self.pattern.count))
        entries[form.orders, form.places] = found
        return list(entries)

    def book_rates(self, time: float, q: Any, u: Any, a: Any) -> Any:
        """What each book gains in a unit of time."""
        return self._of(self.formulas.of_books, time, q, u, a)

    def _of(self, function: Any, time: float, *motion: Any) -> Any:
        return function(np.concatenate(motion), pars=self.values, time=time)[:-1]
