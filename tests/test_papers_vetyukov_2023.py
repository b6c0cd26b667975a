"""In the slides on the dancing rod what is said to hold does; every erratum fails as printed and holds as corrected."""

import numpy as np
import pytest

from varmass.papers import vetyukov_2023
from varmass.papers._items import REPRODUCED
from varmass.papers._redo import items, redo
from varmass.papers.vetyukov_2023 import simulations

ITEMS = {item.name: item for item in items(vetyukov_2023)}


def of(kind):
    return [pytest.param(item, id=name) for name, item in ITEMS.items() if item.kind == kind]


@pytest.mark.parametrize("item", of("formula"))
def test_what_is_said_to_hold_is_proved_or_verified(item):
    found = item.find()
    assert found.status in ("proved", "verified"), found


@pytest.mark.parametrize("item", of("erratum"))
def test_what_is_printed_is_refuted_and_the_correction_holds(item):
    found = item.find()
    assert found.fails.status == "refuted", found.fails
    assert found.holds.status in ("proved", "verified"), found.holds


@pytest.mark.parametrize("item", of("table"))
def test_printed_numbers_are_reproduced(item):
    assert [n.verdict for n in item.find()] == [REPRODUCED] * 3


@pytest.mark.parametrize("item", of("figure"))
def test_every_curve_is_finite_and_the_page_shows_it(item):
    for panel in item.find().panels:
        assert panel.x
        assert panel.y
        for curve in panel.curves:
            assert len(curve.x) == len(curve.y)
            assert np.isfinite([curve.x, curve.y]).all()
    assert redo(item, "vetyukov_2023")["failure"] is None


def test_the_ejection_depends_on_the_start_by_thousands_of_seconds_per_metre():
    near = simulations.NEAR
    times = [simulations.ejection(n=4, eta0=0.7 + x) for x in (-near, near)]
    assert 5e3 < abs(times[1] - times[0]) / (2 * near) < 2e4
