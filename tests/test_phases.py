"""Phases take over from each other at their events, by jumps that follow from momentum and are booked in the ledger."""

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from varmass.derive.jump_writing import as_dict, as_latex, as_text, jump_laws
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


def pair(second, coordinates, *more):
    return system(body(m, (x,), "left"), body(M, (second,), "right"), *more, coordinates=coordinates)


def last_before(run, i=0):
    """The state at the end of a leg, by name."""
    leg = run.legs[i]
    return dict(zip(leg.names, leg.path.x[:, -1], strict=False))


@pytest.mark.parametrize("jump", [(), (vm.Latch(x - y),)])
def test_a_latch_in_coordinates_that_the_next_phase_lacks_is_what_that_phase_does_by_itself(jump):
    """Two masses, one of them on a spring, meet and go on as one: plastic, whether or not the latch is stated."""
    spring = vm.Potential("spring", k * x**2 / 2)
    touch = vm.Switch(vm.when(x - y, name="touch", direction="rising"), "one", *jump)
    phases = vm.Phases("merge", vm.Phase("two", pair(y, [x, y], spring), touch), vm.Phase("one", pair(x, [x], spring)))
    run = vm.simulate(phases, {"m": 1, "M": 3, "k": 2}, {"x": 0, "x.dot": 2, "y": 1, "y.dot": -1}, 3.0)
    before = last_before(run)
    assert run.jumps[0].state[1] == pytest.approx((before["x.dot"] + 3 * before["y.dot"]) / 4, rel=1e-13)
    assert run.jumps[0].state[1] == pytest.approx(-0.30739, abs=5e-6)
    lost = 0.5 * 3 / 4 * (before["x.dot"] - before["y.dot"]) ** 2
    name = "latch" if jump else "locking"
    assert -run.jumps[0].books["energy", "total", name] == pytest.approx(lost, rel=1e-12)
    assert closure(run) <= CLOSED


@every_engine
def test_a_string_that_becomes_taut_keeps_the_speed_along_the_circle(engine):
    gravity = vm.Gravity([0, -g])
    free = system(body(m, (x, y)), gravity)
    swing = system(body(m, (l * sp.sin(θ), -l * sp.cos(θ))), gravity)
    gap = x**2 + y**2 - l**2
    taut = vm.Switch(
        vm.when(gap, name="taut", direction="rising"), "string", vm.Latch(gap), map={"theta": sp.atan2(x, -y)}
    )
    phases = vm.Phases("slack", vm.Phase("free", free, taut), vm.Phase("string", swing))
    run = vm.simulate(phases, {"m": 2, "l": 1.5, "g": 9.81}, {"x": 0.3, "y": 0.2, "x.dot": 1}, 1.0, engine=engine)
    at = last_before(run)
    φ = np.arctan2(at["x"], -at["y"])
    along = at["x.dot"] * np.cos(φ) + at["y.dot"] * np.sin(φ)
    across = at["x.dot"] * np.sin(φ) - at["y.dot"] * np.cos(φ)
    assert run.jumps[0].state == pytest.approx([φ, along / 1.5], rel=1e-11)
    assert -run.jumps[0].books["energy", "total", "latch"] == pytest.approx(0.5 * 2 * across**2, rel=1e-11)
    assert run.ledger().energy_closure <= 1e-11


@pytest.mark.parametrize("hit", [x, θ])
def test_an_impact_may_be_stated_in_the_coordinates_of_either_phase(hit):
    """The next phase knows x as l θ: the rate of the gap is turned, whichever of them names it."""
    before, after = system(body(m)), system(body(m, (l * θ,)), parameters=[l])
    wall = vm.Switch(
        vm.when(x, name="wall", direction="rising"), "after", vm.Impact(hit, restitution=e), map={"theta": x / l}
    )
    phases = vm.Phases("turned", vm.Phase("before", before, wall), vm.Phase("after", after))
    run = vm.simulate(phases, {"m": 2, "l": 0.5, "e": 0.25}, {"x": -1, "x.dot": 4}, 1.0)
    assert run.final("theta.dot") == pytest.approx(-0.25 * 4 / 0.5, rel=1e-13)
    assert run.ledger().energy_closure <= CLOSED


