"""A mass of its place, and one of its speed, exchanged at rest."""

import varmass as vm
from reference import finds, measure, run


@finds("simple.linear.free.proper")
def coasting():
    return measure("simple_particle", "place", F=0.0, v0=1.0)


@finds("simple.exp.force.proper")
def time_to_two():
    x = vm.case("simple_particle", law="exp").system.q[0]
    return run("simple_particle", until=vm.when(x - 2), law="exp")[1].t[-1]


@finds("simple.linear.spring.proper.turn", "turn", None)
@finds("simple.linear.spring.proper.period", "period", None)
@finds("simple.linear.spring.naive.period", "period", "N0")
def spring(which, principle):
    return measure("simple_particle", which, principle, F=0.0, k=1.0, x0=0.4)


@finds("simple.vdep.naive")
def velocity_mass():
    return measure("velocity_mass", "speed_ratio", "N0")
