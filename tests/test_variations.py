"""Disturbances of every case are the same by heyoka, by our own A(t) and by differences of runs, jumps included.

A case is found on the shelf, not listed.  One whose motion begins where A(t) does not exist has to be refused.
"""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from varmass import cases, shelf
from varmass.analyse.invariants import liouville, symplectic_defect
from varmass.errors import ValueRefused
from varmass.model.functional import Functional
from varmass.model.phases import systems

NAMES = shelf.names(cases)
LATE = 0.97  # of the run: an event that ends it is left aside
SINGULAR_AT_THE_START = {"sphere_impact"}  # η^½ in the law, and η = 0 at the start
SMOOTH = [n for n in NAMES if n not in SINGULAR_AT_THE_START]
SHORTER = {"dancing_rod_ritz": {"end": 1.0}, "dancing_rod": {"n": 3}}  # in its 5 s disturbances grow by 1e6
# Rods on a mesh are known by kernels; fast waves run through them, and each instant costs as much as a run elsewhere.
KERNELS = {n for n in NAMES for s in systems(vm.case(n).system).values() if vm.derive(s).M.has(Functional)}
WAVES = {"soft_robot_tip": 2e-3}
every_smooth_start = pytest.mark.parametrize("name", SMOOTH)


def stated(name):
    case = vm.case(name, **SHORTER.get(name, {}))
    return replace(case, until=case.t0 + WAVES.get(name, 0.05)) if name in KERNELS else case


@cache
def both(name, order=1):
    """heyoka's and our own, by all start values and all parameters."""
    case = stated(name)
    return (
        vm.disturbance(vm.simulate_case(vm.variations(case, order=order, by="all"))),
        vm.disturbance(vm.simulate_case(case), by="all"),
    )


def late(found):
    t = found.run.t
    return float(t[0] + LATE * (t[-1] - t[0]))


def matrix(found, time):
    return np.hstack([found.Phi(time), found.Psi(time)])


def sizes(found):
    """Of the disturbed quantities, and of the states, by which differences are judged."""
    leg = found.run.legs[0]
    z = np.abs([*leg.path.x[: len(leg.names), 0], *(found.run.values[p.name] for p in found.by)])
    return np.maximum(z, 0.03), np.nanmax(np.abs(found.run.y))


def scale(found, M):
    """Of each column: its own largest entry, or what a disturbance of the size of its cause does to the states."""
    z, x = sizes(found)
    return np.maximum(np.abs(M).max(axis=0), x / np.maximum(z, 0.1))


def ends(name, found, time, i, h):
    """The state at a time when the i-th of what may change is larger by h."""
    case, leg = stated(name), found.run.legs[0]
    start = dict(zip(leg.names, leg.path.x[: len(leg.names), 0], strict=True))
    values = dict(found.run.values)
    changed = start if i < len(start) else values
    changed[found.names[i]] += h
    run = vm.simulate(case.system, values, start, time, t0=case.t0, ledger=False, dense=False)
    return np.array([row[-1] for row in run.legs[-1].states().values()])


def differences(f, z, size):
    """Central differences of the fourth order in each direction."""
    found = []
    for i in range(len(z)):
        h = size * z[i]
        found.append((8 * (f(i, h) - f(i, -h)) - (f(i, 2 * h) - f(i, -2 * h))) / (12 * h))
    return np.moveaxis(np.array(found), 0, -1)


@every_smooth_start
def test_heyoka_and_our_own_symbols_agree(name):
    ours, theirs = both(name)
    time = late(ours)
    M, N = matrix(ours, time), matrix(theirs, time)
    assert (np.abs(M - N) / scale(ours, M)).max() < 1e-11


@every_smooth_start
def test_differences_of_runs_agree(name):
    """Too large a difference is curved, too small a one is rounded: the best of three tells.

    Where a motion was joined just beyond zero mass, its place has no neighbours on the other side, and is left out.
    """
    found = both(name)[1]
    time, M = late(found), matrix(found, late(found))
    z, _ = sizes(found)
    errors = []
    for size in (1e-3, 1e-4, 1e-5):
        D = differences(lambda i, h: ends_or_nothing(name, found, time, i, h), z, size)
        errors.append((np.abs(M - D) / scale(found, M)).max(axis=0))
    best = np.min(errors, axis=0)
    assert np.isfinite(best).sum() >= len(z) - 1
    assert np.nanmax(best) < 1e-7


