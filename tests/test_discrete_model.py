"""The discrete model is of the order that it is asked for, and converges where, and only where, its series does."""

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import solve_ivp

import varmass as vm
from varmass.analyse.discrete_model import Convergence
from varmass.analyse.order import observed_order
from varmass.compile.jets import Jet, jets
from varmass.errors import ValueRefused

t = vm.t
MASS = 1 + sp.Rational(2, 5) * sp.cos(2 * t)
SYSTEMS = {
    "airy": ([[0, 1], [-t, 0]], (0.0, 2.0)),
    "mass that grows": ([[0, 1], [-4 * sp.exp(-t / 2), sp.Rational(-1, 2)]], (0.0, 2.0)),
    "mass that is periodic": ([[0, 1], [-sp.Rational(13, 10) / MASS, -MASS.diff(t) / MASS]], (0.0, 3.0)),
    "two that do not commute": (
        [[0, t, 1, 0], [sp.sin(t), 0, 0, -1], [0, -1, sp.exp(-t), 0], [1, 0, 0, t / (2 + t)]],
        (0.0, 2.0),
    ),
}
STEPS = {1: (1000, 2000), 2: (200, 400), 3: (100, 200), 4: (60, 120), 5: (40, 80), 6: (30, 60)}
named = pytest.mark.parametrize("name", SYSTEMS)


def in_python(name):
    """The same system by SciPy, which knows nothing of series."""
    A, span = SYSTEMS[name]
    f, n = sp.lambdify(t, sp.Matrix(A)), len(A)
    found = solve_ivp(
        lambda s, x: (f(s) @ x.reshape(n, n)).ravel(), span, np.eye(n).ravel(), "DOP853", rtol=3e-14, atol=1e-15
    )
    return found.y[:, -1].reshape(n, n)


@named
@pytest.mark.parametrize("m", STEPS)
def test_the_global_error_falls_with_the_order_that_was_asked_for(name, m):
    A, (t0, t1) = SYSTEMS[name]
    exact = vm.discrete_model(A).transition(t0, t1)
    h = [(t1 - t0) / n for n in STEPS[m]]
    errors = [np.abs(vm.discrete_model(A, order=m, step=x).transition(t0, t1) - exact).max() for x in h]
    assert observed_order(h, errors) == pytest.approx(m, abs=0.15)


@pytest.mark.parametrize("name", ["airy", "mass that grows", "exchanged at rest"])
def test_order_twenty_shows_in_a_hundred_digits(name):
    """In double precision its errors pass from the first large steps to round-off at once."""
    A = [[0, 1], [-5 / (1 + t) ** 2, -3 / (1 + t)]] if name == "exchanged at rest" else SYSTEMS[name][0]
    found = {N: _in_digits(A, 20, N) for N in (4, 8)}
    exact = _in_digits(A, 28, 8)
    errors = [float(max(abs(x) for x in found[N] - exact)) for N in found]
    assert observed_order([1 / N for N in found], errors) == pytest.approx(20, abs=0.15)


def _in_digits(A, m, N):
    """Φ(1/32, 0) in N steps."""
    model, found = vm.discrete_model(A, order=m), sp.eye(2)
    for k in range(N):
        found = model.formula(sp.Float(sp.Rational(k, 32 * N), 100), sp.Float(sp.Rational(1, 32 * N), 100))[0] * found
    return found


@named
def test_order_and_step_that_are_chosen_reach_the_tolerance(name):
    A, span = SYSTEMS[name]
    model = vm.discrete_model(A)
    assert model.m == 20
    assert np.abs(model.transition(*span) - in_python(name)).max() < 1e-12
    assert vm.discrete_model(A, tol=1e-6).m == 8
    assert np.abs(vm.discrete_model(A, tol=1e-6).transition(*span) - in_python(name)).max() < 1e-6


@named
@pytest.mark.parametrize("m", [1, 2, 5, 12])
def test_the_printed_form_the_normalised_form_and_the_formula_are_one(name, m):
    A, _ = SYSTEMS[name]
    model = vm.discrete_model(A, order=m, step=0.25)
    E = model.E(0.5)
    assert np.abs(E - model.E(0.5, form="printed")).max() < 1e-13
    if m < 5:
        at = sp.Rational(1, 2), sp.Rational(1, 4)
        assert np.abs(E - np.array(model.formula(*at)[0].evalf(20), dtype=float)).max() < 1e-13


@named
@pytest.mark.parametrize("m", [3, 8])
def test_the_error_of_a_step_is_what_was_estimated(name, m):
    A, _ = SYSTEMS[name]
    exact = vm.discrete_model(A).transition(0.5, 0.51)
    model = vm.discrete_model(A, order=m, step=0.01 if m == 3 else 0.2)
    exact = vm.discrete_model(A).transition(0.5, 0.5 + model.step)
    assert np.abs(model.E(0.5) - exact).max() == pytest.approx(model.error(0.5), rel=0.5)


