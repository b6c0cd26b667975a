"""A leg of a run: the motion of one system from one instant to another."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from varmass.integrate.accounts import Account, accounts, content_series
from varmass.integrate.ending import ending
from varmass.integrate.models import compiled
from varmass.integrate.outcome import Outcome
from varmass.integrate.path import Array, Path, finite
from varmass.integrate.problem import Problem
from varmass.integrate.series import term_series
from varmass.integrate.start import masses_at_start, solvable_at_start
from varmass.integrate.vanishing import vanishing
from varmass.model.events import Event
from varmass.model.system import System


@dataclass(frozen=True)
class How:
    """How a run is made, whatever its system."""

    principle: str | None
    engine: str
    tol: float | None
    ledger: bool
    dense: bool
    progress: Callable[[float], None] | None
    varied: tuple[int, tuple[str, ...]] = (0, ())


@dataclass(frozen=True)
class Leg:
    """What an engine handed back for one system, with the name of its phase and the titles of its books."""

    phase: str
    system: System
    how: How
    problem: Problem = field(repr=False)
    values: dict[str, float]
    path: Path = field(repr=False)
    books: tuple[Any, ...] = field(repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The states: coordinates, then speeds."""
        return tuple(s.name for s in (*self.system.q, *self.system.u))

    @property
    def t(self) -> Array:
        """The instants of the engine's steps."""
        return self.path.t

    @property
    def dense(self) -> bool:
        """Is the motion known between the steps?"""
        return self.path.between is not None and len(self.t) > 1

    def states(self, at: Array | None = None) -> dict[str, Array]:
        """name → values, at the steps or at given instants of a leg that is dense."""
        if at is None:
            x = self.path.x
        else:
            assert self.path.between is not None
            x = self.path.between(at)
        return dict(zip(self.names, x, strict=False))

    def filled(self) -> dict[tuple[str, str, str], Array]:
        """(kind, of, book) → what has gone through it, at the steps."""
        rows = self.path.x[len(self.names) :][: len(self.books)]
        return {(b.kind, b.of, b.name): row - row[0] for b, row in zip(self.books, rows, strict=True)}

    def accounts(self) -> dict[tuple[str, str], Account]:
        """(kind, of) → the account of that content over this leg."""
        n, x = len(self.names), self.path.x
        contents = self.path.contents or content_series(self.system, self.point, self.t, x[:n])
        return accounts(contents, x[n:], self.books)

    def terms(self, at: Array | None = None) -> dict[tuple[str, str, str], Array]:
        """(coordinate, source with its body, law) → values at the steps or at given instants."""
        instants = self.t if at is None else at
        x = np.array(list(self.states(at).values()))
        return term_series(self.system, self.problem.principle, self.point, instants, x)

    @cached_property
    def point(self) -> Array:
        """The parameters in the order of the system."""
        return np.array([self.values[p.name] for p in self.system.parameters], dtype=float)


def run_leg(
    phase: str,
    system: System,
    values: dict[str, float],
    x0: Array,
    span: tuple[float, float],
    events: tuple[Event, ...],
    how: How,
) -> tuple[Leg, Outcome, str]:
    """Run one system; with its outcome, and what that names."""
    model, problem = compiled(system, how.principle, how.engine, how.tol, events, how.ledger, how.varied)
    point = np.array([values[p.name] for p in system.parameters], dtype=float)
    masses_at_start(system, point, x0, span[0])
    solvable_at_start(system, problem.principle, model, point, x0, span[0])
    path = vanishing(finite(model.run(point, x0, span, how.dense, how.progress)), problem, point)
    return Leg(phase, system, how, problem, values, path, model.books), *ending(path, problem, point, x0)
