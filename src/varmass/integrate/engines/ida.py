"""Implicit steps of SUNDIALS for what is stiff or large: E(t, q, q̇, q̈) = 0 as it stands, with its own slopes.

    q̇ − u = 0 ,   E(t, q, u, u̇) = 0 ,   ḃ = the rates of the books
    J = [ c 1   −1 ;  ∂E/∂q   ∂E/∂q̇ + c ∂E/∂q̈ ]        c is IDA's, a number over the step

The formula is the backward one of the second order.  Those of a higher order amplify vibrations without damping, and
what makes a mechanical system stiff often is one: at the order 3 the rod of the slides leaves its sleeve after 0.06 s.
The error of a step is that of the places; speeds are left out of it, q̇ being known by q, since the fastest are
vibrations of the mesh, which the formula damps and nobody wants to follow.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.sparse.linalg import splu
from sksundae.ida import IDA, IDAJacTimes, IDAPrecond

from varmass.compile.assembly import Assembly
from varmass.compile.first_order import varying_masses
from varmass.compile.implicit import Formulas
from varmass.compile.patches import can_be_assembled
from varmass.derive.deriving import naive_names
from varmass.errors import ValueRefused
from varmass.integrate.engines._sundials import BUDGET, March, Watched, refuse_what_jumps
from varmass.integrate.outcome import Outcome
from varmass.integrate.path import Array, Path
from varmass.integrate.problem import Problem

TOLERANCE = 1e-6
ALONE = True  # it runs a system, not phases
ORDER = 2
NEAR_ZERO = 1e-1  # a place counts as so large at least, in its unit
ANY = 1.0  # error of a speed that is let pass, in its unit


def prepare(problem: Problem) -> "Compiled":
    """Assemble, where the system is a sum over points; else derive, and leave the accelerations where they are."""
    if problem.varied[0] or problem.principle in naive_names():
        raise ValueRefused(
            "the engine ida runs proper equations alone",
            expected="no variations, and a principle that is none of the rules N0 … N7",
            got="variations" if problem.varied[0] else problem.principle,
            hint="engine taylor",
        )
    refuse_what_jumps(problem, "ida")
    system = problem.system
    whole = can_be_assembled(system)
    equations = Assembly(system) if whole else Formulas(system, problem.principle, problem.ledger)
    guards = [(f"the mass of {name!r}", m) for name, m in varying_masses(system)]
    books = equations.books if problem.ledger else ()
    return Compiled(equations, books, Watched.of_problem(problem, guards), problem.tolerance, whole and problem.ledger)


@dataclass(frozen=True)
class Compiled:
    """Equations that nothing has been solved for yet; `counts` says that they know their energy by themselves."""

    equations: Any
    books: tuple[Any, ...]
    watched: Watched
    tolerance: float
    counts: bool

    def run(
        self,
        values: Array,
        x0: Array,
        span: tuple[float, float],
        dense: bool = True,
        progress: Callable[[float], None] | None = None,
    ) -> Path:
        """Integrate over `span`; the books start at zero."""
        n, equations = self.equations.n, self.equations.bound(values)
        y0, rates = np.concatenate([x0, np.zeros(len(self.books))]), self._first(equations, x0, span[0])
        if not np.isfinite(rates).all():
            return Path(Outcome.NOT_FINITE, "", np.array(span[:1]), y0[:, None], None)
        newton = Newton(equations, n, len(self.books))
        solver = self._solver(newton, self.watched.options(values, implicit=True))
        march = March(solver, self.watched, n, (lambda step: step.yp) if dense else None, progress)
        path = march.path(*march.to_the_end(solver.init_step(span[0], y0, rates), span[1]))
        energies = {("energy", "total"): equations.energies(path.t, path.x)} if self.counts else None
        return replace(path, contents=energies)

    def first_rates(self, values: Array, x0: Array, t0: float) -> Array:
        """ẋ at the start, to see whether the equation of motion exists there."""
        return self._first(self.equations.bound(values), x0, t0)[: 2 * self.equations.n]

    def _first(self, equations: Any, x0: Array, t0: float) -> Array:
        """Speeds, accelerations from M q̈ = −E at q̈ = 0, and the rates of the books."""
        n = self.equations.n
        q, u, nil = x0[:n], x0[n:], np.zeros(n)
        try:
            M = equations.pattern.matrix(equations.slopes(t0, q, u, nil)[2])
            a = splu(M).solve(-equations.equations(t0, q, u, nil))
        except RuntimeError:  # it is singular
            return np.full(2 * n + len(self.books), np.nan)
        return np.concatenate([u, a, equations.book_rates(t0, q, u, a)[: len(self.books)]])

    def _solver(self, newton: "Newton", watched: dict[str, Any]) -> Any:
        n, tol = self.equations.n, self.tolerance
        allowed = np.concatenate([np.full(n, tol * NEAR_ZERO), np.full(n, ANY), np.full(len(self.books), tol)])
        return IDA(
            newton.equations,
            linsolver="gmres",
            precond=IDAPrecond(newton.take_slopes, newton.solve),
            jactimes=IDAJacTimes(None, newton.times),
            rtol=tol,
            atol=allowed,
            max_order=ORDER,
            max_num_steps=BUDGET,
            **watched,
        )


class Newton:
    """The equations, with y = (q, u, books), and how IDA solves for a correction (δq, δu, δb) of them.

        c δq − δu = r₁ ,   ∂E/∂q δq + S δu = r₂ ,   S = ∂E/∂q̇ + c ∂E/∂q̈
        ( ∂E/∂q + c S ) δq = r₂ + S r₁ ,   δu = c δq − r₁

    Half of the size is left, and is factorised as a sparse matrix when the slopes are taken.  Until they are taken anew
    the c of then is kept, and what it does not fit by now is met by halves, as IDA does where it solves by itself: P is
    the old matrix times (1 + c/c_old)/2.  GMRES then finds its solution at once, and q̇ stays with q to round-off; left
    to the tolerance, which lets any speed pass, it feeds the vibrations of the mesh.  Nothing follows the books.
    """

    def __init__(self, equations: Any, n: int, books: int) -> None:
        self.bound, self.n, self.kept = equations, n, books

    def equations(self, time: float, y: Array, rates: Array, found: Array) -> None:
        """q̇ − u, E, ḃ − rates."""
        n = self.n
        q, u, a = y[:n], y[n : 2 * n], rates[n : 2 * n]
        found[:n] = rates[:n] - u
        found[n : 2 * n] = self.bound.equations(time, q, u, a)
        if self.kept:
            found[2 * n :] = rates[2 * n :] - self.bound.book_rates(time, q, u, a)

    def take_slopes(self, time: float, y: Array, rates: Array, _: Array, c: float) -> None:
        """Of E, here; and the factors of ∂E/∂q + c S."""
        n, matrix = self.n, self.bound.pattern.matrix
        by_q, by_u, by_a = self.bound.slopes(time, y[:n], y[n : 2 * n], rates[n : 2 * n])
        self.c, self.by_q, self.S = c, matrix(by_q), matrix(by_u + c * by_a)
        self.factors = splu(matrix(by_q + c * (by_u + c * by_a)))

    def solve(
        self, _t: float, _y: Array, _v: Array, _e: Array, r: Array, found: Array, c: float, _delta: float
    ) -> None:
        """P⁻¹ r."""
        n, fit = self.n, self._fit(c)
        found[:n] = self.factors.solve(r[n : 2 * n] + self.S @ r[:n]) / fit
        found[n : 2 * n] = self.c * found[:n] - r[:n] / fit
        found[2 * n :] = r[2 * n :] / (self.c * fit)

    def times(self, _t: float, _y: Array, _v: Array, _e: Array, x: Array, found: Array, c: float) -> None:
        """P x."""
        n, fit = self.n, self._fit(c)
        found[:n] = fit * (self.c * x[:n] - x[n : 2 * n])
        found[n : 2 * n] = fit * (self.by_q @ x[:n] + self.S @ x[n : 2 * n])
        found[2 * n :] = fit * self.c * x[2 * n :]

    def _fit(self, c: float) -> float:
        return (1 + c / self.c) / 2
