"""The acceleration dropped from the rate of mass:  m v̇ = f + Σ (∂m/∂t + ∂m/∂q q̇)(w − v).

Right when no mass depends on the speeds.
"""

from collections.abc import Iterator

from varmass.derive.affine import Affine, affine, dot, minus, times
from varmass.derive.equations import Term
from varmass.derive.motion import Motion
from varmass.derive.naive._kinds import of_speed
from varmass.derive.principles import meshchersky

NEEDS = "a mass that depends on a speed"


def arises(motion: Motion) -> bool:
    """Is there anything that the rule could get wrong?"""
    return of_speed(motion)


def terms(motion: Motion) -> Iterator[Term]:
    """The proper equations, and ∂m/∂q̇·q̈ (w − v)·∂P/∂q put back."""
    yield from meshchersky.terms(motion)
    for b in motion.point_bodies("N7"):
        for s in b.streams:
            forgotten = Affine(0, affine(s.mass_rate).along)
            for j in motion.n:
                value = times(forgotten, dot(minus(s.w, b.v), b.J[j]))
                yield Term(j, "stream", s.name, value, "ṁ(w − v)·∂P/∂{q}", b.name)
