"""The usual Lagrange equation, with the streams as forces:  d/dt ∂T/∂q̇ − ∂T/∂q = Q + Σ ṁw·∂P/∂q.

Right when masses depend on time only, or when the half terms cancel in the sum (parts of equal speed).
"""

from collections.abc import Iterator

from varmass.derive.applied import applied
from varmass.derive.equations import Term
from varmass.derive.motion import Motion
from varmass.derive.naive._kinds import of_place, of_speed
from varmass.derive.naive._usual import streams_kept, usual_left_side

NEEDS = "a mass that depends on place or speed"


def arises(motion: Motion) -> bool:
    """Is there anything that the rule could get wrong?"""
    return of_place(motion) or of_speed(motion)


def terms(motion: Motion) -> Iterator[Term]:
    """Without ½ d/dt(∂m/∂q̇ v²) − ½ ∂m/∂q v²."""
    yield from usual_left_side(motion)
    yield from streams_kept(motion, "N0")
    yield from applied(motion)
