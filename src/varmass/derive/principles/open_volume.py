"""Lagrange's equations for a non-material volume (Irschik & Holl), with lumped ports.

    d/dt ∂T/∂q̇_j − ∂T/∂q_j − Q_j
        + Σ_k [ β ρA v·∂v/∂q̇_j (v − u)·n − ½ α ρA v² ∂(v − u)/∂q̇_j·n − τ·∂v/∂q̇_j ] = 0

A particle is a volume with a port just inside each stream: ρA (v − u)·n = −ṁ, and the traction ṁ (w − v) of the jump.
Source: H. Irschik & H. J. Holl, Acta Mech. 153 (2002) 231–248.
"""

from collections.abc import Iterator
from typing import Any

from varmass.derive.affine import dot, half, minus, nil, scaled, times
from varmass.derive.applied import applied
from varmass.derive.board import Line, velocities
from varmass.derive.equations import Term
from varmass.derive.motion import BodyOf, Motion, PortOf
from varmass.errors import PrincipleDoesNotApply

Patch = tuple[str, Any, Any, tuple[Any, ...], tuple[Any, ...], Any, Any]


def terms(motion: Motion) -> Iterator[Term]:
    """Each body: the usual left side, then its ports."""
    for name, T, patches in _domains(motion):
        for j in motion.n:
            q, u = motion.q[j], motion.u[j]
            yield Term(j, "inertia", name, motion.rate(motion.partial(T, u)), "d/dt ∂T/∂{u}")
            yield Term(j, "inertia", name, -motion.partial(T, q), "−∂T/∂{q}")
            for patch in patches:
                yield from _port(motion, j, name, *patch)
    yield from (term for term in applied(motion) if term.role != "traction")


def _port(
    motion: Motion, j: int, body: str, name: str, rho_A: Any, across: Any, v: Any, tau: Any, beta: Any, alpha: Any
) -> Iterator[Term]:
    d, u = motion.partial, motion.u[j]
    dv = tuple(d(x, u) for x in v)
    momentum = times(times(beta, times(rho_A, across)), dot(v, dv))
    energy = half(times(times(alpha, rho_A), times(d(across, u), dot(v, v))))
    yield Term(j, "momentum flux", name, momentum, "ρA v·∂v/∂{u} (v − u)·n", body)
    yield Term(j, "energy flux", name, times(-1, energy), "−½ρA v² ∂(v − u)/∂{u}·n", body)
    yield Term(j, "traction", name, times(-1, dot(tau, dv)), "−τ·∂v/∂{u}", body)


def _domains(motion: Motion) -> Iterator[tuple[str, Any, list[Patch]]]:
    for b in motion.bodies:
        patches = list(map(_patch(motion), motion.ports(b.translating))) if b.translating else _streams(motion, b)
        yield b.name, half(times(b.m, dot(b.v, b.v))), patches
    for part, T, ports in motion.energies:
        yield part.name, T, list(map(_patch(motion), ports))


def _patch(motion: Motion) -> Any:
    def patch(p: PortOf) -> Patch:
        across = dot(minus(p.v, p.boundary), p.normal)
        return p.name, p.density_area, across, p.v, p.traction, p.beta, p.alpha

    return patch


def _streams(motion: Motion, b: BodyOf) -> list[Patch]:
    if any(not nil(motion.partial(b.m, u)) for u in motion.u):
        raise PrincipleDoesNotApply(
            "open_volume cannot treat this system",
            expected="volumes that change with q and t only",
            got=f"the mass of {b.name!r} depends on a speed: its boundary would move with the acceleration",
            hint="principle lagrange_extended",
        )
    return [(s.name, 1, times(-1, s.mass_rate), b.v, scaled(s.mass_rate, minus(s.w, b.v)), 1, 1) for s in b.streams]


def board(motion: Motion) -> Iterator[Line]:
    """Velocities and ports."""
    yield from velocities(motion)