def ends_or_nothing(name, found, time, i, h):
    try:
        return ends(name, found, time, i, h)
    except ValueRefused:
        return np.full(len(found.run.legs[-1].names), np.nan)


@pytest.mark.parametrize("name", sorted(SINGULAR_AT_THE_START))
def test_a_start_without_a_series_is_refused(name):
    with pytest.raises(ValueRefused, match="no series at t = 0"):
        both(name)[1].Phi()


def test_where_the_start_is_singular_the_disturbance_is_that_of_runs_beside_it():
    """Below η = 0 there is no motion; above it differences approach Φ as √h, which two of them take away."""
    found = both("sphere_impact")[0]
    time, M = late(found), matrix(found, late(found))
    z = np.ones(M.shape[1])
    h = (1e-7, 1e-8)
    D = [np.array([ends("sphere_impact", found, time, i, x) for i in range(len(z))]).T for x in h]
    start = ends("sphere_impact", found, time, 0, 0.0)[:, None]
    D = [(x - start) / size for x, size in zip(D, h, strict=True)]
    of_eta = (np.sqrt(10) * D[1] - D[0])[:, 0] / (np.sqrt(10) - 1)
    assert np.column_stack([of_eta, D[0][:, 1:]]) == pytest.approx(M, rel=1e-5)


def test_several_cases_go_through_events_or_jumps():
    broken = [name for name in SMOOTH if len(both(name)[0].pieces) > 1]
    assert len(broken) >= 4
    for name in broken:
        assert len(both(name)[0].pieces) == len(both(name)[1].pieces), name


@every_smooth_start
def test_liouvilles_identity_holds_in_every_piece(name):
    """heyoka's determinant is taken of the whole matrix, and judged by the products of which it is the difference.

    Entries that are small beside the largest state have fewer digits there: its steps are as long as that allows.
    """
    theirs, ours = both(name)
    for determinant, expected in liouville(ours):
        assert determinant == pytest.approx(expected, rel=1e-12)
    for piece, (determinant, expected) in zip(theirs.pieces, liouville(theirs), strict=True):
        rows = piece.map(piece.t1)[0][:, : len(piece.leg.names)]
        assert abs(determinant - expected) <= 1e-12 * np.prod(np.maximum(1, np.linalg.norm(rows, axis=1)))


SYMPLECTIC = [
    ("accreting_oscillator", {"c": 1.0}, True),
    ("accreting_oscillator", {"c": 0.0}, False),
    ("accreting_oscillator", {"c": 0.5}, False),
    ("iceberg", {"epsilon": 0.05}, True),
    ("iceberg", {"epsilon": -0.05}, False),
    ("variable_pendulum", {"w": "at_rest", "kappa": 0.05}, True),
    ("variable_pendulum", {"w": "with_body", "kappa": 0.05}, False),
    ("cayley_chain", {}, False),
    ("van_der_pol_mass", {}, False),
]


@pytest.mark.parametrize(("name", "options", "holds"), SYMPLECTIC)
def test_the_map_is_symplectic_where_neither_mass_nor_stream_knows_the_state(name, options, holds):
    defect = symplectic_defect(vm.disturbance(vm.simulate_case(vm.variations(vm.case(name, **options)))))
    assert defect <= 1e-12 if holds else defect > 1e-3


def test_two_coordinates_and_an_anharmonic_field_are_symplectic_too():
    x, y = vm.coordinate("x"), vm.coordinate("y")
    m = 1 + sp.Rational(3, 10) * sp.sin(vm.t)
    body = vm.Particle("body", mass=m, position=[x, y], streams=[vm.absolute([sp.Rational(2, 5), sp.cos(vm.t)])])
    V = vm.Potential("field", (x**2 + y**2) / 2 + x**2 * y - y**3 / 3)
    system = vm.System("Hénon and Heiles, with a mass that breathes", body, V, time="1")
    start = {"x": 0.1, "y": 0.2, "x.dot": 0.3, "y.dot": -0.1}
    found = vm.disturbance(vm.simulate(vm.variations(system), {}, start, 7.0))
    assert symplectic_defect(found) <= 1e-12
    grown = 1 + 0.3 * np.sin(7.0)
    assert np.linalg.det(found.Phi()) == pytest.approx(grown**-2, rel=1e-12)


