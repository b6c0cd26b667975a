"""Lyapunov exponents are those of the whole motion: through phases and jumps, and however unlike they are."""

import numpy as np
import pytest

import varmass as vm
from varmass.errors import ValueRefused


def ball(e):
    """Dropped from 5 m at g = 10 m/s², it meets the floor at t = 1, 3, ... if e = 1."""
    z, (g, loss) = vm.coordinate("z", "m"), vm.parameters("g [m/s^2]", "e")
    flight = vm.System("Flight", vm.Particle("ball", mass=1, position=[z]), vm.Gravity([-g]))
    floor = vm.Switch(vm.when(z, name="floor", direction="falling"), "flight", vm.Impact(z, restitution=loss))
    return vm.Phases("A ball", vm.Phase("flight", flight, floor)), {"g": 10.0, "e": e}, {"z": 5.0}


def oscillator(damped):
    x, c = vm.coordinate("x"), vm.parameters("c")
    oil = [vm.GeneralisedForce("oil", on=x, force=-c * x.dot)] if damped else []
    body = vm.Particle("block", mass=1, position=[x])
    return vm.System("Block", body, vm.Potential("spring", x**2 / 2), *oil, parameters=c, time="1"), x


@pytest.mark.parametrize("windows", [1, 2, 3, 5])
def test_a_window_that_ends_at_a_bounce_loses_none(windows):
    """Each bounce shrinks a small region by e², from (z, ż) to (−e z, −e ż + …), and flight by nothing."""
    found = vm.lyapunov(*ball(0.5), 1.5, windows=windows)
    assert found.mean_trace == pytest.approx(2 * np.log(0.5) / 1.5, rel=1e-12)
    assert found.last.sum() == pytest.approx(found.mean_trace, rel=1e-12)
    assert found.last == pytest.approx(vm.lyapunov(*ball(0.5), 1.5, windows=1).last, rel=1e-9)


@pytest.mark.parametrize("windows", [1, 3, 50])
def test_a_phase_goes_on_in_the_next_window(windows):
    """Free until x = cos t = 0, then damped by c: the mean trace is −c (T − π/2)/T."""
    (free, x), (damped, _) = oscillator(False), oscillator(True)
    oil = vm.Switch(vm.when(x, name="oil", direction="falling"), "damped")
    phases = vm.Phases("Into oil", vm.Phase("free", free, oil), vm.Phase("damped", damped))
    found = vm.lyapunov(phases, {"c": 0.3}, {"x": 1.0}, 10.0, windows=windows)
    assert found.mean_trace == pytest.approx(-0.3 * (10 - np.pi / 2) / 10, rel=1e-11)
    assert found.last.sum() == pytest.approx(found.mean_trace, rel=1e-11)
    assert len(found.t) == windows


def test_what_dies_fast_is_not_drowned():
    """x¨ = −x − 100 ẋ: in a window of 100 the fast solution dies by e^−10⁴, which no number can tell."""
    system, _ = oscillator(True)
    found = vm.lyapunov(system, {"c": 100.0}, {"x": 1.0}, 200.0, windows=2)
    assert found.last == pytest.approx([-50 + np.sqrt(2499), -50 - np.sqrt(2499)], abs=1e-5)  # of finite time
    assert found.last.sum() == pytest.approx(found.mean_trace, rel=1e-12)


def test_an_exponent_that_does_not_exist_is_not_a_number_and_said():
    """A ball that stays on the floor has forgotten its height there."""
    found = vm.lyapunov(*ball(0.0), 1.5, windows=3)
    assert np.isnan(found.last).sum() == 1
    assert found.mean_trace == -np.inf
    assert "From t = 1 on, what is not a number has been lost" in found.message


def test_phases_of_unlike_size_have_no_exponents():
    x, y = vm.coordinate("x"), vm.coordinate("y")
    one = vm.System("One", vm.Particle("a", mass=1, position=[x]), vm.Particle("b", mass=1, position=[x]), time="1")
    two = vm.System("Two", vm.Particle("a", mass=1, position=[x]), vm.Particle("b", mass=1, position=[y]), time="1")
    parts = vm.Switch(vm.when(x - 1, name="parts"), "two", map={y: x, y.dot: x.dot})
    phases = vm.Phases("Parting", vm.Phase("one", one, parts), vm.Phase("two", two))
    with pytest.raises(ValueRefused, match="number of states changes"):
        vm.lyapunov(phases, {}, {"x": 0.0, "x.dot": 1.0}, 2.0)
