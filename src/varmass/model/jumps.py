"""What happens at an instant: mass joins or leaves at once, a guide closes, two things collide, a blow is given."""

from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass.model.calls import stated
from varmass.model.parts import _set
from varmass.model.values import Vector, scalar, vector


@stated
@dataclass(frozen=True, init=False)
class Capture:
    """Mass that joins the body `on`, with the absolute velocity w; without `mass`, all by which the body differs."""

    name: str
    on: str
    velocity: Vector
    mass: sp.Expr | None

    def __init__(self, on: str, *, velocity: Any, mass: Any = None, name: str = "capture") -> None:
        w = vector(velocity, f"the velocity of {name!r}")
        _set(self, name=name, on=on, velocity=w, mass=_mass(mass, name))


@stated
@dataclass(frozen=True, init=False)
class Separation:
    """Mass that leaves the body `on`: with an absolute `velocity`, or one `relative` to the body before; else with the
    body's own.  Without `mass`, all by which the body differs."""

    name: str
    on: str
    velocity: Vector | None
    relative: Vector | None
    mass: sp.Expr | None

    def __init__(
        self, on: str, *, velocity: Any = None, relative: Any = None, mass: Any = None, name: str = "separation"
    ) -> None:
        w, c = (None if x is None else vector(x, f"the velocity of {name!r}") for x in (velocity, relative))
        _set(self, name=name, on=on, velocity=w, relative=c, mass=_mass(mass, name))


@stated
@dataclass(frozen=True, init=False)
class Impulse:
    """A blow on the body `on`: the time integral of a force."""

    name: str
    on: str
    impulse: Vector

    def __init__(self, name: str, *, on: str, impulse: Any) -> None:
        _set(self, name=name, on=on, impulse=vector(impulse, f"the impulse {name!r}"))


@stated
@dataclass(frozen=True, init=False)
class Impact:
    """The rate of `gap`, an expression of q and t, is reversed by the coefficient of restitution e: 0 inelastic … 1.

    An event that looks at the same coordinates says when there is contact, and the gap may differ by a constant.  At
    any other event the gap has to close: one that opens, so whose size grows, is refused when the jump is made.
    """

    name: str
    gap: sp.Expr
    restitution: sp.Expr

    def __init__(self, gap: Any, *, restitution: Any = 0, name: str = "impact") -> None:
        e = scalar(restitution, f"the restitution of {name!r}")
        _set(self, name=name, gap=scalar(gap, f"the gap of {name!r}"), restitution=e)


@stated
@dataclass(frozen=True, init=False)
class Latch:
    """The rate of `condition`, an expression of q and t, is zero after the jump.

    That it keeps its value from then on is for the next phase to say, by its coordinates or its forces.
    """

    name: str
    gap: sp.Expr
    restitution: sp.Expr

    def __init__(self, condition: Any, *, name: str = "latch") -> None:
        _set(self, name=name, gap=scalar(condition, f"the condition of {name!r}"), restitution=sp.S.Zero)


EXCHANGES, CONDITIONS = (Capture, Separation), (Impact, Latch)
JUMPS = (*EXCHANGES, Impulse, *CONDITIONS)


def _mass(mass: Any, name: str) -> sp.Expr | None:
    return None if mass is None else scalar(mass, f"the mass of {name!r}")
