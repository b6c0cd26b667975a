"""Hamilton's canonical equations with streams; kinetic momentum when a mass depends on the speeds.

For m(q, t), with T = ½ q̇ᵀM q̇ + β·q̇ + T₀, p = M q̇ + β and H = p·q̇ − T (springs are among the Q), at fixed p

    ṗ_j = −∂H/∂q_j + Q_j + Σ (f + ṁ w)·∂P/∂q_j − ½ Σ ∂m_i/∂q_j v_i²
    −∂H/∂q_j = ½ q̇ᵀ(∂M/∂q_j) q̇ + (∂β/∂q_j)·q̇ + ∂T₀/∂q_j

For m(q, q̇, t), ∂T/∂q̇ is not a momentum; the kinetic momentum π_j = Σ m v·∂P/∂q_j is:

    π̇_j = Σ m v·d/dt(∂P/∂q_j) + Q_j + Σ (f + ṁ w)·∂P/∂q_j

Of a closed body that is known by T alone p = ∂T/∂q̇ and, by Legendre's transformation, ∂H/∂q|p = −∂T/∂q.
"""

from collections.abc import Iterator

from varmass.derive.affine import dot, half, nil, times, total
from varmass.derive.applied import applied
from varmass.derive.board import Line, hamiltonian, velocities
from varmass.derive.equations import Term
from varmass.derive.motion import BodyOf, Motion


def terms(motion: Motion) -> Iterator[Term]:
    """ṗ (or π̇) of each body, minus all that changes it."""
    for b in motion.point_bodies("hamilton", closed=True):
        of_speed = any(not nil(motion.partial(b.m, u)) for u in motion.u)
        yield from (_kinetic_momentum if of_speed else _canonical)(motion, b)
        for j in motion.n:
            for s in b.streams:
                yield Term(j, "stream", s.name, -(s.mass_rate * dot(s.w, b.J[j])), "−ṁw·∂P/∂{q}", b.name)
    for part, T, _ in motion.energies:
        for j in motion.n:
            yield Term(j, "inertia", part.name, motion.rate(motion.partial(T, motion.u[j])), "ṗ")
            yield Term(j, "inertia", part.name, times(-1, motion.partial(T, motion.q[j])), "∂H/∂{q}|p")
    yield from applied(motion)


def _canonical(motion: Motion, b: BodyOf) -> Iterator[Term]:
    d, u, n = motion.partial, motion.u, motion.n
    M = [[times(b.m, dot(b.J[j], b.J[l])) for l in n] for j in n]
    beta = [times(b.m, dot(b.J[j], b.drift)) for j in n]
    T0 = half(times(b.m, dot(b.drift, b.drift)))
    v2 = dot(b.v, b.v)
    for j in n:
        p = total((dot(M[j], u), beta[j]))
        q = motion.q[j]
        curvature = total(times(d(M[k][l], q), u[k] * u[l]) for k in n for l in n)
        dH = -total((half(curvature), dot([d(x, q) for x in beta], u), d(T0, q)))
        yield Term(j, "inertia", b.name, motion.rate(p), "ṗ")
        yield Term(j, "inertia", b.name, dH, "∂H/∂{q}|p")
        yield Term(j, "mass", b.name, half(times(d(b.m, q), v2)), "½ ∂m/∂{q} v²")


def _kinetic_momentum(motion: Motion, b: BodyOf) -> Iterator[Term]:
    for j in motion.n:
        momentum = times(b.m, dot(b.v, b.J[j]))
        turning = dot(b.v, [motion.rate(x) for x in b.J[j]])
        yield Term(j, "inertia", b.name, motion.rate(momentum), "π̇")
        yield Term(j, "inertia", b.name, -times(b.m, turning), "−m v·d/dt ∂P/∂{q}")


def board(motion: Motion) -> Iterator[Line]:
    """Velocities, momenta, and H where it exists."""
    yield from velocities(motion)
    yield from hamiltonian(motion, potentials=False)
