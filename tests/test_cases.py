"""Every case on the shelf runs, closes its ledger, keeps to its closed form, and is the same by every right route.

Nothing here knows a case by name but the table of further options: a new file on the shelf is tested at once.
"""

import inspect
from functools import cache

import numpy as np
import pytest

import varmass as vm
from varmass import cases, shelf
from varmass.cases._find import module, statement
from varmass.cli.signatures import options
from varmass.derive import principles
from varmass.derive.deriving import derive, naive_names, reference
from varmass.errors import PrincipleDoesNotApply, ValueRefused
from varmass.model.phases import systems
from varmass.model.zero import is_zero

NAMES = shelf.names(cases)
CLOSED, SAME, EXACT, ENGINES_AGREE = 1e-12, 1e-11, 1e-11, 1e-8

# Options beside the defaults, each a run of its own.
FURTHER = {
    "airy": [{"k": 3.0, "m": 2.0, "x0": 0.0, "v0": 1.0}],
    "decaying_mass_oscillator": [{"w": "at_rest"}, {"kappa": -0.5, "v0": 0.3}, {"kappa": -0.5, "w": "at_rest"}],
    "euler_cauchy": [{"b": 0.5, "v0": -0.2}, {"b": 1.0, "end": 9.0}, {"p": -1.0, "t0": 2.0, "end": 7.0}],
    "mathieu_mass": [{"w": "at_rest"}, {"epsilon": 0.7, "Omega": 2.0, "v0": 0.4}],
    "rocket_dispersion": [{"degrees": 110.0, "b": 0.0}, {"push": 0.0, "shell2": 0.0}],
    "balloon": [
        {"C_d": 0.0},
        {"C_d": 0.0, "kappa": 0.0, "rho_gas": 2.0},
        {"kappa": 0.0, "rho_gas": 0.2},
        {"C_d": 0.0, "rho_gas": 0.7, "V1": 1e-3},
    ],
    "buquoy_chain": [
        {"F": 0.0, "z0": 1.0, "v0": 4.0},
        {"F": 0.0, "z0": 1.0, "v0": 4.0, "exchange": "at_rest", "link": 0.05},
        {"z0": 3.0, "swings": 2},
        {"z0": 0.5, "v0": -2.0, "swings": 5},
        {"exchange": "at_rest", "link": 0.05},
        {"exchange": "lossless", "link": 0.05},
        {"exchange": "lossless", "z0": 1.0},
    ],
    "cayley_chain": [
        {"F": 2.0},
        {"F": -0.5, "y0": 0.05},
        {"e": 0.5},
        {"e": 1.0, "F": 1.0},
        {"y0": 0.0},
        {"y0": 0.0, "F": 2.0, "e": 0.5},
    ],
    "cable_reel": [
        {"by": "parts"},
        {"by": "parts", "C_f": 0.0, "weighed": "submerged"},
        {"C_f": 0.0, "R": 4.0, "l0": 50.0},
        {"rubs": "pi_D", "depth": 2999.0},
    ],
    "accreting_oscillator": [
        {"c": 0.0},
        {"c": 0.5, "v0": 0.3, "epsilon": 0.03},
        {"law": "exp", "end": 20.0},
        {"law": "exp", "c": 0.0, "epsilon": -0.1, "end": 20.0},
        {"c": 0.0, "epsilon": -0.05, "end": 18.0},
    ],
    "conveyor": [
        {"drive": "force", "w": 0.5, "F": 20.0},
        {"drive": "weight", "v0": 2.0},
        {"w": 2.0, "v0": 1.0, "length": 40.0},
        {"feed": "rate"},
        {"feed": "rate", "drive": "force", "w": 0.5, "v0": 3.0},
        {"feed": "rate", "drive": "weight", "length": 50.0},
    ],
    "iceberg": [{"epsilon": 0.05}, {"epsilon": -0.05, "z0": 1.9, "v0": -1.0}, {"epsilon": 0.5, "F": 0.0}],
    "leaking_cart": [
        {"leak": 0.0, "wind": 1.0, "F": 2.0},
        {"rain": 0.0, "end": 75.0, "u": 5.0},
        {"rain": 0.0, "end": 75.0, "F": -5.0},
        {"rain": 4.0, "leak": 8.0, "wind": -2.0, "u": 1.0},
    ],
    "lifting_crane": [{"M": 0.0}, {"l0": 8.0, "l1": 40.0, "u": -0.5, "theta0": 1.0}],
    "meteorite_earth": [{"model": "gyration"}, {"p": 0.0}, {"epsilon": 1.0, "gain": 5.0}],
    "moon_pool": [{"closure": c, "a": a} for c in ("lossless", "jet", "sharp", "switching") for a in (0.05, 0.9)],
    "leaking_pendulum": [{"w": "at_rest", "kappa": 0.05}, {"theta0": 3.0}, {"kappa": -0.5, "theta0": 0.01}],
    "raindrop": [
        {"x0": 0.0},
        {"x0": 0.0, "n": 1.0, "m0": 2.0},
        {"v0": 5.0, "n": 1.5},
        {"law": "time", "v0": -3.0},
        {"law": "time", "b": 1e-6, "r1": 1.1e-4},
    ],
    "rod_friction": [{"mu": 0.0, "end": 0.3}, {"c_slide": 0.0, "end": 0.3}],
    "soft_robot_tip": [{"feed": -0.1, "eta0": 0.3, "end": 0.02}],
    "rocket": [{"g": 0.0}, {"b": 0.05}, {"g": 0.0, "b": 8.0}, {"b": 8.0, "T": 60.0}, {"m0": 1.0, "R": 20.0}],
    "rocket_staged": [{"g": 1.6}, {"coast": 0.0, "push": 0.0}, {"push": 30.0, "shell2": 0.0}],
    "simple_particle": [
        {"law": "exp"},
        {"F": 0.0, "v0": 1.0},
        {"k": 1.0, "F": 0.0, "x0": 0.4},
        {"k": 2.0, "F": 1.0, "x0": 0.1, "law": "exp"},
        {"k": 1.0, "F": 0.2, "x0": 0.1, "v0": 0.3},
    ],
    "u_chain": [{"e": 0.0}, {"e": 0.5, "x0": -0.3, "v0": 1.0}, {"e": 2.0, "place": 0.9}],
    "sphere_impact": [{"beta": 0.02}, {"beta": 1.1}, {"beta": 3.0, "eta_end": 0.6}],
    "tower": [
        {"Phi": 0.0},
        {"Phi": 0.19, "v0": 0.16},
        {"Phi": 0.18, "v0": 0.168},
        {"K": 0.0, "y0": 0.5},
        {"storeys": 28},
    ],
    "tethered_payout": [
        {"payout": "speed", "theta0": 0.5},
        {"alpha": 5e-4, "theta0": -0.4, "mu": 5e-3},
        {"payout": "speed", "field": "uniform", "theta0": 0.3, "l0": 10.0, "l1": 50.0, "mu": 1.0, "u": 0.5},
    ],
    "two_body": [
        {"law": "gylden2", "alpha": 0.1},
        {"law": "jeans", "alpha": -0.01, "end": 50.0},
        {"law": "jeans", "n": 0.0, "varies": "planet", "alpha": -0.01, "end": 50.0},
        {"law": "jeans", "n": 4.0, "varies": "planet"},
        {"varies": "planet", "alpha": -0.005},
        {"varies": "planet", "w": "with_body", "vt0": -1.2},
    ],
    "van_der_pol_mass": [{"c": 0.0}, {"s": 1.0, "c": 0.5}, {"beta": 3.0, "tau": 10.0}],
    "variable_chain": [{"n": 1}, {"n": 2, "theta0": -1.0}, {"n": 5, "T": 1.0}, {"eps": -0.5}],
    "variable_pendulum": [
        {"w": "at_rest", "kappa": 0.05},
        {"theta0": 3.0},
        {"kappa": -0.5, "theta0": 0.01},
        {"payout": 0.5, "w": "at_rest", "law": "linear", "kappa": -0.2},
        {"swings": "small"},
        {"swings": "small", "payout": 0.1},
        {"swings": "small", "payout": -0.09, "kappa": -0.1},
        {"swings": "small", "w": "at_rest"},
        {"swings": "small", "w": "at_rest", "law": "linear", "kappa": 0.09},
        {"swings": "small", "w": "at_rest", "law": "linear", "kappa": -0.3},
    ],
    "velocity_mass": [{"F": -3.0}, {"c": 300.0, "T": 1000.0}],
    "water_column": [
        {"wave": 0.0, "zeta0": -3.0, "closure": "lossless"},
        {"wave": 0.0, "zeta0": 4.0, "closure": "jet", "end": 30.0},
        {"wave": 0.0, "zeta0": -5.0, "closure": "sharp", "chamber": "linear", "end": 30.0},
        {"heave": 0.8, "chamber": "adiabatic", "xi": 0.5, "end": 60.0},
        {"heave": 1.0, "wave": 0.0, "chamber": "linear", "closure": "lossless", "zeta0": 0.5, "end": 60.0},
    ],
}
# Defaults that take long, or part two engines in time, are run shorter here; files of their own run them in full.
SHORTER = {
    "cantilever": {"n": 3, "end": 0.1},
    "dancing_rod": {"n": 3, "end": 0.6},
    "dancing_rod_ritz": {"end": 1.0},
    "rod_end_mass": {"n": 3, "end": 0.3},
    "rod_flexible_sleeve": {"end": 0.03},
    "rod_friction": {"end": 0.3},
    "rod_moving_sleeve": {"end": 0.3},
    "soft_robot_tip": {"n": 4, "end": 0.02},
}
RUNS = [(name, options) for name in NAMES for options in (SHORTER.get(name, {}), *FURTHER.get(name, []))]


