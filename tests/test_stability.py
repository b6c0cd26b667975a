"""What grows, grows at the rate that theory gives: at rest, over a period, and in the long run."""

from math import pi

import numpy as np
import pytest
import sympy as sp
from scipy.optimize import brentq
from scipy.special import mathieu_a, mathieu_b

import varmass as vm
from varmass.errors import ValueRefused
from varmass.show.figures.curves import Curve
from varmass.show.figures.disturbances import chart
from varmass.show.plot import drawn

OMEGA = 2.0
OVER = {"k": [0.5, 1.0], "epsilon": [0.1, 0.2]}


def monodromy(w="with_body", **options):
    case = vm.case("mathieu_mass", w=w, Omega=OMEGA, **options)
    return vm.floquet(case.system, case.values, {"x": 0.0}, 2 * pi / OMEGA)


@pytest.mark.parametrize("epsilon", [0.1, 0.4, 0.8])
@pytest.mark.parametrize("k", [0.5, 0.95, 1.3, 4.1])
def test_both_laws_of_exchange_have_the_same_multipliers(k, epsilon):
    one, two = (monodromy(w, k=k, epsilon=epsilon) for w in ("with_body", "at_rest"))
    assert one.trace == pytest.approx(two.trace, rel=1e-11, abs=1e-11)
    assert np.abs(one.monodromy - two.monodromy).max() > 1e-3
    for found in (one, two):
        assert np.prod(found.multipliers).real == pytest.approx(1, rel=1e-11)


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 0.9])
@pytest.mark.parametrize(
    ("of", "order", "trace"), [(mathieu_b, 1, -2), (mathieu_a, 1, -2), (mathieu_b, 2, 2), (mathieu_a, 2, 2)]
)
def test_on_the_boundary_of_mathieus_equation_the_trace_is_two(of, order, trace, epsilon):
    a = brentq(lambda a: of(order, a * epsilon / 2) - a, 0.01, 12, xtol=1e-15)
    assert monodromy(k=a * OMEGA**2 / 4, epsilon=epsilon).trace == pytest.approx(trace, abs=1e-10)


def test_the_edges_of_the_chart_are_those_of_mathieus_equation():
    case = vm.case("mathieu_mass", Omega=OMEGA)
    over = {"k": np.linspace(0.3, 4.7, 23), "epsilon": np.linspace(0.2, 0.8, 4)}
    found = vm.chart(case.system, case.values, {"x": 0.0}, 2 * pi / OMEGA, over)
    tongues = [(mathieu_b, 1), (mathieu_a, 1), (mathieu_b, 2), (mathieu_a, 2)]
    exact = [brentq(lambda a, f=f, n=n: f(n, a * 0.6 / 2) - a, 0.01, 12, xtol=1e-15) for f, n in tongues]
    assert found.edges(0.6) == pytest.approx(exact, rel=1e-9)
    assert found.growth.shape == found.stable.shape == (4, 23)
    for i, epsilon in enumerate(found.y):
        assert np.array_equal(found.stable[i], [monodromy(k=k, epsilon=epsilon).stable for k in found.x])


def test_the_chart_is_drawn_with_mathieus_curves():
    """Each curve is a(q) with q = −a ε/2, as k over ε; the edges that were found lie on them."""
    case = vm.case("mathieu_mass", Omega=OMEGA)
    over = {"k": np.linspace(0.5, 1.8, 14), "epsilon": np.linspace(0.2, 0.6, 3)}
    found = vm.chart(case.system, case.values, {"x": 0.0}, 2 * pi / OMEGA, over)
    curves = []
    for of, label in ((mathieu_b, "$b_1$"), (mathieu_a, "$a_1$")):
        a = [brentq(lambda a, e=e, f=of: f(1, a * e / 2) - a, 0.01, 12) for e in found.y]
        curves.append(Curve(np.array(a), found.y, label))
    assert np.transpose([found.edges(e) for e in found.y]) == pytest.approx(np.array([c.x for c in curves]), rel=1e-9)
    figure = drawn(chart(found, tuple(curves)), "png")
    assert figure.startswith(b"\x89PNG")
    assert len(figure) > 5000


