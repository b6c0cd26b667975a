"""The covariant variational equations are the plain ones, with the connection of frozen masses and with no other."""

import pytest
import sympy as sp

import varmass as vm
from varmass.errors import PrincipleDoesNotApply
from varmass.model.phases import systems

ROUND = vm.coordinate("r", "m", positive=True), vm.coordinate("phi", "rad")


def in_polar_coordinates(mass, **more):
    r, φ = ROUND
    body = vm.Particle("body", mass=mass, position=[r * sp.cos(φ), r * sp.sin(φ)], **more)
    return vm.System("A particle in polar coordinates", body)


@pytest.mark.parametrize(
    "name",
    ["cayley_chain", "variable_pendulum", "van_der_pol_mass", "two_body", "accreting_oscillator", "rocket_staged"],
)
def test_the_covariant_form_is_the_plain_one(name):
    for system in systems(vm.case(name).system).values():
        assert vm.covariant(system).proof


@pytest.mark.slow
def test_two_links_whose_masses_vary_are_covariant_too():
    assert vm.covariant(vm.case("variable_chain", n=2).system).proof


def test_a_mass_that_varies_in_time_leaves_christoffels_symbols():
    μ, κ = vm.parameters("mu [kg]", "kappa [1/s]")
    found = vm.covariant(in_polar_coordinates(μ * sp.exp(-κ * vm.t), streams=[vm.at_rest()]))
    r, _ = ROUND
    assert found.differs().status == "proved"
    assert found.connection[0][1][1] == -r
    assert found.connection[1][0][1] == 1 / r
    assert all(found.curvature(c, a, d, b) == 0 for c in (0, 1) for a in (0, 1) for d in (0, 1) for b in (0, 1))


def test_a_mass_that_varies_in_space_does_not():
    """m(r): the frozen connection stays flat, Christoffel's has ½ m′/m, by which the usual Lagrange equation errs."""
    r, _ = ROUND
    μ = vm.parameters("mu [kg/m]")
    found = vm.covariant(in_polar_coordinates(μ * r, streams=[vm.at_rest()]))
    assert found.differs().status == "refuted"
    assert sp.simplify(found.christoffel[0][0][0] - 1 / (2 * r)) == 0
    assert found.connection[0][0][0] == 0
    assert found.proof


def test_a_position_that_is_driven_in_time_has_a_connection_that_moves():
    r, φ = ROUND
    m, ω = vm.parameters("m [kg]", "omega [1/s]")
    stretched = sp.exp(r * ω * vm.t / vm.parameters("l [m]")) * vm.parameters("l [m]")
    found = vm.covariant(vm.System("Stretched", vm.Particle("body", mass=m, position=[stretched, r * φ])))
    assert any(found.connection[c][a][b].diff(vm.t) != 0 for c in (0, 1) for a in (0, 1) for b in (0, 1))
    assert found.proof


def test_it_is_printed_with_what_differs():
    text = str(vm.covariant(vm.case("cayley_chain").system))
    assert "a_y,y = μ y" in text
    assert "Christoffel^y_y,y = 1/(2 y)" in text
    assert "Γ is Christoffel's: refuted" in text
    assert "covariant = plain: proved" in text


def test_a_mass_that_depends_on_the_speed_makes_no_metric():
    with pytest.raises(PrincipleDoesNotApply, match="makes no metric"):
        vm.covariant(vm.case("velocity_mass").system)


def test_polar_coordinates_are_proved_and_what_vanishes_is_said():
    found = vm.covariant(vm.case("two_body").system)
    assert found.proof.status == "proved"
    assert not found.A.has(sp.sin, sp.cos)
    assert "curvature vanishes" in str(found)
    assert "∂_t Γ vanishes" in str(found)


def test_curvature_and_the_rate_of_the_connection_are_printed():
    """A surface that is bent, and a position that is driven in time."""
    r, φ = ROUND
    m, ω, length = vm.parameters("m [kg]", "omega [1/s]", "l [m]")
    place = [r * sp.cos(φ), r * sp.sin(φ), r**2 / length]
    bowl = vm.covariant(vm.System("In a bowl", vm.Particle("body", mass=m, position=place)))
    assert "R^r_phi,r,phi = " in str(bowl)
    stretched = sp.exp(r * ω * vm.t / length) * length
    found = vm.covariant(vm.System("Stretched", vm.Particle("body", mass=m, position=[stretched, r * φ])))
    assert "∂_t Γ^r_r,r = " in str(found)