FUNCTIONS = [
    sp.exp,
    sp.sin,
    sp.cos,
    sp.sinh,
    sp.cosh,
    sp.tanh,
    sp.log,
    sp.sqrt,
    lambda x: x**-3,
    lambda x: x ** sp.Rational(5, 3),
]


@pytest.mark.parametrize("f", FUNCTIONS)
@pytest.mark.parametrize("x", [3 + 2 * t, 3 + 2 * t + t**2 / 5, sp.Integer(2) + 0 * t])
def test_a_series_is_that_of_taylors_theorem(f, x):
    """Arguments that are linear in time have a closed form of their own."""
    found = jets([f(x)], {t: Jet.of_time(np.array([0.25, -0.5]), 9)}, 9, np.zeros(2))[0]
    for n in range(10):
        slope = sp.lambdify(t, sp.sympify(f(x)).diff(t, n) / sp.factorial(n), "mpmath")
        assert found[n] == pytest.approx([float(slope(0.25)), float(slope(-0.5))], rel=1e-13, abs=1e-15)


def test_a_mesh_that_is_chosen_is_hardly_finer_than_what_is_wanted():
    for name, (A, span) in SYSTEMS.items():
        model = vm.discrete_model(A)
        steps = model.steps(*span)
        T = np.diff(steps.t)
        wanted = np.array([model._length(s, None) for s in steps.t[:-1]])
        assert (wanted * (1 + 1e-9) >= T).all(), name
        assert len(T) <= 2 * np.sum(T / wanted) + 1, name


def test_a_function_and_a_formula_are_the_same_model():
    by_hand = vm.discrete_model(
        lambda s: [[0, 1], [-13 / (10 + 4 * np.cos(2 * s)), np.sin(s) ** 2]], lambda s: [[0], [s]]
    )
    stated = vm.discrete_model([[0, 1], [-13 / (10 + 4 * sp.cos(2 * t)), sp.sin(t) ** 2]], [[0], [t]])
    for found, expected in zip(by_hand.steps(0, 3).__dict__.items(), stated.steps(0, 3).__dict__.items(), strict=True):
        if isinstance(found[1], np.ndarray):
            assert np.allclose(found[1], expected[1], rtol=1e-14, atol=1e-15), found[0]


@pytest.mark.parametrize(("m", "degree"), [(1, 0), (4, 0), (3, 1), (20, 4)])
def test_an_input_that_is_followed_as_a_polynomial_is_of_its_own_order(m, degree):
    """x˙ = −x + sin t: the state is as good as the worse of the order of E and the degree that follows u, plus one."""
    errors = []
    for step in (0.1, 0.05):
        model = vm.discrete_model([[-1]], [[1]], order=m, step=step, u=np.sin, degree=degree)
        errors.append(abs(model.run([0.0], 0, 2)[1][0, -1] - (np.sin(2) - np.cos(2) + np.exp(-2)) / 2))
    assert observed_order((0.1, 0.05), errors) == pytest.approx(min(m, degree + 1), abs=0.15)


def test_beyond_the_radius_of_convergence_a_higher_order_is_worse_and_said_to_be():
    A = [[0, 1], [-5 / t**2, -3 / t]]
    models = {T: [vm.discrete_model(A, order=m, step=T) for m in (8, 16, 32)] for T in (0.5, 1.5)}
    errors = {
        T: [np.abs(m.E(1) - vm.discrete_model(A).transition(1, 1 + T)).max() for m in of] for T, of in models.items()
    }
    assert errors[0.5] == sorted(errors[0.5], reverse=True)
    assert errors[1.5] == sorted(errors[1.5])
    assert models[0.5][0].outcome(1) is Convergence.CONVERGES
    assert models[1.5][0].outcome(1) is Convergence.DIVERGES
    assert "exceeds the radius of convergence" in models[1.5][0].message(1)


@pytest.mark.parametrize(
    ("A", "at", "radius"),
    [
        ([[0, 1], [-5 / t**2, -3 / t]], 2.0, 2.0),
        (SYSTEMS["mass that is periodic"][0], 0.0, abs(complex(sp.acos(sp.Rational(-5, 2)) / 2))),
        ([[0, 1], [-1 / (1 + t**2), 0]], 0.0, 1.0),
        ([[0, 1], [-t, 0]], 0.0, np.inf),
        ([[sp.sin(100 * t)]], 0.0, np.inf),
        ([[sp.cos(10 * t) * sp.exp(-(t**2))]], 1.0, np.inf),
        ([[0, 1], [-1 / t**2, 0]], 1e-6, 1e-6),
        ([[0, 1], [-5 / t**2, -3 / t]], 1e6, 1e6),
        ([[1 / (t - 10**6)]], 0.0, 1e6),
        ([[1 / (t - 2) ** 10]], 0.0, 2.0),
    ],
)
def test_the_radius_of_convergence_is_the_distance_to_the_nearest_singularity(A, at, radius):
    assert vm.discrete_model(A).radius(at) == pytest.approx(radius, rel=0.05)


