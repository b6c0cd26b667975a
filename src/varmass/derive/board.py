"""What a person writes on the board before the terms: velocities, streams, T, momenta, H."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass.derive.affine import affine, dot, half, total
from varmass.derive.motion import Motion


@dataclass(frozen=True)
class Line:
    """`law` = `value`, said of `source`; j picks the coordinate that the law names."""

    law: str
    source: str
    value: Any
    j: int = 0


def velocities(motion: Motion) -> Iterator[Line]:
    """v of each body, and ṁ and w of each of its streams."""
    for b in motion.bodies:
        yield Line("v", b.name, _vector(b.v))
        for s in b.streams:
            yield Line("ṁ", s.name, affine(s.mass_rate).at(motion.system.a))
            yield Line("w", s.name, _vector(s.w))


def kinetic_energy(motion: Motion) -> Iterator[Line]:
    """T, ∂T/∂q̇, d/dt ∂T/∂q̇, ∂T/∂q."""
    T = _kinetic(motion)
    yield Line("T", motion.system.title, T)
    for j in motion.n:
        dT = motion.partial(T, motion.u[j])
        yield Line("∂T/∂{u}", "", dT, j)
        yield Line("d/dt ∂T/∂{u}", "", affine(motion.rate(dT)).at(motion.system.a), j)
        yield Line("∂T/∂{q}", "", motion.partial(T, motion.q[j]), j)


def hamiltonian(motion: Motion) -> Iterator[Line]:
    """p = Σ m v·∂P/∂q, and H = T + Σ mφ in the speeds."""
    for j in motion.n:
        of_points = (b.m * dot(b.v, b.J[j]) for b in motion.bodies)
        of_energies = (motion.partial(T, motion.u[j]) for _, T, _ in motion.energies)
        yield Line("p_{q}", "", total((*of_points, *of_energies)), j)
    weight = total(b.m * dot(b.field, b.P) for b in motion.bodies)
    yield Line("H", motion.system.title, _kinetic(motion) - weight)


def _kinetic(motion: Motion) -> Any:
    return total((*(half(b.m * dot(b.v, b.v)) for b in motion.bodies), *(T for _, T, _ in motion.energies)))


def _vector(v: tuple[Any, ...]) -> Any:
    return v[0] if len(v) == 1 else sp.Matrix(v)
