"""The usual Lagrange equation, with the streams as forces:  d/dt ∂T/∂q̇ − ∂T/∂q = Q + Σ ṁw·∂P/∂q.

Right when masses depend on time only, or when the half terms cancel in the sum (parts of equal speed).
"""

from collections.abc import Iterator

from varmass.derive.applied import applied
from varmass.derive.equations import Term
from varmass.derive.motion import Motion
from varmass.derive.naive._usual import streams_kept, usual_left_side


def terms(motion: Motion) -> Iterator[Term]:
    """Without ½ d/dt(∂m/∂q̇ v²) − ½ ∂m/∂q v²."""
    yield from usual_left_side(motion)
    yield from streams_kept(motion, "N0")
    yield from applied(motion)
