"""Force is mass times acceleration, m v̇ = f.  Right when mass joins and leaves with the body's velocity, w = v."""

from collections.abc import Iterator

from varmass.derive.affine import dot, times
from varmass.derive.applied import applied
from varmass.derive.equations import Term
from varmass.derive.motion import Motion
from varmass.derive.naive._kinds import varies

NEEDS = "a mass that varies"


def arises(motion: Motion) -> bool:
    """Is there anything that the rule could get wrong?"""
    return varies(motion)


def terms(motion: Motion) -> Iterator[Term]:
    """No streams at all."""
    for b in motion.point_bodies("N3"):
        acceleration = tuple(motion.rate(x) for x in b.v)
        for j in motion.n:
            yield Term(j, "inertia", b.name, times(dot(acceleration, b.J[j]), b.m), "m v̇·∂P/∂{q}")
    yield from applied(motion)
