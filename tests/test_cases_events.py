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
