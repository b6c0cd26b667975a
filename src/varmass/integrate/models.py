"""Compiled models: of a system, by a principle, with its events, on an engine; each compiled once."""

from functools import lru_cache
from types import ModuleType
from typing import Any

from varmass import shelf
from varmass.derive.deriving import member, reference
from varmass.errors import ValueRefused
from varmass.integrate import engines
from varmass.integrate.problem import Problem
from varmass.model.dimensions import dimension
from varmass.model.events import Event, without_numbers
from varmass.model.foreign import translate
from varmass.model.symbols import Coordinate, Parameter, Rate, Time
from varmass.model.system import System


def compiled(
    system: System,
    principle: str | None = None,
    engine: str = "taylor",
    tol: float | None = None,
    events: tuple[Event, ...] = (),
    ledger: bool = True,
    varied: tuple[int, tuple[str, ...]] = (0, ()),
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
    watched = tuple(readable(e, system) for e in events)
    problem = Problem(system, name, watched, ledger and not varied[0], float(tolerance), varied)
    return _prepared(chosen, problem), problem


@lru_cache(maxsize=64)
def _prepared(engine: ModuleType, problem: Problem) -> Any:
    return engine.prepare(problem)


@lru_cache
def _engine(name: str) -> ModuleType:
    return shelf.take(engines, name)


def refuse_alone(engine: str) -> None:
    """For phases, an engine that can take over at any place."""
    if getattr(_engine(engine), "ALONE", False):
        raise ValueRefused(
            f"the engine {engine} does not run phases",
            expected="one system",
            got="phases that take over from each other",
            hint="--engine taylor",
        )


@lru_cache
def _known(principle: str) -> str:
    member(principle)
    return principle


@lru_cache(maxsize=256)
def readable(event: Event, system: System) -> Event:
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
