"""Adams' formulas of order 1 to 12, from SUNDIALS: for loose tolerances, and right sides that are dear.

A step asks for the right side once or twice, where a Taylor step asks for all of its derivatives, and a step of
Runge and Kutta for twelve values.  Events are met by the interpolation of SUNDIALS.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from sksundae.cvode import CVODE

from varmass.compile.first_order import first_order, varying_masses
from varmass.compile.heyoka_algebra import HeyokaAlgebra
from varmass.compile.watching import bare_function, bound
from varmass.errors import ValueRefused
from varmass.integrate.engines._sundials import BUDGET, March, Watched, refuse_what_jumps
from varmass.integrate.path import Array, Path
from varmass.integrate.problem import Problem

TOLERANCE = 1e-8
ALONE = True  # it runs a system, not phases
SMALL = 1e-3  # what a state counts for at least, in its unit


def prepare(problem: Problem) -> "Compiled":
    """Derive over heyoka's algebra, and compile the right side alone."""
    if problem.varied[0]:
        raise ValueRefused(
            "the engine adams has no variational equations",
            expected="engine taylor",
            got="adams",
            hint="vm.disturbance(run) of a plain run, by our own A(t)",
        )
    refuse_what_jumps(problem, "adams")
    system = problem.system
    if varying_masses(system):
        raise ValueRefused(
            "the engine adams is for masses that do not vary",
            expected="no mass that may come near to zero, where formulas of many steps lose their way",
            got=", ".join(f"m = {m}" for _, m in varying_masses(system)),
            hint="--engine taylor",
        )
    algebra = HeyokaAlgebra(system, on_the_spot=True)
    form = first_order(system, problem.principle, (), problem.ledger, algebra, symbolic=True)
    motion = [algebra.lift(s) for s in (*system.q, *system.u)]
    rates = [*motion[len(system.q) :], *form.accelerations, *(b.rate for b in form.books)]
    watched = Watched.of_problem(problem, [])
    return Compiled(bare_function(rates, motion), len(system.q), form.titles, watched, problem.tolerance)


@dataclass(frozen=True)
class Compiled:
    """The right side, of t, q and q̇."""

    of: Any
    n: int
    books: tuple[Any, ...]
    watched: Watched
    tolerance: float

    def run(
        self,
        values: Array,
        x0: Array,
        span: tuple[float, float],
        dense: bool = True,
        progress: Callable[[float], None] | None = None,
    ) -> Path:
        """Integrate over `span`; the books start at zero."""
        size, of = 2 * self.n, bound(self.of, values)

        def rates_at(step: Any) -> Array:
            return np.array(of(step.t, step.y[:size], None))

        solver = CVODE(
            (lambda time, y, found: of(time, y[:size], found)) if self.books else of,
            method="Adams",
            rtol=self.tolerance,
            atol=SMALL * self.tolerance,
            max_num_steps=BUDGET,
            **self.watched.options(values, implicit=False),
        )
        march = March(solver, self.watched, self.n, rates_at if dense else None, progress)
        first = solver.init_step(span[0], np.concatenate([x0, np.zeros(len(self.books))]))
        outcome, detail = march.to_the_end(first, span[1])
        return march.path(outcome, detail)

    def first_rates(self, values: Array, x0: Array, t0: float) -> Array:
        """ẋ at the start, to see whether the equation of motion exists there."""
        return np.array(bound(self.of, values)(t0, x0, None)[: 2 * self.n])
