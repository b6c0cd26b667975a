"""What is attached to a rod does what it does to a rod: against closed forms, other frames, and other statements."""

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from varmass.model.symbols import t
from varmass.rod.sliding import Rod, sliding_rod, tip
from varmass.rod.state import value
from varmass.rod.statics import equilibrium, frequencies
from varmass.rod.symbols import a, η

L, X, V, ACC, TURN, F = vm.parameters("L [m]", "X [m]", "V [m/s]", "acc [m/s^2]", "turn", "F [N]")
RATE = vm.parameters("rate [1/s]")
ZERO = sp.S.Zero
VALUES = {"rho": 7.8, "a": 16.7, "l": 1.0, "g": 9.8, "alpha": 2.3}


def final(rod, until=0.4, **values):
    system = sliding_rod(rod)
    given = {p.name: (VALUES | values)[p.name] for p in system.parameters}
    run = vm.simulate(system, given, rod.kind.straight(rod.n, 0.7) | {"eta": 0.6}, until, ledger=False, tol=1e-12)
    return run.y[:, -1]


def gap(one, other):
    return np.abs(one - other).max() / np.abs(other).max()


def test_a_sleeve_that_moves_evenly_changes_nothing():
    """To the accuracy of the quadrature, whose sums of a velocity are not the rates of sums."""
    gaps = [gap(final(Rod(n, sleeve=(V * t, -2 * V * t, ZERO)), V=3.0), final(Rod(n))) for n in (3, 5)]
    assert gaps[1] < 2e-8
    assert gaps[1] < gaps[0] / 3


def test_a_sleeve_that_is_accelerated_is_one_under_another_gravity():
    """To the accuracy of the quadrature."""
    pull = 9.8 * np.exp(2.3j) - complex(2.0, -4.0)
    shaken = [final(Rod(n, sleeve=(ACC * t**2 / 2, -ACC * t**2, ZERO)), acc=2.0) for n in (3, 5)]
    gaps = [
        gap(found, final(Rod(n), g=abs(pull), alpha=float(np.angle(pull))))
        for n, found in zip((3, 5), shaken, strict=True)
    ]
    assert gaps[1] < 2e-8
    assert gaps[1] < gaps[0] / 3


def test_a_sleeve_that_is_turned_sees_gravity_turned():
    assert final(Rod(4, sleeve=(ZERO, ZERO, TURN)), turn=0.7) == pytest.approx(final(Rod(4), alpha=1.6), rel=1e-9)


def test_a_turning_straight_rod_has_the_kinetic_energy_of_a_bar():
    """½ ρ l η̇² + ½ ω² ρ (η³ + (l − η)³)/3, from the pieces on both sides of the mouth."""
    rod = Rod(4, sleeve=(ZERO, ZERO, RATE * t))
    system = sliding_rod(rod)
    known = dict.fromkeys((*system.q, *system.u), 0.0) | {t: 0.0, η: 0.6, η.dot: -1.5}
    known |= {p: (VALUES | {"rate": 4.0})[p.name] for p in system.parameters}
    found = sum(value(b.kinetic, known) for b in system.bodies)
    bar = 7.8 * 1.5**2 / 2 + 4.0**2 * 7.8 * (0.6**3 + 0.4**3) / 6
    assert found == pytest.approx(bar, rel=1e-12)


def test_a_heavy_tip_swings_as_a_mass_on_a_massless_bar():
    """ω² = 3 a/(L³ (m + 33/140 ρ L)), Rayleigh's, for a heavy mass."""
    rod = Rod(6, length=L, end_mass=True)
    values = {"rho": 0.01, "a": 2.0, "L": 0.8, "g": 0.0, "alpha": 0.0, "m_e": 5.0}
    system = sliding_rod(rod)
    rest = equilibrium(system, values, rod.kind.straight(6, 0.7))
    expected = np.sqrt(3 * 2.0 / (0.8**3 * (5.0 + 33 / 140 * 0.01 * 0.8)))
    assert frequencies(system, values, rest)[0] == pytest.approx(expected, rel=1e-6)


def test_a_curved_rod_rests_on_its_circle():
    rod = Rod(6, length=L, curved=True)
    values = {"rho": 1.0, "a": 2.0, "L": 0.8, "g": 0.0, "alpha": 0.0, "kappa0": 2.0}
    system = sliding_rod(rod)
    rest = equilibrium(system, values, rod.kind.straight(6, 0.7))
    known = {q: rest.q[q.name] for q in rod.q} | {p: values[p.name] for p in system.parameters}
    circle = (np.sin(1.6) / 2, (1 - np.cos(1.6)) / 2)
    assert tuple(value(x, known) for x in tip(rod)) == pytest.approx(circle, rel=1e-8)


