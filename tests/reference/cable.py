"""The cable that runs off a reel; the erroneous (34) of the source is N0 of what is on the reel."""

from math import sqrt

from reference import acceleration, finds, measure, run

AIR, SUBMERGED = {"weighed": "air"}, {"weighed": "submerged"}
FREE_AIR, FREE_SUBMERGED = AIR | {"C_f": 0.0}, SUBMERGED | {"C_f": 0.0}
NAIVE = {"principle": "N0", "by": "parts"}


@finds("cable.air.mu", "mass_per_length", AIR)
@finds("cable.air.beta", "density_ratio", AIR)
@finds("cable.air.nofric.t", "time", FREE_AIR)
@finds("cable.air.nofric.w", "rate", FREE_AIR)
@finds("cable.air.nofric.naive.w", "rate", FREE_AIR | NAIVE)
@finds("cable.air.fric.w", "rate", AIR)
@finds("cable.air.fric.tau", "tension", AIR)
@finds("cable.sub.nofric.t", "time", FREE_SUBMERGED)
@finds("cable.sub.fric.w", "rate", SUBMERGED)
@finds("cable.sub.fric.t", "time", SUBMERGED)
@finds("cable.sub.fric.naive.w", "rate", SUBMERGED | NAIVE)
@finds("cable.sub.fric.tau", "tension_from_reel", SUBMERGED | {"by": "parts"})
def cable(which, options):
    return measure("cable_reel", which, **options)


@finds("cable.air.lambda")
def growth_rate():
    """θ̈ = λ² θ, at rest."""
    found = run("cable_reel", until=1e-300, **FREE_AIR)[1]
    return sqrt(acceleration(found) / found.final("theta"))
