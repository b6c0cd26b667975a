"""Which kinds of varying mass a system has: what a rule gets wrong may not be there at all."""

from varmass.derive.affine import nil
from varmass.derive.motion import Motion


def varies(motion: Motion) -> bool:
    """Does any mass vary, or pass through a stream or a port?"""
    passing = any(not nil(s.mass_rate) for b in motion.bodies for s in b.streams)
    return passing or any(not nil(motion.rate(b.m)) for b in motion.bodies) or any(p for _, _, p in motion.energies)


def of_place(motion: Motion) -> bool:
    """Does a mass depend on a coordinate?"""
    return any(not nil(motion.partial(b.m, q)) for b in motion.bodies for q in motion.q)


def of_speed(motion: Motion) -> bool:
    """Does a mass depend on a speed?"""
    return any(not nil(motion.partial(b.m, u)) for b in motion.bodies for u in motion.u)


def weighs(motion: Motion) -> bool:
    """Does a field of gravity act?"""
    return any(not nil(x) for b in motion.bodies for x in b.field)
