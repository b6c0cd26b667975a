"""Every event of an instant is met, none by starting on it, and none is missed for a motion that is easy to follow."""

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from varmass.errors import ValueRefused
from varmass.model.symbols import t

every_engine = pytest.mark.parametrize("engine", ["taylor", "dop853"])
x = vm.coordinate("x", "1")
v = x.dot


def oscillator(mass=1, streams=()):
    body = vm.Particle("body", mass=mass, position=[x], streams=streams)
    return vm.System("oscillator", body, vm.Potential("spring", x**2 / 2), time="1")


def passing(expression, name, direction="any"):
    return vm.when(expression, name=name, direction=direction, terminal=False)


@every_engine
@pytest.mark.parametrize("t0", [0.0, 1e6])
def test_a_start_on_an_event_is_not_that_event(engine, t0):
    end = vm.when(v, name="back", direction="falling")
    crossings = [passing(v, "turn"), passing(x * v, "either")]
    run = vm.simulate(oscillator(), {}, {"x": 1.0}, [end, t0 + 50], events=crossings, engine=engine, t0=t0)
    assert run.t_events["back"] - t0 == pytest.approx([2 * np.pi], abs=1e-9)
    assert run.t_events["turn"][0] - t0 == pytest.approx(np.pi, abs=1e-9)
    assert run.t_events["either"][:3] - t0 == pytest.approx(np.pi * np.array([0.5, 1, 1.5]), abs=1e-9)


@pytest.mark.parametrize("law", [vm.at_rest, vm.with_body])
def test_an_event_at_the_instant_at_which_a_book_of_the_ledger_turns_is_met(law):
    """ṁ = 0 with v = 0: the books switch between what is carried in and out exactly where the motion turns."""
    system = oscillator(1 + x / 4, [law()])
    end = [vm.when(v, name="back", direction="falling"), 50.0]
    run = vm.simulate(system, {}, {"x": 0.5}, end, events=[passing(v, "turn", "rising"), passing(2 * v, "any")])
    assert "back" in run.message
    assert len(run.t_events["turn"]) == 1
    assert len(run.t_events["any"]) == 2
    assert run.t_events["any"][-1] == run.t[-1]
    assert run.ledger().energy_closure <= 1e-12


@every_engine
def test_a_stone_falls_until_it_lands_although_nothing_limits_the_step(engine):
    y = vm.coordinate("y", "m")
    m, g = vm.parameters("m [kg]", "g [m/s^2]")
    stone = vm.System("stone", vm.Particle("stone", mass=m, position=[y]), vm.Gravity([-g]))
    for height, longest in ((10.0, None), (1e-9, 1e6), (1e9, None)):
        end = vm.when(y) if longest is None else [vm.when(y), longest]
        run = vm.simulate(stone, {"m": 1, "g": 9.81}, {"y": height}, end, engine=engine)
        assert run.t[-1] == pytest.approx(np.sqrt(2 * height / 9.81), rel=1e-12 if engine == "taylor" else 1e-9)


@pytest.mark.parametrize("law", [vm.at_rest, vm.with_body])
def test_a_chain_that_starts_straight_and_at_rest_leaves_the_turning_point_of_every_link(law):
    """θ̈₂ = 0 at the start: θ̇₂ leaves zero as t³, and with it the rate of a mass that depends on θ₂."""
    θ = [vm.coordinate(f"theta{i}", "rad") for i in (1, 2)]
    places = [[sp.sin(θ[0]), -sp.cos(θ[0])]]
    places.append([places[0][0] + sp.sin(θ[1]), places[0][1] - sp.cos(θ[1])])
    masses = [
        vm.Particle(f"m{i}", mass=1 + sp.sin(angle / 2) ** 2, position=P, streams=[law()])
        for i, (angle, P) in enumerate(zip(θ, places, strict=True))
    ]
    system = vm.System("two links", *masses, vm.Gravity([0, -1]), time="1")
    end = [vm.when(θ[1].dot, name="turn", direction="rising"), 20.0]
    runs = [vm.simulate(system, {}, {"theta1": 0.5, "theta2": 0.5}, end, engine=e) for e in ("taylor", "dop853")]
    assert runs[0].final("theta2") == pytest.approx(runs[1].final("theta2"), abs=1e-8)
    assert runs[0].t[-1] == pytest.approx(runs[1].t[-1], abs=1e-8)
    assert runs[0].ledger().energy_closure <= 1e-12
    assert runs[0].ledger().momentum_closure <= 1e-12


