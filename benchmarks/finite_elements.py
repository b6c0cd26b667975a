"""The rod in 64 finite elements by ida, beside SciPy's Radau with dense matrices on the same equations and slopes."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import varmass as vm
from benchmarks._clock import Rival, once
from varmass.compile.assembly import Assembly
from varmass.integrate.models import compiled

ELEMENTS, END, TOLERANCE, TIGHT = 64, 0.05, 1e-6, 1e-9
THEIRS = 1e-3  # of Radau, whose order is higher: at ours its error is a hundredth of ours


def measure() -> Iterator[Rival]:
    """Errors are those of η at the end, beside a run of ours at a tight tolerance."""
    case = vm.case("dancing_rod", element="hermite", n=ELEMENTS)
    values = np.array([case.values[p.name] for p in case.system.parameters])
    x0 = np.array([*(case.start[q.name] for q in case.system.q), *(0.0 for _ in case.system.q)])
    place = [q.name for q in case.system.q].index("eta")

    def ours(tol: float) -> float:
        model, _ = compiled(case.system, tol=tol, engine="ida", ledger=False)
        return float(model.run(values, x0, (0.0, END), False).x[place, -1])

    exact = ours(TIGHT)
    ours(TOLERANCE)  # compiled
    seconds, found = once(lambda: ours(TOLERANCE))
    theirs, other = once(lambda: _radau(case.system, values, x0)[place])
    note = f"error {abs(other - exact):.1e}, ours {abs(found - exact):.1e}"
    yield Rival(
        f"{ELEMENTS} elements, {END} s, tol {TOLERANCE:g}",
        f"SciPy Radau, dense, tol {THEIRS:g}",
        theirs,
        seconds,
        3,
        note,
    )


def _radau(system: Any, values: Any, x0: Any) -> Any:
    """ẋ = (u, −M⁻¹ E) at q̈ = 0, and its slopes but for that of M⁻¹, which vanishes at rest."""
    bound, n = Assembly(system).bound(values), len(system.q)
    nil = np.zeros(n)

    def mass(t: float, q: Any, u: Any) -> Any:
        return bound.pattern.matrix(bound.slopes(t, q, u, nil)[2]).toarray()

    def rates(t: float, x: Any) -> Any:
        q, u = x[:n], x[n:]
        return np.concatenate([u, np.linalg.solve(mass(t, q, u), -bound.equations(t, q, u, nil))])

    def slopes(t: float, x: Any) -> Any:
        q, u = x[:n], x[n:]
        a = rates(t, x)[n:]
        by_q, by_u, by_a = (bound.pattern.matrix(e).toarray() for e in bound.slopes(t, q, u, a))
        lower = -np.linalg.solve(by_a, np.hstack([by_q, by_u]))
        return np.vstack([np.hstack([np.zeros((n, n)), np.eye(n)]), lower])

    found = solve_ivp(rates, (0, END), x0, method="Radau", jac=slopes, rtol=THEIRS, atol=_allowed(n))
    return found.y[:, -1]


def _allowed(n: int) -> Any:
    """As ida has it: the speeds are let pass."""
    return np.concatenate([np.full(n, THEIRS / 10), np.full(n, 1.0)])
