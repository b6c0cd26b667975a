"""Belts, carts, balloons, cranes and tethers move as other statements of them say, and the rules of thumb do not."""

import numpy as np
import pytest

import varmass as vm
from reference import machines

CLOSE, CLOSED = 1e-9, 1e-12
CRANE = {"M": 500.0, "mu": 20.0, "g": 9.81, "L": 60.0, "drum": 2000.0, "F": 13500.0}
TETHER = {"m": 20.0, "mu": 1e-3, "L": 25e3, "omega": 1.13e-3}
BALLOON = ("M", "V0", "p", "A", "rho", "rho_gas", "C_d", "kappa", "g")
OPEN = [  # statements for which only the principle of open volumes is at hand
    ("lifting_crane", {"reeling": "winch"}),
    ("lifting_crane", {"reeling": "winch", "M": 0.0, "F": 9000.0}),
    ("tethered_payout", {"payout": "brake"}),
    ("tethered_payout", {"payout": "brake", "spool": "fixed"}),
    ("tethered_payout", {"payout": "brake", "field": "uniform", "theta0": 0.2, "F": 10.0, "l1": 2e3}),
    ("tethered_payout", {"payout": "brake", "field": "uniform", "spool": "fixed", "F": 100.0}),
]


def case_run(name, principle=None, until=None, engine="taylor", **options):
    case = vm.case(name, **options)
    return case, vm.simulate_case(case, until, principle=principle, engine=engine)


def measures(name, principle=None, **options):
    case, run = case_run(name, principle, **options)
    return {which: of(run) for which, of in case.measures.items()}


def observed_order(steps, errors):
    return np.polyfit(np.log(steps), np.log(errors), 1)[0]


@pytest.mark.parametrize(
    ("drive", "f", "k", "belt"),
    [("motor", 100.0, 80.0, 400.0), ("force", 100.0, 0.0, 400.0), ("weight", 5 * 9.81, 0.0, 405.0)],
)
@pytest.mark.parametrize("w", [0.0, 0.7])
def test_a_belt_moves_by_the_balance_of_its_momentum(drive, f, k, belt, w):
    run = case_run("conveyor", drive=drive, w=w)[1]
    x, v = machines.belt(belt, f, k, 20.0, w, 10.0, 60.0)
    assert run.final("x") == pytest.approx(x, rel=CLOSE)
    assert run.final("x.dot") == pytest.approx(v, rel=CLOSE)


@pytest.mark.parametrize("w", [0.0, 0.5])
def test_a_belt_that_has_settled_takes_two_v_by_v_plus_w_times_what_the_sand_gains(w):
    found = measures("conveyor", w=w, end=300.0)
    v = found["steady_speed"]
    assert found["speed"] == pytest.approx(v, rel=1e-13)
    assert found["factor"] == pytest.approx(2 * v / (v + w), rel=1e-12)


def test_of_the_work_on_a_belt_that_starts_at_its_steady_speed_half_is_lost():
    _, run = case_run("conveyor", v0=1.0)
    work = run.book("load: motor")
    assert -run.book("dissipated") == pytest.approx(work / 2, rel=1e-13)
    assert run.final("x.dot") == pytest.approx(1, rel=1e-14)


def test_who_equates_power_and_gain_of_energy_has_a_light_belt_run_by_the_root_of_two_too_fast():
    options = {"drive": "force", "F": 20.0, "belt": 1e-3, "length": 1e3}
    right, naive = (measures("conveyor", rule, end=50.0, until=50.0, **options) for rule in (None, "N0"))
    assert right["speed"] == pytest.approx(1, rel=1e-12)
    assert naive["speed"] == pytest.approx(np.sqrt(2), rel=1e-4)


@pytest.mark.parametrize("options", [{}, {"rain": 0.0, "u": 3.0}, {"leak": 2.0, "wind": 1.5, "u": 1.0}], ids=str)
def test_a_cart_that_exchanges_packets_of_mass_tends_to_the_cart_in_the_rain(options):
    o = {"rain": 10.0, "leak": 10.0, "wind": 0.0, "u": 0.0} | options
    speed, counts = measures("leaking_cart", end=60.0, **o)["speed"], np.array([100, 200, 400])
    found = [machines.packets(1000.0, v=3.0, time=60.0, n=n, **o) for n in counts]
    errors = np.abs(np.array(found) - speed)
    assert observed_order(counts, errors) == pytest.approx(-1, abs=0.01)
    assert 2 * found[2] - found[1] == pytest.approx(speed, rel=1e-5)


