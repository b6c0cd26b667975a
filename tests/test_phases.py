"""Phases take over from each other at their events, by jumps that follow from momentum and are booked in the ledger."""

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from varmass.derive.jumps import Jump
from varmass.errors import ModelError, PrincipleDoesNotApply, ValueRefused
from varmass.integrate.outcome import Outcome

x, y, θ = vm.coordinate("x", "m"), vm.coordinate("y", "m"), vm.coordinate("theta", "rad")
m, M, Δ, s, k, l, g = vm.parameters("m [kg]", "M [kg]", "D [kg]", "s [kg]", "k [N/m]", "l [m]", "g [m/s^2]")
e, w, c = vm.parameters("e", "w [m/s]", "c [m/s]")
every_engine = pytest.mark.parametrize("engine", ["taylor", "dop853"])
CLOSED = 1e-12


def body(mass, position=(x,), name="body"):
    return vm.Particle(name, mass=mass, position=list(position))


def two(before, after, *jump, at=x):
    """A phase that ends where `at` rises through zero, and the one after it."""
    switch = vm.Switch(vm.when(at, name="now", direction="rising"), "after", *jump)
    return vm.Phases("two phases", vm.Phase("before", before, switch), vm.Phase("after", after))


def system(*parts, **more):
    return vm.System("free", *parts, **more)


def closure(run):
    return max(run.ledger().energy_closure, run.ledger().momentum_closure)


@every_engine
def test_a_capture_keeps_momentum_and_loses_the_energy_of_an_inelastic_impact(engine):
    phases = two(system(body(m)), system(body(m + Δ)), vm.Capture("body", velocity=[w]))
    run = vm.simulate(phases, {"m": 2, "D": 3, "w": -1}, {"x": -1, "x.dot": 4}, 2.0, engine=engine)
    assert run.final("x.dot") == pytest.approx((2 * 4 + 3 * -1) / 5, rel=1e-13)
    assert -run.book("dissipated") == pytest.approx(0.5 * 2 * 3 / 5 * 5**2, rel=1e-13)
    assert closure(run) <= CLOSED


def test_a_separation_gains_what_the_push_supplies():
    phases = two(system(body(m)), system(body(m - s)), vm.Separation("body", velocity=[w]))
    run = vm.simulate(phases, {"m": 5, "s": 2, "w": 1}, {"x": -1, "x.dot": 4}, 2.0)
    v = (5 * 4 - 2 * 1) / 3
    assert run.final("x.dot") == pytest.approx(v, rel=1e-13)
    assert run.book("injected") == pytest.approx(0.5 * 3 * 2 / 5 * (v - 1) ** 2, rel=1e-13)
    assert run.book("injected") == pytest.approx(0.5 * 5 * 2 / 3 * (4 - 1) ** 2, rel=1e-13)
    assert closure(run) <= CLOSED


def test_mass_that_leaves_without_a_push_changes_no_speed():
    phases = two(system(body(m)), system(body(m - s)), vm.Separation("body"))
    run = vm.simulate(phases, {"m": 5, "s": 2}, {"x": -1, "x.dot": 4}, 2.0)
    assert run.final("x.dot") == pytest.approx(4, rel=1e-14)
    assert run.book("injected") == 0


