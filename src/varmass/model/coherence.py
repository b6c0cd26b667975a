"""Every part of a system measured against mass, position and time; all energies alike."""

from typing import Any

from varmass.errors import DimensionError
from varmass.model.dimensions import common, dimension, require
from varmass.model.parts import (
    Dissipation,
    Energies,
    Force,
    GeneralisedForce,
    Gravity,
    Particle,
    Potential,
    Power,
    Volume,
)
from varmass.model.units import NONE, Dimension, parse

MASSES = frozenset(map(parse, ("1", "kg", "kg/m", "kg/m^2")))  # also per width or area, of what is alike along it
LENGTHS = frozenset(map(parse, ("1", "m")))


def units(system: Any) -> None:
    """Each part against mass, length and time; all energies alike."""
    time, energies = system.time, []
    for b in system.bodies:
        energies.append((f"the energy of {b.name!r}", _body_energy(b, time)))
    energies += [(f"the potential {p.name!r}", dimension(p.energy, time)) for p in system.kind(Potential)]
    energy = common(energies, "the energy of the system")
    if energy is None:
        return
    for part in system.kind(Dissipation, Power):
        e = part.function if isinstance(part, Dissipation) else part.power
        require(e, energy / time, time, f"{part.name!r}", "a power")
    for part in system.kind(GeneralisedForce):
        require(part.force, energy / part.on.unit, time, f"{part.name!r}", f"work per {part.on}")
    for b in system.kind(Particle, Volume):
        if b.position is not None:
            _forces_fit(b, system)


def _body_energy(b: Any, time: Any) -> Any:
    m = None if isinstance(b, Energies) else _fits(b.mass, time, MASSES, f"the mass of {b.name!r}", "a mass, [kg]")
    if isinstance(b, Energies) or b.position is None:
        return dimension(b.kinetic, time)
    P = common([(x, dimension(x, time)) for x in b.position], f"the position of {b.name!r}")
    for x in b.position:
        _fits(x, time, LENGTHS, f"the position of {b.name!r}", "a length, [m]")
    for s in getattr(b, "streams", ()):
        for law in (s.gain, s.loss):
            require(law.ratio, NONE, time, f"the velocity ratio of the stream {s.name!r} of {b.name!r}", "a ratio")
    if m is None or P is None:
        return None
    v = P / time
    for s in getattr(b, "streams", ()):
        for c in (*s.gain.offset, *s.loss.offset):
            require(c, v, time, f"the velocity of the stream {s.name!r} of {b.name!r}", "a velocity")
        if s.mass is not None:
            require(s.mass, m, time, f"the mass of the stream {s.name!r} of {b.name!r}", f"the mass of {b.name!r}")
    for p in getattr(b, "ports", ()):
        for e in p.traction:
            require(e, m * v / time, time, f"the traction at {p.name!r}", "mass × acceleration")
        for e in p.velocity:
            require(e, v, time, f"the velocity at {p.name!r}", "a velocity")
    return m * v * v


def _fits(e: Any, time: Any, kinds: frozenset[Dimension], what: str, kind: str) -> Dimension | None:
    """The dimension of `e`, which is one of `kinds`."""
    found = dimension(e, time)
    if found is not None and found not in kinds:
        raise DimensionError(
            f"{what} has the wrong dimension",
            expected=f"{kind}, or a number where the model has no dimensions",
            got=f"[{found}] in {e}",
            hint="check the units of the symbols in it",
        )
    return found


def _forces_fit(b: Any, system: Any) -> None:
    """Fields are accelerations of the body, forces its mass times an acceleration."""
    time, m = system.time, dimension(b.mass, system.time)
    P = common([(x, dimension(x, time)) for x in b.position], f"the position of {b.name!r}")
    for field in system.kind(Gravity):
        for g in field.acceleration if P is not None else ():
            require(g, P / time**2, time, f"the field {field.name!r}", f"an acceleration of {b.name!r}")
    for force in system.kind(Force):
        if force.on == b.name and P is not None and m is not None:
            for f in force.force:
                require(f, m * P / time**2, time, f"the force {force.name!r}", f"mass × acceleration of {b.name!r}")
