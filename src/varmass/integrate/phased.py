"""A run through phases: one leg after another, and a jump between two of them."""

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from varmass.compile.source import function
from varmass.errors import ValueRefused, VarmassError
from varmass.integrate.jumping import Jumped, law
from varmass.integrate.leg import How, Leg, run_leg
from varmass.integrate.models import readable, refuse_alone
from varmass.integrate.outcome import Outcome
from varmass.integrate.path import Array
from varmass.integrate.trajectory import Trajectory
from varmass.model.events import Event
from varmass.model.phases import Phase, Phases, Switch
from varmass.model.symbols import Coordinate, Rate
from varmass.model.symbols import t as time
from varmass.model.system import System

MOST = 1000  # switches
IN_A_ROW, BRIEF = 20, 1e-9  # legs so brief, beside all the time that has passed, that the phases chatter
SOON = np.append(0.0, np.geomspace(1e-12, 1.0, 49))  # of a leg: where it is seen which way an event goes
NEAR, CLEAR = 1e-9, 1e3  # an event that begins so small beside what it grows to is zero, and has a sign beyond that
ROUND_OFF = 1e-12  # of what it grows to
SHORTER, SHRUNK = 4, 0.6  # legs in one phase, each that much of the one before or less, the last of them brief


def run_phases(
    phases: Phases,
    values: dict[str, float],
    x0: Array,
    span: tuple[float, float],
    events: tuple[Event, ...],
    how: How,
) -> Trajectory:
    """Run until the end of the span, a terminal event that is no switch, or too many switches."""
    _refuse_unknown(events, phases)
    refuse_alone(how.engine)
    legs: list[Leg] = []
    jumps: list[Jumped] = []
    phase, x, t = phases.phases[0], x0, span[0]
    while True:
        try:
            leg, outcome, detail = run_leg(
                phase.name, phase.system, values, x, (t, span[1]), _watched(phase, events), how
            )
        except VarmassError as refusal:
            if not legs:
                raise
            why = f"{phase.name!r} cannot begin, {refusal.what}"
            return _ended(phases, legs, jumps[:-1], Outcome.PHASE_REFUSED, why)
        if legs and _through(phase, leg):
            begun = replace(leg, path=replace(leg.path, t=leg.t[:1], x=leg.path.x[:, :1], between=None, hits={}))
            return _ended(phases, [*legs, begun], jumps, Outcome.CHATTERING, _names([legs[-1], begun]))
        legs.append(leg)
        switch = next((s for s in phase.switches if s.event.name == detail), None)
        if outcome is not Outcome.EVENT or switch is None:
            return _ended(phases, legs, jumps, outcome, detail)
        stopped = _stopped(legs, span[0])
        if stopped is not None:
            return _ended(phases, legs, jumps, *stopped)
        jump = _jump(phases, phase, switch, leg)
        jumps.append(jump)
        phase, x, t = phases.phase(switch.to), jump.state, jump.time


def _jump(phases: Phases, phase: Phase, switch: Switch, leg: Leg) -> Jumped:
    """From the end of a leg into the next phase."""
    time, state = float(leg.t[-1]), leg.path.x[: len(leg.names), -1]
    after = phases.phase(switch.to)
    state, books = law(phase.system, after.system, switch)(time, state, leg.point)
    return Jumped(time, phase.name, after.name, switch.event.name, state, books if leg.how.ledger else {})


def _stopped(legs: list[Leg], t0: float) -> tuple[Outcome, str] | None:
    """Too many switches, or a run of them without getting on."""
    if len(legs) > MOST:
        return Outcome.TOO_MANY_SWITCHES, str(MOST)
    last = legs[-IN_A_ROW:]
    brief = BRIEF * (last[-1].t[-1] - t0)
    spans = [leg.t[-1] - leg.t[0] for leg in last]
    same = [span for leg, span in zip(last, spans, strict=True) if leg.phase == last[-1].phase][-SHORTER:]
    shrinking = len(same) == SHORTER and same[-1] <= brief and all(b <= SHRUNK * a for a, b in pairwise(same))
    if shrinking or (len(last) == IN_A_ROW and max(spans) <= brief):
        return Outcome.CHATTERING, _names(last)
    return None


def _through(phase: Phase, leg: Leg) -> bool:
    """Does a leg that begins where a switch of its own phase is zero go on to the side where that has switched?

    Such a phase is over as it begins: a ball whose bounce has no restitution, a block that friction holds.
    """
    if not leg.dense or not phase.switches:
        return False
    at, n = leg.t[0] + (leg.t[-1] - leg.t[0]) * SOON, len(leg.system.q)
    x = np.array(list(leg.states(at).values()))
    for event, of in _surfaces(phase):
        g = np.broadcast_to(of((at,), x[:n], x[n:], leg.point)[0], at.shape)
        largest = abs(g).max()
        beyond = np.flatnonzero(abs(g) > max(CLEAR * abs(g[0]), ROUND_OFF * largest))
        if abs(g[0]) <= NEAR * largest and len(beyond) and event.direction * g[beyond[0]] > 0:
            return True
    return False


@lru_cache(maxsize=64)
def _surfaces(phase: Phase) -> list[tuple[Event, Any]]:
    """The events of the switches that have a direction, with their functions of t, q, u and the parameters."""
    motion = ((time,), phase.system.q, phase.system.u, phase.system.parameters)
    directed = [s.event for s in phase.switches if s.event.direction]
    return [(event, function([event.expression], motion, arrays=True)) for event in directed]


def _names(legs: list[Leg]) -> str:
    return " and ".join(dict.fromkeys(repr(leg.phase) for leg in legs))


def _ended(phases: Phases, legs: list[Leg], jumps: list[Jumped], outcome: Outcome, detail: str) -> Trajectory:
    return Trajectory.of(phases, tuple(legs), tuple(jumps), outcome, detail)


def _watched(phase: Phase, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events of this phase: those asked for that it can know, then its switches."""
    return (*(e for e in events if _known(e, phase.system)), *(s.event for s in phase.switches))


def _known(event: Event, system: System) -> bool:
    motion = {s for s in event.expression.free_symbols if isinstance(s, Coordinate | Rate)}
    return motion <= {*system.q, *system.u}


def _refuse_unknown(events: tuple[Event, ...], phases: Phases) -> None:
    for event in events:
        if not any(_known(event, p.system) for p in phases.phases):
            readable(event, phases.phases[0].system)
        named = [s.event.name for p in phases.phases for s in p.switches]
        if event.name in named:
            raise ValueRefused(
                f"the event {event.name!r} is a switch of the phases already",
                expected="another name",
                got=event.name,
                hint="vm.when(…, name='another')",
            )