def test_a_cart_that_lets_the_rain_out_is_slower_than_one_that_keeps_it():
    tight, drained, shielded = (
        measures("leaking_cart", rain=rain, leak=leak, end=90.0)["speed"]
        for rain, leak in ((10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    )
    assert tight == pytest.approx(3 / 1.9, rel=1e-13)
    assert drained == pytest.approx(3 * np.exp(-0.9), rel=1e-13)
    assert shielded == pytest.approx(3, rel=1e-14)


@pytest.mark.parametrize("rule", ["N2", "N3"])
def test_by_both_rules_of_thumb_rain_costs_nothing_if_as_much_runs_out(rule):
    assert measures("leaking_cart", rule)["speed"] == pytest.approx(3, rel=1e-14)


@pytest.mark.parametrize("options", [{}, {"kappa": 0.0}, {"rho_gas": 0.7, "C_d": 0.2}, {"C_d": 0.0}], ids=str)
def test_a_balloon_flies_by_the_balance_of_its_momentum_as_long_as_its_jet_lasts(options):
    case, run = case_run("balloon", **options)
    time = run.t_events["limp"][0]
    h, v = machines.balloon({name: run.values.get(name, 0.0) for name in BALLOON} | {"h0": 1.0}, time)
    at = run.y_events["limp"][:, 0]
    assert at == pytest.approx([h, v], rel=CLOSE)
    assert case.measures["speed_limp"](run) == at[1]


def test_the_jet_takes_all_the_energy_out_of_the_rubber():
    _, run = case_run("balloon", kappa=0.0)
    assert run.book("injected") == pytest.approx(2500 * (5e-3 - 2e-4), rel=1e-13)


def test_without_the_air_around_a_balloon_begins_a_third_too_fast():
    first = [case_run("balloon", kappa=kappa, until=1e-6)[1].final("h.dot") for kappa in (0.0, 0.5)]
    assert first[0] / first[1] == pytest.approx(1 + 0.5 * 6 / 8.5, rel=1e-5)


def test_a_limp_balloon_lands_with_the_speed_at_which_drag_and_weight_balance():
    section = np.pi * (3 * 2e-4 / 4 / np.pi) ** (2 / 3)
    terminal = np.sqrt(2 * 2.5e-3 * 9.81 / (1.2 * 0.45 * section))
    assert measures("balloon", h0=50.0)["landing_speed"] == pytest.approx(terminal, rel=1e-6)


@pytest.mark.parametrize("options", [{}, {"M": 0.0}, {"l0": 8.0, "l1": 40.0, "u": -0.5, "theta0": 1.0}], ids=str)
def test_a_load_swings_by_its_angular_momentum_summed_over_the_cable(options):
    _, run = case_run("lifting_crane", **options)
    o = {"M": 500.0, "l0": 40.0, "u": 0.5, "theta0": 0.15} | options
    expected = machines.hoisted(o["M"], 20.0, 9.81, lambda time: o["l0"] - o["u"] * time, o["theta0"], run.t[-1])
    assert [run.final("theta"), run.final("theta.dot")] == pytest.approx(expected, rel=CLOSE)


def test_small_swings_of_a_bare_cable_are_a_bessel_function():
    _, run = case_run("lifting_crane", M=0.0, theta0=1e-5)
    assert run.final("theta") / 1e-5 == pytest.approx(machines.bessel(2, 1.5 * 9.81, 0.5, 40.0, 8.0), abs=1e-8)


@pytest.mark.parametrize("M", [0.0, 500.0])
def test_slow_reeling_keeps_the_action_of_the_swings(M):
    rates, errors = [0.2, 0.1, 0.05], []
    for u in rates:
        found = measures("lifting_crane", M=M, u=u, theta0=1e-4)
        errors.append(abs(found["swing"] / found["slow_swing"] - 1))
    assert max(errors) < 0.03
    assert errors[2] < errors[0] / 2


def test_a_cable_that_left_with_the_speed_of_the_hook_would_swing_less():
    right, naive = (measures("lifting_crane", rule)["swing"] for rule in (None, "N3"))
    assert 0.9 * right > naive > 0.15


def gravity(s, θ):
    return -9.81 * s * np.cos(θ), -9.81 * np.cos(θ) + 0 * s, 9.81 * s * np.sin(θ)


def tide(s, θ):
    a = TETHER["omega"] ** 2
    flat = 1 - 3 * np.cos(θ) ** 2
    return a * s**2 / 2 * flat, a * s * flat, 3 * a * s**2 * np.sin(θ) * np.cos(θ)


def test_load_cable_and_drum_move_by_the_canonical_equations_of_the_whole():
    _, run = case_run("lifting_crane", reeling="winch")
    moved = CRANE["M"] + CRANE["mu"] * CRANE["L"] + CRANE["drum"]
    expected = machines.whole(500.0, 20.0, moved, gravity, 0.0, CRANE["F"], (0.15, 40.0, 0.0, 0.0), run.t[-1])
    assert run.y[:, -1] == pytest.approx(expected, rel=CLOSE)


@pytest.mark.parametrize(
    ("field", "turn", "F", "theta0"), [("orbit", TETHER["omega"], 0.01, -0.3), ("uniform", 0.0, 10.0, 0.2)]
)
def test_tether_and_reel_move_by_the_canonical_equations_of_the_whole(field, turn, F, theta0):
    _, run = case_run("tethered_payout", payout="brake", field=field, F=F, theta0=theta0, l1=5e3)
    moved, of = 20.0 + 1e-3 * 25e3, tide if field == "orbit" else gravity
    expected = machines.whole(20.0, 1e-3, moved, of, turn, F, (theta0, 100.0, 0.0, 2.0), run.t[-1])
    assert run.y[:, -1] == pytest.approx(expected, rel=CLOSE)


@pytest.mark.parametrize(("name", "options"), OPEN, ids=str)
def test_what_is_cut_at_the_pulley_or_the_craft_keeps_its_books_and_its_first_integral(name, options):
    case, run = case_run(name, **options)
    assert run.success, run.message
    assert max(run.ledger().energy_closure, run.ledger().momentum_closure) <= CLOSED
    for state, form in case.exact.items():
        assert run.state(state) == pytest.approx(form(run), rel=1e-12, abs=1e-12 * np.abs(form(run)).max())
    assert all(np.isfinite(of(run)) for of in case.measures.values())
    other = case_run(name, engine="dop853", **options)[1]
    assert other.y[:, -1] == pytest.approx(run.y[:, -1], rel=1e-8)


def test_a_fixed_spool_loses_half_of_what_a_jerk_takes():
    """Beside the brake, ∫ μ l̇³/2 dt of the tension μ l̇²: as Cayley's chain loses at the edge of the table."""
    _, run = case_run("tethered_payout", payout="brake", field="uniform", spool="fixed", F=100.0)
    time = np.linspace(0, run.t[-1], 4001)
    speed = run.state("l.dot", at=time)
    jerked = np.trapezoid(1e-3 * speed**3, time)
    braked = 100.0 * (run.final("l") - 100.0)
    assert -run.book("traction: craft") == pytest.approx(jerked + braked, rel=1e-6)
    assert run.book("port: craft") == pytest.approx(jerked / 2, rel=1e-4)


def test_the_tide_is_what_the_earth_leaves_of_its_attraction_in_the_frame_that_falls():
    _, run = case_run("tethered_payout", theta0=0.3)
    radii, errors = [6.8e7, 6.8e8, 6.8e9], []
    for radius in radii:
        length, time = (lambda t: 100.0 * np.exp(2.5e-4 * t)), run.t[-1]
        θ, _ = machines.about_the_earth(20.0, 1e-3, radius, 1.13e-3, length, 0.3, time)
        errors.append(abs(θ - run.final("theta")))
    assert observed_order(radii, errors) == pytest.approx(-1, abs=0.05)
    assert errors[-1] < 1e-5


@pytest.mark.parametrize(("rule", "n"), [(None, 3.0), ("N3", 2.0)])
def test_a_heavy_tether_leans_further_than_the_rule_of_thumb_has_it(rule, n):
    found = measures("tethered_payout", rule, mu=1.0, L=1e6, l1=1e6, alpha=1e-4)
    assert found["angle"] == pytest.approx(np.arcsin(-2 / 3 * n * 1e-4 / 1.13e-3) / 2, rel=5e-3)


def test_a_tether_that_is_paid_out_too_fast_to_lean_anywhere_goes_slack():
    case, found = case_run("tethered_payout", alpha=1e-3)
    assert "slack" in found.message
    assert np.isnan(case.measures["lean"](found))
    assert found.final("theta") < -np.pi / 4
