"""The usual Lagrange equation with the active forces only:  d/dt ∂T/∂q̇ − ∂T/∂q = Q.

Right for exchange with w = v/2 and m(q), the lossless exchange with a body at rest.
"""

from collections.abc import Iterator

from varmass.derive.applied import applied
from varmass.derive.equations import Term
from varmass.derive.motion import Motion
from varmass.derive.naive._kinds import varies
from varmass.derive.naive._usual import usual_left_side

NEEDS = "a mass that varies"


def arises(motion: Motion) -> bool:
    """Is there anything that the rule could get wrong?"""
    return varies(motion)


def terms(motion: Motion) -> Iterator[Term]:
    """Neither half terms nor streams."""
    yield from usual_left_side(motion)
    yield from applied(motion)
