"""Our equations of first variations, M δq̈ = e_x δx, have the rates that heyoka's own differentiation of q̈ gives.

They share the equations of motion and nothing else; every system of the shelf is tried, at states near its start.
"""

import heyoka as hy
import numpy as np
import pytest
from hypothesis import given, settings

import varmass as vm
from random_systems import systems
from varmass import cases, shelf
from varmass.compile.first_order import first_order
from varmass.compile.heyoka_algebra import HeyokaAlgebra, running
from varmass.compile.heyoka_variations import with_variations
from varmass.derive.deriving import reference
from varmass.integrate.models import compiled
from varmass.model import phases

SMALLER = {"dancing_rod": {"n": 3}}  # heyoka's own form of its 6 elements takes a quarter of a minute
STATED = [(name, phase) for name in shelf.names(cases) for phase in phases.systems(vm.case(name).system)]
CHAINS = [(f"variable_chain of {n}", vm.case("variable_chain", n=n).system) for n in (1, 5)]


def rates_of_both(system):
    """At random states: ours, heyoka's, and how large the terms are."""
    algebra = HeyokaAlgebra(system)
    form = first_order(system, reference(system), (), False, algebra, symbolic=True)
    states = [hy.expression(s.name) for s in (*system.q, *system.u)]
    rates = [*map(algebra.lift, system.u), *form.accelerations]
    by = tuple(p.name for p in system.parameters)
    rng = np.random.default_rng(1)
    count = len(by) + len(algebra.surfaces)
    at = {"time": 0.3, "pars": np.concatenate([rng.uniform(0.5, 1.5, len(by)), np.ones(count - len(by))])}
    found, state = [], None
    for ours in (True, False):
        if ours:
            x, of_x, begin = with_variations(states, rates, form, algebra, 1, by)
            state = np.concatenate([rng.uniform(0.3, 0.9, len(states)), begin + rng.normal(size=len(begin))])
        else:
            z = [*states, *(algebra.parameters[p] for p in system.parameters)]
            pairs = hy.var_ode_sys(list(zip(states, running(rates), strict=True)), z, order=1).sys
            x, of_x = [a for a, _ in pairs], [b for _, b in pairs]
        everything = hy.sum([hy.time, *(hy.par[i] for i in range(count))])
        f = hy.cfunc([*running(of_x), everything], vars=x, compact_mode=True, opt_level=0)
        found.append(f(state, **at)[:-1])
    return found


def agree(system):
    ours, theirs = rates_of_both(system)
    there = np.isfinite(theirs)
    assert (np.isfinite(ours) == there).all()
    assert np.abs(ours - theirs)[there].max() <= 1e-9 * max(1.0, np.abs(theirs[there]).max())


@pytest.mark.parametrize(("name", "phase"), STATED)
def test_on_every_case(name, phase):
    agree(phases.systems(vm.case(name, **SMALLER.get(name, {})).system)[phase])


@pytest.mark.parametrize(("name", "system"), CHAINS)
def test_on_chains_of_one_link_and_of_many(name, system):
    agree(system)


@settings(max_examples=25)
@given(systems(most=3))
def test_on_random_systems(system):
    agree(system)


def test_they_take_a_third_of_the_operations():
    """The chain of 8 links: heyoka's own form has 24666 of them."""
    model, _ = compiled(vm.case("variable_chain", n=8).system, tol=1e-10, ledger=False, varied=(1, ()))
    assert len(model.ta.decomposition) < 24666 / 3
