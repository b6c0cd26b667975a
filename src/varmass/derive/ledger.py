"""The ledger: what a system contains, and every book through which it gains or loses it.

Energy, with φ the potential per mass of the field and V that of springs:

    d/dt Σ (½ m v² + m φ) + V = Σ f·v + Σ ṁ (½ w² + φ − ½ |w − v|²) − q̇·∂R/∂q̇ + Q·q̇ + …

    carried_in, carried_out   ṁ (½ w² + φ) of the mass that joins, that leaves
    dissipated, injected      ½ |ṁ| |w − v|² lost where mass joins, supplied where it leaves

Momentum of each coordinate (kinetic momentum), which no reaction of an ideal guide enters:

    d/dt Σ m v·∂P/∂q = Σ (f + ṁ w)·∂P/∂q + Σ m v·d/dt ∂P/∂q − ∂V/∂q − ∂R/∂q̇ + Q

and Σ m v, Σ P × m v with the force of the guides as a book.  Energy alone certifies nothing: a wrong force
may be powerless.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from varmass.derive.affine import affine, dot, half, minus, nil, scaled, times, total
from varmass.derive.applied import dampers, springs
from varmass.derive.motion import BodyOf, Motion
from varmass.model.parts import GeneralisedForce, Potential

PLANES = {2: (("z", 0, 1),), 3: (("x", 1, 2), ("y", 2, 0), ("z", 0, 1))}


@dataclass(frozen=True)
class Book:
    """The rate at which `name` changes the content `of` of the given kind."""

    kind: str
    of: str
    name: str
    rate: Any


def contents(motion: Motion) -> dict[tuple[str, str], tuple[Any, ...]]:
    """What is accounted for: (kind, of) → the parts that add up to it, in q, q̇ and t."""
    found = {("energy", "total"): tuple(_energies(motion))}
    for j in motion.n:
        p = (times(b.m, dot(b.v, b.J[j])) for b in _points(motion))
        extra = (motion.partial(T, motion.u[j]) for T, _ in _domains(motion))
        found["momentum", motion.system.q[j].name] = (*p, *extra)
    for axis, arm in _axes(motion):
        parts = tuple(times(b.m, dot(b.v, arm(b))) for b in motion.bodies)
        found["linear" if len(axis) == 1 else "angular", axis[-1]] = parts
    return found


def books(motion: Motion, a: list[Any], proper: list[Any]) -> Iterator[Book]:
    """All books, for the accelerations `a` of the run and the `proper` ones."""
    merged: dict[tuple[str, str, str], Any] = {}
    for book in (*_energy_books(motion, a), *_momentum_books(motion, a), *_spatial_books(motion, a, proper)):
        key = book.kind, book.of, book.name
        merged[key] = total((merged.get(key, 0), book.rate))
    for (kind, of, name), rate in merged.items():
        if not nil(rate) and not motion.algebra.vanishes(rate):
            yield Book(kind, of, name, rate)


def _energies(motion: Motion) -> Iterator[Any]:
    """T, weight, V, and the energy function q̇·∂T/∂q̇ − T of what is known by its energy."""
    yield from (half(times(b.m, dot(b.v, b.v))) for b in _points(motion))
    yield from (times(times(-1, b.m), dot(b.field, b.P)) for b in motion.bodies)
    yield from (motion.lift(load.energy) for load in motion.system.kind(Potential))
    for T, _ in _domains(motion):
        yield total((dot(motion.u, [motion.partial(T, u) for u in motion.u]), times(-1, T)))


def _points(motion: Motion) -> tuple[BodyOf, ...]:
    """The bodies that exchange mass as material points do."""
    return tuple(b for b in motion.bodies if not _profiled(b))


def _profiled(b: BodyOf) -> bool:
    """Does the velocity vary over a port?  Then (2.7) speaks of T and the fluxes, not of streams."""
    return any((p.momentum_coefficient, p.energy_coefficient) != (1, 1) for p in getattr(b.translating, "ports", ()))


def _domains(motion: Motion) -> Iterator[tuple[Any, Any]]:
    """What is known by its kinetic energy and its ports: (T, ports)."""
    yield from ((T, ports) for _, T, ports in motion.energies)
    for b in motion.bodies:
        if _profiled(b):
            yield half(times(b.m, dot(b.v, b.v))), motion.ports(b.translating)


def _energy_books(motion: Motion, a: list[Any]) -> Iterator[Book]:
    for b in motion.bodies:
        point = not _profiled(b)
        yield from _exchange(motion, b, a, point)
        for role, name, f in b.forces:
            if role == "load" or (role == "traction" and point):
                yield _joule(f"{role}: {name}", dot(_at(a, f), b.v))
        if point:
            yield _joule("drive", dot(_guide(motion, b, a), b.drift))
        yield _joule("field in time", times(-1, dot(scaled(b.m, b.P), [motion.partial(g, motion.t) for g in b.field])))
    for T, ports in _domains(motion):
        yield _joule("drive", times(-1, motion.partial(T, motion.t)))
        for port in ports:
            yield _joule(f"port: {port.name}", times(-1, dot(motion.u, [_flux(motion, port, j) for j in motion.n])))
            yield _joule(f"traction: {port.name}", dot(motion.u, [_push(motion, port, j, a) for j in motion.n]))
    for term in dampers(motion):
        yield _joule(f"damping: {term.source}", -(term.value * motion.u[term.j]))
    for load in motion.system.kind(GeneralisedForce):
        u = motion.u[motion.system.q.index(load.on)]
        yield _joule(f"load: {load.name}", times(motion.lift(load.force), u))
    for load in motion.system.kind(Potential):
        yield _joule(f"spring in time: {load.name}", motion.partial(motion.lift(load.energy), motion.t))


def _exchange(motion: Motion, b: BodyOf, a: list[Any], point: bool) -> Iterator[Book]:
    phi = times(-1, dot(b.field, b.P))
    for s in b.streams:
        rate = affine(s.mass_rate).at(a)
        jump = minus(s.w, b.v)
        carried = times(rate, total((half(dot(s.w, s.w)) if point else 0, phi)))
        lost_or_supplied = times(-1, times(rate, half(dot(jump, jump)))) if point else 0
        if nil(rate) or motion.algebra.vanishes(rate):
            continue
        pairs = (("carried_in", "carried_out", carried), ("dissipated", "injected", lost_or_supplied))
        for gained, lost, amount in pairs:
            if not nil(amount):
                yield _joule(gained, motion.algebra.choose(rate, amount, 0))
                yield _joule(lost, motion.algebra.choose(rate, 0, amount))


def _momentum_books(motion: Motion, a: list[Any]) -> Iterator[Book]:
    q = motion.system.q
    for j in motion.n:
        of = q[j].name
        for b in _points(motion):
            rates = (times(affine(s.mass_rate).at(a), dot(s.w, b.J[j])) for s in b.streams)
            yield Book("momentum", of, "carried", total(rates))
            yield Book("momentum", of, "geometry", times(b.m, dot(b.v, [motion.rate(x) for x in b.J[j]])))
        for b in motion.bodies:
            acting = (dot(_at(a, f), b.J[j]) for role, _, f in b.forces if role != "traction" or not _profiled(b))
            yield Book("momentum", of, "loads", total(acting))
        for T, ports in _domains(motion):
            yield Book("momentum", of, "geometry", motion.partial(T, motion.q[j]))
            through = (total((_push(motion, p, j, a), times(-1, _flux(motion, p, j)))) for p in ports)
            yield Book("momentum", of, "ports", total(through))
    for name, terms in (("springs", springs(motion)), ("damping", dampers(motion))):
        for term in terms:
            yield Book("momentum", q[term.j].name, name, times(-1, term.value))
    for load in motion.system.kind(GeneralisedForce):
        yield Book("momentum", load.on.name, "loads", motion.lift(load.force))


def _spatial_books(motion: Motion, a: list[Any], proper: list[Any]) -> Iterator[Book]:
    for axis, arm in _axes(motion):
        kind, of = "linear" if len(axis) == 1 else "angular", axis[-1]
        for b in motion.bodies:
            carried = total(times(affine(s.mass_rate).at(a), dot(s.w, arm(b))) for s in b.streams)
            yield Book(kind, of, "carried", carried)
            yield Book(kind, of, "loads", total(dot(_at(a, f), arm(b)) for _, _, f in b.forces))
            yield Book(kind, of, "guides", dot(_guide(motion, b, proper), arm(b)))


def _axes(motion: Motion) -> Iterator[tuple[str, Any]]:
    """Axes of translation ('x') and of rotation about the origin ('Rx'), each with its arm: momentum is m v·arm."""
    sizes = {len(b.P) for b in motion.bodies}
    if any(True for _ in _domains(motion)) or len(sizes) != 1:
        return
    size = sizes.pop()
    for x in range(size):
        yield "xyz"[x], lambda b, x=x: tuple(1 if i == x else 0 for i in range(len(b.P)))
    for name, x, y in PLANES.get(size, ()):
        yield (
            f"R{name}",
            lambda b, x=x, y=y: tuple(
                times(-1, b.P[y]) if i == x else b.P[x] if i == y else 0 for i in range(len(b.P))
            ),
        )


def _guide(motion: Motion, b: BodyOf, a: list[Any]) -> tuple[Any, ...]:
    """The force of ideal guides: m v̇ − f − Σ ṁ (w − v)."""
    force = scaled(b.m, [affine(motion.rate(x)).at(a) for x in b.v])
    for _, _, f in b.forces:
        force = minus(force, _at(a, f))
    for s in b.streams:
        force = minus(force, scaled(affine(s.mass_rate).at(a), minus(s.w, b.v)))
    return force


def _flux(motion: Motion, p: Any, j: int) -> Any:
    """β ρA v·∂v/∂q̇ (v − u)·n − ½ α ρA v² ∂(v − u)/∂q̇·n."""
    across = dot(minus(p.v, p.boundary), p.normal)
    dv = tuple(motion.partial(x, motion.u[j]) for x in p.v)
    momentum = times(times(p.beta, times(p.density_area, across)), dot(p.v, dv))
    energy = half(times(times(p.alpha, p.density_area), times(motion.partial(across, motion.u[j]), dot(p.v, p.v))))
    return total((momentum, times(-1, energy)))


def _push(motion: Motion, p: Any, j: int, a: list[Any]) -> Any:
    return dot(_at(a, p.traction), [motion.partial(x, motion.u[j]) for x in p.v])


def _at(a: list[Any], f: Iterable[Any]) -> tuple[Any, ...]:
    """A force that may contain accelerations, at `a`."""
    return tuple(affine(x).at(a) for x in f)


def _joule(name: str, rate: Any) -> Book:
    return Book("energy", "total", name, rate)
