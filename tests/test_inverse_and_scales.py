"""First integrals are constant along runs, and dimensionless groups are dimensionless."""

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from varmass.derive.dimensions import exponents, homogeneous
from varmass.errors import PrincipleDoesNotApply
from varmass.model.dimensions import dimension
from varmass.model.units import NONE
from varmass.model.zero import is_zero

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


@pytest.mark.parametrize("lam", [0, sp.Rational(1, 3), sp.Rational(1, 2), 1])
@pytest.mark.parametrize("force", [F, 0 * F, F * y / L, F * sp.sin(vm.t * sp.sqrt(g / L)) * y / L])
def test_a_mass_that_is_a_product_of_time_and_place_has_the_lagrangian_of_the_books(lam, force):
    A, B = 1 + vm.t * sp.sqrt(g / L), y
    system = chain(vm.ratio(lam), mass=mu * A * B, force=force)
    found = vm.first_integral(system)
    M = A ** (1 - lam) * B ** (2 * (1 - lam))
    assert found.verdict.status in ("proved", "verified")
    assert is_zero(found.multiplier * mu * A**lam * B ** (2 * lam - 1) - 1)
    assert is_zero(found.lagrangian.coeff(y.dot, 2) - M / 2)
    assert is_zero(found.lagrangian.diff(y) - M.diff(y) * y.dot**2 / 2 - M * (g + force / (mu * A * B)))


def test_a_mass_that_is_no_product_has_none_but_where_it_leaves_with_the_body():
    mass = mu * y + m0 * (2 + sp.sin(vm.t * sp.sqrt(g / L)))
    with pytest.raises(PrincipleDoesNotApply):
        vm.first_integral(chain(vm.at_rest(), mass=mass))
    assert vm.first_integral(chain(vm.with_body(), mass=mass, force=0 * F)).kind == "energy"


def test_a_force_of_time_alone_leaves_a_momentum():
    mass = m0 * (2 + vm.t * sp.sqrt(g / L))
    found = vm.first_integral(chain(vm.at_rest(), mass=mass))
    assert found.kind == "momentum"
    assert is_zero(m0 * found.conserved.diff(y.dot) - mass)
    assert is_zero(m0 * found.conserved.diff(vm.t) - mass.diff(vm.t) * y.dot + mass * g + F)


def test_where_neither_is_constant_the_lagrangian_alone_is_given():
    found = vm.first_integral(chain(vm.at_rest(), mass=m0 * (2 + vm.t * sp.sqrt(g / L)), force=-F * y / L))
    assert (found.kind, found.conserved) == ("none", None)
    assert found.verdict.status == "proved"


def test_an_equation_that_switches_has_one_on_each_side():
    system = chain(vm.by_sign(vm.at_rest(), vm.with_body()))
    with pytest.raises(PrincipleDoesNotApply, match="switches"):
        vm.first_integral(system)
    gain, loss = vm.first_integrals(system)
    assert (gain.where, loss.where) == (mu * y.dot > 0, mu * y.dot <= 0)
    for side, stream in ((gain, vm.at_rest()), (loss, vm.with_body())):
        assert side.conserved == vm.first_integral(chain(stream)).conserved


def test_a_mass_of_the_speed_alone_has_a_lagrangian_too():
    body = vm.Particle("body", mass=m0 * (1 + y.dot**2 / (g * L)), position=[y], streams=vm.at_rest())
    found = vm.first_integral(vm.System("fast", body, vm.Force("pull", on="body", force=[F])))
    assert found.verdict.status == "proved"
    assert sp.simplify(found.conserved - (m0 * y.dot**2 / 2 + 3 * m0 * y.dot**4 / (4 * g * L) - F * y)) == 0


@pytest.mark.parametrize("force", [F * sp.exp(-(y**3) / L**3), F * sp.exp(-(y**2) / L**2), F * sp.tanh(y / L) ** 2])
def test_a_quadrature_that_no_rule_knows_in_real_numbers_is_left_as_it_stands(force):
    found = vm.first_integral(chain(vm.with_body(), force=force))
    assert found.conserved.has(sp.Integral)
    assert found.verdict


@pytest.mark.parametrize("mass", [mu * (L - y), mu * (y + L), mu * (L**2 + y**2) / L])
@pytest.mark.parametrize("lam", [0, sp.Rational(1, 3), 1])
def test_the_integral_is_real_where_the_mass_is_positive(mass, lam):
    found = vm.first_integral(chain(vm.ratio(lam), mass=mass, force=F * y / L)).conserved
    values = {mu: 2, g: 9, L: 3, F: 5, y: 1, y.dot: -2}
    assert found.has(sp.Integral) or found.subs(values).is_real


def test_no_integral_is_claimed_where_none_is_known():
    dragged = chain(vm.at_rest(), force=mu * y.dot**3 / sp.sqrt(g * L))
    rubbed = chain(vm.at_rest(), force=-mu * y * y.dot * sp.sqrt(g / L))
    x = vm.coordinate("x", "m")
    plane = vm.System("plane", vm.Particle("p", mass=m0, position=[x, y]))
    for system in (dragged, plane):
        with pytest.raises(PrincipleDoesNotApply):
            vm.first_integral(system)
    assert vm.first_integral(rubbed).kind == "none"


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