@pytest.mark.parametrize("burnt", [t, t**2 / 4])
def test_a_mass_that_stops_changing_leaves_its_books_alone(burnt):
    mass = sp.Piecewise((5 - burnt, t < 4), (1, True))
    rocket = vm.System("rocket", vm.Particle("rocket", mass=mass, position=[x], streams=[vm.relative(-1)]), time="1")
    run = vm.simulate(rocket, {}, {"x": 0.0}, 1000.0)
    assert run.final(v) == pytest.approx(np.log(5), rel=1e-14)
    assert run.book("injected") == pytest.approx(2, rel=1e-14)
    assert run.ledger().energy_closure <= 1e-12
    assert len(run.t) < 100


def test_an_event_that_no_motion_can_change_is_refused():
    m = vm.parameters("m")
    with pytest.raises(ValueRefused, match="cannot happen"):
        vm.simulate(oscillator(m), {"m": 1}, {"x": 1.0}, vm.when(m - 1))


@every_engine
def test_an_event_is_a_change_of_sign_and_neither_a_touch_nor_a_pole(engine):
    touching = [passing(e, str(e)) for e in (x**2, x - 1, x + 1, abs(x), sp.Max(x - sp.Rational(1, 2), 0))]
    run = vm.simulate(oscillator(), {}, {"x": 1.0}, 10, events=touching, engine=engine)
    assert [len(run.t_events[e.name]) for e in touching] == [0] * len(touching)
    run = vm.simulate(oscillator(), {}, {"x": 1.0}, 10, events=[passing(x**3, "cube")], engine=engine)
    assert run.t_events["cube"] == pytest.approx(np.pi * np.array([0.5, 1.5, 2.5]), abs=1e-4)
    run = vm.simulate(oscillator(), {}, {"x": 1.0}, [vm.when(x**2, name="touch"), 10], engine=engine)
    assert (run.t[-1], run.status) == (10, 0)


def test_two_crossings_close_to_each_other_are_two():
    run = vm.simulate(oscillator(), {}, {"x": 1.0}, 4, events=[passing(x + 1 - sp.Rational(1, 10**10), "dip")])
    assert run.t_events["dip"] - np.pi == pytest.approx(np.array([-1, 1]) * np.sqrt(2e-10), rel=1e-4)


@pytest.mark.parametrize("k", [1, 7, 10**4])
@pytest.mark.parametrize("start", [-0.45, 0.45, 0.9])
def test_two_choices_that_change_at_one_instant_are_both_made(k, start):
    """Of equations that meet r = 0 twice within round-off: the second meeting must not undo the first."""
    r = v - sp.Rational(4, 5) * sp.cos(sp.Rational(4, 5) * t)
    squared = sp.Piecewise((r**2, r > 0), (0, True))
    linear = sp.Piecewise((r, r * k * (3 + x) > 0), (r / 2, True)) / 5
    forces = [vm.Force(name, on="body", force=[-f]) for name, f in (("squared", squared), ("linear", linear))]
    system = vm.System("two", vm.Particle("body", mass=1, position=[x]), vm.Potential("V", x**2 / 2), *forces, time="1")
    runs = [vm.simulate(system, {}, {"x": start}, 60.0, engine=engine) for engine in ("taylor", "dop853")]
    assert runs[0].final("x") == pytest.approx(runs[1].final("x"), abs=1e-10)
    assert runs[0].final("x.dot") == pytest.approx(runs[1].final("x.dot"), abs=1e-10)


