"""The engines of SUNDIALS come to what Taylor series come to, meet the same events, and refuse what they cannot do."""

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from varmass.integrate.engines import ida
from varmass.integrate.engines._sundials import Between
from varmass.model.symbols import t
from varmass.rod.symbols import l, η

x, y = vm.coordinate("x", "m"), vm.coordinate("y", "m")
m, k, c = vm.parameters("m [kg]", "k [N/m]", "c [N s/m]")
BOTH = ("adams", "ida")
every_engine = pytest.mark.parametrize("engine", BOTH)
GIVEN = {"m": 2.0, "k": 3.0, "c": 0.1}


def oscillator():
    """Two masses on springs that stiffen, one of them damped."""
    spring = k * (x**2 + (y - x) ** 2 + y**4 / vm.parameters("L [m]") ** 2) / 2
    bodies = [vm.Particle(name, mass=m, position=[q]) for name, q in (("left", x), ("right", y))]
    return vm.System("Two masses", *bodies, vm.Potential("springs", spring), vm.Dissipation("damper", c * y.dot**2 / 2))


def run(engine, tol, until=10.0, **how):
    return vm.simulate(oscillator(), GIVEN | {"L": 1.0}, {"x": 1.0, "y": -0.3}, until, engine=engine, tol=tol, **how)


@pytest.mark.parametrize(("engine", "order"), [("adams", 1.0), ("ida", 2 / 3)])
def test_the_error_goes_with_the_tolerance(engine, order):
    """Of a formula of the order 2 and its error of a step of the order 3, as tol^(2/3)."""
    exact = run("taylor", 1e-15)
    at = np.linspace(0, 10, 301)
    errors = [np.abs(run(engine, tol)(at) - exact(at))[:2].max() for tol in (1e-5, 1e-7)]
    assert np.log(errors[0] / errors[1]) / np.log(100) == pytest.approx(order, abs=0.35)
    assert errors[1] < (1e-5 if engine == "adams" else 1e-3)


@every_engine
def test_the_books_close_as_the_tolerance_does(engine):
    closures = [run(engine, tol).ledger() for tol in (1e-5, 1e-7)]
    assert closures[1].energy_closure < 0.5 * closures[0].energy_closure
    assert closures[1].momentum_closure < 0.5 * closures[0].momentum_closure
    assert max(closures[1].energy_closure, closures[1].momentum_closure) < 1e-4
    assert run(engine, 1e-7).book("damping: damper") == pytest.approx(
        run("taylor", None).book("damping: damper"), rel=1e-3
    )


@every_engine
def test_events_are_those_of_taylor_series(engine):
    """Passing ones of one direction, and one that ends the run at its third time."""
    events = [vm.when(y.dot, name="lowest", direction="rising", terminal=False)]
    end = [vm.when(x, name="through", terminal=3), 50.0]
    ours, exact = (run(e, tol, end, events=events) for e, tol in ((engine, 1e-8), ("taylor", None)))
    assert (ours.outcome, ours.message.split(" at ")[0]) == (exact.outcome, exact.message.split(" at ")[0])
    for name in ("lowest", "through"):
        assert ours.t_events[name] == pytest.approx(exact.t_events[name], abs=1e-3 if engine == "ida" else 1e-6)
    brief = run(engine, 1e-8, end, events=events, dense=False)
    assert brief.t[-1] == pytest.approx(ours.t[-1], abs=1e-8)
    assert brief.t_events["lowest"] == pytest.approx(ours.t_events["lowest"], abs=1e-8)


@every_engine
def test_a_run_without_an_end_in_time_ends_at_its_event(engine):
    end = vm.when(x, name="through")
    assert run(engine, 1e-7, end).t[-1] == pytest.approx(run("taylor", None, end).t[-1], abs=1e-4)