def label(value):
    return value if isinstance(value, str) else ",".join(f"{k}={v}" for k, v in value.items()) or "default"


every_run = pytest.mark.parametrize(("name", "options"), RUNS, ids=label)
every_case = pytest.mark.parametrize("name", NAMES)


@cache
def _run(name, options, **how):
    return vm.simulate_case(vm.case(name, **dict(options)), **how)


def run(name, options=None, **how):
    return _run(name, tuple(dict(SHORTER.get(name, {}) if options is None else options).items()), **how)


def distance(one, other):
    """Largest difference of the final states, and of the final times, relative to the largest values on the way."""
    size = np.abs(other.y).max(axis=1)
    apart = np.abs(one.y[:, -1] - other.y[:, -1])[size > 0] / size[size > 0]
    return max(apart.max(initial=0), abs(one.t[-1] - other.t[-1]) / other.t[-1])


def closure(found):
    books = found.ledger()
    return max(books.energy_closure, books.momentum_closure)


@every_run
def test_it_runs_to_its_end_and_its_ledger_closes(name, options):
    found = run(name, options)
    assert found.success, found.message
    assert closure(found) <= CLOSED


@every_run
def test_the_closed_form_holds_along_the_run(name, options):
    found = run(name, options)
    for state, form in vm.case(name, **options).exact.items():
        exact = form(found)
        assert exact.shape == found.t.shape
        assert np.abs(found.state(state) - exact).max() <= EXACT * np.abs(exact).max(), state


