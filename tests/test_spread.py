"""Covariance that Φ carries is that of many runs, through stages that burn out when they do."""

import numpy as np
import pytest

import varmass as vm
from varmass.analyse.spread import monte_carlo, of_expressions
from varmass.cases.rocket_dispersion import DEVIATIONS
from varmass.errors import ValueRefused

SAMPLES = 400


def carried(order=1):
    return vm.disturbance(
        vm.simulate_case(vm.variations(vm.case("rocket_dispersion"), order=order, by=list(DEVIATIONS)))
    )


def test_covariance_by_phi_is_that_of_a_monte_carlo_run():
    """Within four standard errors of a sample of that size: σ/√n of a mean, √((1 + ρ²)/n) of a covariance."""
    found = vm.spread(carried(order=2), DEVIATIONS)
    drawn = monte_carlo(vm.case("rocket_dispersion"), DEVIATIONS, samples=SAMPLES, seed=1)
    σ = np.sqrt(np.diag(found.covariance))
    assert found.names == drawn.names == ("x", "h", "x.dot", "h.dot")
    assert np.abs((found.mean - drawn.mean) / σ).max() < 4 / np.sqrt(SAMPLES)
    ρ = found.covariance / np.outer(σ, σ)
    assert (np.abs((drawn.covariance - found.covariance) / np.outer(σ, σ)) < 4 * np.sqrt((1 + ρ**2) / SAMPLES)).all()


def test_a_deviation_of_the_burning_time_is_lost_where_the_burn_out_is_taken_as_fixed():
    """The share of T1 as runs with T1 ± h give it, and not nothing, as where only Φ of the pieces is multiplied."""
    case, found = vm.case("rocket_dispersion"), carried()
    h = 0.05
    ends = [
        vm.simulate(case.system, {**case.values, "T1": 20 + x}, case.start, case.until, ledger=False).y[:, -1]
        for x in (-2 * h, -h, h, 2 * h)
    ]
    slope = (ends[0] - 8 * ends[1] + 8 * ends[2] - ends[3]) / (12 * h)
    column = found.Psi()[:, [p.name for p in found.by].index("T1")]
    assert column == pytest.approx(slope, rel=1e-8)
    assert vm.spread(found, {"T1": 0.2}).deviations["h"] == pytest.approx(0.2 * abs(slope[1]), rel=1e-8)


def test_the_mean_of_a_square_is_shifted_by_the_variance():
    """The apex of a throw, v²/2g, is higher by σ²/2g on the mean."""
    z, g = vm.coordinate("z", "m"), vm.parameters("g [m/s^2]")
    stone = vm.System("A stone", vm.Particle("stone", mass=1, position=[z]), vm.Gravity([-g]))
    top = vm.when(z.dot, name="top", direction="falling")
    found = vm.disturbance(vm.simulate(vm.variations(stone, order=2), {"g": 10.0}, {"z": 0.0, "z.dot": 3.0}, top))
    apex = of_expressions(found, {"apex": z}, {"z.dot": 0.1}, "top")
    assert apex.mean == pytest.approx([9 / 20 + 0.01 / 20])
    assert apex.deviations["apex"] == pytest.approx(0.3 * 0.1)


@pytest.mark.parametrize("deviations", [{"nonsense": 1.0}, {"u1": -1.0}])
def test_what_has_no_deviation_is_refused(deviations):
    with pytest.raises(ValueRefused):
        vm.spread(carried(), deviations)