def test_a_pendulum_that_loses_sand_is_stable_below_and_unstable_above():
    case = vm.case("variable_pendulum")
    below, above = (vm.stability(case.system, case.values, {"theta": x}) for x in (0.1, 3.0))
    assert below.eigenvalues.imag == pytest.approx([np.sqrt(9.81), -np.sqrt(9.81)])
    assert (below.sign, above.sign) == (0, 1)
    assert above.point["theta"] == pytest.approx(pi)
    assert "as long as the masses are what they are now" in below.verdict


def test_a_stream_takes_part_in_a_point_of_rest_and_in_its_stability():
    """A plate on a jet: m g = ṁ (w − ẋ) at rest where the spring gives the rest; the jet damps with ṁ."""
    x, (m, r, w, g, k) = vm.coordinate("x", "m"), vm.parameters("m [kg]", "r [kg/s]", "w [m/s]", "g [m/s^2]", "k [N/m]")
    water = vm.Particle("water", mass=m, position=[x], streams=[
        vm.absolute([w], mass=m + r * vm.t, name="arrives"), vm.with_body(mass=-r * vm.t, name="leaves"),
    ])  # fmt: skip
    plate = vm.System("A plate on a jet", water, vm.Gravity([-g]), vm.Potential("spring", k * x**2 / 2))
    values = {"m": 2.0, "r": 3.0, "w": 4.0, "g": 9.81, "k": 50.0}
    found = vm.stability(plate, values, {"x": 0.0})
    assert found.point["x"] == pytest.approx((3 * 4 - 2 * 9.81) / 50)
    assert sorted(found.eigenvalues, key=lambda z: z.imag) == pytest.approx(
        sorted(np.roots([2, 3, 50]), key=lambda z: z.imag)
    )
    assert found.sign == -1


@pytest.mark.parametrize(("c", "power"), [(1.0, -0.25), (0.5, 0.0), (0.0, 0.25)])
def test_the_law_of_exchange_decides_whether_a_disturbance_grows_with_the_mass(c, power):
    """Slowly, the largest singular value of Φ in (x, ẋ √(m/k)) goes as m^(¼ − c/2)."""
    case = vm.case("accreting_oscillator", c=c, epsilon=0.02, end=200.0)
    found = vm.disturbance(vm.simulate_case(vm.variations(case)))
    grown = []
    for time in np.linspace(100, 200, 41):
        m = 1 + 0.02 * time
        grown.append((np.log(m), np.log(np.linalg.norm(np.diag([1, np.sqrt(m)]) @ found.Phi(time), 2))))
    assert np.polyfit(*np.transpose(grown), 1)[0] == pytest.approx(power, abs=5e-3)


@pytest.mark.parametrize("name", ["van_der_pol_mass", "variable_pendulum", "accreting_oscillator"])
def test_the_exponents_add_up_to_the_mean_trace(name):
    case = vm.case(name)
    found = vm.lyapunov(case.system, case.values, case.start, 20.0, windows=20)
    assert found.exponents[-1].sum() == pytest.approx(found.mean_trace, abs=1e-11)
    assert found.t[-1] == pytest.approx(20.0)


def test_the_exponents_of_a_periodic_mass_are_those_of_its_multipliers():
    case = vm.case("mathieu_mass", k=1.0, epsilon=0.5, Omega=OMEGA)
    T = 2 * pi / OMEGA
    found = vm.lyapunov(case.system, case.values, {"x": 1e-9}, 60 * T, windows=60)
    growth = np.log(np.abs(monodromy(k=1.0, epsilon=0.5).multipliers).max()) / T
    later = 2 * found.exponents[-1] - found.exponents[29]  # over the second half, when the start is forgotten
    assert later == pytest.approx([growth, -growth], rel=1e-9)


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (lambda c: vm.floquet(c.system, c.values, {"x": 1.0}, 1.0), "does not come back"),
        (lambda c: vm.chart(c.system, c.values, {"x": 0.0}, 1.0, {"k": [1.0]}), "needs two parameters"),
        (lambda c: vm.floquet(c.system, c.values, {"x": 0.0}, 1.0), "do not come back after this period"),
        (lambda c: vm.chart(c.system, c.values, {"x": 0.0}, 1.0, OVER), "do not come back after this period"),
        (lambda c: vm.chart(c.system, c.values, {"x": 0.0}, -1.0, OVER), "nothing to chart"),
        (lambda c: vm.chart(c.system, c.values, {"x": 0.0}, 1.0, OVER | {"k": []}), "nothing to chart"),
        (lambda c: vm.chart(c.system, c.values, {"x": 0.0}, 1.0, OVER | {"k": 1.0}), "each value a list"),
        (lambda c: vm.chart(c.system, c.values, {"x": 0.0}, 1.0, OVER | {"k": [1.0, np.nan]}), "finite number"),
        (lambda c: vm.lyapunov(c.system, c.values, {"x": 1.0}, -1.0), "nothing to follow"),
    ],
)
def test_what_has_no_stability_is_refused(ask, what):
    with pytest.raises(ValueRefused, match=what):
        ask(vm.case("mathieu_mass"))