def test_between_the_steps_lies_the_polynomial_of_the_fifth_degree():
    """Of q = t⁵ − 2 t² every instant is found again, and q̇ is its slope; the book t³ is, too."""
    at, times = np.linspace(0, 3, 50), np.array([0.0, 1.2, 3.0])
    q = np.polynomial.Polynomial([0, 0, -2, 0, 0, 1])
    states = np.array([q(times), q.deriv()(times), times**3])
    rates = np.array([q.deriv()(times), q.deriv(2)(times), 3 * times**2])
    found = Between(times, states, rates, 1)(at)
    assert found == pytest.approx(np.array([q(at), q.deriv()(at), at**3]), abs=1e-11)


@every_engine
def test_what_is_computed_is_kept_when_it_is_interrupted(engine):
    told = []

    def progress(time):
        told.append(time)
        if time > 2:
            raise KeyboardInterrupt

    found = run(engine, 1e-9, 50.0, progress=progress)
    assert found.outcome.word == "interrupted"
    assert 2 < found.t[-1] < 50


def switched():
    """A body on a spring that is let go after a second."""
    held = k * x * sp.Piecewise((1, t < vm.parameters("T [s]")), (0, True))
    return vm.System(
        "Let go", vm.Particle("body", mass=m, position=[x]), vm.GeneralisedForce("hold", on=x, force=-held)
    )


RUNS = {
    "does not stop where a choice": lambda e: vm.simulate(
        switched(), {"m": 1.0, "k": 1.0, "T": 1.0}, {"x": 1.0}, 2.0, engine=e
    ),
    "does not run phases": lambda e: vm.simulate_case(vm.case("rocket_staged"), engine=e),
    "variation": lambda e: vm.simulate(
        vm.variations(oscillator()), GIVEN | {"L": 1.0}, {"x": 1.0, "y": 0.0}, 1.0, engine=e
    ),
}


@every_engine
@pytest.mark.parametrize("said", RUNS)
def test_what_it_cannot_run_is_refused(engine, said):
    with pytest.raises(vm.VarmassError) as refusal:
        RUNS[said](engine)
    assert said in str(refusal.value)


def test_adams_refuses_masses_that_vary_and_ida_naive_rules():
    with pytest.raises(vm.VarmassError, match="masses that do not vary"):
        vm.simulate_case(vm.case("cayley_chain"), engine="adams")
    with pytest.raises(vm.VarmassError, match="proper equations"):
        vm.simulate_case(vm.case("cayley_chain"), engine="ida", principle="N0")


@pytest.mark.parametrize("name", ["cayley_chain", "u_chain", "moon_pool", "variable_chain"])
def test_ida_runs_masses_that_vary(name):
    case = vm.case(name)
    exact, ours = vm.simulate_case(case), vm.simulate_case(case, engine="ida", tol=1e-7)
    assert ours.outcome is exact.outcome
    size = np.abs(exact.y).max(axis=1)
    assert np.abs(ours.y[:, -1] - exact.y[:, -1]).max() < 2e-4 * size.max()
    assert ours.ledger().energy_closure < 1e-3


def test_auto_chooses_and_says_why():
    short = {"end": 0.01}
    runs = {
        "taylor": vm.simulate_case(vm.case("dancing_rod", n=3, **short)),
        "adams": vm.simulate_case(vm.case("dancing_rod", n=3, **short), tol=1e-6),
        "ida": vm.simulate_case(vm.case("dancing_rod", element="hermite", n=3, **short)),
    }
    for engine, found in runs.items():
        assert found.engine == engine
        assert (f"Engine {engine}:" in found.message) is (engine != "taylor")
    assert vm.simulate_case(vm.case("cayley_chain"), tol=1e-6).engine == "taylor"


def test_formulas_of_a_higher_order_amplify_what_is_not_damped(monkeypatch):
    """Why ida stays at the second: at the third the rod of eight elements is thrown out at once."""
    case = vm.case("dancing_rod", element="hermite", n=8)
    ejected = [vm.when(η - l, name="ejected", direction="rising"), 0.3]
    kept = vm.simulate_case(case, ejected, ledger=False)
    monkeypatch.setattr(ida, "ORDER", 3)
    thrown = vm.simulate_case(case, ejected, ledger=False)
    assert kept.t[-1] == 0.3
    assert thrown.t[-1] < 0.2
