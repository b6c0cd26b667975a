"""What is refused as soon as a system is stated."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import sympy as sp

from varmass.errors import ModelError
from varmass.model.coherence import units
from varmass.model.continuity import continuous
from varmass.model.parts import (
    Energies,
    Force,
    GeneralisedForce,
    Gravity,
    Particle,
    Potential,
    Power,
    Volume,
)
from varmass.model.symbols import Coordinate, Rate, Time, t
from varmass.model.values import expressions
from varmass.model.zero import is_zero


def check(system: Any) -> None:
    """All checks, the most elementary first."""
    mechanical(system)
    names(system)
    for kind in (Particle, Volume, Energies):
        _each(system, kind, continuous)
    _each(system, Particle, streams)
    _each(system, Volume, ports)
    _each(system, Force, target)
    _each(system, Power, degree)
    _each(system, GeneralisedForce, coordinate_of)
    _each(system, Gravity, space)
    _each(system, Potential, not_weight)
    units(system)


def _each(system: Any, kind: type, rule: Callable[[Any, Any], Any]) -> None:
    for part in system.kind(kind):
        rule(part, system)


def rate(e: sp.Expr, q: tuple[Coordinate, ...]) -> sp.Expr:
    """d/dt e = ∂e/∂t + ∂e/∂q q̇ + ∂e/∂q̇ q̈."""
    there = e.free_symbols
    moving = [e.diff(x) * x.dot for x in q if x in there] + [e.diff(x.dot) * x.ddot for x in q if x.dot in there]
    return sp.Add(e.diff(t), *moving)


def symbols(parts: Any) -> None:
    """No q̈ in what is stated, for which the equations are solved; but linearly in the traction at a port."""
    for part in parts:
        tractions = [e for p in getattr(part, "ports", ()) for e in p.traction]
        for e in tractions:
            if any(_accelerations(e.diff(a)) for a in _accelerations(e)):
                raise ModelError(
                    f"a traction on {part.name!r} is not linear in the accelerations",
                    expected="τ = τ₀ + Σ τ_l q̈_l, with coefficients of q, q̇ and t",
                    got=str(e),
                    hint="the inertia of what is cut off at the port is linear in them",
                )
        for e in expressions(part):
            if e not in tractions and _accelerations(e):
                raise ModelError(
                    f"{part.name!r} depends on an acceleration",
                    expected="masses, velocities and forces of q, q̇ and t",
                    got=f"{_accelerations(e)[0]} in {e}",
                    hint="add the inertia as a mass, or give an unknown force as a parameter",
                )


def _accelerations(e: sp.Expr) -> list[Any]:
    return [s for s in e.free_symbols if isinstance(s, Rate) and s.name.endswith(".ddot")]


def names(system: Any) -> None:
    """Every name once: of bodies and loads, of the streams of a body, of ports, of coordinates and parameters."""
    _once([p.name for p in system.parts], "parts")
    for body in system.kind(Particle):
        _once([s.name for s in body.streams], f"streams of {body.name!r}")
    _once([p.name for volume in system.kind(Volume) for p in volume.ports], "ports")
    _once([s.name for s in (*system.q, *system.parameters)], "quantities")
    if not system.q:
        raise ModelError(
            "nothing can move",
            expected="at least one coordinate",
            got="none in any position, energy or speed",
            hint="y = vm.coordinate('y', 'm') and a position that contains it",
        )
    met = {s: s.of if isinstance(s, Rate) else s for s in _moving(system.parts)}
    unknown = [s for s, q in met.items() if q not in system.q]
    unused = [q for q in system.q if q not in met.values()]
    if unknown or unused:
        strange = (*unknown, *unused)[0].name
        raise ModelError(
            f"unknown symbol {strange!r}" if unknown else f"nothing contains the coordinate {strange!r}",
            expected="the coordinates " + ", ".join(map(str, system.q if unknown else dict.fromkeys(met.values()))),
            got=strange,
            hint="name it in coordinates=, or leave that argument out" if unknown else "leave it out of coordinates=",
        )


def _moving(parts: Any) -> list[Any]:
    """The coordinates and the rates in what is stated."""
    return sorted({s for e in expressions(parts) for s in e.free_symbols if isinstance(s, Coordinate | Rate)}, key=str)


def _once(names: list[str], kind: str) -> None:
    twice = [name for name, n in Counter(names).items() if n > 1]
    if twice:
        raise ModelError(
            f"two {kind} are called {twice[0]!r}",
            expected="every name once",
            got=", ".join(names),
            hint=f"rename one to {twice[0] + '_2'!r}",
        )


def mechanical(system: Any) -> None:
    """There is mass; positions depend on q and t only; potentials on q and t only."""
    if not system.bodies:
        raise ModelError(
            "nothing has mass", expected="a Particle, a Volume or Energies", got="loads only", hint="add a body"
        )
    for part in system.kind(Particle, Volume, Gravity, Potential):
        for e in expressions(
            getattr(part, "position", None) or getattr(part, "energy", None) or getattr(part, "acceleration", None)
        ):
            moving = [s for s in e.free_symbols if isinstance(s, Rate)]
            if moving:
                raise ModelError(
                    f"{part.name!r} depends on a speed",
                    expected="a position or a potential of q and t",
                    got=f"{moving[0]} in {e}",
                    hint="a force that depends on speed is a Force or a Dissipation",
                )
    for part in system.kind(Gravity):
        moving = [s for e in part.acceleration for s in e.free_symbols if isinstance(s, Coordinate)]
        if moving:
            raise ModelError(
                "this field of gravity is not uniform",
                expected="a function of t and parameters",
                got=str(part.acceleration),
                hint="state a field that varies in space as a Force on each body",
            )


def streams(body: Particle, system: Any) -> None:
    """All mass that varies belongs to a stream, and stream masses add up to the body's."""
    m = body.mass
    varying = sorted(str(s) for s in m.free_symbols if isinstance(s, Coordinate | Rate | Time))
    varying = varying if varying and not is_zero(rate(m, system.q)) else []
    if varying and not body.streams:
        raise ModelError(
            f"the mass of {body.name!r} varies, and nothing says with what velocity mass joins or leaves",
            expected="at least one stream: the exchange velocity w is physics, not a default",
            got=f"m = {m}, which depends on {', '.join(varying)}",
            hint="streams=[vm.at_rest()] for mass picked up from rest, vm.with_body() for mass shed without a push, "
            "vm.relative(c) for a jet",
        )
    masses = [s.mass for s in body.streams]
    if len(masses) > 1 and None in masses:
        raise ModelError(
            f"the streams of {body.name!r} do not say how its mass is shared",
            expected="mass= on each of several streams",
            got=", ".join(f"{s.name}: {s.mass}" for s in body.streams),
            hint="at_rest(mass=...), relative(c, mass=...)",
        )
    if masses and None not in masses:
        missing = rate(m - sp.Add(*masses), system.q)
        if not is_zero(missing):
            raise ModelError(
                f"the stream masses of {body.name!r} do not add up to its mass",
                expected=f"d/dt of their sum equal to d/dt of {m}",
                got=f"a difference of {sp.simplify(missing)}",
                hint="give each stream the part of the mass that passes through it",
            )
    for s in body.streams:
        if s.switches and any(m.diff(u) != 0 for u in system.u):
            raise ModelError(
                f"the stream {s.name!r} of {body.name!r} cannot choose its law",
                expected="a mass of q and t, whose rate has a sign",
                got=f"m = {m}, whose rate contains an acceleration",
                hint="one law for gain and loss",
            )
        components(body.name, len(body.position), s.gain.offset, f"the stream {s.name!r}")
        components(body.name, len(body.position), s.loss.offset, f"the stream {s.name!r}")


