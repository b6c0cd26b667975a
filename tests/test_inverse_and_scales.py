"""First integrals are constant along runs, and dimensionless groups are dimensionless."""

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from varmass.derive.dimensions import exponents, homogeneous
from varmass.errors import PrincipleDoesNotApply
from varmass.model.dimensions import dimension
from varmass.model.units import NONE

mu, g, L, F, m0 = vm.parameters("mu [kg/m]", "g [m/s^2]", "L [m]", "F [N]", "m0 [kg]")
y = vm.coordinate("y", "m")


def chain(stream, mass=mu * y, force=F):
    part = vm.Particle("part", mass=mass, position=[y], streams=stream)
    return vm.System("chain", part, vm.Gravity([g]), vm.Force("pull", on="part", force=[force]))


@pytest.mark.parametrize("lam", [0, sp.Rational(1, 4), sp.Rational(1, 2), 1])
def test_the_multiplier_is_mass_to_the_power_1_minus_2_lambda(lam):
    found = vm.first_integral(chain(vm.ratio(lam)))
    ratio = found.multiplier / (mu * y) ** (1 - 2 * lam)
    assert sp.simplify(ratio.diff(y)) == 0
    assert found.verdict.status == "proved"


def test_its_lagrangian_gives_back_the_equation():
    for stream in (vm.at_rest(), vm.transfer(1), vm.with_body()):
        system = chain(stream)
        found = vm.first_integral(system)
        L_ = found.lagrangian
        euler = L_.diff(y.dot).diff(y) * y.dot + L_.diff(y.dot).diff(y.dot) * y.ddot - L_.diff(y)
        assert sp.simplify(euler - found.multiplier * vm.derive(system).residual[0]) == 0


def test_cayleys_integral_is_the_one_of_the_books():
    found = vm.first_integral(chain(vm.at_rest(), force=0 * F)).conserved
    assert sp.simplify(found - (y**2 * y.dot**2 / 2 - g * y**3 / 3)) == 0


@pytest.mark.parametrize("principle", [None, "N0", "N3"])
def test_a_first_integral_is_constant_along_a_run(principle):
    system = chain(vm.at_rest())
    values = {"mu": 1.3, "g": 9.81, "F": 2.0}
    run = vm.simulate(system, values, {"y": 0.5}, vm.when(y - 5), principle=principle, tol=1e-16)
    conserved = vm.first_integral(system, principle).conserved
    function = sp.lambdify([y, y.dot], conserved.subs({p: values[p.name] for p in system.parameters}))
    kept = function(run.state("y"), run.state("y.dot"))
    assert np.ptp(kept) < 1e-12 * np.abs(function(run.state("y"), 0 * run.state("y"))).max()


def test_no_integral_is_claimed_where_none_is_known():
    growing = chain(vm.at_rest(), mass=m0 * (2 + sp.sin(vm.t * sp.sqrt(g / L))))
    dragged = chain(vm.at_rest(), force=mu * y.dot**3 / sp.sqrt(g * L))
    x = vm.coordinate("x", "m")
    plane = vm.System("plane", vm.Particle("p", mass=m0, position=[x, y]))
    for system in (growing, dragged, plane):
        with pytest.raises(PrincipleDoesNotApply):
            vm.first_integral(system)


def test_every_group_is_dimensionless_and_there_are_as_many_as_buckingham_says():
    system = chain(vm.at_rest())
    sizes = exponents(system)
    bases = [b for b in ("kg", "m", "s") if any(dict(d.exponents).get(b) for d in sizes.values())]
    D = sp.Matrix([[dict(d.exponents).get(b, 0) for d in (*sizes.values(), system.time)] for b in bases])
    groups = vm.pi_groups(system)
    assert len(groups) == len(sizes) + 1 - D.rank()
    assert all(dimension(group, system.time) == NONE for group in groups)


def test_named_scales_give_the_groups_of_the_paper():
    system = vm.System(
        "chain", vm.Particle("part", mass=mu * y, position=[y], streams=vm.at_rest()), vm.Gravity([g]),
        vm.Force("pull", on="part", force=[F]), parameters=[L],
    )  # fmt: skip
    groups = vm.pi_groups(system, ["mu", "L", "g"])
    assert {sp.simplify(group) for group in groups} == {y / L, F / (mu * L * g), vm.t * sp.sqrt(g) / sp.sqrt(L)}


def test_all_terms_of_an_equation_share_one_dimension():
    theta = vm.coordinate("theta", "rad")
    bob = vm.Particle("bob", mass=m0, position=[L * sp.sin(theta), -L * sp.cos(theta)])
    rod = vm.System("pendulum", bob, vm.Gravity([0, -g]))
    assert homogeneous(vm.derive(rod)) == {"theta": "kg m^2 s^-2"}
    assert homogeneous(vm.derive(chain(vm.at_rest()))) == {"y": "kg m s^-2"}