@pytest.mark.parametrize(
    ("part", "after", "match"),
    [
        (vm.Impact(x - y, restitution=e), pair(x, [x]), "does not let 'impact' happen"),
        (vm.Latch(x + y - θ * l), pair(θ * l, [x, θ]), "cannot be said in the coordinates"),
    ],
)
def test_a_gap_that_the_next_phase_cannot_know_is_refused(part, after, match):
    switch = vm.Switch(vm.when(x, name="now"), "after", part, map={"theta": x / l} if θ in after.q else None)
    phases = vm.Phases("gap", vm.Phase("before", pair(y, [x, y], vm.Gravity([g])), switch), vm.Phase("after", after))
    start = {"x": -1, "y": -1, "x.dot": 2, "y.dot": 2}
    with pytest.raises(PrincipleDoesNotApply, match=match) as refusal:
        vm.simulate(phases, {s.name: 1 for s in phases.parameters}, start, 2.0)
    assert all((refusal.value.expected, refusal.value.got, refusal.value.hint))


def mapped(given, *jump, second=None, at=x):
    free = system(body(m), parameters=[l])
    switch = vm.Switch(vm.when(at, name="now", direction="rising"), "after", *jump, map=given)
    return vm.Phases("mapped", vm.Phase("before", free, switch), vm.Phase("after", second or free))


def test_a_map_moves_no_body_and_is_never_passed_over():
    with pytest.raises(ValueRefused, match="place of 'body' does not add up"):
        vm.simulate(mapped({"x": x + l}), {"m": 1, "l": 1}, {"x": -1, "x.dot": 1}, 2.0)
    run = vm.simulate(mapped({"x.dot": 3 * x.dot}), {"m": 2, "l": 1}, {"x": -1, "x.dot": 1}, 2.0)
    assert run.final("x.dot") == 3
    assert run.book("locking") == pytest.approx(0.5 * 2 * (3**2 - 1))
    assert closure(run) <= CLOSED
    same = vm.simulate(mapped({"x": x}), {"m": 2, "l": 1}, {"x": -1, "x.dot": 1}, 2.0)
    assert same.final("x") == pytest.approx(1, rel=1e-14)


def test_a_latch_beside_a_speed_that_the_map_gives_holds():
    free = pair(y, [x, y])
    switch = vm.Switch(vm.when(x, name="now"), "free", vm.Latch(y - x), map={"x.dot": c})
    run = vm.simulate(
        vm.Phases("driven", vm.Phase("free", free, switch)),
        {"m": 1, "M": 3, "c": 5},
        {"x": -1, "y": 0, "x.dot": 2},
        1.0,
    )
    assert (run.final("x.dot"), run.final("y.dot")) == (5, pytest.approx(5, rel=1e-14))
    assert closure(run) <= CLOSED


def test_a_body_of_which_only_the_energy_is_known_needs_its_speed():
    spun = vm.System("spun", vm.Energies(m * x.dot**2 / 2))
    heavier = vm.System("spun", vm.Energies((m + Δ) * x.dot**2 / 2))
    for given, refused in ((None, True), ({"x.dot": x.dot * m / (m + Δ)}, False)):
        switch = vm.Switch(vm.when(x, name="now"), "after", map=given)
        phases = vm.Phases("spun", vm.Phase("before", spun, switch), vm.Phase("after", heavier))
        arguments = phases, {"m": 1, "D": 1}, {"x": -1, "x.dot": 2}, 2.0
        if refused:
            with pytest.raises(PrincipleDoesNotApply, match="no jump can be derived"):
                vm.simulate(*arguments)
        else:
            assert vm.simulate(*arguments).final("x.dot") == pytest.approx(1, rel=1e-14)


