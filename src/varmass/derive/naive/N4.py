"""Weight as −∂(mφ)/∂q, through the mass.  Right when no mass under gravity depends on q."""

from collections.abc import Iterator

from varmass.derive.affine import dot, times
from varmass.derive.equations import Term
from varmass.derive.motion import Motion
from varmass.derive.naive._kinds import of_place, weighs
from varmass.derive.principles import meshchersky

NEEDS = "weight, and a mass that depends on place"


def arises(motion: Motion) -> bool:
    """Is there anything that the rule could get wrong?"""
    return weighs(motion) and of_place(motion)


def terms(motion: Motion) -> Iterator[Term]:
    """The proper equations, but for the weight."""
    for term in meshchersky.terms(motion):
        if term.role != "gravity":
            yield term
    for b in motion.point_bodies("N4"):
        potential = times(b.m, times(-1, dot(b.field, b.P)))
        for j in motion.n:
            yield Term(j, "gravity", "gravity", motion.partial(potential, motion.q[j]), "∂(mφ)/∂{q}", b.name)
