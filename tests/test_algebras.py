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
