"""Phases: one system for each regime of a motion, and the events at which one takes over from another."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass.errors import ModelError
from varmass.model import switching
from varmass.model.calls import stated
from varmass.model.events import Event
from varmass.model.jumps import JUMPS
from varmass.model.parts import _set
from varmass.model.symbols import Coordinate, Parameter, Rate
from varmass.model.system import System, altered
from varmass.model.units import Dimension
from varmass.model.values import scalar
from varmass.shelf import closest


@stated
@dataclass(frozen=True, init=False)
class Switch:
    """At `event` the phase `to` takes over.

    `jump` says what happens at that instant; `map` gives coordinates of the new phase that the old one does not have,
    or speeds that no law of momentum gives, as expressions of the old q, q̇ and t.  A map moves no matter: every body
    that both phases have is where it was.  An event is a crossing: one whose expression has passed zero before its
    phase begins is met at the next crossing only, and a run in which there is none says so.
    """

    event: Event
    to: str
    jump: tuple[Any, ...]
    map: tuple[tuple[str, sp.Expr], ...]

    def __init__(self, event: Event, to: str, *jump: Any, map: Mapping[Any, Any] | None = None) -> None:
        if not isinstance(event, Event) or not event.terminal:
            raise ModelError(
                "a switch needs an event that ends its phase",
                expected="vm.when(…), terminal",
                got=repr(event),
                hint="vm.Switch(vm.when(y.dot, direction='falling'), 'falling')",
            )
        for part in jump:
            if not isinstance(part, JUMPS):
                raise ModelError(
                    f"this cannot happen at {event.name!r}",
                    expected=", ".join(k.__name__ for k in JUMPS),
                    got=repr(part),
                    hint="vm.Capture('body', velocity=[0])",
                )
        given = {} if map is None else map
        mapped = tuple((str(name), scalar(e, f"the new {name}")) for name, e in given.items())
        _set(self, event=event, to=to, jump=jump, map=mapped)


@stated
@dataclass(frozen=True, init=False)
class Phase:
    """A system, for as long as none of its switches happens; of several at one instant the first stated is taken."""

    name: str
    system: System
    switches: tuple[Switch, ...]

    def __init__(self, name: str, system: System, *switches: Switch) -> None:
        for given, kind in ((system, System), *((s, Switch) for s in switches)):
            if not isinstance(given, kind):
                raise ModelError(
                    f"the phase {name!r} is not made of this",
                    expected="a System, then Switches",
                    got=repr(given),
                    hint="vm.Phase('rising', system, vm.Switch(vm.when(…), 'falling'))",
                )
        _set(self, name=name, system=system, switches=switches)


@stated
@dataclass(frozen=True, init=False)
class Phases:
    """Phases of one motion, the first of them first; with the coordinates and parameters of all."""

    title: str
    phases: tuple[Phase, ...]
    q: tuple[Coordinate, ...]
    parameters: tuple[Parameter, ...]

    def __init__(self, title: str, *phases: Phase) -> None:
        if not phases or not all(isinstance(p, Phase) for p in phases):
            raise ModelError(
                "phases are made of phases",
                expected="vm.Phase, one or more",
                got=", ".join(type(p).__name__ for p in phases),
                hint="vm.Phases('title', vm.Phase('first', system, …), …)",
            )
        _once([p.name for p in phases], "phase")
        known = [p.name for p in phases]
        for switch in (s for p in phases for s in p.switches):
            if switch.to not in known:
                raise ModelError(
                    f"{switch.event.name!r} leads to no phase",
                    expected="one of " + ", ".join(known),
                    got=repr(switch.to),
                    hint=closest(str(switch.to), known),
                )
        q = _merged((s for p in phases for s in p.system.q), "coordinate")
        parameters = _merged(_parameters(phases), "parameter")
        systems = {p.name: p.system for p in phases}
        for p in phases:
            for s in p.switches:
                switching.check(p.system, systems[s.to], s)
        _set(self, title=title, phases=tuple(_knowing(p, parameters) for p in phases), q=q, parameters=parameters)

    @property
    def u(self) -> tuple[Rate, ...]:
        """The speeds of all coordinates."""
        return tuple(q.dot for q in self.q)

    @property
    def time(self) -> Dimension:
        """The dimension of time."""
        return self.phases[0].system.time

    @property
    def parts(self) -> tuple[Any, ...]:
        """The parts of all systems, and what happens at the switches."""
        systems = (part for p in self.phases for part in p.system.parts)
        return (*systems, *(part for p in self.phases for s in p.switches for part in s.jump))

    def phase(self, name: str) -> Phase:
        """A phase by name."""
        return next(p for p in self.phases if p.name == name)

    def __str__(self) -> str:
        from varmass.model.text import screen

        blocks = [self.title]
        for p in self.phases:
            leads = [f"  at {s.event.name!r} → {s.to}" + "".join(f", {j.name}" for j in s.jump) for s in p.switches]
            blocks.append("\n".join([f"Phase {p.name!r}: {screen(p.system)}", *leads]))
        return "\n\n".join(blocks)


def systems(stated: System | Phases, phase: str | None = None) -> dict[str, System]:
    """phase → system, of all phases or of one; a system alone has no name."""
    if isinstance(stated, System):
        return {"": stated}
    known = {p.name: p.system for p in stated.phases}
    if phase is not None and phase not in known:
        raise ModelError(
            f"there is no phase {phase!r}",
            expected="one of " + ", ".join(known),
            got=repr(phase),
            hint=closest(phase, list(known)),
        )
    return known if phase is None else {phase: known[phase]}


def _parameters(phases: tuple[Phase, ...]) -> Iterable[Parameter]:
    """Those of the systems, and those that only events and jumps need."""
    for p in phases:
        yield from p.system.parameters
        for s in p.switches:
            given = [s.event.expression, *(e for _, e in s.map)]
            for part in s.jump:
                given += [e for value in vars(part).values() for e in (value if isinstance(value, tuple) else (value,))]
            free = {x for e in given if isinstance(e, sp.Expr) for x in e.free_symbols if isinstance(x, Parameter)}
            yield from sorted(free, key=lambda x: x.name)


def _knowing(phase: Phase, parameters: tuple[Parameter, ...]) -> Phase:
    """The phase with the parameters of all: what the events of one are about may belong to another."""
    own = phase.system
    more = (p for p in parameters if p not in own.parameters)
    return Phase(phase.name, altered(own, own.parts, *more), *phase.switches)


def _merged(symbols: Iterable[Any], kind: str) -> tuple[Any, ...]:
    """Each symbol once; one name, one meaning."""
    found: dict[str, Any] = {}
    for s in symbols:
        if found.setdefault(s.name, s) != s:
            raise ModelError(
                f"two phases mean different things by the {kind} {s.name!r}",
                expected=f"[{found[s.name].unit}], as in the first of them",
                got=f"[{s.unit}]",
                hint="use one symbol in all phases, or another name",
            )
    return tuple(found.values())


def _once(names: list[str], kind: str) -> None:
    for name in names:
        if names.count(name) > 1:
            raise ModelError(f"two {kind}s have one name", expected="every name once", got=name, hint=f"{name}_2")