def test_a_motion_without_a_point_of_rest_is_refused():
    case = vm.case("rocket")
    with pytest.raises(ValueRefused, match="no point of rest"):
        vm.stability(case.system, case.values, {"h": 0.0})


def test_a_clamped_bar_swings_with_the_frequencies_of_its_statics():
    """Without weight ω = β² √(a/ρ)/L², and cos β cosh β = −1; the rod is known by kernels, not by formulas."""
    case = vm.case("cantilever", n=6)
    found = vm.stability(case.system, {**case.values, "g": 0.0}, case.start)
    assert found.sign == 0
    ω = np.sort(found.eigenvalues.imag)[-6:]
    a, ρ, L = (case.values[name] for name in ("a", "rho", "L"))
    for β, frequency in zip((1.875104068711961, 4.694091132974175), ω, strict=False):
        assert frequency == pytest.approx(β**2 * np.sqrt(a / ρ) / L**2, rel=2e-3)
        assert np.cos(β) * np.cosh(β) == pytest.approx(-1)
    run = vm.simulate_case(case, 1e-3)
    assert ω[0] == pytest.approx(case.measures["first_frequency"](run), rel=1e-9)


def block(*loads):
    x = vm.coordinate("x")
    return vm.System("A block", vm.Particle("block", mass=1, position=[x]), *(load(x) for load in loads), time="1")


def test_what_no_force_acts_upon_rests_everywhere():
    found = vm.stability(block(), {}, {"x": 3.0})
    assert found.point == {"x": 3.0}
    assert np.abs(found.eigenvalues).max() == 0
    assert found.sign == 0


def test_dry_friction_has_no_linear_law_at_rest():
    """On either side of rest another law holds: at x = ±μ, between which the block sticks."""
    μ = vm.parameters("mu")
    rubs = lambda x: vm.GeneralisedForce("friction", on=x, force=-μ * sp.sign(x.dot))  # noqa: E731
    system = block(lambda x: vm.Potential("spring", x**2 / 2), rubs)
    with pytest.raises(ValueRefused, match="two laws"):
        vm.stability(system, {"mu": 0.1}, {"x": 1.0})


def test_a_choice_that_makes_no_difference_to_the_first_order_is_none():
    """x¨ = −x − ẋ |ẋ|: quadratic drag has a linear law at rest."""
    drag = lambda x: vm.GeneralisedForce("drag", on=x, force=-x.dot * sp.Abs(x.dot))  # noqa: E731
    found = vm.stability(block(lambda x: vm.Potential("spring", x**2 / 2), drag), {}, {"x": 1.0})
    assert found.point["x"] == pytest.approx(0, abs=1e-15)
    assert np.abs(found.A - [[0, 1], [-1, 0]]).max() < 1e-5


def test_a_multiplier_that_round_off_has_eaten_has_no_exponent():
    """x¨ = −x − 50 ẋ: over T = 10 the fast solution dies by e^−500."""
    system = block(
        lambda x: vm.Potential("spring", x**2 / 2), lambda x: vm.GeneralisedForce("oil", on=x, force=-50 * x.dot)
    )
    exponents = vm.floquet(system, {}, {"x": 0.0}, 10.0).exponents
    assert np.isnan(exponents).sum() == 1
    assert np.nanmax(exponents.real) == pytest.approx(-25 + np.sqrt(624), rel=1e-9)
    assert vm.floquet(system, {}, {"x": 0.0}, 0.1).exponents.real == pytest.approx(
        [-25 + np.sqrt(624), -25 - np.sqrt(624)], rel=1e-9
    )