@pytest.mark.parametrize(
    ("A", "T", "span"), [([[0, 1], [-5 / t**2, -3 / t]], 1.5, (1, 4)), ([[1 / (t - 0.55)]], 0.1, (0, 1))]
)
def test_steps_that_were_given_say_where_they_leave_the_radius_of_convergence(A, T, span):
    model = vm.discrete_model(A, order=5, step=T)
    with pytest.warns(RuntimeWarning, match="exceeds the radius of convergence"):
        model.transition(*span)
    with pytest.warns(RuntimeWarning, match="exceeds the radius of convergence"):
        model.run(np.ones(len(A)), *span)
    assert "exceeds the radius of convergence" in model.steps(*span).message
    assert vm.discrete_model(A, order=5, step=T / 20).steps(*span[:1], span[0] + T / 2).message == ""


def test_steps_of_ours_that_leave_the_radius_of_convergence_are_refused():
    with pytest.raises(ValueRefused, match="leaves the radius of convergence"):
        vm.discrete_model([[1e-9 / (t - 0.55)]], order=1, tol=1e-2).transition(0, 1)


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (lambda m: m.formula("a b", "T"), "stands for no time"),
        (lambda m: m.formula(sp.nan), "stands for no time"),
        (lambda m: m.formula(0, 1), "no series at t = 0"),
        (lambda m: m.part("a", 0.1), "cannot use this as t"),
        (lambda m: m.transition(1, 2), "too many steps"),
    ],
)
def test_a_question_without_an_answer_is_refused(ask, what):
    with pytest.raises(ValueRefused, match=what):
        ask(vm.discrete_model([[0, 1], [-5 / t**2, -3 / t]], order=4, step=1e-12))


def test_one_step_of_order_one_is_eulers_and_lets_an_undamped_swing_grow():
    E = vm.discrete_model([[0, 1], [-1, 0]], order=1, step=0.1).E(0)
    assert np.abs(np.linalg.eigvals(E)) == pytest.approx(np.sqrt(1.01))


@pytest.mark.parametrize(
    ("given", "options"),
    [
        (([[0, 1], [1]],), {}),
        (([[0, 1], [-t, 0]],), {"order": 0}),
        (([[0, 1], [-t, 0]],), {"step": -1.0}),
        (([[0, 1], [-t, 0]], [[0, 1]]), {}),
        (([[0, 1], [-t, sp.Symbol("k")]],), {}),
        (([[0, 1], [-t, 0]], [[0], [1]]), {"u": [1, 2]}),
        (("nonsense",), {}),
    ],
)
def test_what_is_no_linear_system_is_refused(given, options):
    with pytest.raises(ValueRefused):
        vm.discrete_model(*given, **options)


def test_a_singular_start_and_too_many_steps_are_refused():
    A = [[0, 1], [-5 / t**2, -3 / t]]
    with pytest.raises(ValueRefused, match="no series at t = 0"):
        vm.discrete_model(A).transition(0, 1)
    with pytest.raises(ValueRefused, match="too many steps"):
        vm.discrete_model([[1 / (1 - t)]]).transition(0, 1)


SWITCHED = [
    (sp.Abs(t), -1, 1, 1.0),
    (sp.Piecewise((1, t < 0), (2, True)), -1, 1, 3.0),
    (sp.sign(t - sp.Rational(1, 3)), 0, 1, sp.Rational(1, 3)),
    (sp.Max(t, t**2), 0, 2, sp.Rational(1, 2) + sp.Rational(7, 3)),
    (sp.sign(sp.sin(7 * t)), 0, 2 * sp.pi, 0),
    (sp.Abs(sp.sin(7 * t)), 0, sp.pi, 2),
    (sp.Abs(sp.Abs(t) - 1), -2, 2, 2),
    (sp.sign((t - 1) ** 2 - sp.Rational(1, 10**6)), 0, 2, 2 - sp.Rational(4, 1000)),
]


