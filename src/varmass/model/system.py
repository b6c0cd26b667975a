"""The system: what a person stated, normalised, checked, and frozen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass.errors import ModelError
from varmass.model import checks
from varmass.model.foreign import adopt
from varmass.model.parts import LOADS, Energies, Gravity, Particle, Volume
from varmass.model.symbols import Coordinate, Parameter, Rate
from varmass.model.units import Dimension, parse
from varmass.model.values import expressions

FIELDS = ("title", "parts", "q", "parameters", "time")
KINDS = (Particle, Volume, Energies, Gravity, *LOADS)


@dataclass(frozen=True, init=False)
class System:
    """Bodies, volumes, fields and loads, in the coordinates that occur in them.

    `coordinates` sets their order; `parameters` adds some that only events need; `units` is for SymPy's own symbols.
    """

    title: str
    parts: tuple[Any, ...]
    q: tuple[Coordinate, ...]
    parameters: tuple[Parameter, ...]
    time: Dimension

    def __init__(
        self,
        title: str,
        *parts: Any,
        coordinates: Any = None,
        parameters: Any = (),
        units: Mapping[Any, str] | None = None,
        time: str = "s",
    ) -> None:
        for part in parts:
            if not isinstance(part, KINDS):
                raise ModelError(
                    "a system is made of parts",
                    expected=", ".join(k.__name__ for k in KINDS),
                    got=f"{type(part).__name__}: {part}",
                    hint="System('title', Particle(...), Gravity(...), …)",
                )
        adopted = adopt(parts, units or {})
        checks.symbols(adopted)
        q = tuple(coordinates) if coordinates else tuple(_met(adopted, Coordinate))
        met = dict.fromkeys((*parameters, *_met(adopted, Parameter)))
        for name, value in zip(FIELDS, (title, adopted, q, tuple(met), parse(time)), strict=True):
            object.__setattr__(self, name, value)
        checks.check(self)

    def kind(self, *kinds: type) -> tuple[Any, ...]:
        """The parts of the given kinds, in the order stated."""
        return tuple(p for p in self.parts if isinstance(p, kinds))

    @property
    def bodies(self) -> tuple[Any, ...]:
        """All that has mass."""
        return self.kind(Particle, Volume, Energies)

    @property
    def u(self) -> tuple[Rate, ...]:
        """The speeds q̇."""
        return tuple(q.dot for q in self.q)

    @property
    def a(self) -> tuple[Rate, ...]:
        """The accelerations q̈."""
        return tuple(q.ddot for q in self.q)

    def __str__(self) -> str:
        from varmass.model.text import screen

        return screen(self)


def _met(parts: Any, kind: type) -> Iterator[Any]:
    """The symbols of one kind, in the order in which a reader meets them; q also through q̇."""
    seen: dict[Any, None] = {}
    positions = (p.position for p in parts if getattr(p, "position", None))
    for e in (*expressions(tuple(positions)), *expressions(parts)):
        for node in sp.preorder_traversal(e):
            if isinstance(node, kind):
                seen.setdefault(node)
    if kind is Coordinate:
        seen = dict.fromkeys((*seen, *(p.on for p in parts if isinstance(getattr(p, "on", None), Coordinate))))
    return iter(seen)


def altered(system: System, parts: tuple[Any, ...], *more: Parameter) -> System:
    """The system with other parts and further parameters; not checked again, for use in thought experiments."""
    found = object.__new__(System)
    values = (system.title, parts, system.q, (*system.parameters, *more), system.time)
    for name, value in zip(FIELDS, values, strict=True):
        object.__setattr__(found, name, value)
    return found
