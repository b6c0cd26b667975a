"""In the paper of 2006 every numbered equation is judged: those that hold are proved, the others are its errata."""

import re

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from reference import VALUES
from varmass.papers import _any_mass, _column, _impact, pesce_2006
from varmass.papers._evidence import zero
from varmass.papers._items import CONTRADICTED, REPRODUCED, UNDECIDABLE, Drawing, Shown
from varmass.papers._redo import items
from varmass.papers.pesce_2006 import cable, cable_deployed, extended_equations, impact, sphere, water_column_lagrange

ITEMS = {item.name: item for item in items(pesce_2006)}
C = 3 * np.sqrt(3) / np.pi
CONSISTENT, ERRONEOUS = sphere.CURVES


def of(kind):
    return [pytest.param(item, id=name) for name, item in ITEMS.items() if item.kind == kind]


def numbers(name):
    return ITEMS[name].find()


def published(key):
    return float(VALUES[key]["value"])


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


def test_all_errata_of_the_list_are_there_and_three_more():
    rows = [item.about["row"] for item in ITEMS.values() if item.kind == "erratum"]
    assert sorted(rows) == [*range(1, 20), *range(63, 66)]
    read = {i.about["row"] for i in ITEMS.values() if i.kind == "erratum" and not isinstance(i.find(), Shown)}
    assert read == {4, 12, 17, 63}


def equations_of(where):
    """The numbers of the equations named in a place: "eqs. (26) to (28)" has three, and "below eq. (28)" none."""
    there = re.sub(r"(before|below) eqs?\. \(\d+\)( and \(\d+\))?", "", where)
    if not re.search(r"\beqs?\.", there):
        return set()
    spans = re.findall(r"\((\d+)\) to \((\d+)\)", there)
    between = {n for a, b in spans for n in range(int(a), int(b) + 1)}
    return {int(n) for n in re.findall(r"\((\d+)\)", there)} | between


def test_no_numbered_equation_is_left_out():
    judged = {n for i in ITEMS.values() if i.kind in ("formula", "erratum") for n in equations_of(i.where)}
    assert judged == set(range(1, 36))


def test_the_figures_with_curves_are_drawn():
    assert {item.where for item in ITEMS.values() if item.kind == "figure"} == {"fig. 3", "fig. 5", "fig. 8"}


# What is called erroneous


def test_what_is_called_erroneous_is_not_always_what_is_announced():
    found = numbers("conclusions.coefficients_of_the_squared_speed")
    assert {n.what[:4] for n in found if n.verdict == CONTRADICTED} == {"(16)", "(25)"}
    assert {n.verdict for n in found} == {REPRODUCED, CONTRADICTED}
    by_21 = next(n.found for n in found if n.what.startswith("(25)"))
    assert by_21 == pytest.approx(9 * np.sqrt(3) / (4 * np.pi), rel=1e-15)


@pytest.mark.parametrize(
    ("system", "claim", "verdict"),
    [
        (extended_equations.SIMPLEST, "(kappa + 2*nu*x)*x.dot**2/2 + (m0 + kappa*x + nu*x**2)*x.ddot - F", "N0"),
        (_column.COLUMN, _column.with_share(sp.S.Zero), "N0"),
        (_column.COLUMN, _column.with_share(sp.S.One), "N1"),
        (_column.COLUMN, _column.with_share(_column.HALF), "proper"),
        (_impact.SPHERE, _impact.with_coefficient(sphere.CONSISTENT), "proper"),
        (_impact.SPHERE, _impact.with_coefficient(sphere.ERRONEOUS), "N0"),
    ],
)
def test_the_audit_says_the_same(system, claim, verdict):
    assert vm.audit(system, claim=claim).claim.verdict == verdict


# Figure 3


@pytest.mark.parametrize("depth", _column.DEPTHS)
def test_the_water_column_rises_as_its_first_integrals_say(depth):
    consistent, erroneous = (water_column_lagrange.top(title, depth) for title in water_column_lagrange.PORTRAITS)
    b = 1.5 - depth
    assert consistent == pytest.approx(depth, rel=1e-12)
    assert erroneous == pytest.approx((np.sqrt(b * b + 4 * depth * b) - b) / 2, rel=1e-12)


@pytest.mark.parametrize(("depth", "consistent", "erroneous"), [(0.5, "proper", "eq16"), (0.9, "proper", "eq16")])
def test_the_periods_are_the_quadratures(depth, consistent, erroneous):
    for title, name in zip(water_column_lagrange.PORTRAITS, (consistent, erroneous), strict=True):
        period = water_column_lagrange.orbit(title, depth).t_events["bottom"][0]
        assert period == pytest.approx(published(f"owc.{name}.T.{depth}"), rel=1e-11)


