"""What is refused as soon as phases are stated: a switch that does not fit the two systems between which it leads."""

from typing import Any

import sympy as sp

from varmass.errors import ModelError
from varmass.model.checks import components
from varmass.model.dimensions import dimension, require
from varmass.model.events import without_numbers
from varmass.model.jumps import CONDITIONS, EXCHANGES, Capture, Impulse
from varmass.model.parts import Particle, Volume
from varmass.model.symbols import Coordinate, Parameter, Rate, Time
from varmass.model.units import NONE
from varmass.model.values import expressions
from varmass.shelf import closest


def check(before: Any, after: Any, switch: Any) -> None:
    """The map, then each part of the jump."""
    _mapped(before, after, switch)
    conditions = [part.name for part in switch.jump if isinstance(part, CONDITIONS)]
    for part in switch.jump:
        if isinstance(part, CONDITIONS):
            _condition(part, before, after, conditions)
        else:
            for e in expressions(part):
                _known(e, before, (), f"{part.name!r}")
            _on_a_body(part, before, after)
    for part in switch.jump:
        if isinstance(part, EXCHANGES):
            _sign(part, before, after, sum(isinstance(p, EXCHANGES) and p.on == part.on for p in switch.jump) == 1)


def _mapped(before: Any, after: Any, switch: Any) -> None:
    """Every new coordinate is given, nothing unknown is, and each has its dimension."""
    due = {s.name: s for s in (*after.q, *after.u)}
    for name, e in switch.map:
        if name not in due:
            raise ModelError(
                f"the map of {switch.event.name!r} gives {name!r}, which {switch.to!r} does not have",
                expected="one of " + ", ".join(due),
                got=repr(name),
                hint=closest(name, list(due)),
            )
        _known(e, before, (), f"the new {name}")
        unit = dimension(due[name], after.time)
        assert unit is not None
        require(e, unit, before.time, f"the new {name}", name)
    given = dict(switch.map)
    for q in after.q:
        if q not in before.q and q.name not in given:
            raise ModelError(
                f"nothing says where {q.name!r} begins when {switch.event.name!r} leads to {switch.to!r}",
                expected=f"map={{{q.name!r}: …}}, in the coordinates " + ", ".join(map(str, before.q)),
                got="a map of " + ", ".join(given) if given else "no map",
                hint=f"vm.Switch(…, map={{{q.name!r}: {before.q[0]}}})",
            )


def _known(e: sp.Expr, before: Any, more: tuple[Any, ...], what: str) -> None:
    """Only what has a value at the end of the phase, and `more`."""
    known = {*before.q, *before.u, *more}
    strange = [s for s in e.free_symbols if s not in known and not isinstance(s, Parameter | Time)]
    if strange:
        raise ModelError(
            f"{what} contains {strange[0]}",
            expected="q, q̇ and t of the phase that ends, and parameters: " + ", ".join(sorted(map(str, known))),
            got=f"{strange[0]} in {e}",
            hint=closest(str(strange[0]), sorted(map(str, known))),
        )


def _condition(part: Any, before: Any, after: Any, names: list[str]) -> None:
    """The gap of an impact or a latch, and its restitution."""
    if names.count(part.name) > 1:
        raise ModelError(
            f"two conditions of a jump are called {part.name!r}",
            expected="every name once",
            got=", ".join(names),
            hint=f"name={part.name + '_2'!r}",
        )
    speeds = [s for s in part.gap.free_symbols if isinstance(s, Rate)]
    if speeds:
        raise ModelError(
            f"the gap of {part.name!r} depends on a speed",
            expected="an expression of q and t, whose rate jumps",
            got=f"{speeds[0]} in {part.gap}",
            hint="map={'y.dot': …} for a speed that no law of momentum gives",
        )
    if not any(isinstance(s, Coordinate) for s in part.gap.free_symbols):
        raise ModelError(
            f"the gap of {part.name!r} cannot close",
            expected="an expression of a coordinate",
            got=str(part.gap),
            hint=f"vm.{type(part).__name__}({before.q[0]})",
        )
    _known(part.gap, before, after.q, f"the gap of {part.name!r}")
    dimension(without_numbers(part.gap), before.time)
    e = part.restitution
    _known(e, before, (), f"the restitution of {part.name!r}")
    require(e, NONE, before.time, f"the restitution of {part.name!r}", "a ratio of speeds")
    if e.is_negative or (1 - e).is_negative:
        raise ModelError(
            f"the restitution of {part.name!r} is none",
            expected="0 (inelastic) … 1 (elastic)",
            got=str(e),
            hint="restitution=0.5",
        )


def _bodies(system: Any) -> dict[str, Any]:
    return {b.name: b for b in system.kind(Particle, Volume) if b.position is not None}


def _on_a_body(part: Any, before: Any, after: Any) -> None:
    """Mass and blows go to a body with a place, in as many components as it has, measured in its units."""
    known, time = _bodies(after), before.time
    if part.on not in known:
        gone = part.on in _bodies(before)
        raise ModelError(
            f"{part.name!r} acts on " + ("a body that the next phase does not have" if gone else "nothing"),
            expected="one of " + ", ".join(known),
            got=repr(part.on),
            hint=closest(part.on, list(known)) if known else "a Particle in the next phase",
        )
    body = known[part.on]
    m = dimension(body.mass, time)
    P = next(filter(None, (dimension(x, time) for x in body.position)), None)
    of = f"of {part.name!r}"
    for name in ("velocity", "relative", "impulse"):
        v = getattr(part, name, ())
        if v:
            components(part.on, len(body.position), v, f"the {name} {of}")
        if v and m is not None and P is not None:
            due, alike = (m * P / time, "mass × velocity") if isinstance(part, Impulse) else (P / time, "a velocity")
            for e in v:
                require(e, due, time, f"the {name} {of}", f"{alike} of {part.on!r}")
    if getattr(part, "mass", None) is not None and m is not None:
        require(part.mass, m, time, f"the mass of {part.name!r}", f"the mass of {part.on!r}")


def _sign(part: Any, before: Any, after: Any, alone: bool) -> None:
    """A capture adds mass and a separation takes it, where the sign is known whatever the numbers are."""
    gained, body = part.mass, _bodies(before).get(part.on)
    if gained is None and alone and body is not None:
        gained = _bodies(after)[part.on].mass - body.mass
        gained = gained if isinstance(part, Capture) else -gained
    if gained is not None and gained.is_negative:
        other = "Separation" if isinstance(part, Capture) else "Capture"
        raise ModelError(
            f"the {type(part).__name__.lower()} {part.name!r} is none",
            expected="mass that joins the body" if isinstance(part, Capture) else "mass that leaves the body",
            got=f"{gained} < 0",
            hint=f"vm.{other}({part.on!r}, velocity=[…])",
        )
