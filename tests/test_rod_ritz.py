"""Two coordinates of a dancing rod: constants, equations and motion as its source has them, from its energies alone."""

import mpmath as mp
import numpy as np
import pytest
import sympy as sp

import varmass as vm
from varmass.cases.dancing_rod_ritz import ritz, γ
from varmass.derive.deriving import derive
from varmass.model.zero import judge
from varmass.rod.mode import first_mode
from varmass.rod.symbols import a, g, l, α, η, ρ

k_U, k_T, k_W, Φ = vm.parameters("k_U", "k_T", "k_W", "Phi")
s = sp.Symbol("s", real=True)


def mode(x):
    β = mp.findroot(lambda z: mp.cos(z) * mp.cosh(z) + 1, 1.875)
    r = (mp.sinh(β) - mp.sin(β)) / (mp.cosh(β) + mp.cos(β))
    return (mp.cosh(β * x) - mp.cos(β * x) - r * (mp.sinh(β * x) - mp.sin(β * x))) / 2


def test_the_constants_are_the_integrals_of_the_mode_to_twelve_digits():
    with mp.workdps(25):
        found = first_mode()
        integrals = {
            "k_U": mp.quad(lambda x: mp.diff(mode, x, 2) ** 2, [0, 1]) / 2,
            "k_T": mp.quad(lambda x: (1 - x) ** 2 * mp.diff(mode, x) ** 2, [0, 1]) / 2,
            "k_W": mp.quad(mode, [0, 1]),
            "Phi": mp.quad(lambda x: (1 - x) * mp.diff(mode, x) ** 2, [0, 1]),
        }
        assert float(mode(1)) == pytest.approx(1, abs=1e-14)
        assert float(mp.quad(lambda x: mode(x) ** 2, [0, 1])) == pytest.approx(1 / 4, rel=1e-13)
        for name, exact in integrals.items():
            assert getattr(found, name) == pytest.approx(float(exact), rel=1e-12), name
    assert (found.k_U, found.k_T, found.k_W) == pytest.approx((1.5453, 0.094385, 0.39150), abs=5e-5)


def test_the_energies_are_those_of_the_kinematics_for_any_shape_of_the_mode():
    """w = s² and w = s³ − s²/4, both normalised to w(1) = 1 or not: T and W by integration, by (10) and (11)."""
    for w in (s**2, s**3 - s**2 / 4):
        v = (η.dot, γ.dot * w + (1 - s) * η.dot / η * γ * w.diff(s))
        T = sp.integrate(ρ * η * (v[0] ** 2 + v[1] ** 2) / 2, (s, 0, 1)) + ρ * (l - η) * η.dot**2 / 2
        k, m = sp.integrate((1 - s) ** 2 * w.diff(s) ** 2, (s, 0, 1)) / 2, sp.integrate(w**2, (s, 0, 1))
        stated = ρ * (η * γ.dot**2 + γ * γ.dot * η.dot) * m / 2 + ρ * k * γ**2 * η.dot**2 / η + ρ * l * η.dot**2 / 2
        coupling = sp.integrate((1 - s) * w * w.diff(s), (s, 0, 1))
        assert sp.expand(coupling - m / 2) == 0
        assert judge(T - stated)
        x = (s * η, γ * w)
        W = -sp.integrate(ρ * g * η * (x[0] * sp.cos(α) + x[1] * sp.sin(α)), (s, 0, 1))
        W += ρ * g * sp.cos(α) * (l - η) ** 2 / 2
        fallen = sp.integrate(w, (s, 0, 1))
        assert judge(W - ρ * g * (l * (l - 2 * η) * sp.cos(α) - 2 * fallen * γ * η * sp.sin(α)) / 2)


@pytest.mark.parametrize("principle", ["lagrange_extended", "hamilton", "open_volume"])
def test_equations_14_are_proved(principle):
    left = ρ * γ * (γ.ddot + 32 * k_T * γ.dot * η.dot / η - 8 * g * k_W * sp.sin(α)) / 8
    left += l * ρ * (η.ddot - g * sp.cos(α))
    right = γ**2 * (3 * a * k_U + k_T * ρ * η**2 * (η.dot**2 - 2 * η * η.ddot)) / η**4
    inner = 2 * γ.dot * η.dot + 2 * η * γ.ddot + γ * (η.ddot - 16 * k_T * η.dot**2 / η)
    second = 2 * a * k_U * γ / η**3 + ρ * inner / 8 - ρ * g * k_W * η * sp.sin(α)
    found = derive(ritz(False), principle).residual
    assert judge(found[0] - (left - right)).status == "proved"
    assert judge(found[1] - second).status == "proved"


