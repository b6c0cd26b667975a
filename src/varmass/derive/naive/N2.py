"""Force is the rate of momentum, d(mv)/dt = f (Levi-Civita).  Right when mass is exchanged with rest, w = 0."""

from collections.abc import Iterator

from varmass.derive.applied import applied
from varmass.derive.equations import Term
from varmass.derive.motion import Motion
from varmass.derive.naive._kinds import varies
from varmass.derive.naive._usual import momentum_rate

NEEDS = "a mass that varies"


def arises(motion: Motion) -> bool:
    """Is there anything that the rule could get wrong?"""
    return varies(motion)


def terms(motion: Motion) -> Iterator[Term]:
    """The momentum that the exchanged mass carries is forgotten."""
    yield from momentum_rate(motion, "N2")
    yield from applied(motion)