@every_run
def test_the_two_engines_agree(name, options):
    other = run(name, options, engine="dop853")
    assert other.success, other.message
    assert distance(other, run(name, options)) <= ENGINES_AGREE
    assert closure(other) <= ENGINES_AGREE


@every_case
@pytest.mark.parametrize("principle", shelf.names(principles))
def test_every_principle_that_applies_gives_the_same_motion(name, principle):
    try:
        found = run(name, principle=principle)
    except PrincipleDoesNotApply:
        return
    assert distance(found, run(name)) <= SAME
    assert closure(found) <= CLOSED


@every_case
def test_more_than_one_principle_applies(name):
    def applies(principle):
        try:
            return all(derive(system, principle) for system in systems(vm.case(name).system).values())
        except PrincipleDoesNotApply:
            return False

    assert sum(map(applies, shelf.names(principles))) >= 3


@every_run
def test_the_usual_lagrange_equation_closes_the_ledger_exactly_where_it_is_right(name, options):
    stated = systems(vm.case(name, **options).system).values()
    gap = [e for s in stated for e in derive(s, "N0").residual - derive(s, reference(s)).residual]
    found = run(name, options, principle="N0")
    if all(map(is_zero, gap)):
        assert closure(found) <= CLOSED
        assert distance(found, run(name, options)) <= SAME
    else:
        assert closure(found) > 1e-6


def test_the_usual_lagrange_equation_is_right_for_some_cases_and_wrong_for_others():
    right = {name for name in NAMES if closure(run(name, principle="N0")) <= CLOSED}
    assert {"leaking_pendulum", "rocket", "variable_pendulum"} <= right < set(NAMES)


@every_run
def test_every_measure_is_a_finite_number(name, options):
    found = run(name, options)
    missing = {"crush_time", "crush_seconds"} if "arrested" in found.message else set()
    for measure, function in vm.case(name, **options).measures.items():
        assert isinstance(function(found), float), measure
        assert np.isfinite(function(found)) != (measure in missing), measure


@every_case
def test_every_option_has_a_default_and_is_explained(name):
    for parameter in inspect.signature(statement(module(name))).parameters.values():
        assert parameter.default is not parameter.empty, parameter.name
    for option in options(name, set()):
        assert option.help, option.name
    assert len(module(name).__doc__.splitlines()) >= 5
    assert vm.case(name).measures


