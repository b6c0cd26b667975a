"""What is applied to a system, whatever the principle: −f·∂P/∂q + ∂V/∂q + ∂R/∂q̇ − Q."""

from collections.abc import Iterator

from varmass.derive.affine import dot, nil, times
from varmass.derive.equations import Term
from varmass.derive.motion import Motion
from varmass.model.checks import degree
from varmass.model.parts import Dissipation, GeneralisedForce, Potential, Power


def applied(motion: Motion) -> Iterator[Term]:
    """The terms of all loads."""
    yield from at_bodies(motion)
    yield from at_coordinates(motion)


def at_bodies(motion: Motion) -> Iterator[Term]:
    """Fields, forces and tractions: −f·∂P/∂q."""
    for b in motion.bodies:
        for role, name, f in b.forces:
            for j in motion.n:
                yield from _term(j, role, name, times(-1, dot(f, b.J[j])), "−f·∂P/∂{q}", b.name)


def at_coordinates(motion: Motion) -> Iterator[Term]:
    """Springs, dampers and generalised forces: what acts on no body in particular."""
    yield from springs(motion)
    yield from dampers(motion)
    for load in motion.system.kind(GeneralisedForce):
        j = motion.system.q.index(load.on)
        yield Term(j, "generalised force", load.name, times(-1, motion.lift(load.force)), "−Q")


def springs(motion: Motion) -> Iterator[Term]:
    """Potentials: ∂V/∂q."""
    for load in motion.system.kind(Potential):
        V = motion.lift(load.energy)
        for j in motion.n:
            yield from _term(j, "potential", load.name, motion.partial(V, motion.q[j]), "∂V/∂{q}")


def dampers(motion: Motion) -> Iterator[Term]:
    """Dissipation: ∂R/∂q̇, or (1/κ) ∂power/∂q̇."""
    for load in motion.system.kind(Dissipation):
        R = motion.lift(load.function)
        for j in motion.n:
            yield from _term(j, "dissipation", load.name, motion.partial(R, motion.u[j]), "∂R/∂{u}")
    for load in motion.system.kind(Power):
        R = motion.lift(load.power / degree(load, motion.system))
        for j in motion.n:
            yield from _term(j, "dissipation", load.name, motion.partial(R, motion.u[j]), "∂𝒫/∂{u}/κ")


def _term(j: int, role: str, source: str, value: object, law: str, body: str = "") -> Iterator[Term]:
    if not nil(value):
        yield Term(j, role, source, value, law, body)
