"""simulate(system, values, start, until): one run, of a system or of phases."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from inspect import signature
from typing import Any

from varmass import shelf
from varmass.errors import ValueRefused
from varmass.integrate.choosing import chosen
from varmass.integrate.leg import How, run_leg
from varmass.integrate.missed import missed
from varmass.integrate.phased import run_phases
from varmass.integrate.span import span
from varmass.integrate.start import parameter_values, start_state
from varmass.integrate.trajectory import Trajectory
from varmass.model.calls import asked
from varmass.model.case import Case
from varmass.model.events import Event
from varmass.model.phases import Phases
from varmass.model.system import System
from varmass.model.variations import Variations


@asked
def simulate(
    system: System | Phases | Variations,
    values: Mapping[Any, Any] | None = None,
    start: Mapping[Any, Any] | None = None,
    until: Any = None,
    *,
    principle: str | None = None,
    engine: str = "auto",
    tol: float | None = None,
    events: Iterable[Event] | Event | None = (),
    ledger: bool = True,
    dense: bool = True,
    t0: float = 0.0,
    progress: Callable[[float], None] | None = None,
) -> Trajectory:
    """Run from `start` at t0 until a time, an event, or the first of several; phases begin with the first of them.

    The engine "auto" is taylor, but for rods, of which the message says which engine was chosen, and why.
    A run of variations keeps no ledger; `vm.disturbance(run)` tells what it found.
    """
    end, watched = span(until, t0, events)
    _callable(progress)
    varied: tuple[int, tuple[str, ...]] = (0, ())
    if isinstance(system, Variations):
        varied, ledger = (system.order, tuple(p.name for p in system.by)), False
        system = system.system
    engine, why = chosen(system, tol, varied[0] > 0) if engine == "auto" else (engine, "")
    how = How(principle, engine, tol, ledger, dense, progress, varied)
    names = [p.name for p in system.parameters]
    point = dict(zip(names, parameter_values(system, {} if values is None else values).tolist(), strict=True))
    first = system.phases[0].system if isinstance(system, Phases) else system
    x0 = start_state(first, {} if start is None else start)
    if isinstance(system, Phases):
        run = run_phases(system, point, x0, (float(t0), end), watched, how)
        return replace(run, message=" ".join([run.message, *missed(run)]))
    leg, outcome, detail = run_leg("", system, point, x0, (float(t0), end), watched, how)
    run = Trajectory.of(system, (leg,), (), outcome, detail)
    return replace(run, message=f"{run.message} {why}") if why else run


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
    run = simulate(case.system, case.values, case.start, end, **{"events": case.events, "t0": case.t0, **options})
    doubt = case.doubt(run) if case.doubt is not None and run.dense else ""
    return replace(run, message=f"{run.message} {doubt}") if doubt else run


def _callable(progress: Any) -> None:
    if progress is not None and not callable(progress):
        raise ValueRefused(
            "progress cannot be called", expected="a function of t, or None", got=repr(progress), hint="progress=print"
        )
