"""A system along its motion: velocities, Jacobians, mass rates and stream velocities, in any algebra.

Letters: q coordinates, u = q̇, P position, J = ∂P/∂q, v = dP/dt, m mass, w absolute velocity of exchanged mass,
f force, ṁ total rate of mass.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy as sp

from varmass.derive.affine import Affine, dot, minus, nil, scaled, times, total
from varmass.derive.algebra import Algebra
from varmass.errors import PrincipleDoesNotApply
from varmass.model.parts import Force, Gravity, Particle, Volume
from varmass.model.symbols import t
from varmass.model.system import System


@dataclass(frozen=True)
class StreamOf:
    """One stream of a body: its name, ṁ, and w."""

    name: str
    mass_rate: Any
    w: tuple[Any, ...]


@dataclass(frozen=True)
class PortOf:
    """One port of a volume: ρA, v, u, n, τ and the two coefficients."""

    name: str
    density_area: Any
    v: tuple[Any, ...]
    boundary: tuple[Any, ...]
    normal: tuple[Any, ...]
    traction: tuple[Any, ...]
    beta: Any
    alpha: Any


@dataclass(frozen=True)
class BodyOf:
    """A material point with its mass, motion, streams and forces."""

    name: str
    m: Any
    P: tuple[Any, ...]
    J: tuple[tuple[Any, ...], ...]
    v: tuple[Any, ...]
    drift: tuple[Any, ...]
    streams: tuple[StreamOf, ...]
    forces: tuple[tuple[str, str, tuple[Any, ...]], ...]
    field: tuple[Any, ...]
    translating: Volume | None = None


class Motion:
    """What every principle starts from; each quantity is built once, when first asked for."""

    def __init__(self, system: System, algebra: Algebra) -> None:
        self.system, self.algebra = system, algebra
        self.q = tuple(map(algebra.lift, system.q))
        self.u = tuple(map(algebra.lift, system.u))
        self.t = algebra.lift(t)
        self.n = range(len(self.q))

    def lift(self, e: Any) -> Any:
        """An expression of the model, or a tuple of them; zeros are the number 0."""
        if isinstance(e, tuple):
            return tuple(map(self.lift, e))
        return 0 if e == 0 else self.algebra.lift(sp.sympify(e))

    def force(self, f: tuple[sp.Expr, ...]) -> tuple[Any, ...]:
        """A force of the model: a traction may contain q̈, linearly."""
        still = dict.fromkeys(self.system.a, sp.S.Zero)

        def component(e: sp.Expr) -> Any:
            along = tuple((l, self.lift(e.diff(a))) for l, a in enumerate(self.system.a) if a in e.free_symbols)
            return Affine(self.lift(e.xreplace(still)), along) if along else self.lift(e)

        return tuple(map(component, f))

    def partial(self, e: Any, s: Any) -> Any:
        """∂e/∂s, with structural zeros as the number 0."""
        if isinstance(e, Affine):
            along = ((l, self.partial(a, s)) for l, a in e.along)
            return Affine(self.partial(e.free, s), tuple((l, a) for l, a in along if not nil(a)))
        if isinstance(e, int):
            return 0
        d = self.algebra.diff(e, s)
        return 0 if self.algebra.vanishes(d) else d

    def rate(self, e: Any) -> Any:
        """d/dt e = ∂e/∂t + ∂e/∂q q̇ + ∂e/∂q̇ q̈, affine in q̈."""
        free = self.algebra.flow(e)
        if free is None:
            free = self.partial(e, self.t)
            for q, u in zip(self.q, self.u, strict=True):
                free = total((free, times(self.partial(e, q), u)))
        along = ((l, self.partial(e, self.u[l])) for l in self.n)
        kept = tuple((l, d) for l, d in along if not nil(d))
        return Affine(free, kept) if kept else free

    @cached_property
    def bodies(self) -> tuple[BodyOf, ...]:
        """All particles, and the volumes whose matter moves with one velocity."""
        return tuple(self._body(p) for p in self.system.kind(Particle, Volume) if p.position is not None)

    @cached_property
    def energies(self) -> tuple[tuple[Any, Any, tuple[PortOf, ...]], ...]:
        """The bodies of which only the kinetic energy is stated, with their ports."""
        return tuple(
            (b, self.lift(b.kinetic), self.ports(b)) for b in self.system.bodies if getattr(b, "position", None) is None
        )

    def ports(self, volume: Any) -> tuple[PortOf, ...]:
        """The ports of a volume."""
        return tuple(
            PortOf(
                p.name,
                self.lift(p.density_area),
                self.lift(p.velocity),
                self.lift(p.boundary),
                self.lift(p.normal),
                self.force(p.traction),
                self.lift(p.momentum_coefficient),
                self.lift(p.energy_coefficient),
            )
            for p in getattr(volume, "ports", ())
        )

    def inflow(self, port: PortOf) -> Any:
        """ṁ = −ρA (v − u)·n."""
        return port.density_area * dot(minus(port.boundary, port.v), port.normal)

    def point_bodies(self, principle: str, closed: bool = False) -> tuple[BodyOf, ...]:
        """The bodies, if all are material points; else the refusal of a principle that needs them to be.

        `closed` bodies, from which nothing enters or leaves, may be known by their energy to some principles.
        """
        silent = [part for part, _, _ in self.energies if not (closed and getattr(part, "closed", False))]
        if silent:
            name = silent[0].name
            raise PrincipleDoesNotApply(
                f"{principle} cannot treat {name!r}",
                expected="bodies with a position",
                got="a kinetic energy alone, which does not say how the matter moves",
                hint="principle open_volume",
            )
        for b in self.bodies:
            odd = [
                p
                for p in getattr(b.translating, "ports", ())
                if (p.momentum_coefficient, p.energy_coefficient) != (1, 1)
            ]
            if odd:
                raise PrincipleDoesNotApply(
                    f"{principle} cannot treat {b.name!r}",
                    expected="one velocity over each port",
                    got=f"momentum or energy coefficients at {odd[0].name!r}",
                    hint="principle open_volume",
                )
        return self.bodies

    def _body(self, part: Any) -> BodyOf:
        P = self.lift(part.position)
        J = tuple(tuple(self.partial(x, q) for x in P) for q in self.q)
        drift = tuple(self.partial(x, self.t) for x in P)
        v = tuple(total((d, dot(column, self.u))) for d, column in zip(drift, zip(*J, strict=True), strict=True))
        m = self.lift(part.mass)
        field = self._field(len(P))
        streams = self._streams(part, v) if isinstance(part, Particle) else self._port_streams(part)
        forces = tuple(self._forces(part, m))
        return BodyOf(part.name, m, P, J, v, drift, streams, forces, field, part if isinstance(part, Volume) else None)

    def _field(self, size: int) -> tuple[Any, ...]:
        fields = [self.lift(g.acceleration) for g in self.system.kind(Gravity)]
        return tuple(total(column) for column in zip(*fields, strict=True)) if fields else (0,) * size

    def _forces(self, part: Any, m: Any) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
        for g in self.system.kind(Gravity):
            yield "gravity", g.name, scaled(m, self.lift(g.acceleration))
        for f in self.system.kind(Force):
            if f.on == part.name:
                yield "load", f.name, _fit(self.lift(f.force), len(part.position))
        for p in getattr(part, "ports", ()):
            if any(x != 0 for x in p.traction):
                yield "traction", p.name, self.force(p.traction)

    def _streams(self, part: Particle, v: tuple[Any, ...]) -> tuple[StreamOf, ...]:
        found = []
        for s in part.streams:
            rate = self.rate(self.lift(part.mass if s.mass is None else s.mass))
            w = self._velocity(s.gain, v)
            if s.switches:
                pairs = zip(w, self._velocity(s.loss, v), strict=True)
                w = tuple(self.algebra.choose(rate, gain, loss) for gain, loss in pairs)
            found.append(StreamOf(s.name, rate, w))
        return tuple(found)

    def _velocity(self, law: Any, v: tuple[Any, ...]) -> tuple[Any, ...]:
        ratio, offset = self.lift(law.ratio), _fit(self.lift(law.offset), len(v))
        carried = v if law.ratio == 1 else scaled(ratio, v)
        return tuple(total((a, c)) for a, c in zip(carried, offset, strict=True))

    def _port_streams(self, part: Volume) -> tuple[StreamOf, ...]:
        return tuple(StreamOf(p.name, self.inflow(p), p.v) for p in self.ports(part))


def _fit(v: tuple[Any, ...], size: int) -> tuple[Any, ...]:
    return v if len(v) == size else v * size
