"""Φ of a chain of 8 links over 10 s, and discrete models that choose order and step, everything compiled before."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp

import varmass as vm
from benchmarks._clock import Rival, anew, best, once
from varmass.integrate.engines import taylor
from varmass.integrate.models import compiled

LINKS, T, TOLERANCE = 8, 10.0, 1e-10
FINE = {"rtol": 1e-12, "atol": 1e-14}
MASS = 1 + sp.Rational(2, 5) * sp.cos(2 * vm.t)
LINEAR = {
    "Airy, 0 … 20": ([[0, 1], [-vm.t, 0]], (0.0, 20.0)),
    "mass that breathes, 10 periods": ([[0, 1], [-sp.Rational(13, 10) / MASS, -MASS.diff(vm.t) / MASS]], (0.0, 31.4)),
    "two that do not commute, 0 … 5": (
        [[0, vm.t, 1, 0], [sp.sin(vm.t), 0, 0, -1], [0, -1, sp.exp(-vm.t), 0], [1, 0, 0, vm.t / (2 + vm.t)]],
        (0.0, 5.0),
    ),
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
    task, exact = f"Φ, {LINKS} links, {T:g} s", _ours(case, 1e-15)()

    def error(found: Any) -> float:
        return float(np.abs(found - exact).max() / np.abs(exact).max())

    for cse, asked in ((False, 100), (True, None)):
        prepared, rates = once(partial(_varied, case, cse))
        theirs = partial(_theirs, rates, np.concatenate([_start(case), np.eye(2 * LINKS).ravel()]))
        off = error(theirs())
        ways = {"both to 1e-10": _ours(case, TOLERANCE)}
        ways["to equal accuracy"] = next(f for k in range(3, 16) if error((f := _ours(case, 10.0**-k))()) <= off)
        seconds, *own = best(theirs, *ways.values(), rounds=3, least=0.5)
        who = f"SymPy, lambdify(cse={cse}), SciPy DOP853"
        for (degree, ours), needed in zip(ways.items(), own, strict=True):
            note = f"errors {off:.1g} and {error(ours()):.1g} of the largest entry"
            yield Rival(f"{task}, {degree}", who, seconds, needed, asked, note)
        built = once(partial(anew, partial(taylor.build, compiled(case.system, **_how(TOLERANCE))[1])))[0]
        yield Rival(f"{task}, derived and compiled", f"SymPy, lambdify(cse={cse})", prepared, built)


def _how(tol: float) -> dict[str, Any]:
    return {"tol": tol, "ledger": False, "varied": (1, ())}


def _start(case: vm.Case) -> Any:
    return np.array([*case.start.values(), *[0.0] * LINKS])


def _theirs(rates: Any, start: Any) -> Any:
    return solve_ivp(rates, (0, T), start, method="DOP853", rtol=TOLERANCE, atol=TOLERANCE).y[:, -1]


def _ours(case: vm.Case, tol: float) -> Callable[[], Any]:
    """A run of the motion with its variations."""
    model, _ = compiled(case.system, **_how(tol))
    values = np.array([case.values[p.name] for p in case.system.parameters])
    return lambda: model.run(values, _start(case), (0.0, T), False).x[:, -1]


def _varied(case: vm.Case, cse: bool) -> Any:
    """ẋ and Φ̇ = A Φ, with A from M, r and the slopes of r − M a."""
    system = case.system
    values = [case.values[p.name] for p in system.parameters]
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
    ours, exact = partial(model.transition, *span), vm.discrete_model(A).transition(*span)
    errors = [np.abs(way() - exact).max() for way in (*ways.values(), ours)]
    assert max(errors) < 1e-9 * np.abs(exact).max(), errors
    *seconds, own = best(*ways.values(), ours)
    for method, needed, error in zip(ways, seconds, errors, strict=False):
        note = f"errors {error:.1g} and {errors[-1]:.1g}"
        yield Rival(f"Φ of {name}", f"SciPy {method} to 1e-12", needed, own, 20, note)