@pytest.mark.parametrize(
    ("before", "after", "part", "match"),
    [
        (m, m + Δ, vm.Separation("body", velocity=[0]), "no mass leaves 'body'"),
        (m + Δ, m, vm.Capture("body", velocity=[w]), "no mass joins 'body'"),
        (m, m, vm.Impact(x, restitution=e), "restitution of 'impact' is none"),
        (m, m, vm.Impact(x, restitution=-e), "restitution of 'impact' is none"),
    ],
)
def test_a_jump_that_is_not_what_it_is_called_is_refused_as_it_is_made(before, after, part, match):
    phases = two(system(body(before)), system(body(after), parameters=[Δ, l]), part)
    point = {"m": 1, "D": 2, "e": 2, "w": 10, "l": 1}
    with pytest.raises(ValueRefused, match=match) as refusal:
        vm.simulate(phases, {p.name: point[p.name] for p in phases.parameters}, {"x": -1, "x.dot": 3}, 2.0)
    assert all((refusal.value.expected, refusal.value.got, refusal.value.hint))


@pytest.mark.parametrize(("place", "way", "refused"), [(-2, 1, False), (-2, -1, True), (2, 1, True), (2, -1, False)])
@pytest.mark.parametrize("sign", [1, -1])
def test_an_impact_at_an_event_that_does_not_look_at_its_gap_needs_one_that_closes(place, way, refused, sign):
    """Before the wall at 0 or behind it: what goes away from it cannot be hit by it."""
    free = vm.System("free", body(m), time="1")
    blow = vm.Switch(vm.when(vm.t - 1, name="now"), "free", vm.Impact(sign * x, restitution=e))
    phases = vm.Phases("wall", vm.Phase("free", free, blow))
    arguments = phases, {"m": 1, "e": 0.5}, {"x": place - way * 0.5, "x.dot": way * 0.5}, 2.0
    if refused:
        with pytest.raises(ValueRefused, match="nothing is hit by 'impact'") as refusal:
            vm.simulate(*arguments)
        assert "a gap that opens with the rate 0.5" in refusal.value.got
    else:
        assert vm.simulate(*arguments).final("x.dot") == pytest.approx(-0.25 * way)


def test_the_event_tells_the_contact_and_the_gap_its_direction_alone():
    """Between two walls x = ±1 the gap is x, whatever constants are added to it."""
    free = system(body(m), parameters=[l])
    wall = vm.Switch(vm.when(x**2 - l**2, name="wall", direction="rising"), "free", vm.Impact(x, restitution=1))
    run = vm.simulate(vm.Phases("walls", vm.Phase("free", free, wall)), {"m": 1, "l": 1}, {"x": 0, "x.dot": 1}, 6.0)
    assert [jump.time for jump in run.jumps] == pytest.approx([1, 3, 5], rel=1e-13)


@every_engine
def test_a_run_says_which_switch_had_passed_before_its_phase_began(engine):
    free = system(body(m), parameters=[l])
    late = vm.Switch(vm.when(x - l, name="late", direction="rising"), "third")
    first = vm.Switch(vm.when(x, name="first", direction="rising"), "second")
    phases = vm.Phases("late", vm.Phase("begin", free, first), vm.Phase("second", free, late), vm.Phase("third", free))
    for length, passed in ((-0.5, True), (0.5, False)):
        run = vm.simulate(phases, {"m": 1, "l": length}, {"x": -1, "x.dot": 1}, 3.0, engine=engine)
        assert [leg.phase for leg in run.legs] == ["begin", "second"] + ["third"] * (not passed)
        assert ("The switch 'late' had passed before the phase 'second' began at t = 1" in run.message) == passed
    at_once = vm.simulate(phases, {"m": 1, "l": 1}, {"x": 0.5, "x.dot": 1}, 1.0, engine=engine)
    assert "'first' had passed before the phase 'begin'" in at_once.message