def ports(volume: Volume, system: Any) -> None:
    """What flows through the ports is what the volume gains: Σ −ρA (v − u)·n = dm/dt."""
    flow = -sum(
        p.density_area * sum((v - u) * n for v, u, n in zip(p.velocity, p.boundary, p.normal, strict=True))
        for p in volume.ports
    )
    missing = rate(volume.mass, system.q) - flow
    if not is_zero(missing):
        raise ModelError(
            f"the ports of {volume.name!r} do not account for its mass",
            expected=f"Σ −ρA (v − u)·n = d/dt {volume.mass}",
            got=f"a difference of {sp.simplify(missing)}",
            hint="check the normals (outward), the densities and the boundary velocities",
        )
    for p in volume.ports:
        if not is_zero(sum((n**2 for n in p.normal), sp.S.NegativeOne)):
            raise ModelError(
                f"the normal at {p.name!r} is not a unit vector",
                expected="n·n = 1, pointing out of the volume",
                got=f"n = {list(p.normal)}",
                hint="the area belongs into density_area; on a line n is 1 or −1",
            )
        if volume.position is not None:
            components(volume.name, len(volume.position), p.velocity, f"the port {p.name!r}")
            if (p.momentum_coefficient, p.energy_coefficient) != (1, 1) and any(x.has(t) for x in volume.position):
                raise ModelError(
                    f"the coefficients at {p.name!r} need a volume whose position is not driven in time",
                    expected="a position of q alone",
                    got=str(volume.position),
                    hint="give kinetic= instead of position=",
                )