def test_a_rod_with_a_bent_memory_is_pushed_out_of_a_straight_sleeve():
    """Straight, with κ₀: the energy ½ a κ₀² per length is the same on both sides; curved outside, it is lost there."""
    rod = Rod(6, curved=True)
    system = sliding_rod(rod)
    values = VALUES | {"g": 0.0, "kappa0": 1.0}
    start = rod.kind.straight(6, 0.7) | {"eta": 0.5}
    rest = equilibrium(system, values, start, ("eta",))
    assert rest.held["eta"] == pytest.approx(VALUES["a"] * 1.0**2 / 2, rel=1e-8)


def test_a_dashpot_on_a_straight_sliding_rod_slows_it_exponentially():
    rod = Rod(3, sliding_dashpot=True)
    system = sliding_rod(rod)
    values = VALUES | {"g": 0.0, "c_slide": 2.0}
    start = rod.kind.straight(3, 0.7) | {"eta": 0.5, "eta.dot": 0.3}
    run = vm.simulate(system, {p.name: values[p.name] for p in system.parameters}, start, 1.0)
    k = 2.0 / 7.8
    assert run.final("eta") == pytest.approx(0.5 + 0.3 / k * (1 - np.exp(-k)), rel=1e-12)
    assert run.ledger().energy_closure < 1e-12
    assert run.book("damping: sliding_dashpot") == pytest.approx(-7.8 / 2 * 0.3**2 * (1 - np.exp(-2 * k)), rel=1e-12)


def test_a_dashpot_on_the_tip_takes_the_square_of_its_velocity():
    """Of a straight rod that slides, ẋ(1) = η̇."""
    rod = Rod(4, tip_dashpot=True)
    system = sliding_rod(rod)
    values = VALUES | {"g": 0.0, "c_tip": 2.0}
    start = rod.kind.straight(4, 0.7) | {"eta": 0.5, "eta.dot": 0.3}
    run = vm.simulate(system, {p.name: values[p.name] for p in system.parameters}, start, 1.0)
    k = 2.0 / 7.8
    assert run.final("eta.dot") == pytest.approx(0.3 * np.exp(-k), rel=1e-12)


def test_friction_only_takes_and_the_ledger_says_how_much():
    case = vm.case("rod_friction", end=0.5)
    run = vm.simulate_case(case)
    taken = run.filled()["energy", "total", "load: mouth_friction"]
    assert taken[-1] < 0
    assert np.diff(taken).max() <= 1e-12 * -taken[-1]
    assert run.ledger().energy_closure < 1e-9
    free = vm.simulate_case(vm.case("rod_friction", mu=0.0, c_slide=0.0, end=0.5))
    assert np.ptp(free.state("eta")) > np.ptp(run.state("eta"))


@pytest.mark.parametrize(
    ("case", "options"),
    [("rod_friction", {}), ("rod_friction", {"mu": 0.0}), ("rod_moving_sleeve", {}), ("soft_robot_tip", {"end": 0.1})],
    ids=str,
)
def test_the_books_close_at_a_looser_tolerance(case, options):
    """With friction, with dashpots on the sliding and on the tip, with a sleeve that moves, with one that feeds."""
    run = vm.simulate_case(vm.case(case, **{"end": 0.5} | options), tol=1e-12)
    assert run.ledger().account("energy").books
    assert run.ledger().energy_closure < 1e-9
    assert run.ledger().momentum_closure < 1e-9


def test_a_heavy_tip_ends_all_out_or_all_in():
    out = vm.simulate_case(vm.case("rod_end_mass", n=3), ledger=False, tol=1e-9)
    gone = vm.simulate_case(vm.case("rod_end_mass", n=3, alpha=np.pi), ledger=False, tol=1e-9)
    assert "'ejected'" in out.message
    assert "'injected'" in gone.message
    assert gone.t[-1] == pytest.approx((2 * 0.699 / 9.8) ** 0.5, rel=1e-8)


def test_an_arm_that_is_fed_has_its_work_in_the_books():
    case = vm.case("soft_robot_tip", end=0.1)
    run = vm.simulate_case(case)
    energy = run.ledger().account("energy")
    assert energy.end - energy.start == pytest.approx(sum(energy.books.values()), rel=1e-9)
    assert a.name in run.values
