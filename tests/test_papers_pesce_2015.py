"""In the lecture of 2015 what is said to hold does, and every erratum fails as printed and holds as corrected."""

from itertools import product

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from reference import VALUES
from varmass.errors import ValueRefused
from varmass.papers import pesce_2015
from varmass.papers._evidence import agrees, all_hold, checked, generic, none_holds
from varmass.papers._items import ASSUMING, CONTRADICTED, REPRODUCED, UNDECIDABLE, Drawing, Shown
from varmass.papers._redo import items
from varmass.papers.pesce_2015 import cable, column, impact, literature, particle, twin_towers

ITEMS = {item.name: item for item in items(pesce_2015)}
PROPER, USUAL = "proper", "usual Lagrange"


def of(kind):
    return [pytest.param(item, id=name) for name, item in ITEMS.items() if item.kind == kind]


def numbers(name):
    return ITEMS[name].find()


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


@pytest.mark.parametrize("item", of("figure"))
def test_every_curve_is_finite(item):
    drawing = item.find()
    assert isinstance(drawing, Drawing)
    for panel in drawing.panels:
        assert panel.x
        assert panel.y
        for curve in panel.curves:
            assert np.isfinite(curve.x).all()
            assert np.isfinite(curve.y).all()
            assert len(curve.x) == len(curve.y)


def test_all_errata_of_the_lecture_are_there_and_some_more():
    rows = [item.about["row"] for item in ITEMS.values() if item.kind == "erratum"]
    assert sorted(rows) == [*range(20, 39), *range(70, 75)]
    read = {i.about["row"] for i in ITEMS.values() if i.kind == "erratum" and not isinstance(i.find(), Shown)}
    assert read == {33, 36, 38, 72}


# Table 1


def test_all_of_table_1_is_reproduced_with_one_assumption():
    found = numbers("twin_towers.crush_down_times")
    assert len({n.what for n in found}) == len(found) == 16
    assert {n.verdict for n in found} == {ASSUMING}
    assert {"y₀ = 0.135" in n.remark or "y₀ = 0.253" in n.remark for n in found} == {True}
    (twice,) = (n for n in found if "if not" in n.remark)
    assert twice.printed == "9.3"
    assert f"{float(twice.remark.split()[-2]):.1f}" == "9.4"


def test_no_other_start_of_three_digits_gives_the_table():
    def fits(tower, y0):
        return all(
            f"{twin_towers.duration(y0, label, Phi):.2f}" == time
            for (i, label), loads in twin_towers.PRINTED.items()
            for Phi, (time, _) in zip(twin_towers.LOADS, loads, strict=True)
            if i == tower
        )

    assert [y for y in range(130, 141) if fits(1, y / 1000)] == [135]
    assert [y for y in range(248, 259) if fits(2, y / 1000)] == [253]


def test_the_table_bounds_the_start_as_quadratures_do():
    low1, high1, low2, high2 = (n.found for n in numbers("twin_towers.what_the_table_says_of_the_start"))
    assert high1 == pytest.approx(float(VALUES["tower.T1.y0.hi"]["value"]), abs=2e-6)
    assert (low1, low2, high2) == pytest.approx((0.134425, 0.252588, 0.253016), abs=2e-6)


def test_the_seconds_say_nothing_that_the_dimensionless_times_do_not():
    for loads in twin_towers.PRINTED.values():
        for time, seconds in loads:
            assert f"{float(time) * twin_towers.UNIT:.1f}" == seconds


def test_the_durations_in_the_text_belong_to_another_resistance():
    eleven, other = numbers("twin_towers.durations_in_the_text")
    assert (eleven.verdict, other.verdict) == (ASSUMING, CONTRADICTED)
    for Phi in (0.037, 0.040):
        proper, usual = (twin_towers.duration(0.135, label, Phi) * twin_towers.UNIT for label in (PROPER, USUAL))
        assert (f"{proper:.0f}", f"{usual:.1f}") == ("11", "9.8")


def test_a_tower_of_the_given_resistance_stands():
    with pytest.raises(ValueRefused, match="this tower stands"):
        vm.case("tower", Phi=twin_towers.MOST, y0=twin_towers.FRONTS[1])
    assert vm.case("tower", Phi=twin_towers.MOST, y0=twin_towers.FRONTS[2])


def test_the_crush_down_time_scales_with_the_compaction():
    for y0, label in product((0.135, 0.253), (PROPER, USUAL)):
        bare, compact = (twin_towers.duration(y0, label, 0.1, K) for K in (0.0, 0.3))
        assert compact == pytest.approx(bare * np.sqrt(0.7), rel=1e-12)


# The other numbers


def test_the_chain_tends_to_its_limits_and_the_measured_one_is_neither():
    found = numbers("chain_falls.accelerations")
    assert [n.verdict for n in found] == [REPRODUCED] * 4 + [UNDECIDABLE]
    assert all(word in found[-1].remark for word in ("12.9 of its errors below g/3", "below g/2", "erratum 37"))
    assert [n.found for n in found] == pytest.approx([1, 1, 1 / 3, 1 / 2, 1 / 3], rel=1e-14)


