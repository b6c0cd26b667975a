"""What is called zero is zero everywhere, not only where somebody looked; what is called proved is so symbolically."""

import pytest
import sympy as sp

import varmass as vm
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
]


@pytest.mark.parametrize("e", ZEROS)
def test_zero_in_disguise_is_found(e):
    assert is_zero(e)
    assert judge(e).status in ("proved", "verified")


@pytest.mark.parametrize("e", NOT_ZEROS)
def test_zero_almost_everywhere_is_not_zero(e):
    assert judge(e).status == "refuted"


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