@pytest.mark.parametrize(("a", "t0", "t1", "integral"), SWITCHED)
def test_no_step_passes_over_a_choice(a, t0, t1, integral):
    """ẋ = a x, x(t₁) = x(t₀) exp ∫ a dt."""
    found = vm.discrete_model([[a]]).transition(float(t0), float(t1))[0, 0]
    assert found == pytest.approx(float(sp.exp(integral)), rel=1e-12)
    stepped = vm.discrete_model([[a.subs(t, sp.Symbol("s"))]], order=12, step=0.05).transition(float(t0), float(t1))
    assert stepped[0, 0] == pytest.approx(float(sp.exp(integral)), rel=1e-11)


@pytest.mark.parametrize(
    ("A", "what"),
    [
        ([], "is empty"),
        ([[sp.I]], "is not real"),
        (np.array([[1j]]), "is not real"),
        ([[np.nan]], "is not real"),
        ([[np.inf]], "is not real"),
        (lambda s: [[1 if s > 0 else 2]], "cannot be followed as a series"),
        (lambda s: [[1.0 if s == 0 else 2.0]], "cannot be followed as a series"),
        (lambda s: [[1.0 if s else 2.0]], "cannot be followed as a series"),
        (lambda s: [[0, 1j], [1j, 0 * s]], "is not real"),
        (lambda s: [[1j * s]], "is not real"),
        (lambda s: [[sp.I]], "is not real"),
        (lambda s: [["one"]], "is not real"),
        (lambda s: [[sp.sin(s)]], "cannot be followed as a series"),
        (lambda s: 1 / 0, "cannot be followed as a series"),
    ],
)
def test_a_matrix_that_has_no_series_is_refused(A, what):
    with pytest.raises(ValueRefused, match=what):
        vm.discrete_model(A)


def test_a_number_that_no_machine_has_is_refused():
    with pytest.raises(ValueRefused, match="beyond the numbers of the machine"):
        vm.discrete_model([[10**400 * t]])


@pytest.mark.parametrize("sign", [1, -1])
def test_a_large_number_before_an_exponential_is_one_exponential(sign):
    """exp(1020.0 − 200 t) is 10⁴⁴³ exp(−200 t) to SymPy."""
    a = 1 / (1 + sp.exp(-sign * 200 * (t - 5.1)))
    found = vm.discrete_model([[a]]).transition(5.0, 5.2)[0, 0]
    assert found == pytest.approx(np.exp(0.1), rel=1e-12)


def test_tanh_has_a_series_however_large_its_argument():
    assert vm.discrete_model([[sp.tanh(t)]]).E(800.0, 0.1)[0, 0] == pytest.approx(np.exp(0.1), rel=1e-14)


def test_an_input_matrix_that_is_complex_is_refused():
    with pytest.raises(ValueRefused, match="is not real"):
        vm.discrete_model(lambda s: [[s]], lambda s: [[1j * s]])


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (lambda m: m.transition(1, 0), "forward in time"),
        (lambda m: m.transition(1, 1), "forward in time"),
        (lambda m: m.transition(0, np.inf), "cannot use this as t1"),
        (lambda m: m.steps("0", 1), "cannot use this as t0"),
        (lambda m: m.E(0.5, form="nonsense"), "cannot use this as form"),
        (lambda m: m.run([np.nan, 0], 0, 1), "does not fit A"),
        (lambda m: m.run(["a", "b"], 0, 1), "does not fit A"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(ask, what):
    with pytest.raises(ValueRefused, match=what):
        ask(vm.discrete_model([[0, 1], [-t, 0]]))


def test_there_is_no_radius_where_a_does_not_exist():
    assert vm.discrete_model([[1 / t]]).radius(0) == 0


def test_a_function_may_be_singular_at_any_instant_that_is_not_asked_for():
    assert vm.discrete_model(lambda s: [[1 / (s - 1)]]).transition(2, 3) == pytest.approx(2)


def test_a_run_stands_for_the_disturbances_of_its_motion():
    """Of formulas, and of the kernels of a rod; the order of a step that is given shows in both."""
    for case, end in ((vm.case("cayley_chain"), 1.0), (vm.case("cantilever", n=2), 0.02)):
        run = vm.simulate_case(case, end)
        Φ = vm.disturbance(vm.simulate_case(vm.variations(case), end)).Phi()
        assert np.abs(vm.discrete_model(run).transition(0, end) - Φ).max() < 1e-11 * np.abs(Φ).max()
        h = [end / 800, end / 1600]
        errors = [np.abs(vm.discrete_model(run, order=3, step=x).transition(0, end) - Φ).max() for x in h]
        assert observed_order(h, errors) == pytest.approx(3, abs=0.3)
        with pytest.raises(ValueRefused, match="an instant outside the run"):
            vm.discrete_model(run).E(100.0)
        with pytest.raises(ValueRefused, match="a run has no input"):
            vm.discrete_model(run, [[0], [1]])
    with pytest.raises(ValueRefused, match="was sampled"):
        vm.discrete_model(run).radius(0.01)
