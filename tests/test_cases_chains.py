"""What a chain loses is what its links lose where they are picked up and laid down, and nothing else."""

from itertools import pairwise

import numpy as np
import pytest
from mpmath import exp, lambertw
from scipy.integrate import quad
from scipy.special import beta

import varmass as vm

LIFTED = {"mu": 1.0, "g": 1.0, "F": 1.0}
THROWN = {"F": 0.0, "z0": 1.0, "v0": 4.0}
TIGHT = 1e-12


def run(name, options=(), **how):
    case = vm.case(name, **dict(options))
    return case, vm.simulate_case(case, **how)


def measures(name, options=(), **how):
    case, found = run(name, options, **how)
    return {which: of(found) for which, of in case.measures.items()}


def along(found, function):
    """∫ function(q, q̇) dt over a run, leg of the engine by leg."""
    turns = np.unique(np.concatenate([found.t[[0, -1]], *found.t_events.values()]))
    return sum(
        quad(lambda t: function(*found(t)), *ends, epsabs=1e-13, epsrel=1e-13, limit=200)[0] for ends in pairwise(turns)
    )


FIRST_INTEGRALS = [
    *(("buquoy_chain", o) for o in ({}, LIFTED, THROWN, {"z0": 0.7, "v0": -3.0, "swings": 4}, {"z0": 5.0})),
    *(("buquoy_chain", {**o, "exchange": e, "link": 0.1}) for o in ({}, THROWN) for e in ("at_rest", "lossless")),
    *(("u_chain", o) for o in ({}, {"e": 0.0}, {"e": 0.37, "v0": 2.0}, {"e": 1.0, "link": 1e-6})),
    *(("raindrop", o) for o in ({}, {"n": 0.4}, {"n": 7.0, "x0": 30.0}, {"x0": 0.0}, {"law": "time"})),
    *(("cayley_chain", o) for o in ({}, {"y0": 0.0}, {"y0": 0.0, "F": 3.0}, {"y0": 0.0, "e": -0.121}, {"e": 1.0})),
]


@pytest.mark.parametrize(("name", "options"), FIRST_INTEGRALS, ids=str)
def test_first_integrals_hold_along_the_run(name, options):
    case, found = run(name, options)
    assert case.exact
    for state, form in case.exact.items():
        assert np.abs(found.state(state) - form(found)).max() <= TIGHT * np.abs(form(found)).max(), state


def test_the_turns_of_a_lifted_chain_are_roots_of_its_two_laws():
    """Up from z: z'² + z' z + z² = 3/2 (z' + z); down from z: −W₀(−z exp(−z))."""
    found = run("buquoy_chain", {**LIFTED, "swings": 6})[1]
    tops, bottoms = (found.y_events[name][0] for name in ("top", "bottom"))
    assert (len(tops), len(bottoms)) == (6, 5)
    assert tops[0] == pytest.approx(1.5, rel=TIGHT)
    assert [float(-lambertw(-z * exp(-z)).real) for z in tops[:-1]] == pytest.approx(bottoms, rel=TIGHT)
    for low, high in zip(bottoms, tops[1:], strict=True):
        assert low**2 + low * high + high**2 == pytest.approx(1.5 * (low + high), rel=TIGHT)


@pytest.mark.parametrize("options", [LIFTED, {}, {"z0": 5.0}, THROWN], ids=str)
def test_the_jerks_and_the_heap_take_half_mu_v_cubed_both_ways(options):
    """Of the energy of all of the chain, less the work of the force."""
    case, found = run("buquoy_chain", options)
    mu, g, F = (case.values.get(name, 0.0) for name in ("mu", "g", "F"))
    z, v = found.y[:, [0, -1]]
    energy = mu * z * v**2 / 2 + mu * g * z**2 / 2 - F * z
    assert energy[0] - energy[1] == pytest.approx(along(found, lambda z, v: mu * abs(v) ** 3 / 2), rel=1e-11)


def test_a_quarter_of_the_work_is_lost_on_the_way_to_the_first_top():
    found = run("buquoy_chain", {**LIFTED, "swings": 1})[1]
    assert -found.book("dissipated") == pytest.approx(0.375, rel=TIGHT)
    assert found.book("load: lift") == pytest.approx(1.5, rel=TIGHT)