def test_a_point_captured_by_a_system_of_several_degrees_of_freedom_loses_what_its_inertia_there_says():
    """L = ½ c·[1/Δ + J M⁻¹ Jᵀ]⁻¹ c with c = w − J q̇⁻: a pendulum on a cart is hit at its bob by a mass Δ."""

    def cart(bob):
        place = (x + l * sp.sin(θ), -l * sp.cos(θ))
        return system(body(M, (x, 0), "cart"), body(bob, place, "bob"), coordinates=[x, θ])

    phases = two(cart(m), cart(m + Δ), vm.Capture("bob", velocity=[w, c]), at=θ)
    values = {"m": 2, "M": 3, "D": 0.7, "l": 1.5, "w": -2.0, "c": 0.4}
    run = vm.simulate(phases, values, {"x": 0, "theta": -0.3, "x.dot": 1, "theta.dot": 2}, 1.0)
    (at,) = run.jumps
    before = dict(zip(run.names, run.legs[0].path.x[:, -1], strict=False))
    J = np.array([[1, 1.5 * np.cos(0.0)], [0, 1.5 * np.sin(0.0)]])
    inertia = np.array([[5, 2 * 1.5], [2 * 1.5, 2 * 1.5**2]])
    missed = np.array([-2.0, 0.4]) - J @ [before["x.dot"], before["theta.dot"]]
    lost = 0.5 * missed @ np.linalg.solve(np.eye(2) / 0.7 + J @ np.linalg.solve(inertia, J.T), missed)
    books = {name: amount for (kind, _, name), amount in at.books.items() if kind == "energy"}
    assert -books["dissipated"] - books["locking"] == pytest.approx(lost, rel=1e-12)
    assert closure(run) <= CLOSED


@pytest.mark.parametrize("restitution", [0.0, 0.6, 1.0])
def test_a_ball_rebounds_by_its_restitution_and_loses_what_is_missing_to_one(restitution):
    floor = vm.Switch(vm.when(x, name="floor", direction="falling"), "flight", vm.Impact(x, restitution=e))
    ball = vm.Phases("ball", vm.Phase("flight", system(body(m), vm.Gravity([-g])), floor))
    run = vm.simulate(ball, {"m": 2, "g": 10, "e": restitution}, {"x": 0.2, "x.dot": 0}, 0.25)
    speed = np.sqrt(2 * 10 * 0.2)
    assert run.jumps[0].state[1] == pytest.approx(restitution * speed, rel=1e-12, abs=1e-14)
    assert run.jumps[0].books.get(("energy", "total", "impact"), 0) == pytest.approx(
        -0.5 * 2 * speed**2 * (1 - restitution**2), rel=1e-12, abs=1e-14
    )
    assert closure(run) <= CLOSED


def test_two_bodies_that_collide_exchange_momentum_and_keep_their_sum():
    pair = system(body(m, (x,), "left"), body(M, (y,), "right"), coordinates=[x, y])
    hit = vm.Switch(vm.when(y - x, name="hit", direction="falling"), "free", vm.Impact(y - x, restitution=e))
    run = vm.simulate(
        vm.Phases("pair", vm.Phase("free", pair, hit)), {"m": 1, "M": 3, "e": 0.5}, {"x": 0, "y": 1, "x.dot": 2}, 2.0
    )
    u, v = run.final("x.dot"), run.final("y.dot")
    assert (1 * u + 3 * v, v - u) == (pytest.approx(2, rel=1e-13), pytest.approx(0.5 * 2, rel=1e-13))
    assert closure(run) <= CLOSED


def test_a_latch_holds_two_bodies_together_in_a_coordinate_of_their_own():
    """Two carts couple: the later phase knows one coordinate, the earlier one two."""
    pair = system(body(m, (x,), "left"), body(M, (y,), "right"), coordinates=[x, y])
    train = system(body(m, (θ * l,), "left"), body(M, (θ * l,), "right"), coordinates=[θ], parameters=[l])
    couple = vm.Switch(vm.when(y - x, name="couple", direction="falling"), "train", map={"theta": x / l})
    phases = vm.Phases("carts", vm.Phase("apart", pair, couple), vm.Phase("train", train))
    run = vm.simulate(phases, {"m": 1, "M": 3, "l": 0.5}, {"x": 0, "y": 1, "x.dot": 2}, 2.0)
    assert run.final("theta.dot") * 0.5 == pytest.approx(2 / 4, rel=1e-13)
    assert -run.book("locking") == pytest.approx(0.5 * 1 * 3 / 4 * 2**2, rel=1e-13)
    assert run.ledger().energy_closure <= CLOSED
    assert run.ledger().closure("linear") <= CLOSED
    assert np.isnan(run.final("x"))
    assert run.state("theta", at=[1.0])[0] * 0.5 == pytest.approx(1.25, rel=1e-12)


