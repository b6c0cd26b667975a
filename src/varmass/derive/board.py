"""What a person writes on the board before the terms: velocities, streams, T, momenta, H."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass.derive.affine import affine, dot, half, nil, times, total
from varmass.derive.motion import Motion
from varmass.derive.tidy import tidy
from varmass.model.parts import Potential

SHORT = 2  # coordinates for which M⁻¹ is written out


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
            yield Line("ṁ", f"{s.name}, {b.name}", affine(s.mass_rate).at(motion.system.a))
            yield Line("w", f"{s.name}, {b.name}", _vector(s.w))


def kinetic_energy(motion: Motion) -> Iterator[Line]:
    """T, ∂T/∂q̇, d/dt ∂T/∂q̇, ∂T/∂q."""
    T = _kinetic(motion)
    yield Line("T", motion.system.title, T)
    for j in motion.n:
        dT = motion.partial(T, motion.u[j])
        yield Line("∂T/∂{u}", "", dT, j)
        yield Line("d/dt ∂T/∂{u}", "", affine(motion.rate(dT)).at(motion.system.a), j)
        yield Line("∂T/∂{q}", "", motion.partial(T, motion.q[j]), j)


def hamiltonian(motion: Motion, potentials: bool) -> Iterator[Line]:
    """p = M q̇ + β, and H = p·q̇ − T, with V and Σ mφ added where they belong to it.

    For masses that depend on the speeds there is no H, and Σ m v·∂P/∂q is the kinetic momentum π.
    """
    of_speed = any(not nil(motion.partial(b.m, u)) for b in motion.bodies for u in motion.u)
    momenta = [tidy(total(_momentum(motion, j))) for j in motion.n]
    for j in motion.n:
        yield Line("π_{q}" if of_speed else "p_{q}", "", momenta[j], j)
    if not of_speed:
        added = (*_springs(motion), *(-times(b.m, dot(b.field, b.P)) for b in motion.bodies)) if potentials else ()
        yield Line("H", motion.system.title, total((_legendre(motion, momenta), *added)))


def _momentum(motion: Motion, j: int) -> Iterator[Any]:
    """Of the bodies, and of what is known by its energies."""
    yield from (times(b.m, dot(b.v, b.J[j])) for b in motion.bodies)
    yield from (motion.partial(T, motion.u[j]) for _, T, _ in motion.energies)


class Momentum(sp.Symbol):  # type: ignore[misc]
    """p of a coordinate."""

    of: Any

    def __new__(cls, of: Any) -> "Momentum":
        symbol = sp.Symbol.__xnew__(cls, f"p_{of.name}", real=True)
        symbol.of = of
        return symbol  # type: ignore[no-any-return]

    def _latex(self, printer: Any) -> str:
        return f"p_{{{printer._print(self.of)}}}"


def _legendre(motion: Motion, momenta: list[Any]) -> Any:
    """p·q̇ − T = ½ (p − β)·M⁻¹(p − β) − T₀; in the speeds, ½ q̇·M q̇ − T₀, where M⁻¹ is long or does not exist."""
    still = dict.fromkeys(motion.u, sp.S.Zero)
    rest = tidy(sp.sympify(_kinetic(motion)).xreplace(still))
    M = sp.Matrix([[sp.diff(p, u) for u in motion.u] for p in momenta]).applyfunc(tidy)
    det = tidy(M.det()) if len(motion.u) <= SHORT else sp.S.Zero
    if det == 0:
        u = sp.Matrix(motion.u)
        return tidy((u.T * M * u)[0] / 2) - rest
    beyond = [Momentum(q) - p.xreplace(still) for q, p in zip(motion.system.q, momenta, strict=True)]
    x = sp.Matrix(beyond)
    return tidy((x.T * M.adjugate() * x)[0]) / (2 * det) - rest


def _springs(motion: Motion) -> Iterator[Any]:
    return (motion.lift(load.energy) for load in motion.system.kind(Potential))


def _kinetic(motion: Motion) -> Any:
    return total((*(half(b.m * dot(b.v, b.v)) for b in motion.bodies), *(T for _, T, _ in motion.energies)))


def _vector(v: tuple[Any, ...]) -> Any:
    return v[0] if len(v) == 1 else sp.Matrix(v)
