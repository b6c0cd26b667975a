"""The usual left side of Lagrange's equations, with the masses differentiated like anything else."""

from collections.abc import Iterator

from varmass.derive.affine import dot, half
from varmass.derive.equations import Term
from varmass.derive.motion import Motion


def usual_left_side(motion: Motion) -> Iterator[Term]:
    """d/dt ∂T/∂q̇ − ∂T/∂q of all that has kinetic energy."""
    bodies = [(b.name, half(b.m * dot(b.v, b.v))) for b in motion.bodies]
    for name, T in (*bodies, *((part.name, T) for part, T, _ in motion.energies)):
        for j in motion.n:
            yield Term(j, "inertia", name, motion.rate(motion.partial(T, motion.u[j])), "d/dt ∂T/∂{u}")
            yield Term(j, "inertia", name, -motion.partial(T, motion.q[j]), "−∂T/∂{q}")


def streams_kept(motion: Motion, principle: str) -> Iterator[Term]:
    """−Σ ṁ w·∂P/∂q."""
    for b in motion.point_bodies(principle, closed=True):
        for s in b.streams:
            for j in motion.n:
                yield Term(j, "stream", s.name, -(s.mass_rate * dot(s.w, b.J[j])), "−ṁw·∂P/∂{q}", b.name)


def momentum_rate(motion: Motion, principle: str) -> Iterator[Term]:
    """d(mv)/dt·∂P/∂q."""
    for b in motion.point_bodies(principle):
        force = tuple(motion.rate(b.m * x) for x in b.v)
        for j in motion.n:
            yield Term(j, "inertia", b.name, dot(force, b.J[j]), "d/dt(m v)·∂P/∂{q}")
