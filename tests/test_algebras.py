"""One principle, two algebras: derived over heyoka's expressions it gives the numbers that it gives over SymPy's."""

import heyoka as hy
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings

import varmass as vm
from random_systems import systems
from varmass import shelf
from varmass.compile.heyoka_algebra import HeyokaAlgebra, running
from varmass.compile.projection import projected
from varmass.compile.source import function
from varmass.compile.watching import large
from varmass.derive import naive, principles
from varmass.derive.algebra import SYMPY
from varmass.derive.motion import Motion
from varmass.errors import PrincipleDoesNotApply
from varmass.model.zero import judge


@pytest.mark.parametrize("name", [*shelf.names(principles), *shelf.names(naive)])
@settings(max_examples=6)
@given(system=systems(most=2))
def test_both_algebras_give_the_same_mass_matrix_and_right_side(name, system):
    try:
        read = vm.derive(system, name)
    except PrincipleDoesNotApply:
        return
    algebra = HeyokaAlgebra(system)
    fast = vm.derive(system, name, algebra)
    symbols = [*system.q, *system.u]
    x = np.linspace(0.3, 0.9, len(symbols))
    entries = [e for row in fast.mass_matrix() for e in row] + fast.right_side()
    compiled = hy.cfunc(running([*entries, hy.par[0] + hy.time]), vars=[hy.expression(s.name) for s in symbols])
    found = compiled(x, pars=[1.7], time=0.4)[:-1]
    expected = function([*read.M, *read.r], ((vm.t,), system.q, system.u, system.parameters))(
        (0.4,), x[: len(system.q)], x[len(system.q) :], (1.7,)
    )
    assert np.allclose(found, expected, rtol=1e-11, atol=1e-11)


@settings(max_examples=60)
@given(systems())
def test_the_projection_for_machines_is_meshcherskys_principle(system):
    M, r = projected(Motion(system, SYMPY))
    read = vm.derive(system, "meshchersky")
    assert judge(*(sp.Matrix(M) - read.M), *(sp.Matrix(r) - read.r), prove=False)


def test_expressions_beyond_counting_are_large():
    """Of rods with many coefficients: shared parts are counted as often as they occur, and no integer holds that."""
    x = e = hy.make_vars("x")
    for _ in range(62):
        e = hy.sin(e) + e
    with pytest.raises(OverflowError):
        len(e)
    assert large([e], keeps=False)
    assert not large([x], keeps=True)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 11])
def test_a_power_of_what_is_all_but_zero_has_its_series(n):
    """A run begins so wherever a choice by the sign of a speed changes; heyoka's own power divides by it."""
    x = vm.coordinate("x")
    algebra = HeyokaAlgebra(vm.System("s", vm.Particle("p", mass=1, position=[x]), time="1"))
    u, power = algebra.lift(x.dot), algebra.lift(x.dot**n)
    ta = hy.taylor_adaptive([(u, -hy.exp(u)), (hy.expression("w"), power)], [3.5e-18, 0.0], tol=1e-15)
    ta.step(max_delta_t=1e-3, write_tc=True)
    speed, integral = ta.tc
    exact = np.ones(1)
    for _ in range(n):
        exact = np.convolve(exact, speed)[: len(speed)]
    assert integral[1:] * np.arange(1, len(speed)) == pytest.approx(exact[:-1], abs=1e-10)
