"""Meshchersky's examples: the iceberg, and the earth under meteorites."""

import pytest

from reference import TIGHT, finds, measure


@finds("iceberg.melting.z10")
def heave():
    return measure("iceberg", "depth", epsilon=-0.05, z0=1.0, end=10.0)


@finds("earth.meteor.spin")
def spin():
    """The same by a ring of growing inertia, and by masses at the growing radius of gyration."""
    found = [measure("meteorite_earth", "spin_ratio", model=model) for model in ("ring", "gyration")]
    assert found[0] == pytest.approx(found[1], rel=TIGHT)
    return found[0]