@pytest.mark.parametrize("name", ["cayley_chain", "rocket", "rocket_staged", "moon_pool", "variable_pendulum"])
def test_the_second_order_is_the_slope_of_the_first(name):
    found = both(name, order=2)[0]
    time, (z, _) = late(found), sizes(found)
    H = found.second(time)
    case, leg = stated(name), found.run.legs[0]

    def first(i, h):
        start = dict(zip(leg.names, leg.path.x[: len(leg.names), 0], strict=True))
        values = dict(found.run.values)
        changed = start if i < len(start) else values
        changed[found.names[i]] += h
        run = vm.simulate(vm.variations(case.system, by="all"), values, start, time, t0=case.t0)
        return matrix(vm.disturbance(run), None)

    D = differences(first, z, 1e-3)
    weight = z[:, None] * z
    assert np.abs((H - D) * weight).max() < 1e-7 * np.abs(H * weight).max()
    assert np.abs(matrix(found, time) - matrix(both(name)[0], time)).max() <= 1e-11 * np.abs(matrix(found, time)).max()


EVENTS = [("cayley_chain", "all hanging"), ("rocket", "apex"), ("rocket_staged", "apex")]


@pytest.mark.parametrize(("name", "event"), EVENTS)
def test_the_instant_of_an_event_is_known_with_its_differentials(name, event):
    found = both(name)[1]
    case, leg, (z, _) = vm.case(name), found.run.legs[0], sizes(found)

    def instant(i, h):
        start = dict(zip(leg.names, leg.path.x[: len(leg.names), 0], strict=True))
        values = dict(found.run.values)
        changed = start if i < len(start) else values
        changed[found.names[i]] += h
        run = vm.simulate(case.system, values, start, case.until, events=case.events, ledger=False)
        return np.array(run.t_events[event][0])

    slopes = found.event(event)
    assert slopes.value == pytest.approx(found.run.t_events[event][0], rel=1e-15)
    D = differences(instant, z, 1e-3)
    assert np.abs((slopes.g - D) * z).max() < 1e-8 * slopes.value


def test_cayleys_chain_squeezes_areas_as_the_square_of_its_length():
    run = vm.simulate_case(vm.variations(vm.case("cayley_chain")))
    y = run.state("y")
    assert np.linalg.det(vm.disturbance(run).Phi()) == pytest.approx((y[0] / y[-1]) ** 2, rel=1e-13)


def test_an_expression_at_an_event_has_its_chain_rule():
    """The top of a stone's throw is v²/2g: its slopes are v/g and −v²/2g²."""
    z, g = vm.coordinate("z", "m"), vm.parameters("g [m/s^2]")
    stone = vm.System("A stone", vm.Particle("stone", mass=2, position=[z]), vm.Gravity([-g]))
    top = vm.when(z.dot, name="top", direction="falling")
    run = vm.simulate(vm.variations(stone, order=2, by="g"), {"g": 9.81}, {"z": 0.0, "z.dot": 3.0}, top)
    found = vm.disturbance(run).of(z, at="top")
    assert found.value == pytest.approx(9 / 2 / 9.81)
    assert found.g == pytest.approx([1, 3 / 9.81, -9 / 2 / 9.81**2])
    curved = np.array([[0, 0, 0], [0, 1 / 9.81, -3 / 9.81**2], [0, -3 / 9.81**2, 9 / 9.81**3]])
    assert np.abs(found.H - curved).max() < 1e-14


def test_a_ball_that_bounces_is_disturbed_as_its_closed_form_is():
    """After one bounce z = e v₁ s − g s²/2, v₁ = √(v² + 2 g h), s the time since t₁ = (v + v₁)/g."""
    z, (g, e) = vm.coordinate("z", "m"), vm.parameters("g [m/s^2]", "e")
    flight = vm.System("Flight", vm.Particle("ball", mass=1, position=[z]), vm.Gravity([-g]))
    floor = vm.Switch(vm.when(z, name="floor", direction="falling"), "flight", vm.Impact(z, restitution=e))
    ball = vm.Phases("A ball", vm.Phase("flight", flight, floor))
    h, v, G, E, T = sp.symbols("h v g e T")
    v1 = sp.sqrt(v**2 + 2 * G * h)
    s = T - (v + v1) / G
    form = sp.Matrix([E * v1 * s - G * s**2 / 2, E * v1 - G * s])
    at = {h: 1.0, v: 0.5, G: 9.81, E: 0.8, T: 0.9}
    how = ({"g": 9.81, "e": 0.8}, {"z": 1.0, "z.dot": 0.5}, 0.9)
    runs = (vm.simulate(vm.variations(ball, order=2, by=("g", "e")), *how), vm.simulate(ball, *how))
    exact = np.array(form.jacobian([h, v, G, E]).subs(at), dtype=float)
    for run in runs:
        assert matrix(vm.disturbance(run, by=("g", "e")), None) == pytest.approx(exact, rel=1e-12)
    for i, row in enumerate(vm.disturbance(runs[0]).second()):
        assert row == pytest.approx(np.array(sp.hessian(form[i], [h, v, G, E]).subs(at), dtype=float), rel=1e-11)


