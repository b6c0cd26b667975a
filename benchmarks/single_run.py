"""One run of `variable_chain` at a tolerance of 1e-13, everything compiled before."""

from collections.abc import Iterator
from typing import Any

import heyoka as hy
import numpy as np
from scipy.integrate import solve_ivp

import varmass as vm
from benchmarks import _by_hand, _pydy, _sympy
from benchmarks._clock import Rival, best
from varmass.integrate.models import compiled

T, TOLERANCE = 10.0, 1e-13
FINEST = {"rtol": 2.3e-14, "atol": 1e-16}  # where SciPy's DOP853 comes nearest to our accuracy: it takes no finer one


def measure() -> Iterator[Rival]:
    """All are held to the end state in extended precision before they are timed; their errors are told."""
    for n in (1, 2, 3):
        yield from _race(n)


def _race(n: int) -> Iterator[Rival]:
    case = vm.case("variable_chain", n=n)
    values = np.array([case.values[name] for name in _by_hand.PARAMETERS])
    x0 = np.array([*case.start.values(), *[0.0] * n])
    exact = _extended(n, dict(case.values), x0)
    ours, _ = compiled(case.system, tol=TOLERANCE, ledger=False)
    ordered = np.array([case.values[p.name] for p in case.system.parameters])
    by_hand = {plain: _by_hand.integrator(n, dict(case.values), TOLERANCE, plain) for plain in (False, True)}
    scipy = _sympy.rates(_sympy.lagrange(_sympy.Chain(n)))
    contestants = {
        "ours": lambda: ours.run(ordered, x0, (0.0, T), False).x[:, -1],
        "heyoka by hand, compact": lambda: _propagated(by_hand[False], x0),
        "heyoka by hand, plain": lambda: _propagated(by_hand[True], x0),
        "SymPy, lambdify, SciPy DOP853": lambda: _dop853(lambda t, x: scipy(t, x, values), x0),
        **{name: lambda rates=rates: _dop853(rates, x0) for name, rates in _pydy.rates(n, values)},
        "ours, checked: simulate(…)": lambda: vm.simulate(
            case.system, case.values, case.start, T, tol=TOLERANCE, ledger=False, dense=False
        ).y[:, -1],
    }
    errors = {who: float(np.abs(f() - exact).max()) for who, f in contestants.items()}
    assert max(errors.values()) < 1e-9, errors
    seconds = dict(zip(contestants, best(*contestants.values()), strict=True))
    asked = {"heyoka by hand, compact": 1 / 1.1, "SymPy, lambdify, SciPy DOP853": 200}
    for who in list(contestants)[1:]:
        note = f"error {errors[who]:.1g}, ours {errors['ours']:.1g}"
        yield Rival(f"one run, {n} links, {T:g} s", who, seconds[who], seconds["ours"], asked.get(who), note)


def _propagated(ta: Any, x0: Any) -> Any:
    ta.time = 0.0
    ta.state[:] = x0
    ta.propagate_until(T)
    return ta.state.copy()


def _dop853(rates: Any, x0: Any) -> Any:
    return solve_ivp(rates, (0, T), x0, method="DOP853", **FINEST).y[:, -1]


def _extended(n: int, values: dict[str, float], x0: Any) -> Any:
    """The end state in 80-bit numbers, by heyoka from the equations written by hand."""
    long = np.longdouble
    ta = hy.taylor_adaptive(
        _by_hand.right_side(n),
        x0.astype(long),
        pars=np.array(_by_hand.pars(n, values), dtype=long),
        tol=long(1e-18),
        compact_mode=True,
        fp_type=long,
    )
    ta.propagate_until(long(T))
    return ta.state.astype(float)
