"""What runs by SUNDIALS have in common: steps one after the other, events, and what lies between the steps.

Between two steps the places are the polynomials of the fifth degree with the q, q̇ and q̈ of either end; the speeds are
their slopes.  The books are cubics.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from varmass.compile.choices import choices
from varmass.compile.source import function
from varmass.errors import ValueRefused
from varmass.integrate.outcome import Outcome
from varmass.integrate.path import Array, Path
from varmass.integrate.problem import Problem
from varmass.model.symbols import t
from varmass.model.values import expressions

BUDGET = 2_000_000
MANY, BRIEF = 1000, 1e-9  # so many steps that bring so little, beside all the time that has passed, lead nowhere
TOLD = 64  # steps after which progress is told
FINITE = 1e100


def refuse_what_jumps(problem: Problem, engine: str) -> None:
    """Formulas of many steps are for what is smooth: where |x| bends steps are short, where a force jumps they fail."""
    sudden = (e for e in expressions(problem.system.parts) if e.has(sp.Piecewise, sp.sign))
    found = choices(sudden)
    if found:
        raise ValueRefused(
            f"the engine {engine} does not stop where a choice by sign changes",
            expected="a system without Piecewise and sign",
            got=f"a choice by the sign of {found[0]}",
            hint="--engine taylor",
        )


@dataclass(frozen=True)
class Watched:
    """Guards and events of a problem: kind, name, direction and number of times, and all of them as one function."""

    rows: tuple[tuple[str, str, int, int], ...]
    of: Any

    @classmethod
    def of_problem(cls, problem: Problem, guards: Any) -> "Watched":
        """`guards` are names and expressions of the model."""
        system = problem.system
        rows = [("guard", name, 0, 1) for name, _ in guards]
        rows += [("event", e.name, e.direction, int(e.terminal)) for e in problem.events]
        watched = [g for _, g in guards] + [e.expression for e in problem.events]
        return cls(tuple(rows), function(watched, ((t,), (*system.q, *system.u), system.parameters)))

    def options(self, values: Array, implicit: bool) -> dict[str, Any]:
        """In the form of SUNDIALS: of (t, y, g), or of (t, y, ẏ, g)."""
        if not self.rows:
            return {}

        of, point = self.of, values.tolist()

        def of_state(time: float, y: Array, found: Array) -> None:
            for i, g in enumerate(of((time,), y, point)):
                found[i] = g

        def of_state_and_rates(time: float, y: Array, _: Array, found: Array) -> None:
            of_state(time, y, found)

        events: Any = of_state_and_rates if implicit else of_state
        events.direction = [row[2] for row in self.rows]
        events.terminal = [False] * len(self.rows)
        return {"eventsfn": events, "num_events": len(self.rows)}


class March:
    """One run: a solver of SUNDIALS that has been started, and what becomes of it.

    `rates` tells those of a step; without it nothing is kept but the start, the events and the end.
    """

    def __init__(
        self, solver: Any, watched: Watched, n: int, rates: Callable[[Any], Array] | None, progress: Any
    ) -> None:
        self.solver, self.watched, self.n, self.rates, self.progress = solver, watched, n, rates, progress
        self.times: list[float] = []
        self.states: list[Array] = []
        self.slopes: list[Array] = []
        self.hits: dict[str, list[tuple[float, Array]]] = {row[1]: [] for row in watched.rows if row[0] == "event"}
        self.met = 0

    def to_the_end(self, first: Any, end: float) -> tuple[Outcome, str]:
        """Step until the end of the span, or what ends the run before."""
        self._keep(first)
        until = end if np.isfinite(end) else None
        try:
            while self.times[-1] < end:
                if len(self.times) > BUDGET:
                    return Outcome.TOO_MANY_STEPS, str(BUDGET)
                if len(self.times) > MANY and self.times[-1] - self.times[-MANY] < BRIEF * self._passed:
                    return Outcome.STEP_COLLAPSED, ""
                ahead = min(end, self.times[-1] + max(1.0, self._passed))
                step = self.solver.step(ahead, method="onestep" if self.rates else "normal", tstop=until)
                if step.status < 0:
                    return Outcome.STEP_COLLAPSED, ""
                if not np.abs(step.y).max() < FINITE:
                    return Outcome.NOT_FINITE, ""
                if step.t > self.times[-1]:
                    self._keep(step)
                ended = self._events(step)
                if ended is not None:
                    return ended
                if self.progress is not None and len(self.times) % TOLD == 0:
                    self.progress(step.t)
        except KeyboardInterrupt:
            return Outcome.INTERRUPTED, ""
        return Outcome.REACHED_END, ""

    @property
    def _passed(self) -> float:
        return self.times[-1] - self.times[0]

    def _keep(self, step: Any) -> None:
        self.times.append(float(step.t))
        self.states.append(step.y)
        if self.rates is not None:
            self.slopes.append(self.rates(step))

    def _events(self, step: Any) -> tuple[Outcome, str] | None:
        """Record what was met since the step before; does it end the run?"""
        if step.i_events is None or len(step.i_events) == self.met:
            return None
        found = step.i_events[self.met :]
        self.met = len(step.i_events)
        for row in np.flatnonzero(np.any(found != 0, axis=0)):
            kind, name, _, terminal = self.watched.rows[row]
            if kind == "guard":
                return Outcome.MASS_VANISHED, name
            self.hits[name].append((float(step.t), step.y))
            if terminal and len(self.hits[name]) >= terminal:
                return Outcome.EVENT, name
        return None

    def path(self, outcome: Outcome, detail: str) -> Path:
        """All that was computed."""
        t, x = np.array(self.times), np.array(self.states).T
        between = Between(t, x, np.array(self.slopes).T, self.n) if self.slopes and len(t) > 1 else None
        return Path(outcome, detail, t, x, between, self.hits)


@dataclass(frozen=True)
class Between:
    """The motion between the steps, from states and their rates at them."""

    t: Array
    x: Array
    rates: Array
    n: int

    def __call__(self, at: Array) -> Array:
        """The states at instants."""
        k = np.clip(np.searchsorted(self.t, at, side="right") - 1, 0, len(self.t) - 2)
        h = self.t[k + 1] - self.t[k]
        z = (at - self.t[k]) / h
        n, (x, v) = self.n, (self.x, self.rates)
        q, u = _quintic(z, h, *(rows[:, i] for i in (k, k + 1) for rows in (x[:n], x[n : 2 * n], v[n : 2 * n])))
        b0, b1, r0, r1 = x[2 * n :, k], x[2 * n :, k + 1], h * v[2 * n :, k], h * v[2 * n :, k + 1]
        books = b0 + z * r0 + z**2 * (3 * (b1 - b0) - 2 * r0 - r1) + z**3 * (2 * (b0 - b1) + r0 + r1)
        return np.concatenate([q, u, books])


def _quintic(
    z: Array, h: Array, q0: Array, u0: Array, a0: Array, q1: Array, u1: Array, a1: Array
) -> tuple[Array, Array]:
    """q and q̇ at z = (t − t₀)/h of the polynomial with these ends."""
    u0, u1, a0, a1 = h * u0, h * u1, h**2 * a0, h**2 * a1
    step = q1 - q0 - u0 - a0 / 2  # what the first three coefficients leave of q, q̇ and q̈ at the other end
    speed, force = u1 - u0 - a0, a1 - a0
    c3 = 10 * step - 4 * speed + force / 2
    c4 = -15 * step + 7 * speed - force
    c5 = 6 * step - 3 * speed + force / 2
    q = q0 + z * (u0 + z * (a0 / 2 + z * (c3 + z * (c4 + z * c5))))
    u = u0 + z * (a0 + z * (3 * c3 + z * (4 * c4 + z * 5 * c5)))
    return q, u / h
