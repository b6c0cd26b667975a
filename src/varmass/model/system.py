"""The system: what a person stated, normalised, checked, and frozen."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass.errors import ModelError
from varmass.model import checks
from varmass.model.calls import shown, stated
from varmass.model.foreign import adopt
from varmass.model.parts import LOADS, Energies, Gravity, Particle, Volume
from varmass.model.symbols import Coordinate, Parameter, Rate
from varmass.model.units import Dimension, parse
from varmass.model.values import expressions

FIELDS = ("title", "parts", "q", "parameters", "time")
KINDS = (Particle, Volume, Energies, Gravity, *LOADS)


@stated
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
        title: Any,
        *parts: Any,
        coordinates: sp.Expr | Collection[sp.Expr] | None = None,
        parameters: sp.Expr | Collection[sp.Expr] = (),
        units: Mapping[Any, str] | None = None,
        time: str = "s",
    ) -> None:
        _made_of_parts(title, parts)
        adopted, q, more = adopt((parts, _listed(coordinates), _listed(parameters)), units or {})
        _of_kind(q, Coordinate, "coordinates")
        _of_kind(more, Parameter, "parameters")
        checks.symbols(adopted)
        q, met = q or _coordinates(adopted), dict.fromkeys((*more, *_met(adopted, Parameter)))
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


def _made_of_parts(title: Any, parts: tuple[Any, ...]) -> None:
    strange = [part for part in parts if not isinstance(part, KINDS)]
    if not isinstance(title, str):
        raise ModelError(
            "the title of the system is missing",
            expected="a text, then the parts",
            got=f"{type(title).__name__} {title.name!r}" if isinstance(title, KINDS) else shown(title),
            hint="System('title', Particle(...), Gravity(...), …)",
        )
    if strange:
        raise ModelError(
            "a system is made of parts",
            expected=", ".join(k.__name__ for k in KINDS),
            got=f"{type(strange[0]).__name__}: {shown(strange[0])}",
            hint="System('title', Particle(...), Gravity(...), …)",
        )


def _listed(given: Any) -> tuple[Any, ...]:
    return (given,) if isinstance(given, sp.Expr) else tuple(given or ())


def _of_kind(found: tuple[Any, ...], kind: type, role: str) -> None:
    for s in found:
        if not isinstance(s, kind):
            raise ModelError(
                f"{s} is not one of the {role}",
                expected=f"a list, each member a {kind.__name__}",
                got=f"{s}, a {type(s).__name__}",
                hint="vm.coordinate('y', 'm')" if kind is Coordinate else "vm.parameters('L [m]')",
            )


def _coordinates(parts: Any) -> tuple[Coordinate, ...]:
    """Those that occur themselves, then those that occur in a rate only."""
    return tuple(dict.fromkeys((*_met(parts, Coordinate), *(u.of for u in _met(parts, Rate) if u.of is not None))))


def _met(parts: Any, kind: type) -> Iterator[Any]:
    """The symbols of one kind, in the order in which a reader meets them; those of positions first."""
    seen: dict[Any, None] = {}
    positions = (p.position for p in parts if getattr(p, "position", None))
    for e in (*expressions(tuple(positions)), *expressions(parts)):
        for node in sp.preorder_traversal(e):
            if isinstance(node, kind):
                seen.setdefault(node)
    return iter(seen)


def altered(system: System, parts: tuple[Any, ...], *more: Parameter) -> System:
    """The system with other parts and further parameters; not checked again, for use in thought experiments."""
    found = object.__new__(System)
    values = (system.title, parts, system.q, (*system.parameters, *more), system.time)
    for name, value in zip(FIELDS, values, strict=True):
        object.__setattr__(found, name, value)
    return found