def test_what_is_marked_incorrect_is_not_always_what_is_announced():
    found = numbers("marked_incorrect.coefficients_of_the_squared_speed")
    disputed = {n.what.split(",")[0] for n in found if n.verdict == CONTRADICTED}
    assert disputed == {"column", "sphere"}
    assert {n.verdict for n in found} == {REPRODUCED, CONTRADICTED}
    assert found[5].found == pytest.approx(9 * np.sqrt(3) / (4 * np.pi), rel=1e-15)


@pytest.mark.parametrize(
    ("system", "claim", "verdict"),
    [
        (particle.MEETING, "kappa*x.dot**2/2 + (m0 + kappa*x)*x.ddot - F", "N0"),
        (column.COLUMN, column.with_share(sp.S.One), "N1"),
        (column.COLUMN, column.with_share(sp.Rational(1, 2)), "proper"),
        (impact.SPHERE, impact.with_coefficient(9 * sp.sqrt(3) / (2 * sp.pi)), "proper"),
        (impact.SPHERE, impact.with_coefficient(9 * sp.sqrt(3) / (4 * sp.pi)), "N0"),
    ],
)
def test_the_audit_says_the_same(system, claim, verdict):
    assert vm.audit(system, claim=claim).claim.verdict == verdict


def test_the_cable_reaches_the_sea_bed_as_its_first_integral_says():
    found = numbers("cable.speed_of_the_reel").numbers
    assert {n.verdict for n in found} == {UNDECIDABLE}
    speeds = [n.found for n in found if "speed" in n.what]
    assert speeds == pytest.approx([35.34, 33.82, 48.07, 45.55], abs=0.005)
    for submerged in (False, True):
        run = cable.deployment(submerged, True)
        v = run.values
        a = (1 - v["beta"]) * v["mu"] * v["g"] * v["R"] ** 2
        b = v["C_f"] * v["rho"] * v["D"] * v["R"] ** 4 / 2
        inertia = v["I"] + v["mu"] * v["L"] * v["R"] ** 2
        squared = a / b * -np.expm1(-b * (run.state("theta") ** 2 - 100) / inertia)
        assert run.state("theta.dot") ** 2 == pytest.approx(squared, rel=1e-11, abs=1e-11)


@pytest.mark.parametrize("mass", impact.MASSES)
def test_the_sphere_strikes_as_the_closed_form_says(mass):
    run, c = impact.stroke(mass, None), 3 * np.sqrt(3) / np.pi
    η, first = run.state("eta"), impact.FIRST
    momentum = mass + c * first**1.5
    exact = mass * (η - first) + 0.4 * c * (η**2.5 - first**2.5)
    assert momentum * run.t == pytest.approx(exact, rel=1e-12, abs=1e-15)
    assert run.state("eta.dot") == pytest.approx(momentum / (mass + c * η**1.5), rel=1e-12)


def test_both_equations_of_the_tower_begin_alike_and_go_on_apart(monkeypatch):
    def gaps():
        for panel in numbers("twin_towers.initial_acceleration").panels:
            *curves, _ = panel.curves
            for proper, usual in zip(curves[:4], curves[4:], strict=True):
                yield float(np.abs(np.interp(usual.x, proper.x, proper.y) - usual.y).max())

    assert max(gaps()) < 1e-12
    start = twin_towers.from_rest
    monkeypatch.setattr(twin_towers, "from_rest", lambda label: lambda *at: start(label)(*at) + (label != PROPER))
    assert min(gaps()) == pytest.approx(1)


# The judges themselves can say no


def test_a_volume_of_the_wrong_year_is_refuted():
    assert literature.volume_of(1962, 30, {1982: 50, 2011: 79})
    assert not literature.volume_of(1962, 31, {1982: 50, 2011: 79})
    assert not literature.volume_of(1962, 30, {1982: 50, 2011: 78})


def test_agreement_is_to_the_last_printed_digit():
    assert agrees(9.951, "10.0")
    assert not agrees(9.949, "10.0")
    assert agrees(769660.4, "770E+3", "kg/m").ground == "770E+3 kg/m is printed, and 769660.4 kg/m is found"


def test_verdicts_together():
    yes, no = checked(True, "yes"), checked(False, "no")
    assert (yes.status, no.status) == ("verified", "refuted")
    assert all_hold(yes, no) == no
    assert all_hold(yes, yes) == yes
    assert none_holds(no, yes) == yes
    assert none_holds(no, no) == no


def test_a_generic_polynomial_has_all_monomials():
    x, y = sp.symbols("x y")
    p = sp.Poly(generic("a", x, y), x, y)
    assert len(p.terms()) == len(p.free_symbols_in_domain) == 6
    assert sp.Poly(generic("b", x, y, degree=3), x, y).total_degree() == 3