def target(force: Force, system: Any) -> None:
    """A force acts on a body of the system, with as many components as its position."""
    known = {b.name: b for b in system.kind(Particle, Volume) if b.position is not None}
    if force.on not in known:
        raise ModelError(
            f"the force {force.name!r} acts on nothing",
            expected="on= one of " + ", ".join(known),
            got=repr(force.on),
            hint=f"on={next(iter(known), 'a body')!r}, or a GeneralisedForce on a coordinate",
        )
    components(force.on, len(known[force.on].position), force.force, f"the force {force.name!r}")


def coordinate_of(load: GeneralisedForce, system: Any) -> None:
    """A generalised force acts on a coordinate of the system."""
    if load.on not in system.q:
        raise ModelError(
            f"the generalised force {load.name!r} acts on nothing",
            expected="on= one of " + ", ".join(map(str, system.q)),
            got=str(load.on),
            hint=f"on={system.q[0]}",
        )


def space(field: Gravity, system: Any) -> None:
    """A field has as many components as the bodies that it acts on."""
    for b in system.kind(Particle, Volume):
        if b.position is not None:
            components(b.name, len(b.position), field.acceleration, f"the field {field.name!r}")


def components(body: str, n: int, v: Any, what: str) -> None:
    """As many as the position of the body has; a bare zero fits everywhere."""
    if len(v) != n and v != (sp.S.Zero,):
        raise ModelError(
            f"{what} does not fit the position of {body!r}",
            expected=f"{n} components",
            got=str(len(v)),
            hint="write as many components as the position has",
        )


def degree(power: Power, system: Any) -> sp.Expr:
    """κ with q̇·∂P/∂q̇ = κ P (Euler); refused when the power is not homogeneous in q̇."""
    euler = sp.Add(*(u * power.power.diff(u) for u in system.u))
    forward = {u: sp.Dummy(u.name, positive=True) for u in system.u}
    kappa = sp.simplify((euler / power.power).subs(forward)) if power.power != 0 else sp.S.Zero
    if not kappa.is_Rational or kappa <= 0 or not is_zero(euler - kappa * power.power):
        fixed = not kappa.free_symbols & set(forward.values())
        raise ModelError(
            f"the dissipated power {power.name!r} is not homogeneous "
            + ("of a positive rational degree in the speeds" if fixed else "in the speeds"),
            expected="q̇·∂P/∂q̇ = κ P with a constant κ > 0 (Euler)",
            got=f"κ = {kappa.xreplace({dummy: u for u, dummy in forward.items()})}",
            hint="state its dissipation function instead: Dissipation(name, R) with Q = −∂R/∂q̇",
        )
    return kappa


def not_weight(load: Potential, system: Any) -> None:
    """A potential beside a field of gravity holds no weight of its own."""
    for field in system.kind(Gravity):
        both = {s for e in field.acceleration for s in e.free_symbols - {t}} & load.energy.free_symbols
        if both:
            raise ModelError(
                f"the potential {load.name!r} contains weight that the field {field.name!r} already applies",
                expected="a potential of springs and the like beside Gravity",
                got=f"{sorted(map(str, both))[0]} in {load.energy}",
                hint="leave the weight to Gravity, which acts on material points; −∂V/∂q does not when m depends on q",
            )
