"""Virtual power of Meshchersky's equation: the reference.

    Σ_i [ m_i v̇_i − f_i − Σ_k ṁ_ik (w_ik − v_i) ]·∂P_i/∂q_j + ∂V/∂q_j + ∂R/∂q̇_j − Q_j = 0

Sources: I. V. Meshchersky (1897); d'Alembert's principle, Pesce, Tannuri & Casetta (2006) eq. (2).
"""

from collections.abc import Iterator

from varmass.derive.affine import dot, minus
from varmass.derive.applied import applied
from varmass.derive.board import Line, velocities
from varmass.derive.equations import Term
from varmass.derive.motion import Motion


def terms(motion: Motion) -> Iterator[Term]:
    """The projection, body by body."""
    for b in motion.point_bodies("meshchersky"):
        acceleration = tuple(motion.rate(x) for x in b.v)
        for j in motion.n:
            J = b.J[j]
            yield Term(j, "inertia", b.name, dot(acceleration, J) * b.m, "m v̇·∂P/∂{q}")
            for s in b.streams:
                yield Term(j, "stream", s.name, -(s.mass_rate * dot(minus(s.w, b.v), J)), "−ṁ(w − v)·∂P/∂{q}", b.name)
    yield from applied(motion)


def board(motion: Motion) -> Iterator[Line]:
    """Velocities, and the rates and velocities of the streams."""
    yield from velocities(motion)
