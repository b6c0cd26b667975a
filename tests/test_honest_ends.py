"""No engine passes over what it was asked to meet: each of these runs has a closed form, which tells its true end."""

import warnings

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import quad
from scipy.optimize import brentq

import varmass as vm
from varmass.integrate.engines import _switches
from varmass.integrate.outcome import Outcome
from varmass.model.symbols import t

every_engine = pytest.mark.parametrize("engine", ["taylor", "dop853"])
x, z = vm.coordinate("x", "m"), vm.coordinate("z", "m")
r, θ = vm.coordinate("r", "m"), vm.coordinate("theta", "rad")
m, g, F, τ, μ, L, c, V = vm.parameters(
    "m [kg]", "g [m/s^2]", "F [N]", "tau [s]", "mu [kg/m]", "L [m]", "c [m/s]", "V [m/s]"
)
e, k = vm.parameters("e", "k [kg/s]")
WEIGHT = vm.Gravity([-g])


def pushed(*forces, mass=m, streams=()):
    body = vm.Particle("body", mass=mass, position=[x], streams=streams)
    return vm.System("body", body, *(vm.Force(f"f{i}", on="body", force=[f]) for i, f in enumerate(forces)))


def run_of(system, start, until, engine, events=(), **values):
    """Every parameter is 1 unless it is given."""
    values = {p.name: values.get(p.name, 1.0) for p in system.parameters}
    return vm.simulate(system, values, start, until, events=events, engine=engine)


def falling(*forces, **of):
    system = pushed(*forces, **of)
    return vm.System("falling", *system.parts, WEIGHT)


def against_drag(time, drag=0.1):
    return (5 + 10 / drag) / drag * -np.expm1(-drag * time) - 10 / drag * time


def rocket(time, speed=10.0, burn=10.0):
    m = 1 - time / burn
    return 5 * time - 5 * time**2 + speed * burn * (m * np.log(m) - m + 1)


THROWN = {
    "a stone": (falling(), lambda time: 5 * time - 5 * time**2),
    "against drag": (falling(-k * x.dot), against_drag),
    "a weak rocket": (falling(mass=m * (1 - t / (10 * τ)), streams=[vm.relative(-c)]), rocket),
}


@every_engine
@pytest.mark.parametrize("name", THROWN)
@pytest.mark.parametrize("latest", [None, 1.5, 3.0])
def test_what_starts_on_its_event_is_stopped_when_it_comes_back(engine, name, latest):
    system, height = THROWN[name]
    floor = vm.when(x, name="floor", direction="falling")
    until = floor if latest is None else [floor, latest]
    run = run_of(system, {"x": 0, "x.dot": 5}, until, engine, g=10, k=0.1, c=10)
    assert run.outcome is Outcome.EVENT
    assert run.t[-1] == pytest.approx(brentq(height, 0.5, 2.0, xtol=1e-15), rel=1e-10)


@every_engine
@pytest.mark.parametrize("direction", ["any", "falling"])
def test_what_starts_on_an_event_passes_it_when_it_comes_back(engine, direction):
    floor = vm.when(x, name="floor", direction=direction, terminal=False)
    run = run_of(falling(), {"x": 0, "x.dot": 5}, 3.0, engine, events=[floor], g=10)
    assert run.t_events["floor"] == pytest.approx([1], rel=1e-12)


@every_engine
def test_a_choice_by_sign_is_made_each_time_that_a_polynomial_motion_comes_back_to_its_surface(engine):
    run = run_of(pushed(-10 * F * sp.sign(x / L)), {"x": 0, "x.dot": 5}, 12.5, engine)
    assert run.final("x") == pytest.approx(1.25, rel=1e-9)
    assert run.final("x.dot") == pytest.approx(0, abs=1e-8)


BALL = vm.System("ball", vm.Particle("ball", mass=m, position=[z]), WEIGHT, parameters=[e])
FLOOR = vm.when(z, name="hit", direction="falling")
BOUNCES = vm.Phases("ball", vm.Phase("flight", BALL, vm.Switch(FLOOR, "flight", vm.Impact(z, restitution=e))))


@every_engine
def test_a_ball_that_loses_nothing_bounces_for_ever(engine):
    run = run_of(BOUNCES, {"z": 1.25}, 20.25, engine, g=10, e=1)
    assert run.t_events["hit"] == pytest.approx(0.5 + np.arange(20), rel=1e-10)
    assert run.final("z") == pytest.approx(15 / 16, rel=1e-9)
    assert run.state("z").min() > -1e-9


@every_engine
@pytest.mark.parametrize("restitution", [0.9, 0.5, 0.1, 1e-3, 0.0])
@pytest.mark.parametrize(("height", "weight"), [(1.25, 10), (2, 9.81)])
def test_bounces_that_pile_up_are_chattering(engine, restitution, height, weight):
    run = run_of(BOUNCES, {"z": height}, 30.0, engine, g=weight, e=restitution)
    assert run.outcome is Outcome.CHATTERING
    end = np.sqrt(2 * height / weight) * (1 + restitution) / (1 - restitution)
    fall = np.sqrt(2 * 1e-16 / weight) if restitution == 0 else 0  # from a height that is round-off
    assert run.t[-1] == pytest.approx(end, rel=1e-8, abs=4 * fall)
    assert run.state("z").min() > -1e-12
    assert run.final("z.dot") == pytest.approx(0, abs=1e-6)


