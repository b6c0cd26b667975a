"""Lagrange's equations with the mass held fixed in the partial derivatives.

    Σ_i [ d/dt ( m_i ∂(½v_i²)/∂q̇_j ) − m_i ∂(½v_i²)/∂q_j ] = Σ (f_i + Σ_k ṁ_ik w_ik)·∂P_i/∂q_j + …

The two mass terms of the extended equations are the difference between "∂ at fixed m" and "∂ through m".
"""

from collections.abc import Iterator

from varmass.derive.affine import dot, half, times
from varmass.derive.applied import applied
from varmass.derive.board import Line, velocities
from varmass.derive.equations import Term
from varmass.derive.motion import Motion


def terms(motion: Motion) -> Iterator[Term]:
    """Only ½v² is differentiated; m stands outside, but inside d/dt."""
    d_dt, d = motion.rate, motion.partial
    for b in motion.point_bodies("frozen_mass"):
        per_mass = half(dot(b.v, b.v))
        for j in motion.n:
            q, u = motion.q[j], motion.u[j]
            yield Term(j, "inertia", b.name, d_dt(times(b.m, d(per_mass, u))), "d/dt ∂T/∂{u}|m")
            yield Term(j, "inertia", b.name, -times(b.m, d(per_mass, q)), "−∂T/∂{q}|m")
            for s in b.streams:
                yield Term(j, "stream", s.name, -(s.mass_rate * dot(s.w, b.J[j])), "−ṁw·∂P/∂{q}", b.name)
    yield from applied(motion)


def board(motion: Motion) -> Iterator[Line]:
    """Velocities; the kinetic energy per mass is ½v²."""
    yield from velocities(motion)
