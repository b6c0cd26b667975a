"""The ledger closes for right equations, and only for right ones; its books are the losses known in closed form."""

from itertools import pairwise

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings

import varmass as vm
from random_systems import systems
from varmass.derive.algebra import SYMPY
from varmass.derive.deriving import derive
from varmass.derive.ledger import books, contents
from varmass.derive.motion import Motion
from varmass.integrate.outcome import Outcome
from varmass.model.checks import rate
from varmass.model.zero import judge

CLOSED = 1e-12
mu, g, m0, k = vm.parameters("mu [kg/m]", "g [m/s^2]", "m0 [kg]", "k [kg/m^2]")
x, y = vm.coordinate("x", "m"), vm.coordinate("y", "m")


def chain(*streams):
    return vm.System("chain", vm.Particle("part", mass=mu * y, position=[y], streams=streams), vm.Gravity([g]))


@settings(max_examples=60)
@given(systems(most=2))
def test_every_book_is_the_rate_of_what_it_accounts_for(system):
    """d/dt content = Σ books, as an identity along the proper accelerations: no integration involved."""
    motion = Motion(system, SYMPY)
    equations = derive(system, "meshchersky")
    if judge(equations.M.det(method="berkowitz"), prove=False):
        return
    listed = list(books(motion, list(system.a), list(system.a)))
    for (kind, of), content in contents(motion).items():
        gap = rate(sp.Add(*content), system.q) - sum(b.rate for b in listed if (b.kind, b.of) == (kind, of))
        # what is left must be a combination of the residuals: −q̇·R for the energy, −R_j for the momentum of j
        power = sum(u * e for u, e in zip(system.u, equations.residual, strict=True))
        if kind == "energy":
            gap -= power
        elif kind == "momentum":
            gap -= equations.residual[[q.name for q in system.q].index(of)]
        assert judge(gap, prove=False), (kind, of)


def test_the_loss_of_cayleys_chain_tends_to_one_third():
    for y0, end in ((1, 3), (1, 10), (0.01, 10)):
        run = vm.simulate(chain(vm.at_rest()), {"mu": 1.2, "g": 9.81}, {"y": y0}, vm.when(y - end))
        released = 1.2 * 9.81 * (end**2 - y0**2) / 2
        lost = -run.book("dissipated") / released
        assert lost == pytest.approx((end**2 - 3 * y0**2 + 2 * y0**3 / end) / (3 * (end**2 - y0**2)), rel=1e-12)
    assert lost == pytest.approx(1 / 3, rel=1e-5)


@pytest.mark.parametrize("rule", ["N0", "N3", "N4"])
def test_a_naive_rule_leaves_a_gap_in_both_ledgers(rule):
    run = vm.simulate(chain(vm.at_rest()), {"mu": 1, "g": 1}, {"y": 1}, 3, principle=rule)
    assert run.ledger().energy_closure > 1e-3
    assert run.ledger().momentum_closure > 1e-3


def test_closure_of_energy_alone_certifies_nothing():
    mass = m0 + k * (x**2 + 2 * y**2)
    plane = vm.System("plane", vm.Particle("p", mass=mass, position=[x, y], streams=vm.at_rest()))
    start = {"x": 0.1, "y": 0.5, "x.dot": 1, "y.dot": 0.3}
    wrong = vm.simulate(plane, {"m0": 1, "k": 1}, start, 3, principle="N6").ledger()
    right = vm.simulate(plane, {"m0": 1, "k": 1}, start, 3).ledger()
    assert wrong.energy_closure < CLOSED < 1e-3 < wrong.momentum_closure
    assert max(right.energy_closure, right.momentum_closure) < CLOSED


def test_a_lossless_transfer_loses_nothing():
    run = vm.simulate(chain(vm.transfer(1)), {"mu": 1, "g": 1}, {"y": 1}, 3)
    books = run.ledger().account("energy").books
    lifted = -(run.final("y") ** 2 - 1) / 2  # the potential energy that the joined mass brings, from 0 to −g y
    assert books["dissipated"] < 0
    assert books["carried_in"] + books["dissipated"] == pytest.approx(lifted, rel=1e-13)


