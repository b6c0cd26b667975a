"""Φ of a chain of 8 links over 10 s, and discrete models that choose order and step, everything compiled before."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp

import varmass as vm
from benchmarks import _by_hand
from benchmarks._clock import Rival, best, once
from varmass.integrate.models import compiled

LINKS, T, TOLERANCE = 8, 10.0, 1e-10
FINE = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-14}
MASS = 1 + sp.Rational(2, 5) * sp.cos(2 * vm.t)
LINEAR = {
    "Airy, 0 … 20": ([[0, 1], [-vm.t, 0]], (0.0, 20.0)),
    "mass that breathes, 10 periods": ([[0, 1], [-sp.Rational(13, 10) / MASS, -MASS.diff(vm.t) / MASS]], (0.0, 31.4)),
    "mass that grows, 0 … 10": ([[0, 1], [-4 * sp.exp(-vm.t / 2), sp.Rational(-1, 2)]], (0.0, 10.0)),
}


def measure() -> Iterator[Rival]:
    """All are held to each other before they are timed."""
    yield _chain()
    for name, (A, span) in LINEAR.items():
        yield _linear(name, sp.Matrix(A), span)


def _chain() -> Rival:
    """SymPy's equations of first variations, lambdified with common subexpressions taken out, in SciPy's DOP853."""
    case = vm.case("variable_chain", n=LINKS)
    values = np.array([case.values[name] for name in _by_hand.PARAMETERS])
    x0 = np.array([*case.start.values(), *[0.0] * LINKS])
    ordered = np.array([case.values[p.name] for p in case.system.parameters])
    model, _ = compiled(case.system, tol=TOLERANCE, ledger=False, varied=(1, ()))
    rates = _varied(case.system, ordered)
    begin = np.concatenate([x0, np.eye(2 * LINKS).ravel()])
    seconds, theirs = once(
        lambda: solve_ivp(rates, (0, T), begin, method="DOP853", rtol=TOLERANCE, atol=TOLERANCE).y[:, -1]
    )
    ours = best(lambda: model.run(ordered, x0, (0.0, T), False), rounds=3)[0]
    found = model.run(ordered, x0, (0.0, T), False).x[:, -1]
    apart = float(np.abs(found - theirs).max() / np.abs(found).max())
    assert apart < 1e-4, apart  # the chain is chaotic: what both lose to their tolerance grows with Φ
    note = f"they differ by {apart:.1g} of the largest entry, {np.abs(found).max():.2g}; {len(values)} parameters"
    return Rival(f"Φ, {LINKS} links, {T:g} s", "SymPy, lambdify, SciPy DOP853", seconds, ours, 100, note)


def _varied(system: vm.System, values: Any) -> Any:
    """ẋ and Φ̇ = A Φ, with A from M, r and the slopes of r − M a."""
    equations = vm.derive(system, "meshchersky")
    q, u, a, p = system.q, system.u, system.a, system.parameters
    rest = equations.r - equations.M * sp.Matrix(a)
    solve = sp.lambdify([q, u, p], (equations.M, equations.r), cse=True)
    slopes = sp.lambdify([q, u, a, p], rest.jacobian([*q, *u]), cse=True)
    n = len(q)

    def rates(t: float, y: Any) -> Any:
        x, Φ = y[: 2 * n], y[2 * n :].reshape(2 * n, 2 * n)
        M, r = solve(x[:n], x[n:], values)
        acceleration = np.linalg.solve(M, r[:, 0])
        lower = np.linalg.solve(M, slopes(x[:n], x[n:], acceleration, values))
        return np.concatenate([x[n:], acceleration, Φ[n:].ravel(), (lower @ Φ).ravel()])

    return rates


def _linear(name: str, A: sp.Matrix, span: tuple[float, float]) -> Rival:
    """The matrix equation Φ̇ = A Φ, A lambdified."""
    f, n = sp.lambdify(vm.t, A), A.rows
    begin = np.eye(n).ravel()

    def theirs() -> Any:
        return solve_ivp(lambda t, y: (f(t) @ y.reshape(n, n)).ravel(), span, begin, **FINE).y[:, -1].reshape(n, n)

    def ours() -> Any:
        return vm.discrete_model(A, tol=1e-12).transition(*span)

    apart = float(np.abs(ours() - theirs()).max())
    assert apart < 1e-10, apart
    seconds, own = best(theirs, ours)
    return Rival(f"Φ of {name}", "SciPy DOP853 to 1e-12", seconds, own, 20, f"they differ by {apart:.1g}")