def test_foreshortening_enters_as_the_inextensible_rod_says():
    """To second order in γ: x = ση − γ²/(2η) ∫₀^σ w′², y = γ w; the terms of T and W with Φ, for w = s²."""
    w = s**2
    short = sp.integrate(w.diff(s) ** 2, (s, 0, s)) / (2 * η)
    x = s * η - γ**2 * short
    moving = x.diff(γ) * γ.dot + x.diff(η) * η.dot + (1 - s) * η.dot / η * x.diff(s)
    square = sp.expand(moving**2)
    T = sp.integrate(sp.expand(ρ * η * (square - η.dot**2) / 2), (s, 0, 1))
    W = -sp.integrate(sp.expand(ρ * g * sp.cos(α) * η * (x - s * η)), (s, 0, 1))
    phi = sp.integrate((1 - s) * w.diff(s) ** 2, (s, 0, 1))
    assert judge(T.expand().coeff(γ, 1) + ρ * phi * γ.dot * η.dot)
    assert judge(W - ρ * g * sp.cos(α) * phi * γ**2 / 2)
    gap = derive(ritz(True)).residual - derive(ritz(False)).residual
    assert judge(gap[0] + ρ * Φ * (γ.dot**2 + γ * γ.ddot)).status == "proved"


def test_period_and_extrema_of_the_stiff_rod():
    run = vm.simulate_case(vm.case("dancing_rod_ritz"))
    times, low = run.t_events["shortest"], run.y_events["shortest"][0]
    assert np.round(low[:3], 5).tolist() == [0.05723, 0.05922, 0.06261]
    assert np.round(times[:3], 4).tolist() == [0.4564, 1.3693, 2.2830]
    tops, high = run.t_events["longest"], run.y_events["longest"][0]
    assert np.round(high[:2], 5).tolist() == [0.69972, 0.69886]
    assert np.round(tops[:2], 4).tolist() == [0.9116, 1.8235]
    assert run.final("eta") == pytest.approx(0.08734, abs=6e-6)
    long = vm.case("dancing_rod_ritz", end=20.0)
    assert long.measures["period"](vm.simulate_case(long)) == pytest.approx(0.9133, abs=6e-5)


def test_the_frequency_is_that_of_a_clamped_bar():
    case = vm.case("dancing_rod_ritz")
    by_mode = first_mode().beta ** 2 * (case.values["a"] / case.values["rho"]) ** 0.5 / 0.7**2
    assert case.measures["frequency"](None) == pytest.approx(by_mode, rel=1e-13)


ESTIMATES = [(1e-3, 0.1055), (1.5e-3, 0.0683), (2e-3, 0.0505), (3e-3, 0.0332), (4e-3, 0.0248)]


@pytest.mark.parametrize(("h", "estimate"), ESTIMATES)
def test_the_adiabatic_estimate_of_the_deepest_injection_is_a_limit_for_stiff_rods(h, estimate):
    case = vm.case("dancing_rod_ritz", h=h)
    found = case.measures["deepest_estimate"](None)
    assert found == pytest.approx(estimate, abs=6e-5)
    reached = case.measures["first_minimum"](vm.simulate_case(case))
    assert found < reached
    assert found > (0.7 if h == 1e-3 else 0.8) * reached


def test_gravity_as_printed_throws_the_rod_out_at_once():
    run = vm.simulate_case(vm.case("dancing_rod_ritz", alpha=np.pi / 4))
    assert "'ejected'" in run.message
    assert run.t[-1] < 0.3


def test_a_straight_rod_slides_in_like_a_stone_and_is_gone():
    run = vm.simulate_case(vm.case("dancing_rod_ritz", alpha=np.pi))
    assert "'injected'" in run.message
    assert run.t[-1] == pytest.approx((2 * 0.699 / 9.8) ** 0.5, rel=1e-12)
    assert np.abs(run.state("gamma")).max() < 1e-15
