"""A rod begins to move as its equations say, from its very first step, and one that rests bent does not move."""

import numpy as np
import pytest

import varmass as vm
from varmass import shelf
from varmass.errors import ValueRefused
from varmass.integrate import engines
from varmass.rod.sliding import Rod, sliding_rod
from varmass.rod.statics import Statics

STRAIGHT = (
    "dancing_rod",
    "dancing_rod_ritz",
    "rod_end_mass",
    "rod_flexible_sleeve",
    "rod_friction",
    "rod_moving_sleeve",
)
STARTS = [(engine, name, {}) for engine in shelf.names(engines) for name in STRAIGHT]
STARTS.append(("ida", "dancing_rod", {"element": "hermite", "n": 4}))  # too stiff for the others
BENT = [("dancing_rod", {"n": 4}), ("rod_end_mass", {"m_e": 0.3}), ("rod_friction", {}), ("rod_flexible_sleeve", {})]
MOMENT = 1e-5


def beginning(case):
    """η̈(0) of a straight rod: g cos α, and what the turning sleeve throws out, (BΩ)² (η − l/2)."""
    turning = case.values.get("B", 0.0) * case.values.get("Omega", 0.0)
    thrown = turning**2 * (case.start["eta"] - case.values["l"] / 2)
    return case.values["g"] * np.cos(case.values["alpha"]) + thrown


def begun(case, engine):
    return vm.simulate_case(case, until=MOMENT, engine=engine, ledger=False)


def follows(t, speed, pull):
    """η̇ = η̈(0) t at every step."""
    return len(t) > 1 and np.allclose(speed[1:] / t[1:], pull, rtol=5e-5, atol=0)


@pytest.mark.parametrize(("engine", "name", "options"), STARTS, ids=str)
def test_a_straight_rod_starts_with_the_acceleration_of_its_equations(engine, name, options):
    case = vm.case(name, **options)
    found, pull = begun(case, engine), beginning(case)
    assert follows(found.t, found.state("eta.dot"), pull)
    assert found.final("eta") - case.start["eta"] == pytest.approx(pull * MOMENT**2 / 2, rel=5e-5)


@pytest.mark.parametrize("steps", [1, 10, 10_000])
def test_a_scheme_that_starts_from_no_acceleration_would_be_found_out(steps):
    """The trapezoidal rule makes η̇ = η̈ (t − ½ Δt) of it: it lags by half its first step."""
    t = np.linspace(0, MOMENT, steps + 1)
    assert follows(t, -7.0 * t, -7.0)
    assert not follows(t, -7.0 * (t - t[1] / 2), -7.0)


def released(case):
    """M⁻¹ (−∂V/∂q) at the start, at rest, and ∂V/∂q itself."""
    statics = Statics(case.system)
    known = statics.known(case.values, case.start)
    slope = np.array(statics.slope(known))
    return np.linalg.solve(statics.matrix(statics.inertia, known), -slope), slope


@pytest.mark.parametrize("engine", shelf.names(engines))
@pytest.mark.parametrize(("name", "options"), BENT, ids=str)
def test_a_bent_rod_that_is_released_starts_with_that_acceleration(name, options, engine):
    """Of all coordinates: its sliding alone bends it."""
    case = vm.case(name, start="bent", **options)
    a, slope = released(case)
    assert np.abs(slope[:-1]).max() < 1e-9 * np.abs(slope[-1])
    found = begun(case, engine)
    rates = np.array([found.state(f"{q.name}.dot") for q in case.system.q])[:, 1] / found.t[1]
    assert rates == pytest.approx(a, rel=2e-3, abs=2e-3 * np.abs(a).max())


@pytest.mark.parametrize(("name", "attached"), [("dancing_rod", {}), ("rod_end_mass", {"end_mass": True})])
def test_a_bent_rod_whose_length_is_held_does_not_move(name, attached):
    case, L = vm.case(name, start="bent", n=4), vm.parameters("L [m]")
    held = Rod(4, length=L, **attached)
    system, given = sliding_rod(held), case.values | {"L": case.start["eta"]}
    start = {q.name: case.start[q.name] for q in held.q}
    found = vm.simulate(system, {p.name: given[p.name] for p in system.parameters}, start, 0.3, ledger=False)
    assert np.abs(found.y[:4] - found.y[:4, :1]).max() < 1e-10
    assert abs(found.y[3, 0]) > 0.1


@pytest.mark.parametrize(("name", "options"), BENT, ids=str)
def test_it_is_bent_as_gravity_pulls(name, options):
    up, down = (vm.case(name, start="bent", alpha=sign * 2.2, **options) for sign in (1, -1))
    assert all(down.start[q] == pytest.approx(-x) for q, x in up.start.items() if q != "eta")
    assert up.start["eta"] == down.start["eta"]
    assert max(up.start.values()) > 0


@pytest.mark.parametrize("h", [3e-4, 2e-4])
def test_a_rod_that_its_weight_throws_over_is_refused(h):
    """One finds no rest near the straight rod, the other one that is not stable."""
    with pytest.raises(ValueRefused, match="bent by its weight") as refusal:
        vm.case("dancing_rod", h=h, start="bent")
    assert all((refusal.value.what, refusal.value.expected, refusal.value.got, refusal.value.hint))