@every_engine
def test_an_event_faster_than_the_steps_is_met_each_time(engine):
    run = vm.simulate(oscillator(), {}, {"x": 1.0}, 1, events=[passing(sp.sin(50 * t), "tick")], engine=engine)
    assert run.t_events["tick"] == pytest.approx(np.pi / 50 * np.arange(1, 16), abs=1e-12)


@every_engine
def test_all_events_of_the_instant_of_a_terminal_one_are_met(engine):
    others = [passing(x, "x"), passing(sp.cos(t), "cos")]
    run = vm.simulate(oscillator(), {}, {"x": 1.0}, vm.when(3 * x, name="end"), events=others, engine=engine)
    assert {name: len(times) for name, times in run.t_events.items()} == {"x": 1, "cos": 1, "end": 1}


@every_engine
@pytest.mark.parametrize("mass", [1, 1 + x / 4])
def test_an_event_may_end_the_run_at_its_nth_time(engine, mass):
    """The books of the varying mass switch at the very instants of the event."""
    system = oscillator(mass, [] if mass == 1 else [vm.with_body()])
    until = [vm.when(v, name="turn", terminal=4), vm.when(x, name="middle", terminal=5)]
    run = vm.simulate(system, {}, {"x": 0.5}, until, events=[passing(v, "left", "rising")], engine=engine)
    assert run.message.startswith("Stopped by the event 'turn'")
    assert [len(run.t_events[name]) for name in ("turn", "middle", "left")] == [4, 4, 2]
    assert run.final("x") == pytest.approx(0.5, abs=1e-9)
    assert run.t_events["turn"][-1] == run.t[-1]
    if mass == 1:
        assert run.t_events["turn"] == pytest.approx(np.pi * np.arange(1, 5), abs=1e-9)


def test_a_law_that_switches_at_a_counted_event_is_switched_every_time():
    """The engine stops twice at each turn: for the event that is counted, and for the switch of the stream."""
    z, g = vm.coordinate("z", "1"), vm.parameters("g")
    heap = vm.by_sign(vm.at_rest(), vm.with_body())
    body = vm.Particle("chain", mass=z, position=[z], streams=[heap])
    chain = vm.System("chain", body, vm.Gravity([-g]), vm.Force("lift", on="chain", force=[1]), time="1")
    for lift in np.linspace(1, 2, 21).tolist():
        start = {"z": 1e-3, "z.dot": (1 - 2e-3 / 3 * lift) ** 0.5}
        counted = vm.simulate(chain, {"g": lift}, start, vm.when(z.dot, name="top", direction="falling", terminal=5))
        tops = [passing(z.dot, "top", "falling"), passing(z.dot, "bottom", "rising")]
        other = vm.simulate(chain, {"g": lift}, start, 1.5 * counted.t[-1], events=tops)
        assert counted.t_events["top"] == pytest.approx(other.t_events["top"][:5], rel=1e-13)
        heights = other.y_events["top"][0]
        assert (np.diff(heights) < 0).all()


def test_an_event_is_counted_anew_in_every_phase():
    """A ball between two walls passes the middle many times, and once between two reflections."""
    ball = vm.System("ball", vm.Particle("ball", mass=1, position=[x]), time="1")
    wall = vm.when(x**2 - 1, name="wall", direction="rising", terminal=1)
    home = vm.when(x, name="home", terminal=2)
    back = vm.Phase("flight", ball, vm.Switch(wall, "flight", vm.Impact(x, restitution=1)))
    run = vm.simulate(vm.Phases("ball", back), {}, {"x": -0.5, "x.dot": 1.0}, [home, 9.0])
    assert run.t[-1] == 9.0
    assert run.t_events["home"] == pytest.approx([0.5, 2.5, 4.5, 6.5, 8.5], abs=1e-12)


