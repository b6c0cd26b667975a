"""The offshore problems keep to their closed forms, lose what they say, and naive rules miss what is printed of them."""

from math import pi, sqrt

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import quad

import varmass as vm
from varmass.derive.deriving import derive
from varmass.model.zero import is_zero

CLOSED, EXACT = 1e-12, 1e-11
C = 3 * sqrt(3) / pi


def ran(name, principle=None, until=None, **options):
    case = vm.case(name, **options)
    return case, vm.simulate_case(case, until=until, principle=principle)


def measured(name, which, principle=None, **options):
    case, run = ran(name, principle, **options)
    return case.measures[which](run)


@pytest.mark.parametrize("beta", [1e-3, 0.25, 0.9])
def test_the_peak_of_an_impact_has_its_closed_form_in_place_time_size_and_speed(beta):
    eta = (beta / (8 * C)) ** (2 / 3)
    closed = {"eta_peak": eta, "t_peak": 21 / 20 * eta, "speed_peak": 8 / 9, "peak": 128 / 243 * (C / beta) ** (2 / 3)}
    case, run = ran("sphere_impact", beta=beta)
    assert run.t_events["added mass m/8"] == pytest.approx([closed["t_peak"]], rel=1e-13)
    for name, value in closed.items():
        assert case.measures[name](run) == pytest.approx(value, rel=1e-12), name


def test_an_impact_keeps_its_momentum_and_gives_to_the_jets_what_the_books_dissipate():
    case, run = ran("sphere_impact", beta=0.3)
    kept = case.measures["energy_kept"](run)
    assert kept == pytest.approx(case.measures["speed"](run), rel=CLOSED)
    assert -run.book("dissipated") == pytest.approx(0.3 / 2 * (1 - kept), rel=CLOSED)
    jets = quad(lambda t: 0.75 * C * sqrt(run(t)[0]) * run(t)[1] ** 3, 0, run.t[-1], epsabs=0, epsrel=1e-12)[0]
    assert -run.book("dissipated") == pytest.approx(jets, rel=1e-11)


def test_by_the_usual_equation_an_impact_keeps_all_its_energy_and_gains_momentum():
    case, run = ran("sphere_impact", "N0")
    assert case.measures["energy_kept"](run) == pytest.approx(1, rel=CLOSED)
    assert run.ledger().account("momentum", "eta").end > 1.1 * run.ledger().account("momentum", "eta").start


def test_the_usual_equation_of_an_impact_is_not_the_one_printed_twice():
    system = vm.case("sphere_impact").system
    body, (eta,) = "(beta + 3*sqrt(3)/pi*eta**(3/2))*eta.ddot", system.q
    assert vm.audit(system, f"{body} + 9*sqrt(3)/(2*pi)*sqrt(eta)*eta.dot**2").claim.verdict == "proper"
    assert vm.audit(system, f"{body} + 9*sqrt(3)/(4*pi)*sqrt(eta)*eta.dot**2").claim.verdict == "N0"
    half = 9 * sp.sqrt(3) / (4 * sp.pi) * sp.sqrt(eta) * eta.dot**2
    assert is_zero(derive(system).residual[0] - derive(system, "N0").residual[0] - half)


def test_a_heavy_sphere_has_no_peak_within_the_theory():
    assert np.isnan(measured("sphere_impact", "peak", beta=1.2))
    assert np.isfinite(measured("sphere_impact", "peak", beta=1.18))


@pytest.mark.parametrize("beta", [0.05, 0.5])
def test_impact_and_buoyancy_compare_as_the_third_root_of_beta(beta):
    """F_I/F_B = (128/243) c^{2/3} β^{1/3} Fr², where the source has O(Fr²)."""
    case, run = ran("sphere_impact", beta=beta, W0=7.0, R=0.4, g=9.81)
    froude = 7 / sqrt(9.81 * 0.4)
    assert case.measures["froude"](run) == pytest.approx(froude, rel=1e-14)
    expected = 128 / 243 * C ** (2 / 3) * beta ** (1 / 3) * froude**2
    assert case.measures["peak_by_buoyancy"](run) == pytest.approx(expected, rel=EXACT)
    assert case.measures["peak_by_weight"](run) == pytest.approx(expected / beta, rel=EXACT)
    assert case.measures["seconds"](run) == pytest.approx(case.measures["time"](run) * 0.4 / 7, rel=1e-14)