def test_a_chain_that_is_laid_down_falls_as_a_stone_does_and_by_the_wrong_law_ever_faster():
    right = measures("buquoy_chain", THROWN)
    assert right["fall_time"] == pytest.approx(np.sqrt(2 * right["apex_height"] / 9.81), rel=TIGHT)
    lies = [run("buquoy_chain", {**THROWN, "exchange": "at_rest", "link": link})[1] for link in (1e-2, 1e-3)]
    momenta = [found.final("z") * found.final("z.dot") for found in lies]
    assert momenta[0] == pytest.approx(momenta[1], rel=1e-5)
    assert lies[1].final("z.dot") < 9 * lies[0].final("z.dot") < 0
    assert measures("buquoy_chain", {**THROWN, "exchange": "at_rest"})["fall_time"] < right["fall_time"]


def test_a_lossless_lift_is_the_usual_lagrange_equation_on_the_way_up():
    lossless = measures("buquoy_chain", {**LIFTED, "exchange": "lossless"})
    naive = measures("buquoy_chain", LIFTED, principle="N0")
    assert lossless["initial_speed"] == pytest.approx(np.sqrt(2), rel=TIGHT)
    assert lossless["max1"] == pytest.approx(2, rel=TIGHT)
    assert naive["max1"] == pytest.approx(2, rel=TIGHT)


@pytest.mark.parametrize("a", [0.3, 0.9])
def test_a_column_of_water_whose_mouth_switches_is_buquoys_chain(a):
    """s = 1 + η: a volume with a port there, a particle with a stream here."""
    column = vm.simulate_case(vm.case("moon_pool", closure="switching", a=a))
    chain = run("buquoy_chain", {**LIFTED, "z0": 1 - a, "swings": 2})[1]
    at = np.linspace(0, column.t[-1], 50)
    assert np.abs(column.state("eta", at) + 1 - chain.state("z", at)).max() < TIGHT


@pytest.mark.parametrize("e", [0.0, 0.25, 1.0, 2.0])
def test_the_fold_takes_what_its_law_says_from_the_whole_chain(e):
    """T + V of both arms changes by −(1 − e) μ ẋ³/4: nothing for e = 1, and a gain for e = 2."""
    found = run("u_chain", {"e": e, "g": 1.0, "link": 0.05})[1]
    x, v = found.y[:, [0, -1]]
    energy = (1 - x) * v**2 / 4 - (1 + 2 * x - x**2) / 4
    lost = along(found, lambda x, v: (1 - e) * v**3 / 4)
    assert energy[0] - energy[1] == pytest.approx(lost, rel=1e-11, abs=1e-13)
    assert np.sign(lost) == np.sign(1 - e)


@pytest.mark.parametrize("e", [0.0, 0.3, 1.0, 1.7])
def test_the_time_of_fall_is_a_beta_function_of_the_transfer(e):
    T = np.sqrt((1 + e) / 2) * beta((1 + e / 2) / (1 + e), 0.5) / (1 + e)
    found = measures("u_chain", {"e": e, "g": 1.0})
    assert found["fall_time"] == pytest.approx(T, rel=TIGHT)
    assert found["by_free_fall"] == pytest.approx(T / np.sqrt(2), rel=TIGHT)
    assert measures("u_chain", {"e": e, "g": 1.0, "link": 0.3})["fall_time"] == pytest.approx(T, rel=TIGHT)


@pytest.mark.parametrize("place", [0.1, 0.5, 0.9])
def test_the_support_of_a_folded_chain(place):
    lossless, inelastic = (measures("u_chain", {"e": e, "place": place})["support"] for e in (1.0, 0.0))
    assert lossless == pytest.approx((2 + 2 * place - 3 * place**2) / (4 * (1 - place)), rel=TIGHT)
    assert inelastic == pytest.approx((1 + 3 * place) / 2, rel=TIGHT)


def test_the_guides_of_two_arms_are_the_support():
    """Both arms as bodies, the standing one receiving what the falling one gives: the ledger has the force between."""
    x = vm.coordinate("x", "1")
    falling = vm.Particle("falling", mass=(1 - x) / 2, position=[x], streams=[vm.absolute([x.dot / 2])])
    standing = vm.Particle("standing", mass=(1 + x) / 2, position=[0], streams=[vm.absolute([x.dot / 2])])
    arms = vm.System("two arms", falling, standing, vm.Gravity([1]), time="1")
    found = vm.simulate(arms, {}, {"x": 0.0}, vm.when(x - 0.9))
    held = along(found, lambda x, v: (1 + x) / 2 + v**2 / 4)
    assert -found.book("guides", "linear", "x") == pytest.approx(held, rel=1e-11)
    chain = run("u_chain", {"g": 1.0, "link": 0.1})[1]
    assert found.t[-1] == pytest.approx(chain.t[-1], rel=TIGHT)


