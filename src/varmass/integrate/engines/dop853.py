"""Runge–Kutta of order 8 from SciPy: the reference that the other engines are measured against.

M q̈ = r is solved numerically at each stage; nothing here comes from heyoka.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from varmass.compile.first_order import first_order, proper_symbols
from varmass.compile.source import function
from varmass.derive.algebra import SYMPY
from varmass.integrate.outcome import Outcome
from varmass.integrate.path import Array, Path
from varmass.integrate.problem import Problem
from varmass.model.symbols import t

TOLERANCE = 1e-12
BUDGET = 200_000


class OutOfBudget(Exception):
    """More steps than a run may take."""


@lru_cache(maxsize=64)
def prepare(problem: Problem) -> "Compiled":
    """Derive over SymPy and compile to Python."""
    s = problem.system
    form = first_order(s, problem.principle, problem.events, problem.ledger, SYMPY, symbolic=False)
    motion = ((t,), s.q, s.u, s.parameters)
    own = function(_flat(form.M, form.r), motion)
    other = function(_flat(*form.proper), motion) if form.proper else None
    books = function([b.rate for b in form.books], (*motion, s.a, proper_symbols(s)))
    watched = [("guard", name, function([g], motion), 0) for name, g in form.guards]
    watched += [("event" if e.terminal else "pass", e.name, function([g], motion), e.direction) for e, g in form.events]
    return Compiled(own, other, books, form.titles, len(s.q), watched, problem.tolerance)


@dataclass(frozen=True)
class Compiled:
    """Python functions of the motion, and what its events mean."""

    own: Any
    other: Any
    book_rates: Any
    books: tuple[Any, ...]
    n: int
    watched: list[Any]
    tolerance: float

    def run(
        self,
        values: Array,
        x0: Array,
        span: tuple[float, float],
        dense: bool = True,
        progress: Callable[[float], None] | None = None,
    ) -> Path:
        """Integrate over `span`; the books start at zero."""
        x0 = np.concatenate([x0, np.zeros(len(self.books))])
        steps: list[tuple[float, Array]] = []

        def keep(time: float, x: Array) -> float:
            steps.append((time, x.copy()))
            if len(steps) > BUDGET:
                raise OutOfBudget
            return 1.0

        found, failure = self._integrated(values, x0, span, dense, progress, keep)
        if found is None:
            t_, x = zip(*(steps or [(span[0], x0)]), strict=True)
            return Path(failure, str(len(steps)), np.array(t_), np.array(x).T, None)
        hits = {
            w[1]: [(float(time), x) for time, x in zip(found.t_events[i], found.y_events[i], strict=True)]
            for i, w in enumerate(self.watched)
            if w[0] != "guard"
        }
        outcome, detail = self._ending(found)
        return Path(outcome, detail, found.t, found.y, found.sol, hits)

    def _integrated(
        self, values: Array, x0: Array, span: tuple[float, float], dense: bool, progress: Any, keep: Any
    ) -> tuple[Any, Outcome]:
        """SciPy's result; or None and the reason, when the steps kept so far are all there is."""
        with np.errstate(all="ignore"):
            try:
                found = solve_ivp(
                    lambda time, x: self.rates(time, x, values, progress),
                    span,
                    x0,
                    method="DOP853",
                    rtol=self.tolerance,
                    atol=self.tolerance * 1e-3,
                    dense_output=dense,
                    events=[*(self._event(w, values, span[0]) for w in self.watched), keep],
                )
            except (ArithmeticError, ValueError, np.linalg.LinAlgError):
                return None, Outcome.NOT_FINITE
            except OutOfBudget:
                return None, Outcome.TOO_MANY_STEPS
            except RuntimeError:
                return None, Outcome.STEP_COLLAPSED
            except KeyboardInterrupt:
                return None, Outcome.INTERRUPTED
        return found, Outcome.REACHED_END

    def first_rates(self, values: Array, x0: Array, t0: float) -> Array:
        """ẋ at the start, to see whether the equation of motion exists there."""
        with np.errstate(all="ignore"):
            try:
                return self.rates(t0, np.concatenate([x0, np.zeros(len(self.books))]), values, None)[: 2 * self.n]
            except (ArithmeticError, ValueError, np.linalg.LinAlgError):
                return np.full(2 * self.n, np.nan)

    def rates(self, time: float, x: Array, values: Array, progress: Any) -> Array:
        """ẋ: speeds, accelerations, books."""
        if progress is not None:
            progress(time)
        q, u = x[: self.n].tolist(), x[self.n : 2 * self.n].tolist()
        at = ((time,), q, u, values.tolist())
        a = _solved(self.own(*at), self.n)
        proper = a if self.other is None else _solved(self.other(*at), self.n)
        return np.concatenate([u, a, self.book_rates(*at, a, proper)])

    def _event(self, watched: Any, values: Array, t0: float) -> Any:
        """An event as SciPy wants it; to start on an event is not to meet it, so it has no value there."""
        kind, _, g, direction = watched
        point = values.tolist()

        def event(time: float, x: Array) -> float:
            value = float(g((time,), x[: self.n].tolist(), x[self.n : 2 * self.n].tolist(), point)[0])
            return value if value or time != t0 else float("nan")

        event.terminal, event.direction = kind != "pass", direction  # type: ignore[attr-defined]
        return event

    def _ending(self, found: Any) -> tuple[Outcome, str]:
        if found.status == 0:
            return Outcome.REACHED_END, ""
        if found.status == 1:
            for (kind, name, _, _), times in zip(self.watched, found.t_events, strict=False):
                if kind != "pass" and len(times) and times[-1] == found.t[-1]:
                    return (Outcome.MASS_VANISHED if kind == "guard" else Outcome.EVENT), name
        return Outcome.STEP_COLLAPSED, ""


def _flat(M: Any, r: Any) -> list[Any]:
    return [e for row in M for e in row] + list(r)


def _solved(flat: list[float], n: int) -> list[float]:
    if n == 1:
        return [flat[1] / flat[0]]
    return list(np.linalg.solve(np.reshape(flat[: n * n], (n, n)), flat[n * n :]))
