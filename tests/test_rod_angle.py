"""The angle element: it is the inextensible rod, its energies alone move it, and it moves as two other codes say."""

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from varmass.errors import ValueRefused
from varmass.model.functional import Functional
from varmass.model.symbols import t
from varmass.rod.elements import angle
from varmass.rod.sliding import Rod, sliding_rod
from varmass.rod.splines import cumulative, gauss, knots, splines
from varmass.rod.state import NUMBERS, value
from varmass.rod.symbols import η

VALUES = {"rho": 3.9, "a": 2.0833, "l": 1.0, "g": 9.8, "alpha": 2.3}


def kinetic(n=4):
    rod = Rod(n)
    return rod, next(e for e in sliding_rod(rod).bodies[0].kinetic.atoms(Functional))


def state(rod, seed=1):
    rng = np.random.default_rng(seed)
    n = len(rod.q)
    q, u = rng.normal(size=n) / 2, rng.normal(size=n)
    q[-1], u[-1] = 0.6, -1.3
    return q, u


@pytest.fixture(scope="module")
def run():
    return vm.simulate_case(vm.case("dancing_rod", n=8), tol=1e-9)


@pytest.mark.parametrize("degree", [3, 4, 5])
def test_splines_give_polynomials_their_derivatives_and_their_integrals(degree):
    κ, (σ, w) = knots(3, degree), gauss(3, degree + 1)
    fit = np.linalg.lstsq(splines(κ, degree, σ), σ**degree, rcond=None)[0]
    for k, exact in ((0, σ**degree), (1, degree * σ ** (degree - 1)), (2, degree * (degree - 1) * σ ** (degree - 2))):
        assert np.allclose(splines(κ, degree, σ, k) @ fit, exact, atol=1e-11)
    assert np.allclose(cumulative(3, degree + 1) @ σ**degree, σ ** (degree + 1) / (degree + 1), atol=1e-14)
    assert w @ σ**degree == pytest.approx(1 / (degree + 1), rel=1e-14)


def test_the_ends_are_as_stated():
    mesh = angle.mesh(6, 2)
    κ = knots(5, angle.DEGREE)
    ties = np.zeros((9, 6))
    ties[1:7] = np.eye(6)
    ties[7:, -1] = 1
    at = [splines(κ, angle.DEGREE, np.array([0.0, 1.0]), k) @ ties for k in (0, 1, 2)]
    assert np.abs(at[0][0]).max() == 0
    assert np.abs(at[1][1]).max() < 1e-12
    assert np.abs(at[2][1]).max() < 1e-10
    assert len(mesh.q) == 6


def test_t_is_half_the_mass_times_the_square_of_the_material_velocity():
    """Against points of the rod that are followed for a moment: |x(σ(s, t), t)| by central differences."""
    rod, T = kinetic()
    q, u = state(rod)
    s = np.linspace(0, 1, 4001)
    Φ = _angles(len(q) - 1, s)

    def place(coefficients, length):
        θ = Φ @ coefficients
        steps = np.diff(s)[:, None] * length
        direction = np.stack([np.cos(θ), np.sin(θ)], axis=1)
        return np.vstack([[0, 0], np.cumsum((direction[1:] + direction[:-1]) / 2 * steps, axis=0)])

    moment, ends = 1e-5, []
    labels = 1 - q[-1] * (1 - s)
    for sign in (1, -1):
        now = q + sign * moment * u
        σ = 1 - (1 - labels) / now[-1]
        x = place(now[:-1], now[-1])
        ends.append(np.stack([np.interp(σ, s, x[:, i]) for i in (0, 1)], axis=1))
    inner = slice(5, -5)
    v = ((ends[0] - ends[1]) / (2 * moment))[inner]
    expected = np.trapezoid(VALUES["rho"] * q[-1] * (v**2).sum(axis=1) / 2, s[inner])
    known = dict(zip((*rod.q, *(x.dot for x in rod.q)), (*q, *u), strict=True))
    found = value(T, {t: 0.0} | known | {p: VALUES[p.name] for p in T.free_symbols if p.name in VALUES})
    assert found == pytest.approx(expected, rel=2e-2)


def _angles(n, σ):
    ties = np.zeros((n + 3, n))
    ties[1 : n + 1] = np.eye(n)
    ties[n + 1 :, -1] = 1
    return splines(knots(n + 3 - angle.DEGREE, angle.DEGREE), angle.DEGREE, σ) @ ties


@pytest.mark.parametrize("which", ["speeds", "coordinates", "mass matrix", "flow"])
def test_every_slope_of_t_is_its_derivative(which):
    rod, T = kinetic()
    q, u = state(rod)
    n, step = len(q), 1e-6
    rho = VALUES["rho"]

    def at(q, u):
        return T.kernel.at([*q, *u, 0.0, rho], NUMBERS)

    def slope(order, dq=0.0, du=0.0):
        return (at(q + step * dq, u + step * du)[order] - at(q - step * dq, u - step * du)[order]) / (2 * step)

    here = at(q, u)
    for j in range(n):
        e = np.eye(n)[j]
        if which == "speeds":
            assert here[(n + j,)] == pytest.approx(slope((), du=e), rel=1e-7, abs=1e-8)
        elif which == "coordinates":
            assert here[(j,)] == pytest.approx(slope((), dq=e), rel=1e-7, abs=1e-8)
        elif which == "flow":
            assert here[(-1, n + j)] == pytest.approx(slope((n + j,), dq=u), rel=1e-7, abs=1e-8)
        else:
            for i in range(n):
                order = tuple(sorted((n + i, n + j)))
                assert here[order] == pytest.approx(slope((n + i,), du=e), rel=1e-7, abs=1e-8)