def test_two_coordinates_bounce_again_and_again_from_a_hill_that_parameters_shape():
    """Against runs by SciPy, which shares no series, no event finder and no variational equation."""
    x, y = vm.coordinate("x", "m"), vm.coordinate("y", "m")
    g, e, c, h = vm.parameters("g [m/s^2]", "e", "c [kg/s]", "h [m]")
    ball, hill = vm.Particle("ball", mass=vm.parameters("m [kg]"), position=[x, y]), y - h * sp.sin(x / h) / 3
    air = vm.Dissipation("air", c * (x.dot**2 + y.dot**2) / 2)
    flight = vm.System("Flight", ball, vm.Gravity([0, -g]), air)
    bounce = vm.Switch(vm.when(hill, name="hill", direction="falling"), "flight", vm.Impact(hill, restitution=e))
    stated = vm.Phases("A ball over a hill", vm.Phase("flight", flight, bounce))
    values, start = {"g": 9.81, "c": 0.1, "h": 1.0, "e": 0.7, "m": 1.0}, {"x": 0.0, "y": 2.0, "x.dot": 1.0}
    runs = (vm.simulate(vm.variations(stated, by="all"), values, start, 1.5), vm.simulate(stated, values, start, 1.5))
    assert len(runs[0].legs) >= 3
    found = [vm.disturbance(run, by="all") for run in runs]
    M, N = (matrix(one, None) for one in found)
    assert np.abs(M - N).max() < 1e-11 * np.abs(M).max()

    def end(i, size):
        changed = {**values, **start, "y.dot": 0.0}
        changed[found[0].names[i]] += size
        given = ({name: changed[name] for name in names} for names in (values, [*start, "y.dot"]))
        return vm.simulate(stated, *given, 1.5, engine="dop853").y[:, -1]

    D = differences(end, np.ones(len(found[0].names)), 1e-3)
    assert np.abs(M - D).max() < 1e-7 * np.abs(M).max()


def test_a_measure_is_varied_by_runs_as_its_expression_is_by_phi():
    case = vm.case("rocket_staged")
    found = vm.sensitivity(case, "apex_height", by=["u1", "payload", "g"])
    exact = both("rocket_staged")[0].of(case.system.q[0], at="apex")
    names = both("rocket_staged")[0].names
    for name, slope in found.slopes.items():
        assert slope == pytest.approx(exact.g[names.index(name)], rel=1e-7)
        assert found.doubts[name] < 1e-5 * abs(slope)


def test_one_name_may_be_given_by_itself():
    case = vm.case("cayley_chain")
    measure = next(iter(case.measures))
    assert vm.sensitivity(case, measure, by="g") == vm.sensitivity(case, measure, by=["g"])
    assert vm.sensitivity(case, measure, by="all") == vm.sensitivity(case, measure)


