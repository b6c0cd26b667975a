"""What is called zero is zero everywhere, not only where somebody looked; what is called proved is so symbolically."""

import pytest
import sympy as sp

import varmass as vm
from varmass.model.sizes import spread
from varmass.model.zero import is_zero, judge

x, y = vm.coordinate("x"), vm.coordinate("y")
a, k, F = vm.parameters("a", "k", "F")

ZEROS = [
    (x + 1) ** 2 - x**2 - 2 * x - 1,
    sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1,
    sp.sin(2 * x) - 2 * sp.sin(x) * sp.cos(x),
    sp.exp(2 * x) - sp.exp(x) ** 2,
    sp.tanh(x) - sp.sinh(x) / sp.cosh(x),
    sp.sqrt(a**2 * x**2) - sp.Abs(a * x),
    sp.Abs(x) * sp.sign(x) - x,
    sp.Max(x, y) + sp.Min(x, y) - x - y,
    sp.Piecewise((x, x > 0), (-x, True)) - sp.Abs(x),
    sp.log(sp.exp(x)) - x,
    1 / (x + y) - (x - y) / (x**2 - y**2),
    sp.atan(x) + sp.atan(1 / x) - sp.pi / 2 * sp.sign(x),
]
NOT_ZEROS = [
    sp.Abs(x) - x,
    sp.Abs(sp.sin(x)) - sp.sin(x),
    sp.sqrt(1 - sp.cos(x) ** 2) - sp.sin(x),
    sp.Piecewise((-k * x, x < 0), (0, True)),
    sp.Max(0, x - 10 * a),
    x - y + F / (1 + sp.exp(-1000 * k * (y - 10 / k))),
    k * a * sp.tanh(100 * x / a) - k * a,
    sp.exp(-200 * x**2 / a**2) * k * x**2,
    sp.exp(-1000 - x**2),
    x / 10**60,
    x - y,
    x - x * (1 - sp.Rational(1, 10**60)),
    x - x * (1 - sp.sin(x) / 10**60),
    sp.Max(0, x - 10**9),
    sp.Piecewise((y, x > 10**6), (0, True)),
    sp.Piecewise((y, (x > 5) & (x < sp.Rational(5001, 1000))), (0, True)),
    sp.Piecewise((y, (x > sp.Rational(1, 10**6)) & (x < sp.Rational(2, 10**6))), (0, True)),
    sp.Piecewise((y, (x > 10**4) & (y > 10**5) & (k > 1000) & (a > 10**7)), (0, True)),
    sp.Piecewise((1, x > 10**6), (0, True)) * sp.Piecewise((1, y > 10**6), (0, True)),
    sp.Piecewise((y, x**2 > 10**12), (0, True)),
    sp.Piecewise((y, sp.Eq(x, 5)), (0, True)),
    sp.sqrt(x**2 - 2 * 10**6 * x + 10**12) + x - 10**6,
    sp.atan2(y, x) - sp.atan2(y, sp.Max(x, -(10**9))),
]
UNDECIDED = [
    sp.Piecewise((y, sp.exp(x) > 10**30), (0, True)),
    sp.Piecewise((y, sp.sin(x) > sp.Rational(999999, 10**6)), (0, True)),
    sp.Piecewise((y, x**2 + y**2 < sp.Rational(1, 10**9)), (0, True)),
    sp.floor(sp.Abs(x) / 10**9),
    sp.Heaviside(x - 10**6),
]


@pytest.mark.parametrize("e", ZEROS)
def test_zero_in_disguise_is_found(e):
    assert is_zero(e)
    assert judge(e).status in ("proved", "verified")


@pytest.mark.parametrize("e", NOT_ZEROS)
def test_zero_almost_everywhere_is_not_zero(e):
    assert judge(e).status == "refuted"


@pytest.mark.parametrize("e", UNDECIDED)
def test_zero_on_one_side_only_is_called_neither_zero_nor_refuted(e):
    assert judge(e).status == "unknown"
    assert not is_zero(e)


def test_a_condition_that_has_one_side_only_hides_no_zero():
    assert judge(sp.Piecewise((x, x**2 - 2 * x + 2 > 0), (y, True)) - x, prove=False).status == "verified"
    nested = sp.Piecewise((sp.Piecewise((x, x > 10**6), (y, True)), x > 10**6), (-x, True))
    assert is_zero(nested - sp.Piecewise((x, x > 10**6), (-x, True)))


def test_what_is_exactly_not_zero_is_refuted_in_exact_arithmetic():
    assert "exact arithmetic" in judge(x / 10**60).ground
    assert "50 digits" in judge(sp.exp(x) - sp.exp(x + y)).ground


def test_an_endless_expansion_is_not_begun():
    long = (x + y + a + k + F + 1) ** 40 * (x - y + a) ** 40
    assert judge(long - long.xreplace({x: x + 1})).status == "refuted"
    assert judge((1 + long) * (1 - long) - 1 + long**2).status == "verified"
    assert spread((x + y) ** 3 / (1 + x) + 1 / (1 + y)) >= 6


def test_the_ground_is_named():
    assert judge((x + 1) ** 2 - x**2 - 2 * x - 1).status == "proved"
    long = sum(((x + i) ** 3 - x**3 - 3 * i * x**2 - 3 * i**2 * x - i**3) * sp.sin(y + i) for i in range(1, 200))
    assert str(judge(long)) == "verified (zero in exact arithmetic at 3 random rational points)"
    assert "50 digits" in str(judge(sp.exp(2 * x) - sp.exp(x) ** 2 + sp.tanh(x) - sp.sinh(x) / sp.cosh(x), prove=False))


def test_a_law_that_holds_for_one_direction_only_is_not_proper():
    z = vm.coordinate("z", "m")
    mu, g, f = vm.parameters("mu [kg/m]", "g [m/s^2]", "f [N]")
    law = vm.by_sign(vm.at_rest(), vm.with_body())
    rope = vm.System(
        "rope",
        vm.Particle("rope", mass=mu * z, position=[z], streams=law),
        vm.Gravity([-g]),
        vm.Force("pull", on="rope", force=[f]),
    )
    found = vm.audit(rope, claim="z.ddot + g + z.dot^2/z - f/(mu*z) = 0")
    assert found.claim.verdict != "proper"
    assert not found.naive["N2"].right