@every_case
def test_a_misspelt_option_is_refused(name):
    with pytest.raises(ValueRefused, match="has no option 'nonsense'"):
        vm.case(name, nonsense=1)


REFUSED = [
    ("airy", {"k": 0.0}),
    ("decaying_mass_oscillator", {"kappa": 0.0}),
    ("decaying_mass_oscillator", {"w": "sideways"}),
    ("euler_cauchy", {"t0": 0.0}),
    ("mathieu_mass", {"epsilon": 1.0}),
    ("mathieu_mass", {"w": "sideways"}),
    ("rocket_dispersion", {"T1": 0.0}),
    ("rocket_dispersion", {"end": 30.0}),
    ("accreting_oscillator", {"law": "cubic"}),
    ("accreting_oscillator", {"epsilon": 0.0}),
    ("accreting_oscillator", {"epsilon": -0.1}),
    ("balloon", {"C_d": -0.1}),
    ("balloon", {"M": 0.1}),
    ("balloon", {"V1": 6e-3}),
    ("balloon", {"V1": 4e-3, "rho_gas": 0.2}),
    ("buquoy_chain", {"F": 0.0, "z0": 1.0}),
    ("buquoy_chain", {"exchange": "sideways"}),
    ("buquoy_chain", {"link": 3.0}),
    ("buquoy_chain", {"swings": 0}),
    ("buquoy_chain", {"v0": 1.0}),
    ("buquoy_chain", {"z0": 2.0, "F": 2 * 9.81}),
    ("cable_reel", {"C_f": -1e-3}),
    ("cable_reel", {"depth": 4000.0}),
    ("cable_reel", {"gamma": 50.0}),
    ("cayley_chain", {"e": 2.0}),
    ("cayley_chain", {"y0": 0.0, "F": -1.0}),
    ("cayley_chain", {"y0": 0.05, "F": -2.0}),
    ("conveyor", {"drive": "wind"}),
    ("conveyor", {"feed": "pump"}),
    ("conveyor", {"length": 0.0}),
    ("conveyor", {"w": -1.0}),
    ("iceberg", {"epsilon": 0.0}),
    ("iceberg", {"epsilon": -0.1, "end": 10.0}),
    ("leaking_cart", {"leak": 20.0}),
    ("leaking_cart", {"rain": -1.0}),
    ("leaking_cart", {"rain": 0.0, "leak": 0.0}),
    ("leaking_cart", {"v0": 0.0}),
    ("lifting_crane", {"mu": 0.0}),
    ("lifting_crane", {"reeling": "hand"}),
    ("lifting_crane", {"reeling": "winch", "F": 1000.0}),
    ("lifting_crane", {"theta0": 2.0}),
    ("lifting_crane", {"u": -0.5}),
    ("meteorite_earth", {"model": "disc"}),
    ("meteorite_earth", {"gain": 0.0}),
    ("moon_pool", {"closure": "open"}),
    ("moon_pool", {"a": 1.0}),
    ("raindrop", {"b": 0.0}),
    ("raindrop", {"law": "cubic"}),
    ("raindrop", {"x0": 0.0, "v0": 1.0}),
    ("rod_end_mass", {"m_e": -1.0}),
    ("rod_end_mass", {"n": 0}),
    ("rod_friction", {"mu": -0.1}),
    ("rod_friction", {"l_c": 0.0}),
    ("rod_moving_sleeve", {"A": -1.0}),
    ("soft_robot_tip", {"feed": -0.1}),
    ("dancing_rod", {"eta0": 1.0}),
    ("dancing_rod", {"h": 0.0}),
    ("cantilever", {"n": 1}),
    ("rocket", {"T": 300.0}),
    ("rocket", {"R": 0.5}),
    ("simple_particle", {"law": "cubic"}),
    ("sphere_impact", {"beta": 0.0}),
    ("sphere_impact", {"eta_end": 1.5}),
    ("tethered_payout", {"alpha": 2e-3}),
    ("tethered_payout", {"field": "none"}),
    ("tethered_payout", {"l1": 50e3}),
    ("tethered_payout", {"mu": -1.0}),
    ("tethered_payout", {"theta0": 2.0}),
    ("tower", {"Phi": 0.135}),
    ("tower", {"storeys": 110}),
    ("tower", {"y0": 1.5}),
    ("two_body", {"law": "gylden3"}),
    ("two_body", {"vt0": 0.0}),
    ("two_body", {"alpha": -0.01, "end": 100.0}),
    ("u_chain", {"e": 3.0}),
    ("u_chain", {"place": 0.995}),
    ("van_der_pol_mass", {"beta": -0.1}),
    ("van_der_pol_mass", {"x0": 0.0}),
    ("variable_chain", {"n": 0}),
    ("variable_chain", {"eps": -1.0}),
    ("variable_pendulum", {"w": "sideways"}),
    ("variable_pendulum", {"theta0": 4.0}),
    ("variable_pendulum", {"law": "linear"}),
    ("variable_pendulum", {"swings": "small", "w": "at_rest", "payout": 0.1}),
    ("water_column", {"chamber": "leaky"}),
    ("water_column", {"closure": "open"}),
    ("water_column", {"wave": 0.0}),
    ("water_column", {"zeta0": -10.0}),
]