@pytest.mark.parametrize(
    ("measure", "by", "what"), [("nonsense", None, "no measure"), ("speed", ["nonsense"], "to vary")]
)
def test_a_measure_that_is_not_there_is_refused(measure, by, what):
    with pytest.raises(ValueRefused, match=what):
        vm.sensitivity(vm.case("rocket_staged"), measure, by=by)


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda c: vm.variations(c, order=3), "no such order"),
        (lambda c: vm.variations(c, by="nonsense"), "no parameter 'nonsense'"),
        (lambda c: vm.simulate_case(vm.variations(c), engine="dop853"), "no variational equations"),
        (lambda c: vm.disturbance(vm.simulate_case(c, engine="dop853")).Phi(), "no series"),
        (lambda c: vm.disturbance(vm.simulate_case(c, dense=False)), "its end only"),
        (lambda c: vm.disturbance(vm.simulate_case(c)).Phi(99.0), "outside the run"),
        (lambda c: vm.disturbance(vm.simulate_case(c)).event("nothing"), "was not met"),
        (lambda c: vm.disturbance(vm.simulate_case(c)).event("all hanging", k=0), "counted from 1"),
        (lambda c: vm.disturbance(vm.simulate_case(c)).event("all hanging", k=-1), "counted from 1"),
        (lambda c: vm.disturbance(vm.simulate_case(c)).of(sp.Symbol("z")), "z is not known along the motion"),
        (lambda c: vm.disturbance(vm.simulate_case(c)).of(c.system.q[0].ddot), "is not known along the motion"),
        (lambda c: vm.disturbance(vm.simulate_case(c)).Phi("late"), "cannot use this as time"),
        (lambda c: vm.disturbance(vm.simulate_case(c)).second(), "of the first order"),
        (lambda c: vm.disturbance(vm.simulate_case(vm.variations(c)), by="all"), "other parameters"),
    ],
)
def test_what_has_no_disturbance_is_refused(make, what):
    with pytest.raises(ValueRefused, match=what):
        make(vm.case("cayley_chain"))


LINEAR = [
    ("airy", {}),
    ("euler_cauchy", {}),
    ("decaying_mass_oscillator", {"w": "at_rest"}),
    ("decaying_mass_oscillator", {"w": "with_body"}),
    ("accreting_oscillator", {"c": 1.0}),
    ("accreting_oscillator", {"c": 0.0}),
    ("accreting_oscillator", {"c": 0.5, "law": "exp", "end": 20.0}),
]


@pytest.mark.parametrize(("name", "options"), LINEAR)
def test_of_a_linear_motion_phi_is_made_of_its_closed_forms(name, options):
    """A column for the start (1, 0), and one for (0, 1)."""
    columns = []
    for x0, v0 in ((1.0, 0.0), (0.0, 1.0)):
        case = vm.case(name, x0=x0, v0=v0, **options)
        run = vm.simulate_case(case)
        columns.append([case.exact[state](run)[-1] for state in run.names])
    for stated in (vm.variations(case), case):
        Φ = vm.disturbance(vm.simulate_case(stated)).Phi()
        assert np.abs(Φ - np.transpose(columns)).max() < 1e-12 * np.abs(Φ).max()


@pytest.mark.parametrize("name", ["cayley_chain", "rocket_staged"])
def test_a_run_with_variations_is_kept_in_files_as_any_other(name, tmp_path):
    run = vm.simulate_case(vm.variations(vm.case(name), by="all"))
    for kind in ("netcdf", "csv", "json", "parquet"):
        file = tmp_path / f"run.{kind}"
        getattr(run, f"to_{kind}")(str(file))
        assert file.stat().st_size > 100
    assert run.legs[0].filled() == {}


def test_dry_friction_breaks_a_disturbance_where_the_motion_turns():
    """x¨ = −x − μ sgn x˙ from rest at x₀: after the first turn, x = (x₀ − 3 μ) cos t − μ, and so are its slopes."""
    x, μ = vm.coordinate("x"), vm.parameters("mu")
    spring = vm.Potential("spring", x**2 / 2)
    friction = vm.GeneralisedForce("friction", on=x, force=-μ * sp.sign(x.dot))
    block = vm.System("A block that rubs", vm.Particle("block", mass=1, position=[x]), spring, friction, time="1")
    T = 2 * np.pi - 0.3
    how = ({"mu": 0.1}, {"x": 1.0}, T)
    for stated in (vm.variations(block, by="mu"), block):
        found = vm.disturbance(vm.simulate(stated, *how), by="mu")
        assert len(found.pieces) == 2
        assert found.run.final("x") == pytest.approx(0.7 * np.cos(T) - 0.1)
        assert found.Phi()[:, 0] == pytest.approx([np.cos(T), -np.sin(T)], rel=1e-12)
        assert found.Psi()[:, 0] == pytest.approx([-3 * np.cos(T) - 1, 3 * np.sin(T)], rel=1e-12)


@pytest.mark.parametrize("measure", [lambda run: None, lambda run: 1 / 0, lambda run: run.t, lambda run: "much"])
def test_a_measure_that_gives_no_number_is_missing(measure):
    case = replace(vm.case("cayley_chain"), measures={"odd": measure})
    with pytest.raises(vm.VarmassError, match="does not exist beside this run"):
        vm.sensitivity(case, "odd", by="y")
