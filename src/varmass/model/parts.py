"""The parts of a system: bodies, open volumes, fields, loads, and systems known by their energies only."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass.errors import ModelError
from varmass.model.calls import stated
from varmass.model.streams import Stream, told_apart
from varmass.model.symbols import Coordinate
from varmass.model.values import Vector, scalar, vector


@stated
@dataclass(frozen=True, init=False)
class Particle:
    """A mass m(q, q̇, t) at the material point P(q, t), with a stream for all mass that varies."""

    name: str
    mass: sp.Expr
    position: Vector
    streams: tuple[Stream, ...] = ()

    def __init__(self, name: str, *, mass: Any, position: Any, streams: Stream | Collection[Stream] = ()) -> None:
        given = (streams,) if isinstance(streams, Stream) else tuple(streams)
        _set(
            self,
            name=name,
            mass=scalar(mass, f"the mass of {name!r}"),
            position=vector(position, f"the position of {name!r}"),
            streams=told_apart(given),
        )


@stated
@dataclass(frozen=True, init=False)
class Port:
    """A patch of a volume's boundary that matter may cross.

    density_area ρA, material velocity v, boundary velocity u, outward normal n, traction τ (the force on
    the volume), and the momentum and energy coefficients β and α of a velocity that varies over the patch.
    What is cut off at a port has inertia: τ may contain q̈, linearly.
    """

    name: str
    density_area: sp.Expr
    velocity: Vector
    boundary: Vector
    normal: Vector
    traction: Vector
    momentum_coefficient: sp.Expr
    energy_coefficient: sp.Expr

    def __init__(
        self,
        name: str,
        *,
        density_area: Any,
        velocity: Any,
        boundary: Any = 0,
        normal: Any,
        traction: Any = 0,
        momentum_coefficient: Any = 1,
        energy_coefficient: Any = 1,
    ) -> None:
        v = vector(velocity, f"the velocity at {name!r}")

        def fit(value: Any, role: str) -> Vector:
            return _fitted(vector(value, f"{role} at {name!r}"), len(v))

        _set(
            self,
            name=name,
            density_area=scalar(density_area, f"the density times area of {name!r}"),
            velocity=v,
            boundary=fit(boundary, "the boundary velocity"),
            normal=fit(normal, "the normal"),
            traction=fit(traction, "the traction"),
            momentum_coefficient=scalar(momentum_coefficient, f"the momentum coefficient of {name!r}"),
            energy_coefficient=scalar(energy_coefficient, f"the energy coefficient of {name!r}"),
        )


@stated
@dataclass(frozen=True, init=False)
class Volume:
    """A region with matter flowing through its ports.

    Give `position` when all of the matter in it moves with one velocity, dP/dt; else its `kinetic` energy.
    """

    name: str
    mass: sp.Expr
    position: Vector | None
    kinetic: sp.Expr | None
    ports: tuple[Port, ...]

    def __init__(
        self, name: str, *, mass: Any, ports: Port | Collection[Port], position: Any = None, kinetic: Any = None
    ) -> None:
        if (position is None) == (kinetic is None):
            raise ModelError(
                f"the motion of the volume {name!r} is not stated once",
                expected="either position= or kinetic=",
                got="both" if kinetic is not None else "neither",
                hint="position=[...] if all its matter moves with one velocity, else kinetic=...",
            )
        _set(
            self,
            name=name,
            mass=scalar(mass, f"the mass of {name!r}"),
            position=None if position is None else vector(position, f"the position of {name!r}"),
            kinetic=None if kinetic is None else scalar(kinetic, f"the kinetic energy of {name!r}"),
            ports=(ports,) if isinstance(ports, Port) else tuple(ports),
        )


@stated
@dataclass(frozen=True, init=False)
class Gravity:
    """A uniform field of acceleration g: the force m g on every material point, with potential −g·P per mass."""

    name: str
    acceleration: Vector

    def __init__(self, acceleration: Any, *, name: str = "gravity") -> None:
        _set(self, name=name, acceleration=vector(acceleration, "the acceleration of gravity"))


@stated
@dataclass(frozen=True, init=False)
class Force:
    """A force f(q, q̇, t) at the material point of the body called `on`."""

    name: str
    on: str
    force: Vector

    def __init__(self, name: str, *, on: str, force: Any) -> None:
        _set(self, name=name, on=on, force=vector(force, f"the force {name!r}"))


@stated
@dataclass(frozen=True, init=False)
class GeneralisedForce:
    """Q of one coordinate: Q δq is the work done."""

    name: str
    on: Coordinate
    force: sp.Expr

    def __init__(self, name: str, *, on: Any, force: Any) -> None:
        _set(self, name=name, on=on, force=scalar(force, f"the generalised force {name!r}"))


@stated
@dataclass(frozen=True, init=False)
class Potential:
    """Springs and the like: Q = −∂V/∂q.  For weight use Gravity, which acts on material points."""

    name: str
    energy: sp.Expr

    def __init__(self, name: str, energy: Any) -> None:
        _set(self, name=name, energy=scalar(energy, f"the potential {name!r}"))


@stated
@dataclass(frozen=True, init=False)
class Dissipation:
    """A dissipation function R: Q = −∂R/∂q̇; see `power` for a dissipated power."""

    name: str
    function: sp.Expr

    def __init__(self, name: str, function: Any) -> None:
        _set(self, name=name, function=scalar(function, f"the dissipation function {name!r}"))


@stated
@dataclass(frozen=True, init=False)
class Power:
    """A dissipated power homogeneous in q̇: Q = −(1/κ) ∂power/∂q̇, κ its degree, found by Euler's theorem."""

    name: str
    power: sp.Expr

    def __init__(self, name: str, power: Any) -> None:
        _set(self, name=name, power=scalar(power, f"the dissipated power {name!r}"))


@stated
@dataclass(frozen=True, init=False)
class Energies:
    """A system of which only T(q, q̇, t) is known; what enters or leaves it is then unknown too.

    `closed` says that no matter does, but from one closed part to another with the velocity of both.
    """

    name: str
    kinetic: sp.Expr
    closed: bool

    def __init__(self, kinetic: Any, *, name: str = "the system", closed: bool = False) -> None:
        _set(self, name=name, kinetic=scalar(kinetic, "the kinetic energy"), closed=closed)


LOADS = (Force, GeneralisedForce, Potential, Dissipation, Power)


def _set(part: Any, **values: Any) -> None:
    for name, value in values.items():
        object.__setattr__(part, name, value)


def _fitted(v: Vector, size: int) -> Vector:
    """A zero written as a bare 0 fits any number of components."""
    if len(v) == size or v != (sp.S.Zero,):
        return v
    return v * size
