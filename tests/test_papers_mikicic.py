"""In the paper on disturbed motion what can be judged by derivations holds, and every erratum fails as printed."""

import re

import pytest
import sympy as sp

import varmass as vm
from reference import VALUES
from varmass.papers import mikicic_1984
from varmass.papers._items import Shown
from varmass.papers._redo import TEXT, items
from varmass.papers.mikicic_1984 import _geometry, disturbed_motion, normal_form, series, variational_equations
from varmass.show.inline import formula

ITEMS = {item.name: item for item in items(mikicic_1984)}
ERRATA = [item for item in ITEMS.values() if item.kind == "erratum"]


def of(kind):
    return [pytest.param(item, id=name) for name, item in ITEMS.items() if item.kind == kind]


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


def test_all_errata_of_the_paper_are_there_and_two_more():
    assert sorted(i.about["row"] for i in ERRATA) == [*range(39, 51), 90, 91]
    assert {i.about["row"] for i in ERRATA if not isinstance(i.find(), Shown)} == {40, 44, 46, 50}


def test_all_equations_are_judged():
    judged = {int(n) for i in ITEMS.values() for n in re.findall(r"\((\d+)\)", i.where)}
    assert judged >= set(range(1, 18))


@pytest.mark.parametrize("item", ITEMS.values(), ids=ITEMS)
def test_every_formula_is_drawn_and_not_too_tall(item):
    for text in (item.about.get(name, TEXT) for name in ("latex", "printed", "correct")):
        if not text.startswith(TEXT):
            assert 15 < float(re.search(r'height="([\d.]+)', formula(text, text))[1]) < 200


# Against closed forms, runs and other ways


@pytest.mark.parametrize("key", [k for k in VALUES if k.startswith("mikicic.euler.err.")])
def test_the_error_of_the_series_is_the_published_one(key):
    step, m = re.search(r"T([\d.]+)\.m(\d+)$", key).groups()
    assert series.error(int(m), sp.Rational(step)) == pytest.approx(float(VALUES[key]["value"]), rel=1e-12)


def test_the_fundamental_matrix_is_that_of_the_closed_form_and_of_runs():
    Φ = normal_form.fundamental(sp.Integer(2), sp.S.One).evalf(20)
    assert float(Φ[0, 0]) == pytest.approx(float(VALUES["ltv.euler.1_2.11"]["value"]), rel=1e-14)
    for column, start in enumerate(({"x": 1.0, "x.dot": 0.0}, {"x": 0.0, "x.dot": 1.0})):
        run = vm.simulate(normal_form.DROP, {"mu": 1.0}, start, 2.0, t0=1.0)
        assert [run.final("x"), run.final("x.dot")] == pytest.approx([float(e) for e in Φ.col(column)], rel=1e-12)


def test_the_disturbance_on_a_sphere_is_that_of_two_runs():
    """A free particle that begins on the equator, pushed north a little, is back on it after half a turn."""
    q, ω, small = _geometry.q, 2.0, 1e-4
    place = [sp.cos(q[0]) * sp.cos(q[1]), sp.cos(q[0]) * sp.sin(q[1]), sp.sin(q[0])]
    ball = vm.System("A particle on a sphere", vm.Particle("particle", mass=disturbed_motion.m, position=place),
                     time="1")  # fmt: skip
    start = {"q_1": 0.0, "q_2": 0.0, "q_1.dot": small, "q_2.dot": ω}
    run = vm.simulate(ball, {"m": 1.0}, start, float(sp.pi) / ω)
    assert abs(run.final("q_1")) < 1e-3 * small
    assert small * float(sp.pi) / ω > 1e3 * abs(run.final("q_1"))


def test_christoffel_symbols_of_polar_coordinates():
    Γ = variational_equations.CHRISTOFFEL
    q = _geometry.q
    assert sp.simplify(Γ[0][1][1] + q[0]) == 0
    assert sp.simplify(Γ[1][0][1] - 1 / q[0]) == 0
    assert Γ[0][0][0] == Γ[0][0][1] == Γ[1][0][0] == Γ[1][1][1] == 0


def test_the_order_of_the_factors_matters():
    A = sp.Matrix([[0, 1], [-series.s, 0]])
    right = series.factors(series.slopes(A, series.s, 3))[3]
    reversed_ = series.factors([e.T for e in series.slopes(A, series.s, 3)])[3].T
    assert right != reversed_


# The judges themselves can say no


def test_a_curved_space_is_not_flat():
    sphere = sp.diag(1, sp.cos(_geometry.q[0]) ** 2)
    plane = sp.diag(1, _geometry.q[0] ** 2)
    curvature = [disturbed_motion.curved(_geometry.second_kind(a), 0) for a in (sphere, plane)]
    assert sp.simplify(curvature[0]) != 0
    assert sp.simplify(curvature[1]) == 0


def test_errors_that_grow_are_told_from_errors_that_shrink():
    assert series.shrink(sp.Rational(1, 4))
    assert not series.shrink(sp.Rational(3, 2))
