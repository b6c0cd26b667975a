"""Runge–Kutta of order 8 from SciPy: the reference that the other engines are measured against.

M q̈ = r is solved numerically at each stage; nothing here comes from heyoka.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from scipy.integrate import DOP853, OdeSolution

from varmass.compile.choices import choices
from varmass.compile.first_order import first_order, proper_symbols
from varmass.compile.source import function
from varmass.derive.algebra import SYMPY
from varmass.errors import ValueRefused
from varmass.integrate.engines._crossings import Crossings, at_once, ends, interpolated
from varmass.integrate.engines._sticking import Sticking
from varmass.integrate.outcome import Outcome
from varmass.integrate.path import Array, Path
from varmass.integrate.problem import Problem
from varmass.model.symbols import t

TOLERANCE = 1e-12
SMALL = 1e-3
BUDGET = 200_000
MANY, BRIEF = 1000, 1e-9  # so many steps that bring so little, beside all the time that has passed, lead nowhere


@lru_cache(maxsize=64)
def prepare(problem: Problem) -> "Compiled":
    """Derive over SymPy and compile to Python."""
    if problem.varied[0]:
        raise ValueRefused(
            "the engine dop853 has no variational equations",
            expected="engine taylor",
            got="dop853",
            hint="vm.disturbance(run) of a plain run, by our own A(t)",
        )
    s = problem.system
    form = first_order(s, problem.principle, problem.events, problem.ledger, SYMPY, symbolic=False)
    motion = ((t,), s.q, s.u, s.parameters)
    own = function(_flat(form.M, form.r), motion)
    other = function(_flat(*form.proper), motion) if form.proper else None
    books = function([b.rate for b in form.books], (*motion, s.a, proper_symbols(s)))
    watched = [("guard", name, function([g], motion), 0, 1) for name, g in form.guards]
    watched += [("event", e.name, function([g], motion), e.direction, e.terminal) for e, g in form.events]
    surfaces = [(str(g), function([g], motion)) for g in choices(_flat(form.M, form.r))]
    return Compiled(own, other, books, form.titles, len(s.q), watched, surfaces, problem.tolerance)


@dataclass(frozen=True)
class Compiled:
    """Python functions of the motion, and what its events mean."""

    own: Any
    other: Any
    book_rates: Any
    books: tuple[Any, ...]
    n: int
    watched: list[Any]
    surfaces: list[Any]
    tolerance: float

    @cached_property
    def accounts(self) -> list[Any]:
        """The rows of the books of each account among the states."""
        keys = [(b.kind, b.of) for b in self.books]
        return [2 * self.n + np.flatnonzero([k == key for k in keys]) for key in dict.fromkeys(keys)]

    def run(
        self,
        values: Array,
        x0: Array,
        span: tuple[float, float],
        dense: bool = True,
        progress: Callable[[float], None] | None = None,
    ) -> Path:
        """Integrate over `span`; the books start at zero."""
        march = March(self, values, np.concatenate([x0, np.zeros(len(self.books))]), span, progress)
        with np.errstate(all="ignore"):
            try:
                outcome, detail = march.to_the_end()
            except (ArithmeticError, ValueError, np.linalg.LinAlgError):
                outcome, detail = Outcome.NOT_FINITE, ""
            except KeyboardInterrupt:
                outcome, detail = Outcome.INTERRUPTED, ""
        return march.path(outcome, detail, dense)

    def first_rates(self, values: Array, x0: Array, t0: float) -> Array:
        """ẋ at the start, to see whether the equation of motion exists there."""
        with np.errstate(all="ignore"):
            return self.rates(t0, np.concatenate([x0, np.zeros(len(self.books))]), values, None)[: 2 * self.n]

    def rates(self, time: float, x: Array, values: Array, progress: Any) -> Array:
        """ẋ: speeds, accelerations, books; not numbers where there are none."""
        if progress is not None:
            progress(time)
        try:
            return self._rates(time, x, values)
        except (ArithmeticError, ValueError, np.linalg.LinAlgError):
            return np.full(len(x), np.nan)

    def _rates(self, time: float, x: Array, values: Array) -> Array:
        q, u = x[: self.n].tolist(), x[self.n : 2 * self.n].tolist()
        at = ((time,), q, u, values.tolist())
        a = _solved(self.own(*at), self.n)
        proper = a if self.other is None else _solved(self.other(*at), self.n)
        return np.concatenate([u, a, self.book_rates(*at, a, proper)])

    def signs(self, values: Array, functions: list[Any]) -> list[Callable[[float, Array], float]]:
        """What is watched, as functions of time and state."""
        n, point = self.n, values.tolist()

        def of(g: Any) -> Callable[[float, Array], float]:
            return lambda time, x: float(g((time,), x[:n].tolist(), x[n : 2 * n].tolist(), point)[0])

        return [of(g) for g in functions]


class March:
    """One run: SciPy's steps, their interpolants, and what was crossed."""

    def __init__(self, model: Compiled, values: Array, x0: Array, span: tuple[float, float], progress: Any) -> None:
        self.model, self.values, self.progress, self.span, self.x0 = model, values, progress, span, x0
        self.watched = model.signs(values, [g for _, _, g, *_ in model.watched])
        names, surfaces = zip(*model.surfaces, strict=True) if model.surfaces else ((), ())
        self.sticking = Sticking(names, model.signs(values, list(surfaces)), self._rates)
        self.left = {i: times for i, (*_, times) in enumerate(model.watched) if times}
        self.times, self.states = [span[0]], [x0]
        self.pieces: list[Any] = []
        self.hits: dict[str, list[tuple[float, Array]]] = {w[1]: [] for w in model.watched if w[0] != "guard"}

    def to_the_end(self) -> tuple[Outcome, str]:
        """Step until the end of the span, or what ends the run before."""
        tol = self.model.tolerance
        self.first = np.nan_to_num(np.abs(self._rates(self.span[0], self.x0)))
        solver = DOP853(self._rates, self.span[0], self.x0, self.span[1], rtol=tol, atol=self._allowed(self.x0))
        crossings = Crossings([w[3] for w in self.model.watched])
        crossings.start([interpolated(g, lambda _: self.x0) for g in self.watched], self.span[0])
        stuck = self.sticking.start(self.span[0], self.x0, solver.h_abs)
        if stuck:
            return Outcome.STICKS, stuck
        while solver.status == "running":
            if len(self.pieces) >= BUDGET:
                return Outcome.TOO_MANY_STEPS, str(BUDGET)
            if len(self.times) > MANY and self.times[-1] - self.times[-MANY] < BRIEF * (self.times[-1] - self.span[0]):
                return Outcome.STEP_COLLAPSED, ""
            solver.atol = self._allowed(solver.y)
            solver.step()
            if solver.status == "failed":
                return Outcome.STEP_COLLAPSED, ""
            ended = self._step(crossings, solver.dense_output(), solver.y)
            if ended is not None:
                return ended
        return Outcome.REACHED_END, ""

    def _allowed(self, x: Array) -> Array:
        """The error of a step near zero; of a book relative to its account, in which it may be round-off alone."""
        tol = self.model.tolerance
        found = np.full(len(x), SMALL * tol)
        for rows in self.model.accounts:
            found[rows] = max(SMALL, SMALL * self.first[rows].max(), np.abs(x[rows]).max()) * tol
        return found

    def _step(self, crossings: Crossings, between: Any, y: Array) -> tuple[Outcome, str] | None:
        """Record a step up to what ends the run in it, and say so."""
        along = [interpolated(g, between) for g in self.watched]
        met = sorted(crossings.within(along, between.t_old, between.t))
        last = ends(met, self.left)
        stuck = self.sticking.within(between, y, np.inf if last is None else last[0])
        stop = stuck[0] if stuck else np.inf if last is None else last[0]
        for time, i in at_once(met, stop, between.t - between.t_old):
            kind, name, *_ = self.model.watched[i]
            if kind != "guard":
                self.hits[name].append((time, between(time)))
        end = min(between.t, stop)
        if end > between.t_old:
            self.pieces.append(between)
            self.times.append(end)
            self.states.append(between(end) if end < between.t else y.copy())
        if stuck:
            return Outcome.STICKS, stuck[1]
        if last is None:
            return None
        kind, name, *_ = self.model.watched[last[1]]
        return (Outcome.MASS_VANISHED if kind == "guard" else Outcome.EVENT), name

    def _rates(self, time: float, x: Array) -> Array:
        return self.model.rates(time, x, self.values, self.progress)

    def path(self, outcome: Outcome, detail: str, dense: bool) -> Path:
        """All that was computed."""
        between = OdeSolution(self.times, self.pieces) if dense and self.pieces else None
        return Path(outcome, detail, np.array(self.times), np.array(self.states).T, between, self.hits)


def _flat(M: Any, r: Any) -> list[Any]:
    return [e for row in M for e in row] + list(r)


def _solved(flat: list[float], n: int) -> list[float]:
    if n == 1:
        return [flat[1] / flat[0]]
    return list(np.linalg.solve(np.reshape(flat[: n * n], (n, n)), flat[n * n :]))
