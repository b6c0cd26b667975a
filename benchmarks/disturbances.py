"""Φ of a chain of 8 links over 10 s, and discrete models that choose order and step, everything compiled before."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp

import varmass as vm
from benchmarks._clock import Rival, best, once
from varmass.integrate.models import compiled

LINKS, T, TOLERANCE = 8, 10.0, 1e-10
FINE = {"rtol": 1e-12, "atol": 1e-14}
MASS = 1 + sp.Rational(2, 5) * sp.cos(2 * vm.t)
LINEAR = {
    "Airy, 0 … 20": ([[0, 1], [-vm.t, 0]], (0.0, 20.0)),
    "mass that breathes, 10 periods": ([[0, 1], [-sp.Rational(13, 10) / MASS, -MASS.diff(vm.t) / MASS]], (0.0, 31.4)),
    "mass that grows, 0 … 10": ([[0, 1], [-4 * sp.exp(-vm.t / 2), sp.Rational(-1, 2)]], (0.0, 10.0)),
}


def measure() -> Iterator[Rival]:
    """All are held to each other before they are timed."""
    yield from _chain()
    for name, (A, span) in LINEAR.items():
        yield from _linear(name, sp.Matrix(A), span)


def _chain() -> Iterator[Rival]:
    """Our equations of first variations, lambdified by SymPy as it does by itself and with cse, in SciPy's DOP853.

    Both are asked for 1e-10; then we are asked for as little as is still nearer to the truth than they are.
    """
    case = vm.case("variable_chain", n=LINKS)
    x0 = np.array([*case.start.values(), *[0.0] * LINKS])
    ordered = np.array([case.values[p.name] for p in case.system.parameters])
    begin = np.concatenate([x0, np.eye(2 * LINKS).ravel()])

    def ours(tol: float) -> Callable[[], Any]:
        model, _ = compiled(case.system, tol=tol, ledger=False, varied=(1, ()))
        return lambda: model.run(ordered, x0, (0.0, T), False).x[:, -1]

    exact = ours(1e-15)()

    def error(found: Any) -> float:
        return float(np.abs(found - exact).max() / np.abs(exact).max())

    for cse, asked in ((False, 100), (True, None)):
        rates = _varied(case.system, ordered, cse)
        seconds, theirs = once(
            lambda rates=rates: solve_ivp(rates, (0, T), begin, method="DOP853", rtol=TOLERANCE, atol=TOLERANCE).y[
                :, -1
            ]
        )
        loose = next(ours(10.0**-k) for k in range(3, 16) if error(ours(10.0**-k)()) <= error(theirs))
        for how, run in (("both to 1e-10", ours(TOLERANCE)), ("to equal accuracy", loose)):
            note = f"errors {error(theirs):.1g} and {error(run()):.1g} of the largest entry"
            who = f"SymPy, lambdify(cse={cse}), SciPy DOP853, {how}"
            yield Rival(f"Φ, {LINKS} links, {T:g} s", who, seconds, best(run)[0], asked, note)


def _varied(system: vm.System, values: Any, cse: bool) -> Any:
    """ẋ and Φ̇ = A Φ, with A from M, r and the slopes of r − M a."""
    equations = vm.derive(system, "meshchersky")
    q, u, a, p = system.q, system.u, system.a, system.parameters
    rest = equations.r - equations.M * sp.Matrix(a)
    solve = sp.lambdify([q, u, p], (equations.M, equations.r), cse=cse)
    slopes = sp.lambdify([q, u, a, p], rest.jacobian([*q, *u]), cse=cse)
    n = len(q)

    def rates(t: float, y: Any) -> Any:
        x, Φ = y[: 2 * n], y[2 * n :].reshape(2 * n, 2 * n)
        M, r = solve(x[:n], x[n:], values)
        acceleration = np.linalg.solve(M, r[:, 0])
        lower = np.linalg.solve(M, slopes(x[:n], x[n:], acceleration, values))
        return np.concatenate([x[n:], acceleration, Φ[n:].ravel(), (lower @ Φ).ravel()])

    return rates


def _linear(name: str, A: sp.Matrix, span: tuple[float, float]) -> Iterator[Rival]:
    """The matrix equation Φ̇ = A Φ, A lambdified: by solve_ivp as it comes, and by the best method that it has."""
    f, n = sp.lambdify(vm.t, A), A.rows
    begin = np.eye(n).ravel()
    model = vm.discrete_model(A, tol=1e-12)

    def theirs(method: str) -> Any:
        found = solve_ivp(lambda t, y: (f(t) @ y.reshape(n, n)).ravel(), span, begin, method=method, **FINE)
        return found.y[:, -1].reshape(n, n)

    ways = {method: partial(theirs, method) for method in ("RK45", "DOP853")}
    ours = partial(model.transition, *span)
    apart = {method: float(np.abs(ours() - way()).max()) for method, way in ways.items()}
    assert max(apart.values()) < 1e-9, apart
    *seconds, own = best(*ways.values(), ours)
    for method, needed, asked in zip(ways, seconds, (20, None), strict=True):
        yield Rival(
            f"Φ of {name}", f"SciPy {method} to 1e-12", needed, own, asked, f"they differ by {apart[method]:.1g}"
        )
