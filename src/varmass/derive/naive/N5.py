"""Kinetic energy by way of the geometric mass centre, whose drift is taken for a velocity of matter.

    T = ½ M |dP_G/dt|² + Σ ½ m |v − v_G|² ,   P_G = Σ m P / M ,   v_G = Σ m v / M

dP_G/dt = v_G + Σ ṁ (P − P_G)/M is not the velocity of any mass.  Right when nothing moves the centre but motion.
"""

from collections.abc import Iterator

from varmass.derive.affine import affine, dot, half, times, total
from varmass.derive.equations import Term
from varmass.derive.motion import Motion
from varmass.derive.naive._kinds import varies
from varmass.derive.principles import meshchersky
from varmass.errors import PrincipleDoesNotApply

NEEDS = "two bodies, and a mass that varies"


def arises(motion: Motion) -> bool:
    """Is there anything that the rule could get wrong?"""
    return len(motion.bodies) > 1 and varies(motion)


def terms(motion: Motion) -> Iterator[Term]:
    """The proper equations, and the Euler operator on ½ M (|dP_G/dt|² − |v_G|²), with M held fixed."""
    bodies = motion.point_bodies("N5")
    yield from meshchersky.terms(motion)
    if len({len(b.P) for b in bodies}) > 1:
        raise PrincipleDoesNotApply(
            "N5 cannot treat this system",
            expected="bodies in one space",
            got="positions of different size",
            hint="give every position as many components",
        )
    M = total(b.m for b in bodies)
    centre = tuple(total(times(b.m, b.P[x]) for b in bodies) / M for x in range(len(bodies[0].P)))
    v_G = tuple(total(times(b.m, b.v[x]) for b in bodies) / M for x in range(len(bodies[0].P)))
    drifting = tuple(affine(motion.rate(x)) for x in centre)
    if any(x.along for x in drifting):
        raise PrincipleDoesNotApply(
            "N5 cannot treat this system",
            expected="masses that depend on q and t only",
            got="a mass that depends on a speed",
            hint="any other rule",
        )
    excess = half(total((dot([x.free for x in drifting], [x.free for x in drifting]), -dot(v_G, v_G))))
    for j in motion.n:
        slope = times(M, motion.partial(excess, motion.u[j]))
        yield Term(j, "inertia", "mass centre", motion.rate(slope), "d/dt ∂T/∂{u}|m")
        yield Term(j, "inertia", "mass centre", -times(M, motion.partial(excess, motion.q[j])), "−∂T/∂{q}|m")
