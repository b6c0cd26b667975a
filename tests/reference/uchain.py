"""The folded chain, in units of L and g."""

from reference import finds, measure


@finds("uchain.energy.ratio", "by_free_fall", 1.0)
@finds("uchain.inelastic.T", "fall_time", 0.0)
@finds("uchain.e0.5.T", "fall_time", 0.5)
@finds("uchain.energy.v.0.5", "speed", 1.0)
@finds("uchain.energy.a.0.5", "acceleration", 1.0)
@finds("uchain.energy.N.0.5", "support", 1.0)
@finds("uchain.energy.t.0.5", "time", 1.0)
@finds("uchain.energy.N.0.9", "support", 1.0, 0.9)
def folded(which, e, place=0.5):
    return measure("u_chain", which, length=1.0, g=1.0, mu=1.0, e=e, place=place)
