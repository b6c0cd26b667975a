"""Cayley's function K, with the mass rates exempt from differentiation.

    𝓔_j[T] + ∂K/∂q̇_j = Q_j ,   K = ½ Σ ṁ_ik |v_i − w_ik|²

𝓔 is the Euler operator d/dt ∂/∂q̇ − ∂/∂q with the masses held fixed, also inside d/dt; ṁ and w are exempt
in ∂K/∂q̇.  Source: A. Cayley, Proc. R. Soc. Lond. 8 (1857) 506–511.
"""

from collections.abc import Iterator

from varmass.derive.affine import dot, half, minus, times
from varmass.derive.applied import applied
from varmass.derive.board import Line, velocities
from varmass.derive.equations import Term
from varmass.derive.motion import Motion


def terms(motion: Motion) -> Iterator[Term]:
    """The constant-mass equations, and ∂K/∂q̇."""
    d_dt, d = motion.rate, motion.partial
    for b in motion.point_bodies("cayley_k"):
        per_mass = half(dot(b.v, b.v))
        for j in motion.n:
            q, u = motion.q[j], motion.u[j]
            euler = d_dt(d(per_mass, u)) - d(per_mass, q)
            yield Term(j, "inertia", b.name, times(euler, b.m), "𝓔[T]|m")
            for s in b.streams:
                dv = tuple(d(x, u) for x in b.v)
                yield Term(j, "stream", s.name, s.mass_rate * dot(minus(b.v, s.w), dv), "∂K/∂{u}", b.name)
    yield from applied(motion)


def board(motion: Motion) -> Iterator[Line]:
    """Velocities and streams."""
    yield from velocities(motion)
