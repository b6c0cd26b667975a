"""Every published number of these cases is what the software computes, to twelve digits."""

from math import sqrt

import pytest

from reference import TIGHT, VALUES, all_found, distance
from reference.cayley import naive_pulled_from_the_table, on_the_branch
from reference.rocket import galilean_defect

FOUND = all_found()

# Families of which no case is on the shelf, with the reason.
ELSEWHERE: dict[str, str] = {}


@pytest.mark.parametrize("key", sorted(FOUND))
def test_the_software_finds_the_value(key):
    assert distance(FOUND[key](), key) <= TIGHT, VALUES[key]["quantity"]


def test_every_value_is_found_or_its_absence_explained():
    elsewhere = {key for key in VALUES if key.split(".")[0] in ELSEWHERE}
    assert set(FOUND) | elsewhere == set(VALUES)
    assert not set(FOUND) & elsewhere


def test_meshcherskys_rocket_is_the_same_in_every_frame():
    assert abs(galilean_defect(None)) <= TIGHT * 100


@pytest.mark.parametrize("s", [1e-6, 1e-2, 0.5])
def test_the_chain_stays_on_the_branch_on_which_it_leaves_the_table(s):
    assert on_the_branch(None, 0.0, s) == pytest.approx(sqrt(6), rel=TIGHT)
    assert on_the_branch("N0", 0.0, s) == pytest.approx(2, rel=TIGHT)
    assert on_the_branch("N0", 0.1, s) == pytest.approx(naive_pulled_from_the_table(), rel=TIGHT)
