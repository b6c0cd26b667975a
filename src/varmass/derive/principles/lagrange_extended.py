"""Lagrange's equations extended to masses m(q, q̇, t): Pesce's formula, as printed.

    d/dt ∂T/∂q̇_j − ∂T/∂q_j = Q̂_j ,   T = Σ ½ m_i v_i²
    Q̂_j = Σ (f_i + Σ_k ṁ_ik w_ik)·∂P_i/∂q_j + Σ { ½ d/dt(∂m_i/∂q̇_j v_i²) − ½ ∂m_i/∂q_j v_i² }

A closed body that is known by its T alone exchanges nothing: Q̂ has no part of it.
Sources: C. P. Pesce, J. Appl. Mech. 70 (2003) 751–756; Pesce, Tannuri & Casetta (2006) eq. (3).
"""

from collections.abc import Iterator

from varmass.derive.affine import dot, half
from varmass.derive.applied import applied
from varmass.derive.board import Line, kinetic_energy, velocities
from varmass.derive.equations import Term
from varmass.derive.motion import Motion


def terms(motion: Motion) -> Iterator[Term]:
    """Left side, then minus the extended force, body by body."""
    d_dt, d = motion.rate, motion.partial
    for b in motion.point_bodies("lagrange_extended", closed=True):
        m, v2 = b.m, dot(b.v, b.v)
        T = half(m * v2)
        for j in motion.n:
            q, u, J = motion.q[j], motion.u[j], b.J[j]
            yield Term(j, "inertia", b.name, d_dt(d(T, u)), "d/dt ∂T/∂{u}")
            yield Term(j, "inertia", b.name, -d(T, q), "−∂T/∂{q}")
            for s in b.streams:
                yield Term(j, "stream", s.name, -(s.mass_rate * dot(s.w, J)), "−ṁw·∂P/∂{q}", b.name)
            yield Term(j, "mass", b.name, -half(d_dt(d(m, u) * v2)), "−½ d/dt(∂m/∂{u} v²)")
            yield Term(j, "mass", b.name, half(d(m, q) * v2), "½ ∂m/∂{q} v²")
    for part, T, _ in motion.energies:
        for j in motion.n:
            yield Term(j, "inertia", part.name, d_dt(d(T, motion.u[j])), "d/dt ∂T/∂{u}")
            yield Term(j, "inertia", part.name, -d(T, motion.q[j]), "−∂T/∂{q}")
    yield from applied(motion)


def board(motion: Motion) -> Iterator[Line]:
    """Velocities, then T and its derivatives."""
    yield from velocities(motion)
    yield from kinetic_energy(motion)