def test_the_two_portraits_share_their_axes():
    left, right, _ = numbers("water_column_lagrange.phase_portraits").panels
    assert (left.x_limits, left.y_limits) == (right.x_limits, right.y_limits)


# Figure 5


@pytest.mark.parametrize("mass", sphere.MASSES)
def test_the_peaks_are_those_of_the_closed_forms(mass):
    scale = (C / mass) ** (2 / 3)
    assert sphere.measured("peak", mass) == pytest.approx(128 / 243 * scale, rel=1e-12)
    assert sphere.measured("peak", mass, "N0") == pytest.approx(25 / 48 * 5 ** (-1 / 3) * scale, rel=1e-12)


def test_the_figure_shows_the_peaks_and_says_that_the_masses_are_not_known():
    drawing = numbers("sphere.acceleration_velocity_depth")
    assert {n.verdict for n in drawing.numbers} == {UNDECIDABLE}
    tops = [-curve.y.min() for panel in drawing.panels[:2] for curve in panel.curves]
    found = [n.found for name in (CONSISTENT, ERRONEOUS) for n in drawing.numbers if name in n.what]
    assert tops == pytest.approx(found, rel=1e-4)


@pytest.mark.parametrize("mass", sphere.MASSES)
def test_the_sphere_moves_as_the_first_integral_says(mass):
    run = sphere.stroke(mass, None)
    η = run.state("eta")
    assert run.t == pytest.approx(η + 0.4 * C / mass * η**2.5, rel=1e-12, abs=1e-15)
    assert run.state("eta.dot") == pytest.approx(mass / (mass + C * η**1.5), rel=1e-12)


def test_the_peak_by_the_displaced_mass_grows_with_the_cube_root_of_the_mass_ratio():
    light, heavy = (mass * sphere.measured("peak", mass) for mass in (0.25, 2.0))
    assert heavy / light == pytest.approx(2, rel=1e-12)


# Figure 8


@pytest.mark.parametrize(
    ("weighed", "principle", "key"),
    [
        ("air", None, "cable.air.fric.w"),
        ("submerged", None, "cable.sub.fric.w"),
        ("submerged", "N0", "cable.sub.fric.naive.w"),
    ],
)
def test_the_cable_touches_the_ground_at_the_speed_of_its_quadrature(weighed, principle, key):
    assert cable_deployed.deployment(principle, weighed=weighed).final("theta.dot") == pytest.approx(
        published(key), rel=1e-10
    )


@pytest.mark.parametrize("weighed", cable_deployed.PLACES)
def test_the_tension_from_below_is_that_from_above_only_by_the_consistent_equation(weighed):
    measures = vm.case("cable_reel", by="parts", weighed=weighed).measures
    for principle, same in ((None, True), ("N0", False)):
        run = cable_deployed.deployment(principle, weighed=weighed)
        below, above = (measures[name](run) for name in ("tension", "tension_from_reel"))
        assert (below == pytest.approx(above, rel=1e-9)) is same
        assert cable_deployed.tension(run, run.t[-1]) == pytest.approx(below, rel=1e-12)


def test_nothing_that_figure_8_shows_is_called_decided():
    found = numbers("cable_deployed.speed_and_tension").numbers
    assert {n.verdict for n in found} == {UNDECIDABLE}
    tensions = [n.found for n in found if "tension" in n.what]
    assert tensions[0] == pytest.approx(published("cable.air.fric.tau"), rel=1e-9)
    assert tensions[2] == pytest.approx(published("cable.sub.fric.tau"), rel=1e-9)


# The judges themselves can say no


def test_the_extended_equations_fail_without_each_of_their_terms():
    q, u, v2, m, d = (getattr(_any_mass, name) for name in ("q", "u", "v2", "m", "d"))
    whole = _any_mass.extended(m)
    slopes = [[m.diff(s) * v2 / 2 for s in q], [-d(m.diff(s) * v2) / 2 for s in u]]
    for slope in slopes:
        wrong = [Q + term for Q, term in zip(whole, slope, strict=True)]
        assert zero(*_any_mass.lagrange_against_momentum(m, wrong)).status == "refuted"


def test_orders_are_exponents():
    ε = impact.ε
    assert impact.order(3 / ε**2 + 1 / ε) == -2
    assert impact.order(2 + ε) == 0


def test_friction_that_is_left_out_of_the_tension_is_noticed():
    naive = cable.residual(cable.WOUND).subs(cable.τ, cable.TRACTION) - cable.residual(cable.whole(cable.F_f))
    assert zero(naive).status == "refuted"
    assert zero(naive - cable.R * cable.F_f).status == "proved"
