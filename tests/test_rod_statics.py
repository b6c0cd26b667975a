"""A rod at rest is pushed at the mouth by half the square of its moment by its stiffness; it vibrates as a bar does."""

import numpy as np
import pytest

import varmass as vm
from varmass.cases.cantilever import bar
from varmass.errors import ValueRefused
from varmass.rod.sliding import Rod, configurational_force, sliding_rod, tip
from varmass.rod.state import value
from varmass.rod.statics import Statics, continued, equilibrium, frequencies

F, H = vm.parameters("F [N]", "H [N]")
VALUES = {"rho": 3.9, "a": 2e11 * 5e-4**3 / 12, "l": 1.0, "g": 9.8, "alpha": 3 * np.pi / 4}


def pushed(n, across, along):
    """The push at a held free length, and what the strong form says: ½ a κ(0)² and the load along the sleeve."""
    rod = Rod(n, force=(H, F))
    values = VALUES | {"g": 0.0, "F": across, "H": along}
    system = sliding_rod(rod)
    rest = equilibrium(system, values, rod.kind.straight(n, 0.7) | {"eta": 0.7}, ("eta",))
    known = Statics(system, ("eta",)).known(values, rest.q)
    by_energy, strong = (value(e, known) for e in configurational_force(rod))
    assert by_energy + along == pytest.approx(rest.held["eta"], rel=1e-12)
    return by_energy, strong


@pytest.mark.parametrize(("across", "along"), [(0.5, 0.0), (1.5, 0.0), (1.0, -0.7)])
def test_the_force_at_the_mouth_is_that_of_the_strong_form(across, along):
    gaps = [abs(a / b - 1) for a, b in (pushed(n, across, along) for n in (6, 9, 12))]
    assert gaps[0] > gaps[1] > gaps[2]
    assert np.polyfit(np.log([6, 9, 12]), np.log(gaps), 1)[0] < -4


def test_it_is_so_to_1e_8():
    by_energy, strong = pushed(12, 0.5, 0.0)
    assert by_energy == pytest.approx(strong, rel=1e-8)


@pytest.mark.parametrize("alpha", [0.3, np.pi / 2, 2.0])
def test_weight_and_sleeve_are_in_balance_with_half_a_kappa_squared(alpha):
    """Bent by its weight and held at η, a rod is pushed by −∂V/∂η − ρ g l cos α = ½ a κ(0)²."""
    gaps = []
    for n in (6, 9, 12):
        rod = Rod(n)
        system, values = sliding_rod(rod), VALUES | {"alpha": alpha}
        rest = equilibrium(system, values, rod.kind.straight(n, 0.5) | {"eta": 0.5}, ("eta",))
        by_energy, strong = (value(e, Statics(system).known(values, rest.q)) for e in configurational_force(rod))
        gaps.append(abs(by_energy / strong - 1))
    assert np.polyfit(np.log([6, 9, 12]), np.log(gaps), 1)[0] < -4
    assert gaps[-1] < 3e-6


def hanging():
    rod = Rod(8)
    system = sliding_rod(rod)
    held = equilibrium(system, VALUES, rod.kind.straight(8, 0.7) | {"eta": 0.7}, ("eta",))
    near = equilibrium(system, VALUES, held.q | {"eta": 0.78}, ("eta",))
    return rod, system, near


def test_a_rod_that_its_bending_holds_in_balance_carries_its_whole_weight_along_the_sleeve():
    """½ a κ(0)² + ρ g l cos α = 0, and the balance is one of a pencil on its tip."""
    rod, system, near = hanging()
    assert near.stable
    rest = equilibrium(system, VALUES, near.q)
    push = value(configurational_force(rod)[1], Statics(system).known(VALUES, rest.q))
    assert push == pytest.approx(-VALUES["rho"] * VALUES["g"] * np.cos(VALUES["alpha"]), rel=1e-4)
    assert rest.q["eta"] == pytest.approx(0.775734, abs=1e-5)
    assert not rest.stable
    assert sum(x < 0 for x in rest.stiffness) == 1
    with pytest.raises(ValueRefused, match="not stable"):
        frequencies(system, VALUES, rest)


@pytest.mark.parametrize(("parameter", "step"), [("alpha", 0.1), ("a", -0.05)])
def test_equilibria_are_followed_along_a_parameter(parameter, step):
    _, system, near = hanging()
    rest = equilibrium(system, VALUES, near.q)
    path = list(continued(system, VALUES, rest.q, parameter, step, 6))
    assert len(path) == 7
    assert (path[-1].values[parameter] - VALUES[parameter]) * step > 0
    again = equilibrium(system, path[-1].values, path[-1].q)
    assert again.q["eta"] == pytest.approx(path[-1].q["eta"], rel=1e-9)
    assert len({round(x.q["eta"], 6) for x in path}) == 7


def test_where_there_is_no_rest_nothing_is_found():
    rod = Rod(4)
    with pytest.raises(ValueRefused, match="no state of rest"):
        equilibrium(sliding_rod(rod), VALUES | {"alpha": 0.1}, rod.kind.straight(4, 0.7) | {"eta": 0.7})


def test_the_frequencies_of_a_clamped_bar_are_approached_with_the_order_of_the_element():
    """θ in splines of degree 4: θ′ has degree 3, and ω² converges with twice the order of θ′, h⁸."""
    exact = np.array([1.875104068711961, 4.694091132974175]) ** 2
    L = vm.parameters("L [m]")
    values = {"rho": 1.0, "a": 1.0, "L": 1.0, "g": 0.0, "alpha": 0.0}
    spans, errors = [], []
    for n in (4, 6, 8):
        rod = Rod(n, length=L)
        system = sliding_rod(rod)
        rest = equilibrium(system, values, rod.kind.straight(n, 0.7))
        found = np.array(frequencies(system, values, rest)[:2])
        spans.append(n - 1)
        errors.append(abs(found / exact - 1))
    order = [np.polyfit(np.log(spans), np.log(e), 1)[0] for e in np.array(errors).T]
    assert order[1] < -7.5
    assert np.max(errors[-1]) < 2e-8


def test_a_cantilever_bends_by_its_weight_as_a_bar_does():
    """Small: y(1) = ρ g L⁴/(8 a), and the large one less."""
    n = 6
    rod = bar(n)
    values = {"rho": 1.0, "a": 1e3, "L": 1.0, "g": 1.0, "alpha": np.pi / 2}
    rest = equilibrium(sliding_rod(rod), values, rod.kind.straight(n, 0.7))
    known = {q: rest.q[q.name] for q in rod.q} | {p: values[p.name] for p in sliding_rod(rod).parameters}
    assert value(tip(rod)[1], known) == pytest.approx(1 / 8e3, rel=1e-6)