@every_engine
@pytest.mark.parametrize("before", [-1.0, -1.5])
def test_two_phases_that_push_each_other_back_are_chattering(engine, before):
    """Dry friction as two phases: from the rest between them neither gets on."""
    ways = {"forth": (F, "rising", "back"), "back": (-F, "falling", "forth")}
    phases = (
        vm.Phase(name, pushed(force), vm.Switch(vm.when(x.dot, name=f"no longer {name}", direction=way), to))
        for name, (force, way, to) in ways.items()
    )
    run = run_of(vm.Phases("friction", *phases), {"x": 0, "x.dot": before}, 5.0, engine)
    assert run.outcome is Outcome.CHATTERING
    assert run.t[-1] == pytest.approx(-before, rel=1e-9)
    assert run.final("x.dot") == pytest.approx(0, abs=1e-9)


RUBBING = vm.System("body", vm.Particle("body", mass=m, position=[x]), vm.Power("friction", F * sp.Abs(x.dot)))
SPRUNG = vm.System("sprung", *RUBBING.parts, vm.Potential("spring", F / L * x**2 / 2))
SLIDES = {  # system, x and ẋ at the start, when and where it sticks
    "a sliding block": (RUBBING, 0.0, 1.0, 1.0, 0.5),
    "a block at rest": (RUBBING, 0.3, 0.0, 0.0, 0.3),
    "by its sign": (pushed(-F * sp.sign(x.dot / V)), 0.0, 1.0, 1.0, 0.5),
    "on a spring": (SPRUNG, 5.5, 0.0, 3 * np.pi, 0.5),
    "on a spring at rest": (SPRUNG, 0.9, 0.0, 0.0, 0.9),
}


@every_engine
@pytest.mark.parametrize("name", SLIDES)
def test_dry_friction_ends_the_run_where_the_body_sticks(engine, name):
    system, x0, v0, when, where = SLIDES[name]
    run = run_of(system, {"x": x0, "x.dot": v0}, 30.0, engine)
    assert run.outcome is Outcome.STICKS
    assert "sticks" in run.message
    assert run.t[-1] == pytest.approx(when, rel=1e-8)
    assert run.final("x") == pytest.approx(where, rel=1e-9)
    assert run.final("x.dot") == pytest.approx(0, abs=1e-10)


@every_engine
@pytest.mark.parametrize(("system", "rate"), [(pushed(2 * F - F * sp.sign(x.dot / V)), 1), (SPRUNG, None)])
def test_a_block_that_is_pushed_by_more_than_friction_leaves_its_rest(engine, system, rate):
    run = run_of(system, {"x": 0 if rate else 3.5}, 3.0, engine)
    assert run.final("x") == pytest.approx(4.5 if rate else 1 + 2.5 * np.cos(3), rel=1e-9)


BRANCHES = {
    "Min": (F * sp.Min(x / L, t / τ), 10 / 3),
    "Max": (F * sp.Max(x / L, t / τ), np.sinh(2)),
    "Piecewise": (F * sp.Piecewise((1, x < V * t), (2, True)), 6),
    "Abs": (F * (sp.Abs(x - V * t) / L + t / τ), np.sinh(2)),
}


@every_engine
@pytest.mark.parametrize("name", BRANCHES)
def test_a_choice_that_is_undecided_with_its_rate_is_made_by_the_next_one(engine, name):
    force, exact = BRANCHES[name]
    assert run_of(pushed(force), {"x": 0, "x.dot": 1}, 2.0, engine).final("x") == pytest.approx(exact, rel=1e-9)


def test_a_change_of_sign_that_was_missed_does_not_pass_silently(monkeypatch):
    def blind(self):
        self.modes[:] = 1.0
        self._tell()

    monkeypatch.setattr(_switches.Switches, "_choose_modes", blind)
    run = run_of(pushed(F * sp.Abs(x / L)), {"x": -2.0, "x.dot": 0.1}, 1.0, "taylor")
    assert run.outcome is Outcome.SIDE_MISSED
    assert "has changed its sign" in run.message


def arrival(force, x0, v0, end):
    """The time to an end at which the force need not be real, by energy."""
    speed = lambda y: np.sqrt(v0**2 + 2 * quad(force, x0, y, epsabs=1e-14)[0])  # noqa: E731
    return abs(quad(lambda y: 1 / speed(y), x0, end, epsabs=1e-12)[0])


