"""The Galilean test: seen from a frame that moves with constant velocity −U, nothing else may change.

    P → P + U t ,   w → w + U ,   v and u at ports likewise; masses and forces as functions of q are kept

A rule that changes under the boost is wrong without any need to know the right one; N3 and a wrong w pass it.
"""

from dataclasses import replace
from typing import Any

import sympy as sp

from varmass.derive.compare import Form, form, gaps
from varmass.derive.deriving import derive
from varmass.model.dimensions import dimension
from varmass.model.parts import Particle, Volume
from varmass.model.streams import Exchange, Stream
from varmass.model.symbols import Parameter, t
from varmass.model.system import System, altered
from varmass.model.units import NONE
from varmass.model.zero import judge

WORDS = {"refuted": "changes", "unknown": "undecided"}


def galilean(system: System, forms: dict[str, Form]) -> dict[str, str]:
    """'invariant', 'changes' or 'undecided' for each derived form, or why it cannot be told."""
    if any(getattr(b, "position", None) is None for b in system.bodies):
        return {"undecided": "a kinetic energy alone does not say how the matter moves in space"}
    boosted, found = boost(system), {}
    for name, own in forms.items():
        same = judge(*gaps(own, form(derive(boosted, name))), prove=False)
        found[name] = WORDS.get(same.status, "invariant")
    if any(b.mass.diff(u) != 0 for b in system.kind(Particle) for u in system.u):
        found["warning"] = "a mass that depends on speed names the frame in which that speed is measured"
    return found


def boost(system: System) -> System:
    """The same system in a frame that moves with −U."""
    size = max(len(b.position) for b in system.kind(Particle, Volume))
    unit = next(
        (d for b in system.kind(Particle, Volume) for e in b.position if (d := dimension(e, system.time))), NONE
    )
    U = tuple(Parameter(f"U?{x}", unit / system.time) for x in "xyz"[:size])
    parts = (_boosted(p, U) if isinstance(p, Particle | Volume) else p for p in system.parts)
    return altered(system, tuple(parts), *U)


def _boosted(body: Any, U: tuple[Parameter, ...]) -> Any:
    position = _plus(body.position, tuple(x * t for x in U))
    if isinstance(body, Particle):
        return replace(body, position=position, streams=tuple(_stream(s, U, len(position)) for s in body.streams))
    ports = tuple(replace(p, velocity=_plus(p.velocity, U), boundary=_plus(p.boundary, U)) for p in body.ports)
    return replace(body, position=position, ports=ports)


def _stream(s: Stream, U: tuple[Parameter, ...], size: int) -> Stream:
    return replace(s, gain=_law(s.gain, U, size), loss=_law(s.loss, U, size))


def _law(law: Exchange, U: tuple[Parameter, ...], size: int) -> Exchange:
    """w + U = λ (v + U) + (c + U − λ U)."""
    offset = law.offset if len(law.offset) == size else law.offset * size
    return Exchange(law.ratio, _plus(offset, tuple((1 - law.ratio) * x for x in U)))


def _plus(a: tuple[sp.Expr, ...], b: tuple[sp.Expr, ...]) -> tuple[sp.Expr, ...]:
    return tuple(x + y for x, y in zip(a, b, strict=False))