@every_engine
def test_two_events_that_end_a_run_end_it_at_the_first_to_have_come_often_enough(engine):
    until = [vm.when(v, name="turn", terminal=3), vm.when(x, name="middle", terminal=2), 50.0]
    run = vm.simulate(oscillator(), {}, {"x": 1.0}, until, engine=engine)
    assert run.t[-1] == pytest.approx(1.5 * np.pi, abs=1e-9)
    assert len(run.t_events["turn"]) == 1


def test_an_event_cannot_end_a_run_before_it_is_met():
    with pytest.raises(ValueRefused, match="cannot end the run"):
        vm.when(v, terminal=-1)


def test_an_event_that_becomes_infinite_is_named_as_what_ended_the_run():
    run = vm.simulate(oscillator(), {}, {"x": 1.0}, 4, events=[passing(1 / x, "pole")])
    assert "'pole' becomes infinite" in run.message
    assert run.t[-1] == pytest.approx(np.pi / 2, abs=1e-6)


X, Y = vm.coordinate("X", "m"), vm.coordinate("Y", "m")
m, g, k = vm.parameters("m [kg]", "g [m/s^2]", "k [kg/m]")


def thrown(**speeds):
    """A ball under its weight and a drag k |v| v in the plane, for two seconds."""
    speed = sp.sqrt(X.dot**2 + Y.dot**2)
    drag = vm.Force("drag", on="ball", force=[-k * speed * X.dot, -k * speed * Y.dot])
    ball = vm.System("throw", vm.Particle("ball", mass=m, position=[X, Y]), vm.Gravity([0, -g]), drag)
    start = {"X": 0, "Y": 0, **{f"{name}.dot": v for name, v in speeds.items()}}
    return vm.simulate(ball, {"m": 1, "g": 9.81, "k": 0.1}, start, 2.0, events=[passing(Y.dot, "top")])


def height(v0, T=2.0, G=9.81, c=0.1):
    """Its closed form on the vertical: up by cos, down by cosh."""
    rise = np.arctan(v0 * np.sqrt(c / G)) / np.sqrt(G * c)
    fall = np.log(np.cosh(np.sqrt(G * c) * (T - rise))) / c
    return np.log(1 + c / G * v0**2) / (2 * c) - fall


@pytest.mark.parametrize("v0", [0.0, 0.3, 5.0])
def test_a_motion_passes_the_place_where_the_radicand_of_its_speed_vanishes(v0):
    run = thrown(Y=v0)
    assert run.final("Y") == pytest.approx(height(v0), rel=1e-13)
    assert run.ledger().energy_closure < 1e-14
    for at in run.t_events["top"]:
        before, after = run([at - 1e-3])[3], run([at + 1e-3])[3]
        assert before == pytest.approx(9.81e-3, rel=1e-3)
        assert after == pytest.approx(-9.81e-3, rel=1e-3)


@pytest.mark.parametrize("drift", [1e-12, 1e-9, 1e-6, 1e-3])
def test_a_motion_passes_close_by_the_place_where_a_radicand_vanishes(drift):
    assert thrown(Y=5.0, X=drift).final("Y") == pytest.approx(height(5.0), rel=2 * drift + 1e-12)


@every_engine
@pytest.mark.parametrize("depth", [1e-9, 0.3, 1e6])
@pytest.mark.parametrize("t0", [0.0, 1.0])
def test_a_stone_let_go_at_zero_is_stopped_although_every_state_is_a_power_of_time(engine, depth, t0):
    stone = vm.System("stone", vm.Particle("stone", mass=1, position=[x]), vm.Gravity([2]), time="1")
    run = vm.simulate(stone, {}, {"x": 0.0}, vm.when(x - depth, name="ground"), engine=engine, t0=t0)
    assert run.t[-1] - t0 == pytest.approx(np.sqrt(depth), rel=1e-12 if engine == "taylor" else 1e-9, abs=4e-16 * t0)
    assert run.final("x") == pytest.approx(depth, rel=1e-12 if t0 == 0 else 1e-9)
