"""Of the handout on analytical mechanics every numbered equation is judged, and every erratum fails as printed."""

import re

import pytest
import sympy as sp

import varmass as vm
from varmass.papers import handout
from varmass.papers._items import Shown
from varmass.papers._redo import TEXT, items
from varmass.papers.handout import _particles, damping, hamilton, virtual_work, work_and_energy
from varmass.show.inline import formula

ITEMS = {item.name: item for item in items(handout)}
ERRATA = [item for item in ITEMS.values() if item.kind == "erratum"]


def of(kind):
    return [pytest.param(item, id=name) for name, item in ITEMS.items() if item.kind == kind]


def equations(where):
    """The numbers in 'eqs. (4), (5)' and in '(25) to (31)'."""
    found = set(map(int, re.findall(r"\((\d+)\)", where)))
    for first, last in re.findall(r"\((\d+)\) to \((\d+)\)", where):
        found |= set(range(int(first), int(last) + 1))
    return found


@pytest.mark.parametrize("item", of("formula"))
def test_what_is_said_to_hold_is_proved_or_verified(item):
    found = item.find()
    assert found.status in ("proved", "verified"), found
    assert found.status == "proved" or any(map(str.isdigit, found.ground)), found


@pytest.mark.parametrize("item", of("erratum"))
def test_what_is_printed_is_refuted_and_the_correction_holds(item):
    found = item.find()
    if isinstance(found, Shown):
        assert found.fails.status == "refuted", found.fails
        assert found.holds.status in ("proved", "verified"), found.holds


def test_every_numbered_equation_is_judged():
    held = set().union(*(equations(i.where) for i in ITEMS.values() if i.kind == "formula"))
    assert held == set(range(1, 49)) - {3, 30}
    assert 3 in equations(ITEMS["work_and_energy.a_dot_too_many"].where)
    assert 30 in equations(ITEMS["hamilton.what_is_left_at_the_ends"].where)


def test_all_errata_are_there_and_one_more():
    assert sorted(i.about["row"] for i in ERRATA) == [51, 52, *range(54, 63), 95]
    assert {i.about["row"] for i in ERRATA if not isinstance(i.find(), Shown)} == {62, 95}
    assert "Row 53" in ITEMS["work_and_energy.the_gradient"].remark


@pytest.mark.parametrize("item", ITEMS.values(), ids=ITEMS)
def test_every_formula_is_drawn_and_not_too_tall(item):
    for text in (item.about.get(name, TEXT) for name in ("latex", "printed", "correct")):
        if not text.startswith(TEXT):
            assert 15 < float(re.search(r'height="([\d.]+)', formula(text, text))[1]) < 150


# The judges themselves can say no


def test_a_force_without_potential_does_work_that_depends_on_the_path():
    x, y, _ = work_and_energy.r
    s = work_and_energy.s
    swirl = [-y, x, sp.S.Zero]
    straight, bent = ([s, s**n, sp.S.Zero] for n in (1, 2))
    assert work_and_energy.work(swirl, straight) == 0
    assert work_and_energy.work(swirl, bent) == sp.Rational(1, 3)


def test_a_displacement_off_the_surface_is_refused_by_its_constraint():
    off = (virtual_work.δx, virtual_work.δy, virtual_work.δz + 1)
    assert virtual_work.first_order(virtual_work.SURFACE, virtual_work.VIRTUAL).expand() == 0
    assert virtual_work.first_order(virtual_work.SURFACE, off).expand() == 1


def test_dependent_constraints_leave_more_freedom_than_they_are_counted_for():
    x, y, z = sp.symbols("x y z")
    assert virtual_work.freedoms([x + y, 2 * x + 2 * y], (x, y, z)) == 2


def test_a_path_that_is_not_true_is_not_stationary():
    x, m, g = hamilton.x, hamilton.m, hamilton.g
    L = m * x.dot**2 / 2 - m * g * x
    assert hamilton.varied(L, hamilton.STONE).expand() == 0
    assert hamilton.varied(L, hamilton.PUSHED).expand() != 0


def test_the_variation_holds_the_time():
    t = sp.Symbol("t", real=True)
    assert _particles.δ(vm.model.symbols.t) == 0
    assert _particles.δ(_particles.q[0] * t) == _particles.δq[0] * t


def test_the_audit_knows_the_chain_with_a_third_of_the_power_and_not_with_a_half():
    claims = (f"mu*y*y.ddot + {k}*mu*y.dot**2 - mu*g*y" for k in (1, "5/4"))
    proper, wrong = (vm.audit(damping.CHAIN, claim=claim).claim.verdict for claim in claims)
    assert proper == "proper"
    assert wrong != "proper"