def test_gain_and_loss_go_into_different_books():
    """A column that rises and falls: mass is carried in, then out; nothing is dissipated where w = v."""
    swing = vm.System(
        "spring chain",
        vm.Particle("part", mass=m0 + mu * y, position=[y], streams=vm.with_body()),
        vm.Potential("spring", mu * g * y**2 / 2),
    )
    run = vm.simulate(swing, {"m0": 5, "mu": 1, "g": 1}, {"y": 0.5}, 20)
    account = run.ledger().account("energy")
    assert account.books["carried_in"] > 0 > account.books["carried_out"]
    assert "dissipated" not in account.books or account.books["dissipated"] == 0
    assert max(run.ledger().energy_closure, run.ledger().momentum_closure) < CLOSED


def test_the_books_switch_exactly_where_the_rate_of_mass_changes_sign():
    """carried_in − |carried_out| against a quadrature of the dense output, split at the turning points."""
    law = vm.by_sign(gain=vm.at_rest(), loss=vm.with_body())
    body = vm.Particle("bob", mass=m0 + mu * y, position=[y], streams=law)
    bob = vm.System("bob", body, vm.Potential("spring", mu * g * y**2 / 2))
    turning = vm.when(y.dot, name="turning", terminal=False)
    run = vm.simulate(bob, {"m0": 5, "mu": 1, "g": 1}, {"y": 0.5}, 20, events=[turning])
    nodes, weights = np.polynomial.legendre.leggauss(40)
    lost = 0.0
    instants = sorted({0.0, *run.t_events["turning"], 20.0})
    for a, b in pairwise(instants):
        t = (a + b) / 2 + (b - a) / 2 * nodes
        v = run(t)[1]
        if v.mean() > 0:
            lost -= float(np.sum(weights * 0.5 * v**3)) * (b - a) / 2
    assert run.book("dissipated") == pytest.approx(lost, rel=1e-12)
    assert len(instants) > 3
    assert max(run.ledger().energy_closure, run.ledger().momentum_closure) < CLOSED


def test_driven_supports_do_work_and_are_booked():
    omega, a = vm.parameters("omega [1/s]", "a [m]")
    swing = sp.sin(omega * vm.t)
    driven = vm.System(
        "driven",
        vm.Particle("p", mass=m0 * (2 + swing), position=[y + a * swing], streams=vm.at_rest()),
        vm.Potential("spring", mu * g * y**2 / 2),
        vm.Dissipation("dashpot", m0 * omega * y.dot**2 / 20),
    )
    run = vm.simulate(driven, {"m0": 1, "mu": 1, "g": 3, "omega": 2, "a": 0.3}, {"y": 0.1}, 15)
    account = run.ledger().account("energy")
    assert abs(account.books["drive"]) > 0.1
    assert account.books["damping: dashpot"] < 0
    assert max(run.ledger().energy_closure, run.ledger().momentum_closure) < CLOSED


def test_angular_momentum_of_a_planet_that_sheds_mass_is_carried_off():
    GM = vm.parameters("GM [m^3/s^2]")
    r = sp.sqrt(x**2 + y**2)
    m = m0 * (1 + sp.exp(-vm.t / vm.parameters("T [s]")))
    planet = vm.System(
        "planet",
        vm.Particle("planet", mass=m, position=[x, y], streams=vm.with_body()),
        vm.Force("sun", on="planet", force=[-GM * m * x / r**3, -GM * m * y / r**3]),
    )
    values = {"GM": 1, "m0": 1, "T": 5}
    run = vm.simulate(planet, values, {"x": 1, "y": 0, "x.dot": 0, "y.dot": 0.8}, 20)
    spin = run.ledger().account("angular", "z")
    assert spin.start == pytest.approx(1.6, rel=1e-14)
    assert spin.books["carried"] == pytest.approx(0.8 * (np.exp(-4) - 1), rel=1e-12)
    assert abs(spin.books.get("loads", 0)) < 1e-13
    assert run.ledger().momentum_closure < CLOSED


def test_a_run_without_a_ledger_says_so_when_asked():
    run = vm.simulate(chain(vm.at_rest()), {"mu": 1, "g": 1}, {"y": 1}, 1, ledger=False)
    assert run.outcome is Outcome.REACHED_END
    with pytest.raises(vm.VarmassError):
        run.ledger()
