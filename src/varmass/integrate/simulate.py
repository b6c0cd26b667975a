"""simulate(system, values, start, until): one run."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from varmass import shelf
from varmass.derive.deriving import member, reference
from varmass.errors import ValueRefused
from varmass.integrate import engines
from varmass.integrate.outcome import Outcome
from varmass.integrate.path import Path
from varmass.integrate.problem import Problem
from varmass.integrate.start import (
    masses_at_start,
    parameter_values,
    smallest,
    solvable_at_start,
    start_state,
)
from varmass.integrate.trajectory import Trajectory
from varmass.model.case import Case
from varmass.model.events import Event
from varmass.model.foreign import translate
from varmass.model.symbols import Coordinate, Parameter, Rate, Time
from varmass.model.system import System

FOREVER = 1e300
_prepared: dict[tuple[str, Problem], Any] = {}


def simulate(
    system: System,
    values: Mapping[Any, Any] | None = None,
    start: Mapping[Any, Any] | None = None,
    until: Any = None,
    *,
    principle: str | None = None,
    engine: str = "taylor",
    tol: float | None = None,
    events: Iterable[Event] = (),
    ledger: bool = True,
    dense: bool = True,
    t0: float = 0.0,
    progress: Callable[[float], None] | None = None,
) -> Trajectory:
    """Run from `start` at t0 until a time, an event, or the first of several."""
    end, watched = _ends(until, t0, tuple(events))
    model, problem = compiled(system, principle, engine, tol, watched, ledger)
    point, x0 = parameter_values(system, values or {}), start_state(system, start or {})
    masses_at_start(system, point, x0, t0)
    solvable_at_start(system, problem.principle, model, point, x0, t0)
    path = model.run(point, x0, (t0, end), dense, progress)
    names = [p.name for p in system.parameters]
    outcome, detail = path.outcome, _detail(path, problem, point, x0)
    return Trajectory(
        system,
        problem.principle,
        engine,
        problem.tolerance,
        dict(zip(names, map(float, point), strict=True)),
        outcome,
        outcome.sentence(float(path.t[-1]), detail),
        path,
        model.books,
    )


def simulate_case(case: Case, until: Any = None, **options: Any) -> Trajectory:
    """Run a case as it states itself, for a given time instead if `until` is one."""
    end = case.until if until is None else until
    return simulate(case.system, case.values, case.start, end, **{"events": case.events, **options})


def compiled(
    system: System,
    principle: str | None = None,
    engine: str = "taylor",
    tol: float | None = None,
    events: tuple[Event, ...] = (),
    ledger: bool = True,
) -> tuple[Any, Problem]:
    """The compiled model of a system, and the problem that it solves; compiled once."""
    if not isinstance(system, System):
        raise ValueRefused(
            "only a System can be run", expected="a vm.System", got=type(system).__name__, hint="vm.System('title', …)"
        )
    name = principle or reference(system)
    member(name)
    chosen = shelf.take(engines, engine)
    tolerance = chosen.TOLERANCE if tol is None else tol
    if not (isinstance(tolerance, int | float) and 1e-16 <= tolerance <= 1e-2):
        raise ValueRefused(
            "the tolerance is out of range",
            expected="1e-16 ≤ tol ≤ 1e-2",
            got=repr(tol),
            hint=f"tol={chosen.TOLERANCE}",
        )
    problem = Problem(system, name, tuple(_readable(e, system) for e in events), ledger, float(tolerance))
    if (engine, problem) not in _prepared:
        _prepared[engine, problem] = chosen.prepare(problem)
    return _prepared[engine, problem], problem


def _ends(until: Any, t0: float, events: tuple[Event, ...]) -> tuple[float, tuple[Event, ...]]:
    wanted = until if isinstance(until, list | tuple) else [until]
    times = [u for u in wanted if not isinstance(u, Event)]
    stops = tuple(u for u in wanted if isinstance(u, Event))
    if not all(isinstance(x, int | float | np.number) and not isinstance(x, bool) and t0 < x < FOREVER for x in times):
        raise ValueRefused(
            "the run has no end",
            expected=f"a finite time after {t0:g}, an event, or a list of both",
            got=repr(until),
            hint="until=10.0, or until=vm.when(y - 10)",
        )
    names = [e.name for e in (*stops, *events)]
    if len(set(names)) < len(names):
        raise ValueRefused(
            "two events have one name",
            expected="every name once",
            got=", ".join(names),
            hint="vm.when(…, name='another')",
        )
    return float(min(times, default=FOREVER)), (*stops, *events)


def _readable(event: Event, system: System) -> Event:
    """The event in the symbols of the system; anything else in it is refused."""
    e = translate(event.expression, system.q, system.parameters)
    known = {*system.q, *system.u, *system.parameters}
    strange = [s for s in e.free_symbols if s not in known and not isinstance(s, Time)]
    if strange:
        kinds = [k.__name__.lower() for k in (Coordinate, Parameter, Rate) if isinstance(strange[0], k)]
        raise ValueRefused(
            f"the event {event.name!r} contains {strange[0]}",
            expected="q, q̇, t and parameters of the system",
            got=f"{strange[0]}, {kinds[0] if kinds else 'a symbol'} that is not the system's",
            hint=shelf.closest(str(strange[0]), sorted(map(str, known))),
        )
    if e.free_symbols <= set(system.parameters):
        raise ValueRefused(
            f"the event {event.name!r} cannot happen",
            expected="an expression of q, q̇ or t, which vanishes at an instant",
            got=f"{e}, which does not change during a run",
            hint=f"vm.when({system.q[0]})",
        )
    return Event(e, event.name, event.direction, event.terminal)


def _detail(path: Path, problem: Problem, values: Any, x0: Any) -> str:
    """What the outcome names: an event, or what vanished."""
    failures = (Outcome.MASS_VANISHED, Outcome.STEP_COLLAPSED, Outcome.NOT_FINITE)
    if path.outcome not in failures:
        return path.detail
    n = len(problem.states)
    return smallest(problem.system, values, path.x[:n, -1], x0, float(path.t[0]), float(path.t[-1]))
