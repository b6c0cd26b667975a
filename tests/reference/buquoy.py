"""Buquoy's chain, in units of z_e = F/(μ g) and g; thrown, in units of z₀ and g."""

import numpy as np
import pytest

from reference import TIGHT, finds, limit, measure, run

LIFTED = {"mu": 1.0, "g": 1.0, "F": 1.0}
THROWN = {"mu": 1.0, "g": 1.0, "F": 0.0, "z0": 1.0, "v0": 2.0}


@finds("buquoy.rise.zmax", "max1")
@finds("buquoy.max2", "max2")
@finds("buquoy.max3", "max3")
def lifted(which):
    return measure("buquoy_chain", which, **LIFTED)


@finds("buquoy.rise.v0")
def first_speed():
    """Of a chain with next to no mass, whatever its own speed: the limit of ż, which is a function of z, as z → 0."""
    found = []
    for v in (0.3, 1.7):
        chain = run("buquoy_chain", start={"z": 1e-12, "z.dot": v}, until=0.1, **LIFTED)[1]
        z, speed = chain(np.linspace(0.01, 0.1, 12))
        found.append(limit([lambda z, k=k: z**k for k in range(8)], z, speed)[0])
    assert found[0] == pytest.approx(found[1], rel=TIGHT)
    return found[0]


@finds("buquoy.throw.proper.zmax", "apex_height")
@finds("buquoy.throw.proper.t", "apex_time")
@finds("buquoy.throw.naive.zmax", "apex_height", "N0")
@finds("buquoy.throw.naive.t", "apex_time", "N0")
def thrown(which, principle=None):
    return measure("buquoy_chain", which, principle, **THROWN)


@finds("buquoy.throw.wrongfall.t")
def wrong_fall():
    return measure("buquoy_chain", "fall_time", exchange="at_rest", **THROWN)