def test_a_ball_that_bounces_without_loss_is_periodic_and_sheared():
    """From rest at h the period is T = 2 √(2 h/g): a higher start comes late, by T′ δh, and is then rising by g T′."""
    z, (g, e) = vm.coordinate("z", "m"), vm.parameters("g [m/s^2]", "e")
    flight = vm.System("Flight", vm.Particle("ball", mass=1, position=[z]), vm.Gravity([-g]))
    floor = vm.Switch(vm.when(z, name="floor", direction="falling"), "flight", vm.Impact(z, restitution=e))
    ball = vm.Phases("A ball", vm.Phase("flight", flight, floor))
    how = (ball, {"g": 9.81, "e": 1.0}, {"z": 1.0})
    T = 2 * np.sqrt(2 / 9.81)
    assert vm.floquet(*how, T).monodromy == pytest.approx(np.array([[1, 0], [np.sqrt(2 * 9.81), 1]]), abs=1e-11)
    late = 20 * np.sqrt(2 * 9.81)
    assert np.exp(20 * T * vm.lyapunov(*how, 20 * T, windows=20).last[0]) == pytest.approx(late, rel=2e-2)


def test_a_free_particle_is_marginal_though_its_multipliers_are_one():
    """Φ = [[1, T], [0, 1]]: what is a little too fast is further off after every period."""
    found = vm.floquet(block(), {}, {"x": 0.0}, 2.0)
    assert (found.sign, found.stable) == (0, False)
    assert found.verdict.startswith("marginal")


def test_round_off_does_not_decide_on_a_train_that_is_free_to_roll():
    """Three particles and two springs: 0 is a double eigenvalue without a second eigenvector, for every k."""
    x, k = [vm.coordinate(name) for name in "abc"], vm.parameters("k")
    particles = (vm.Particle(q.name, mass=1, position=[q]) for q in x)
    springs = vm.Potential("springs", k * ((x[0] - x[1]) ** 2 + (x[1] - x[2]) ** 2) / 2)
    train = vm.System("A train", *particles, springs, time="1")
    rest = dict.fromkeys("abc", 0.0)
    for stiffness in np.random.default_rng(0).uniform(0.1, 50, 12):
        assert vm.stability(train, {"k": stiffness}, rest).sign == 0
        assert vm.floquet(train, {"k": stiffness}, rest, 1.0).sign == 0


def test_half_a_period_too_much_is_no_period_wherever_it_begins():
    case = vm.case("mathieu_mass", Omega=OMEGA)
    with pytest.raises(ValueRefused, match="do not come back after this period"):
        vm.floquet(case.system, case.values, {"x": 0.0}, 2.5 * 2 * pi / OMEGA, t0=pi / 2 / OMEGA)


def test_a_point_of_a_chart_without_a_periodic_motion_has_no_result():
    """T = 2 π is a period for Ω = 1 and 2, and none for Ω = 1.5, between the corners."""
    case = vm.case("mathieu_mass")
    found = vm.chart(case.system, case.values, {"x": 0.0}, 2 * pi, {"Omega": [1.0, 1.5, 2.0], "k": [0.8, 1.3]})
    assert np.isnan(found.growth).tolist() == [[False, True, False]] * 2
    assert np.isnan(found.signs).tolist() == [[False, True, False]] * 2
    assert not found.stable[:, 1].any()


def test_of_a_limit_cycle_one_multiplier_lies_on_the_unit_circle():
    """Van der Pol's cycle for μ = 1: what was moved along it stays so, what was moved off it comes back."""
    start, period = 2.0086198608748433, 6.663286859323130
    drag = lambda x: vm.GeneralisedForce("drag", on=x, force=(1 - x**2) * x.dot)  # noqa: E731
    found = vm.floquet(block(lambda x: vm.Potential("spring", x**2 / 2), drag), {}, {"x": start}, period)
    assert np.sort(np.abs(found.multipliers)) == pytest.approx([0.00086, 1], abs=1e-4)
    assert found.stable
    assert "on the unit circle: 1, inside it: 1" in found.verdict


def test_nothing_rests_where_a_spring_is_slack_for_an_instant():
    """x¨ = −t x: at t = 0 no force acts anywhere, and a moment later only x = 0 is at rest."""
    case = vm.case("airy")
    with pytest.raises(ValueRefused, match="balance there at t = 0 alone"):
        vm.stability(case.system, case.values, {"x": 1.0})
    found = vm.stability(case.system, case.values, {"x": 1.0}, time=3.0)
    assert found.point["x"] == pytest.approx(0)
    assert "as long as the forces are what they are now" in found.verdict
