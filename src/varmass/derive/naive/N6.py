"""The usual Lagrange equation with the dissipation function R = ⅙ ṁ v² and the streams as forces.

Right in one degree of freedom with m(q), P(q) and w = 0.  With more it has the right power and the wrong force:
an energy ledger closes over it.
"""

from collections.abc import Iterator

from varmass.derive.affine import dot, times
from varmass.derive.equations import Term
from varmass.derive.motion import Motion
from varmass.derive.naive import N0
from varmass.derive.naive._kinds import varies

NEEDS = "a mass that varies"


def arises(motion: Motion) -> bool:
    """Is there anything that the rule could get wrong?"""
    return varies(motion)


def terms(motion: Motion) -> Iterator[Term]:
    """N0 and ∂R/∂q̇."""
    yield from N0.terms(motion)
    for b in motion.bodies:
        R = times(motion.rate(b.m), dot(b.v, b.v) / 6)
        for j in motion.n:
            yield Term(j, "mass", b.name, motion.partial(R, motion.u[j]), "∂R/∂{u}")