LEAVING = {
    "x**(7/3)": ((x / L) ** sp.Rational(7, 3), lambda y: abs(y) ** (7 / 3), 1.0, -2.0, 0.0),
    "sqrt": (sp.sqrt(x / L), lambda y: np.sqrt(abs(y)), 0.5, -2.0, 0.0),
    "log": (sp.log(x / L), lambda y: np.log(y) if y else 0.0, 0.5, -2.0, 0.0),
    "asin": (sp.asin(x / L), np.arcsin, 0.5, 2.0, 1.0),
    "acos": (sp.acos(x / L), np.arccos, 0.5, 2.0, 1.0),
}


@every_engine
@pytest.mark.parametrize("name", LEAVING)
def test_a_motion_ends_where_a_function_ceases_to_be_real_and_says_which(engine, name):
    law, force, x0, v0, end = LEAVING[name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = run_of(pushed(F * law), {"x": x0, "x.dot": v0}, 3.0, engine)
    assert run.outcome is Outcome.NOT_REAL
    assert f"{law} leaves the range" in run.message
    assert run.final("x") == pytest.approx(end, abs=1e-8)
    assert run.t[-1] == pytest.approx(arrival(force, x0, v0, end), abs=1e-8)


def test_a_branch_that_is_not_taken_need_not_be_real():
    law = sp.Piecewise(((x / L) ** sp.Rational(3, 2), x > 0), (0, True))
    run = run_of(pushed(F * law), {"x": -1, "x.dot": 1}, 1.0, "dop853")
    assert run.final("x") == pytest.approx(0, abs=1e-12)


WITH_BODY, AT_REST = [vm.with_body()], [vm.at_rest()]
DROP = {"x": 0}
POLAR = vm.System("polar", vm.Particle("body", mass=m, position=[r * sp.cos(θ), r * sp.sin(θ)]))
SQUARE = m * (1 - t / τ) ** 2
GONE = {  # system, start, when, what
    "a square of time": (falling(mass=SQUARE, streams=WITH_BODY), DROP, 1.0, "the mass of 'body'"),
    "its square at rest": (falling(mass=SQUARE, streams=AT_REST), DROP, 1.0, "the mass of 'body'"),
    "a cosine": (falling(mass=m * (1 + sp.cos(t / τ)), streams=WITH_BODY), DROP, np.pi, "the mass of 'body'"),
    "a square of place": (
        pushed(mass=(m - μ * x) ** 2 / m, streams=WITH_BODY),
        {"x": 0, "x.dot": 1},
        1.0,
        "the mass of 'body'",
    ),
    "cut off at zero": (
        pushed(mass=m * sp.Max(0, 1 - t / τ), streams=AT_REST),
        {"x": 0, "x.dot": 1},
        1.0,
        "the mass of 'body'",
    ),
    "a line": (falling(mass=m * (1 - t / τ), streams=WITH_BODY), DROP, 1.0, "the mass of 'body'"),
    "the middle": (POLAR, {"r": 1, "r.dot": -1, "theta": 0.3}, 1.0, "the determinant of the mass matrix"),
    "a speed": (
        pushed(F, mass=m * (2 - x.dot**2 / V**2), streams=AT_REST),
        DROP,
        4 / 3 * np.sqrt(2 / 3),
        "the determinant of the mass matrix",
    ),
}


@every_engine
@pytest.mark.parametrize("name", GONE)
def test_a_run_ends_where_a_mass_or_a_determinant_vanishes_and_says_which(engine, name):
    system, start, when, what = GONE[name]
    run = run_of(system, start, 6.0, engine)
    assert run.outcome is Outcome.MASS_VANISHED
    assert what in run.message
    assert run.t[-1] == pytest.approx(when, rel=1e-7)
    assert np.isfinite(run.y).all()


@every_engine
def test_what_comes_near_to_vanishing_goes_on(engine):
    """The middle passed at a distance of a thousandth, and a mass that keeps a millionth of itself."""
    run = run_of(POLAR, {"r": 1, "r.dot": -1, "theta": 0, "theta.dot": 1e-3}, 3.0, engine)
    assert run.outcome is Outcome.REACHED_END
    assert run.final("r") == pytest.approx(np.sqrt(4 + 9e-6), rel=1e-8)
    thin = falling(mass=m * (sp.Rational(1, 10**6) + (1 - t / τ) ** 2), streams=WITH_BODY)
    assert run_of(thin, DROP, 3.0, engine).final("x") == pytest.approx(-4.5, rel=1e-9)


@every_engine
@pytest.mark.parametrize("size", [1e-300, 1e-100, 1e100, 1e200])
def test_no_size_of_masses_and_forces_is_taken_for_nothing(engine, size):
    system = pushed(F, mass=m + μ * x, streams=AT_REST)
    run = run_of(system, {"x": 0}, 2.0, engine, m=size, mu=size, F=size)
    assert run.final("x") == pytest.approx(np.sqrt(5) - 1, rel=1e-9)


@every_engine
def test_the_impact_of_a_sphere_needs_no_ledger(engine):
    ends = [vm.simulate_case(vm.case("sphere_impact"), engine=engine, ledger=kept).t[-1] for kept in (True, False)]
    assert ends[0] == pytest.approx(ends[1], rel=1e-10)