def test_the_usual_lagrange_equation_of_a_folded_chain_is_its_lossless_law():
    def end(e, **how):
        found = run("u_chain", {"e": e, "link": 0.1}, **how)[1]
        return found.t[-1]

    assert end(0.4, principle="N1") == pytest.approx(end(1.0), rel=TIGHT)
    assert end(1.0, principle="N2") == pytest.approx(end(2.0), rel=TIGHT)
    assert end(1.0, principle="N3") == pytest.approx(end(0.0), rel=TIGHT)


@pytest.mark.parametrize("n", [0.5, 1.0, 3.0, 8.0])
def test_a_drop_from_nothing_falls_with_a_constant_fraction_of_g(n):
    case, found = run("raindrop", {"x0": 0.0, "n": n})
    assert found.state("x") == pytest.approx(9.81 / (2 * n + 1) * found.t**2 / 2, rel=TIGHT)
    assert case.measures["acceleration"](found) == pytest.approx(1 / (2 * n + 1), rel=TIGHT)


def test_a_drop_of_the_first_power_is_cayleys_chain():
    drop = run("raindrop", {"n": 1.0, "x0": 0.1, "depth": 10.0})[1]
    chain = run("cayley_chain")[1]
    assert (drop.t[-1], drop.final("x.dot")) == pytest.approx((chain.t[-1], chain.final("y.dot")), rel=TIGHT)


def test_what_a_drop_picks_up_in_time_no_rule_about_place_can_miss():
    right, naive = (measures("raindrop", {"law": "time"}, principle=rule) for rule in (None, "N0"))
    assert right == pytest.approx(naive, rel=TIGHT)
    assert measures("raindrop", {"law": "time", "r1": 1.0})["acceleration"] == pytest.approx(0.25, rel=1e-9)
    assert measures("raindrop", {"x0": 0.0}, principle="N0")["acceleration"] == pytest.approx(0.25, rel=1e-9)


@pytest.mark.parametrize("F", [0.0, 1e-3, 5.0])
def test_a_chain_of_which_nothing_hangs_stays_on_its_branch_with_the_clock_right(F):
    found = run("cayley_chain", {"y0": 0.0, "F": F})[1]
    branch = np.sqrt(F / 1.2) * found.t + 9.81 * found.t**2 / 6
    assert found.state("y") == pytest.approx(branch, rel=TIGHT)
    at = np.linspace(found.t[0], found.t[-1], 20)
    assert found.state("y.dot", at) == pytest.approx(np.sqrt(F / 1.2) + 9.81 * at / 3, rel=TIGHT)


def test_the_two_limits_of_the_first_acceleration_do_not_commute():
    first = [measures("cayley_chain", {"y0": y0})["first_acceleration"] for y0 in (1e-2, 1e-6, 1e-10, 0.0)]
    assert first == pytest.approx([1, 1, 1, 1 / 3], rel=TIGHT)
    times = [measures("cayley_chain", {"y0": y0})["time"] for y0 in (1e-12, 0.0)]
    assert times[0] == pytest.approx(times[1], rel=1e-6)


def test_the_measured_chain_lost_more_than_an_inelastic_jerk_does():
    perfect, lossless = (measures("cayley_chain", {"y0": 0.0, "e": e}) for e in (0.0, 1.0))
    assert perfect["sigmas_above_measured"] == pytest.approx((1 / 3 - 0.3204) / 0.0010, rel=1e-9)
    assert lossless["sigmas_above_measured"] > 170
    measured = measures("cayley_chain", {"y0": 0.0, "e": 3 - 1 / 0.3204})
    assert measured["acceleration"] == pytest.approx(0.3204, rel=TIGHT)
    assert measured["lost_fraction"] > perfect["lost_fraction"] == pytest.approx(1 / 3, rel=TIGHT)


def test_a_run_that_is_stopped_on_its_way_has_no_time_of_arrival():
    for name, options, missing in (
        ("u_chain", {}, {"fall_time", "by_free_fall", "time", "speed", "acceleration", "support"}),
        ("buquoy_chain", THROWN, {"apex_height", "apex_time", "fall_time"}),
        ("raindrop", {"law": "time"}, {"time"}),
    ):
        found = measures(name, options, until=0.1)
        assert {which for which, value in found.items() if np.isnan(value)} == missing