def test_the_start_is_consistent():
    """From rest and straight: η̈ = g cos α, and the rod turns as a rigid bar would not; no acceleration is zero."""
    case = vm.case("dancing_rod")
    run = vm.simulate_case(case, until=1e-4, engine="dop853", tol=1e-11)
    fallen = case.values["g"] * np.cos(case.values["alpha"]) * 1e-4**2 / 2
    assert run.final("eta") - 0.7 == pytest.approx(fallen, rel=1e-5)
    assert np.abs(run.state("q1.dot")[-1]) > 0


def test_the_motion_is_that_of_the_reference(run):
    found = [float(run.state("eta", at)) for at in (1, 2, 3, 4)]
    assert found == pytest.approx([0.560963, 0.374441, 0.495336, 0.542552], abs=2e-6)
    case = vm.case("dancing_rod", n=8)
    assert case.measures["first_minimum"](run) == pytest.approx(0.27703, abs=5e-6)
    assert case.measures["first_minimum_time"](run) == pytest.approx(0.4993, abs=5e-5)
    assert "'ejected'" in run.message
    assert run.t[-1] == pytest.approx(4.64003, abs=5e-5)
    assert case.measures["tip_x"](run) == pytest.approx(0.2936, abs=5e-4)
    assert case.measures["tip_y"](run) == pytest.approx(0.850, abs=1e-3)


def test_its_books_close(run):
    assert run.ledger().energy_closure < 1e-9
    assert run.ledger().momentum_closure < 1e-9


def test_energy_is_kept_at_a_tolerance_of_1e_10():
    run = vm.simulate_case(vm.case("dancing_rod"), tol=1e-10)
    assert run.ledger().account("energy").books == {}
    assert run.ledger().energy_closure < 1e-10


def test_gravity_as_printed_throws_the_rod_out_at_once():
    run = vm.simulate_case(vm.case("dancing_rod", alpha=np.pi / 4), ledger=False)
    assert "'ejected'" in run.message
    assert run.t[-1] == pytest.approx(0.280311, abs=5e-7)


def test_a_rod_that_falls_straight_is_gone_in_its_sleeve():
    run = vm.simulate_case(vm.case("dancing_rod", alpha=np.pi, n=3), ledger=False)
    assert "'injected'" in run.message
    assert run.t[-1] == pytest.approx((2 * 0.699 / 9.8) ** 0.5, rel=1e-10)


LOW = [(0.4564, 0.0575), (1.3694, 0.05637), (2.2832, 0.05692)]  # of the rod of 2 mm, as printed
HIGH = [(0.9136, 0.70004), (1.8260, 0.69861)]
AS_PRINTED = [(6e-5, 6e-5), (6e-5, 6e-6), (6e-5, 6e-6)]


def stiff(n, end):
    """A run, and where the rod of 2 mm is shortest and longest; between them it turns by its vibrations, too."""
    run = vm.simulate_case(vm.case("dancing_rod", h=2e-3, n=n, end=end), tol=1e-9, ledger=False)
    row = run.names.index("eta")
    met = {name: np.column_stack([run.t_events[name], run.y_events[name][row]]) for name in ("shortest", "longest")}
    return run, met["shortest"][met["shortest"][:, 1] < 0.1], met["longest"][met["longest"][:, 1] > 0.69]


def as_printed(low, high):
    assert (np.abs(low[:3] - LOW) < AS_PRINTED).all()
    assert (np.abs(high[:2] - HIGH) < AS_PRINTED[1:]).all()


def test_the_stiff_rod_dances_with_a_period():
    as_printed(*stiff(n=5, end=2.3)[1:])


@pytest.mark.slow
def test_the_stiff_rod_dances_so_with_more_coefficients_and_for_longer():
    run, low, high = stiff(n=6, end=5.0)
    as_printed(low, high)
    assert run.final("eta") == pytest.approx(0.08098, abs=6e-6)


def test_more_coefficients_come_nearer():
    """η at 0.8 s, against n = 10.  A weight that is there all at once excites all modes: the order is 3, not 4."""

    def at(n):
        found = vm.simulate_case(vm.case("dancing_rod", n=n, end=0.8), tol=1e-11, ledger=False)
        return found.final("eta")

    exact = at(10)
    errors = [abs(at(n) - exact) for n in (3, 5, 7)]
    spans = [n - 1 for n in (3, 5, 7)]
    order = np.polyfit(np.log(spans), np.log(errors), 1)[0]
    assert order < -3
    assert errors[-1] < 2e-6


@pytest.mark.parametrize(
    "options",
    [{"eta0": 0.0}, {"eta0": 1.0}, {"eta0": 1.2}, {"h": 0.0}, {"n": 0}, {"n": 1}, {"element": "cubic"}, {"g": 0.0}],
    ids=str,
)
def test_a_rod_that_is_none_is_refused(options):
    with pytest.raises(ValueRefused) as refusal:
        vm.case("dancing_rod", **options)
    assert all((refusal.value.what, refusal.value.expected, refusal.value.got, refusal.value.hint))


def test_a_functional_is_equal_only_to_one_of_its_content():
    T, other = kinetic(4)[1], kinetic(5)[1]
    assert kinetic(4)[1] == T
    assert other != T
    assert T.func(*T.args).diff(η.dot) == T.diff(η.dot) != T.diff(η)
    assert sp.diff(T, η.dot, η.dot).order == (len(Rod(4).q) * 2 - 1,) * 2