def test_a_latch_in_the_same_coordinates_stops_their_difference():
    pair = system(body(m, (x,), "left"), body(M, (y,), "right"), coordinates=[x, y])
    phases = two(pair, pair, vm.Latch(y - x), at=x)
    run = vm.simulate(phases, {"m": 1, "M": 3}, {"x": -1, "y": 1, "x.dot": 2}, 1.0)
    assert run.final("x.dot") == pytest.approx(0.5, rel=1e-13)
    assert run.final("y.dot") == pytest.approx(0.5, rel=1e-13)
    assert closure(run) <= CLOSED


def test_a_blow_is_work_by_the_mean_speed():
    blow = vm.parameters("I [N s]")
    phases = two(system(body(m)), system(body(m)), vm.Impulse("blow", on="body", impulse=[blow]))
    run = vm.simulate(phases, {"m": 2, "I": 3}, {"x": -1, "x.dot": 4}, 2.0)
    assert run.final("x.dot") == pytest.approx(5.5, rel=1e-14)
    assert run.book("impulse: blow") == pytest.approx(3 * (4 + 5.5) / 2, rel=1e-14)
    assert closure(run) <= CLOSED


def test_a_support_in_motion_does_work_at_a_jump():
    """The bob of a pendulum whose support moves catches a mass: a rheonomic place, whose guide is no ideal one."""
    u = vm.parameters("u [m/s]")
    place = (u * vm.t + l * sp.sin(θ), -l * sp.cos(θ))

    def swing(mass):
        return system(body(mass, place), vm.Gravity([0, -g]))

    phases = two(swing(m), swing(m + Δ), vm.Capture("body", velocity=[0, w]), at=sp.sin(θ) - e)
    values = {"m": 2, "D": 1, "l": 1, "e": 0.3, "u": 0.7, "g": 9.81, "w": 2.0}
    run = vm.simulate(phases, values, {"theta": -0.5}, 2.0)
    assert len(run.jumps) == 1
    assert run.jumps[0].books["energy", "total", "drive"] != 0
    assert closure(run) <= CLOSED


def test_the_state_of_a_run_is_that_after_the_jump_at_its_instant_and_the_terms_add_up():
    before, after = (system(body(mass), vm.Gravity([g])) for mass in (m, m + Δ))
    phases = two(before, after, vm.Capture("body", velocity=[0]))
    run = vm.simulate(phases, {"m": 1, "D": 1, "g": 1}, {"x": -0.5}, 2.0)
    at = run.jumps[0].time
    assert at == pytest.approx(1, rel=1e-14)
    assert run(at)[1] == pytest.approx(0.5, rel=1e-13)
    assert run([at - 1e-9, at])[1] == pytest.approx([1, 0.5], rel=1e-8)
    assert np.abs(sum(run.terms([0.5, 1.5]).values())).max() < 1e-13
    assert np.abs(sum(run.terms().values())).max() < 1e-13
    filled = run.filled()["energy", "total", "dissipated"]
    assert filled[-1] == pytest.approx(run.book("dissipated"), rel=1e-13)
    assert run.t_events["now"].tolist() == [at]


def test_phases_that_only_bounce_come_to_an_end_with_a_sentence():
    floor = vm.Switch(vm.when(x, name="floor", direction="falling"), "flight", vm.Impact(x, restitution=e))
    ball = vm.Phases("ball", vm.Phase("flight", system(body(m), vm.Gravity([-g])), floor))
    run = vm.simulate(ball, {"m": 1, "g": 10, "e": 0.8}, {"x": 1}, 1000.0)
    assert run.outcome is Outcome.CHATTERING
    assert run.t[-1] == pytest.approx(np.sqrt(0.2) * 1.8 / 0.2, rel=1e-6)
    run = vm.simulate(ball, {"m": 1, "g": 10, "e": 1.0}, {"x": 1}, 1e6)
    assert run.outcome is Outcome.TOO_MANY_SWITCHES
    assert len(run.legs) == 1001