def test_a_ball_that_leaves_the_floor_has_passed_no_switch():
    floor = vm.Switch(vm.when(x, name="floor", direction="falling"), "flight", vm.Impact(x, restitution=e))
    ball = vm.Phases("ball", vm.Phase("flight", system(body(m), vm.Gravity([-g])), floor))
    run = vm.simulate(ball, {"m": 2, "g": 10, "e": 0.5}, {"x": 0.2, "x.dot": 0}, 0.25)
    assert run.message == "Reached the end of the time span."


@every_engine
def test_of_two_switches_at_one_instant_the_first_stated_is_taken(engine):
    free = system(body(m))
    for names in (("one", "other"), ("other", "one")):
        switches = [vm.Switch(vm.when(x, name=name), name) for name in names]
        ends = [vm.Phase(name, free) for name in names]
        phases = vm.Phases("two at once", vm.Phase("begin", free, *switches), *ends)
        run = vm.simulate(phases, {"m": 1}, {"x": -1, "x.dot": 1}, 2.0, engine=engine)
        assert run.legs[-1].phase == names[0]


def test_the_law_of_a_collision_is_derived_and_written():
    hit = vm.Switch(vm.when(y - x, name="hit", direction="falling"), "free", vm.Impact(y - x, restitution=e))
    (law,) = jump_laws(vm.Phases("pair", vm.Phase("free", pair(y, [x, y]), hit)))
    found = {str(row.lhs): row.rhs for row in law.solved}
    mean = (m * x.dot + M * y.dot) / (m + M)
    assert sp.simplify(found["x.dot⁺"] - (mean - e * M / (m + M) * (x.dot - y.dot))) == 0
    assert sp.simplify(found["y.dot⁺"] - (mean + e * m / (m + M) * (x.dot - y.dot))) == 0
    assert sp.simplify(found["Λ impact"] - (1 + e) * m * M / (m + M) * (x.dot - y.dot)) == 0
    text = as_text(law)
    assert text.startswith("Jump at hit: free → free (impact)")
    assert "m ẋ⁺ = m ẋ - Λ impact" in text
    assert r"\dot{x}^{+}" in as_latex(law)
    assert as_dict(law)["balances"][0] == "m*x.dot⁺ = m*x.dot - Λ impact"


def test_the_law_of_a_jump_agrees_with_its_run_and_uses_what_the_event_says():
    grows = vm.Particle("body", mass=m * (1 + x / l), position=[x], streams=vm.at_rest())
    phases = two(system(grows), system(body(m + Δ)), vm.Capture("body", velocity=[w]), at=x - l)
    (law,) = jump_laws(phases)
    assert as_dict(law)["where"] == {"x": "l"}
    ((speed, value),) = as_dict(law)["after"].items()
    values = {"m": 1, "D": 3, "l": 2, "w": -1}
    run = vm.simulate(phases, values, {"x": 1, "x.dot": 4}, 2.0)
    assert speed == "x.dot⁺"
    before = {sp.Symbol("v"): last_before(run)["x.dot"], **{sp.Symbol(n): number for n, number in values.items()}}
    assert float(sp.sympify(value.replace("x.dot", "v")).subs(before)) == pytest.approx(run.final("x.dot"), rel=1e-12)


def test_what_goes_on_and_what_has_no_law_is_said():
    (plain,) = jump_laws(two(system(body(m)), system(body(m))))
    assert as_dict(plain)["after"] == {"x.dot⁺": "x.dot"}
    spun = vm.System("spun", vm.Energies(m * x.dot**2 / 2))
    (none,) = jump_laws(two(spun, vm.System("spun", vm.Energies((m + Δ) * x.dot**2 / 2))))
    assert "no jump can be derived" in as_text(none)
    assert "no jump can be derived" in as_dict(none)["refused"]
    assert jump_laws(two(spun, spun), "after") == ()
