"""A drop that grows with its path, or with time."""

from reference import finds, measure


@finds("drop.cubic.acc", "acceleration", {"n": 3.0, "x0": 0.0})
@finds("drop.cubic.t2", "time", {"n": 3.0, "x0": 1.0, "l": 1.0, "depth": 2.0})
@finds("drop.rate.v", "speed", {"law": "time", "a": 1.0, "b": 0.5, "r1": 2.0})
def drop(which, options):
    return measure("raindrop", which, g=1.0, m0=1.0, **options)
