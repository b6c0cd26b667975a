"""simulate(system, values, start, until): one run."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from inspect import signature
from types import ModuleType
from typing import Any

from varmass import shelf
from varmass.derive.deriving import member, reference
from varmass.errors import ValueRefused
from varmass.integrate import engines
from varmass.integrate.ending import ending
from varmass.integrate.path import finite
from varmass.integrate.problem import Problem
from varmass.integrate.span import span
from varmass.integrate.start import (
    masses_at_start,
    parameter_values,
    solvable_at_start,
    start_state,
)
from varmass.integrate.trajectory import Trajectory
from varmass.model.calls import asked
from varmass.model.case import Case
from varmass.model.dimensions import dimension
from varmass.model.events import Event, without_numbers
from varmass.model.foreign import translate
from varmass.model.symbols import Coordinate, Parameter, Rate, Time
from varmass.model.system import System


@asked
def simulate(
    system: System,
    values: Mapping[Any, Any] | None = None,
    start: Mapping[Any, Any] | None = None,
    until: Any = None,
    *,
    principle: str | None = None,
    engine: str = "taylor",
    tol: float | None = None,
    events: Iterable[Event] | Event | None = (),
    ledger: bool = True,
    dense: bool = True,
    t0: float = 0.0,
    progress: Callable[[float], None] | None = None,
) -> Trajectory:
    """Run from `start` at t0 until a time, an event, or the first of several."""
    end, watched = span(until, t0, events)
    _callable(progress)
    model, problem = compiled(system, principle, engine, tol, watched, ledger)
    point, x0 = (
        parameter_values(system, {} if values is None else values),
        start_state(system, {} if start is None else start),
    )
    t0 = float(t0)
    masses_at_start(system, point, x0, t0)
    solvable_at_start(system, problem.principle, model, point, x0, t0)
    path = finite(model.run(point, x0, (t0, end), dense, progress))
    names = [p.name for p in system.parameters]
    outcome, detail = ending(path, problem, point, x0)
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


@asked
def simulate_case(case: Case, until: Any = None, **options: Any) -> Trajectory:
    """Run a case as it states itself, for a given time instead if `until` is one."""
    if not isinstance(case, Case):
        raise ValueRefused(
            "only a Case can be run so", expected="a vm.Case", got=type(case).__name__, hint="vm.simulate(system, …)"
        )
    known = list(signature(simulate).parameters)[4:]
    strange = [name for name in options if name not in known]
    if strange:
        of_case = strange[0] in ("system", "values", "start")
        raise ValueRefused(
            f"the run of a case has no option {strange[0]!r}",
            expected=", ".join(known),
            got=strange[0],
            hint="vm.simulate(case.system, …)" if of_case else shelf.closest(strange[0], known),
        )
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
    """The compiled model of a system, and the problem that it solves; compiled once.

    For many runs of one model, call its `run(values, x0, span, dense)` yourself: parameters and states are arrays in
    the order of `system.parameters` and of `problem.states`, nothing is checked, and a `Path` comes back.
    """
    if not isinstance(system, System):
        raise ValueRefused(
            "only a System can be run", expected="a vm.System", got=type(system).__name__, hint="vm.System('title', …)"
        )
    for role, given in (("principle", principle or ""), ("engine", engine)):
        if not isinstance(given, str):
            raise ValueRefused(
                f"the {role} is given by its name",
                expected="a text",
                got=repr(given),
                hint=f"{role}='taylor'" if role == "engine" else "principle='N0'",
            )
    name, chosen = _known(principle or reference(system)), _engine(engine)
    tolerance = chosen.TOLERANCE if tol is None else tol
    if not (isinstance(tolerance, int | float) and 1e-16 <= tolerance <= 1e-2):
        raise ValueRefused(
            "the tolerance is out of range",
            expected="1e-16 ≤ tol ≤ 1e-2",
            got=repr(tol),
            hint=f"tol={chosen.TOLERANCE}",
        )
    problem = Problem(system, name, tuple(_readable(e, system) for e in events), ledger, float(tolerance))
    return _prepared(chosen, problem), problem


@lru_cache(maxsize=64)
def _prepared(engine: ModuleType, problem: Problem) -> Any:
    return engine.prepare(problem)


@lru_cache
def _engine(name: str) -> ModuleType:
    return shelf.take(engines, name)


@lru_cache
def _known(principle: str) -> str:
    member(principle)
    return principle


@lru_cache(maxsize=256)
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
    dimension(without_numbers(e), system.time)
    if e.free_symbols <= set(system.parameters):
        raise ValueRefused(
            f"the event {event.name!r} cannot happen",
            expected="an expression of q, q̇ or t, which vanishes at an instant",
            got=f"{e}, which does not change during a run",
            hint=f"vm.when({system.q[0]})",
        )
    return Event(e, event.name, event.direction, event.terminal)


def _callable(progress: Any) -> None:
    if progress is not None and not callable(progress):
        raise ValueRefused(
            "progress cannot be called", expected="a function of t, or None", got=repr(progress), hint="progress=print"
        )