def test_a_phase_that_cannot_begin_ends_the_run_and_keeps_what_there_was():
    grows = vm.Particle("body", mass=m * (1 - x / l), position=[x], streams=vm.at_rest())
    phases = two(system(body(m)), system(grows), vm.Separation("body"), at=x - l)
    run = vm.simulate(phases, {"m": 1, "l": 2.0}, {"x": -1, "x.dot": 1}, 10.0)
    assert run.outcome is Outcome.PHASE_REFUSED
    assert "the phase 'after' cannot begin, the mass of 'body' is not positive" in run.message
    assert run.final("x") == pytest.approx(2, rel=1e-14)
    assert (run.status, len(run.legs), run.jumps) == (-1, 1, ())


def stated_wrongly(what):
    free = system(body(m))
    now, turned = vm.when(x, name="now"), vm.coordinate("x", "rad")
    other = vm.System("other", vm.Energies(turned.dot**2 * m))
    return {
        "nowhere": lambda: vm.Phases("p", vm.Phase("a", free, vm.Switch(now, "b"))),
        "twice": lambda: vm.Phases("p", vm.Phase("a", free), vm.Phase("a", free)),
        "empty": lambda: vm.Phases("p"),
        "no phase": lambda: vm.Phases("p", free),
        "no system": lambda: vm.Phase("a", now),
        "no switch": lambda: vm.Phase("a", free, now),
        "no event": lambda: vm.Switch(x, "b"),
        "passing": lambda: vm.Switch(vm.when(x, terminal=False), "b"),
        "no jump": lambda: vm.Switch(now, "b", free),
        "units": lambda: vm.Phases("p", vm.Phase("a", free), vm.Phase("b", other)),
    }[what]


WRONG = ["nowhere", "twice", "empty", "no phase", "no system", "no switch", "no event", "passing", "no jump", "units"]


@pytest.mark.parametrize("what", WRONG)
def test_phases_that_do_not_hang_together_are_refused_in_four_parts(what):
    with pytest.raises(ModelError) as refusal:
        stated_wrongly(what)()
    assert all((refusal.value.what, refusal.value.expected, refusal.value.got, refusal.value.hint))


@pytest.mark.parametrize(
    ("before", "after", "jump", "match"),
    [
        (m, m + Δ, (), "mass of 'body' does not add up"),
        (m, m + Δ, (vm.Capture("body", velocity=[0], mass=2 * Δ),), "mass of 'body' does not add up"),
        (m, m, (vm.Capture("body", velocity=[0], mass=Δ),), "mass of 'body' does not add up"),
    ],
)
def test_mass_from_nowhere_is_refused(before, after, jump, match):
    phases = two(system(body(before)), system(body(after), parameters=[Δ]), *jump)
    with pytest.raises(ValueRefused, match=match):
        vm.simulate(phases, {"m": 1, "D": 0.5}, {"x": -1, "x.dot": 1}, 2.0)


def test_matter_that_is_suddenly_elsewhere_is_refused():
    phases = two(system(body(m)), system(body(m, (x + l,))))
    with pytest.raises(ValueRefused, match="place of 'body' does not add up"):
        vm.simulate(phases, {"m": 1, "l": 0.5}, {"x": -1, "x.dot": 1}, 2.0)


def test_a_mass_that_depends_on_the_speed_has_no_law_of_jump():
    heavy = system(vm.Particle("body", mass=m * (1 + x.dot**2 / c**2), position=[x], streams=vm.at_rest()))
    with pytest.raises(PrincipleDoesNotApply):
        _ = Jump(system(body(m)), heavy, vm.Switch(vm.when(x), "b", vm.Capture("body", velocity=[0]))).bodies


def test_an_event_that_no_phase_knows_and_one_that_is_a_switch_already_are_refused():
    phases = two(system(body(m)), system(body(m)))
    for event in (vm.when(y), vm.when(x.dot, name="now")):
        with pytest.raises(ValueRefused):
            vm.simulate(phases, {"m": 1}, {"x": -1, "x.dot": 1}, 2.0, events=[event])