@pytest.mark.parametrize(("name", "options"), REFUSED, ids=label)
def test_what_cannot_move_as_stated_is_refused_with_a_way_out(name, options):
    with pytest.raises(ValueRefused) as refusal:
        vm.case(name, **options)
    assert all((refusal.value.what, refusal.value.expected, refusal.value.got, refusal.value.hint))


@pytest.mark.parametrize(("y0", "Y"), [(0.1, 1.0), (0.1, 10.0), (0.5, 0.8), (1e-3, 5.0), (1e-8, 1.0)])
def test_cayleys_chain_loses_a_third_of_the_released_energy(y0, Y):
    case = vm.case("cayley_chain", y0=y0, length=Y)
    found = vm.simulate_case(case)
    lost = (Y**2 - 3 * y0**2 + 2 * y0**3 / Y) / (3 * (Y**2 - y0**2))
    released = case.values["mu"] * case.values["g"] * (Y**2 - y0**2) / 2
    assert case.measures["lost_fraction"](found) == pytest.approx(lost, rel=EXACT)
    assert -found.book("dissipated") / released == pytest.approx(lost, rel=EXACT)


@pytest.mark.parametrize("F", [0.0, 3.0])
def test_a_lossless_exchange_at_the_table_loses_nothing(F):
    options = {"e": 1.0, "F": F}
    assert abs(vm.case("cayley_chain", **options).measures["lost_fraction"](run("cayley_chain", options))) <= CLOSED


@pytest.mark.parametrize("options", [{}, {"Phi": 0.0}, {"Phi": 0.18, "v0": 0.168}], ids=label)
def test_what_a_tower_loses_is_what_its_ledger_says(options):
    case, found = vm.case("tower", **options), run("tower", options)
    released = (1 - case.values["K"]) * (found.final("y") ** 2 - case.start["y"] ** 2) / 2
    for measure, book in (("accretion_loss", "dissipated"), ("resistance_loss", "load: resistance")):
        assert case.measures[measure](found) == pytest.approx(-found.book(book) / released, abs=CLOSED)


@pytest.mark.parametrize("a", [0.1, 0.5, 0.9])
def test_the_column_is_the_usual_lagrange_equation_of_its_hydrostatic_energy(a):
    lossless = run("moon_pool", {"a": a})
    assert distance(run("moon_pool", {"closure": "jet", "a": a}, principle="N1"), lossless) <= SAME
    for closure_, rule in (("sharp", "N1"), ("jet", "N0")):
        naive, stated = run("moon_pool", {"a": a}, principle=rule), run("moon_pool", {"closure": closure_, "a": a})
        assert distance(naive, stated) <= SAME, rule


def test_a_mouth_that_switches_damps_the_column_and_a_lossless_one_does_not():
    tops = [
        vm.case("moon_pool").measures["eta_max"](run("moon_pool", {"closure": c})) for c in ("lossless", "switching")
    ]
    assert tops[0] == pytest.approx(0.5, rel=1e-12)
    assert run("moon_pool", {"closure": "switching"}).final("eta") > -tops[1] > -0.5
    books = run("moon_pool", {"closure": "switching"}).ledger()
    assert books.account("energy").books["traction: mouth"] < 0


def test_a_rocket_by_levi_civita_falls_faster_than_a_stone():
    case = vm.case("rocket")
    found = vm.simulate_case(case, until=100.0, principle="N2")
    R, T, g = 5.0, case.values["T"], case.values["g"]
    assert found.final("h.dot") == pytest.approx(-g * T * (R + 1) / 2, rel=1e-12)
    assert found.final("h.dot") < -g * T


def test_a_front_too_slow_for_its_resistance_is_arrested():
    found = run("tower", {"Phi": 0.19, "v0": 0.16})
    assert "arrested" in found.message
    assert found.final("y") < 1


def test_a_powerless_wrong_force_closes_the_energy_and_not_the_momentum():
    books = run("variable_chain", principle="N6").ledger()
    assert "N6" in naive_names()
    assert books.momentum_closure > 1e-6
