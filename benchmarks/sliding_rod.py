"""The dancing rod until it leaves its sleeve, beside SciPy on the same compiled right-hand side; a clamped bar, beside
SciPy and beside Exudyn at the same error of the tip.
"""

from collections.abc import Iterator
from functools import cache
from math import pi
from typing import Any

import heyoka as hy
import numpy as np
from scipy.integrate import solve_ivp

import varmass as vm
from benchmarks._clock import Rival, best, once
from benchmarks._exudyn import tip_of_bar
from varmass.cases._rods import E
from varmass.compile.first_order import first_order
from varmass.compile.heyoka_algebra import HeyokaAlgebra, running
from varmass.integrate.models import compiled

EJECTED = 4.640027  # s, of the inextensible rod, by n = 12 and more
TIP = 2.0  # s, when the tips of the clamped bar are compared
THIN = 5e-4


def measure() -> Iterator[Rival]:
    """The errors are told beside the times; compilation is a row of its own, and not in the others."""
    for n, tol in ((4, 1e-6), (6, 1e-7)):
        for engine in ("adams", "taylor"):
            yield from _race("ejection", vm.case("dancing_rod", n=n), tol, 20.0, engine)
    yield from _race("clamped", vm.case("cantilever", h=THIN, n=4), 1e-7, TIP, "adams")
    for elements, steps, n, tol in ((8, 2000, 3, 1e-3), (16, 2000, 4, 1e-4)):
        yield _bars(elements, steps, n, tol)


def _bars(elements: int, steps: int, n: int, tol: float) -> Rival:
    """A clamped bar, ours no worse than theirs at the tip."""
    case, exact = _bar(n), _tip(_bar(10), 1e-11)
    model, _ = compiled(case.system, tol=tol, engine="adams", ledger=False)
    values = np.array([case.values[p.name] for p in case.system.parameters])
    x0 = np.zeros(2 * n)

    def theirs() -> Any:
        return tip_of_bar(dict(case.values), E * THIN, elements, steps, TIP)

    seconds = best(lambda: model.run(values, x0, (0.0, TIP), False), theirs, rounds=3)
    errors = (float(np.linalg.norm(x - exact)) for x in (theirs(), _tip(case, tol, "adams")))
    note = "error {:.1e}, ours {:.1e}".format(*errors)
    return Rival(f"clamped, tip at {TIP:g} s", f"Exudyn, {elements} elements", seconds[1], seconds[0], 10, note)


def _bar(n: int) -> Any:
    return vm.case("cantilever", h=THIN, n=n, alpha=3 * pi / 4)


def _tip(case: Any, tol: float, engine: str = "taylor") -> Any:
    run = vm.simulate_case(case, until=TIP, tol=tol, engine=engine, ledger=False)
    return np.array([case.measures[name](run) for name in ("tip_x", "tip_y")])


def _race(task: str, case: Any, tol: float, end: float, engine: str) -> Iterator[Rival]:
    values = np.array([case.values[p.name] for p in case.system.parameters])
    x0 = np.array([*case.start.values(), *[0.0] * len(case.system.q)])
    stop = tuple(e for e in case.until if isinstance(e, type(vm.when(case.system.q[0])))) if task == "ejection" else ()
    compiling, (model, _) = once(lambda: compiled(case.system, tol=tol, engine=engine, events=stop, ledger=False))
    rates = _rates(case.system)
    watched = [_left(case)] if task == "ejection" else None

    def ours() -> Any:
        path = model.run(values, x0, (0.0, end), False)
        return path.t[-1], path.x[:, -1]

    def scipy() -> Any:
        def f(_: float, x: Any) -> Any:
            return rates(x, pars=values)

        found = solve_ivp(f, (0, end), x0, method="DOP853", rtol=tol, atol=tol * 1e-3, events=watched)
        return found.t[-1], found.y[:, -1]

    seconds = best(ours, scipy, rounds=3)
    told = {who: _error(task, case, *f()) for who, f in (("ours", ours), ("scipy", scipy))}
    n = len(case.system.q)
    note = f"error {told['scipy']:.1e}, ours {told['ours']:.1e}"
    told_of, asked = f"{task}, {n} coordinates, tol {tol:g}, {engine}", 2 if engine == "adams" else None
    yield Rival(told_of, "SciPy DOP853, our right side", seconds[1], seconds[0], asked, note)
    yield Rival(told_of, "our compilation, or loading it", compiling, seconds[0])


def _error(task: str, case: Any, time: float, x: Any) -> float:
    """Of the time of the ejection, or of the tip angle at the end."""
    return abs(time - EJECTED) if task == "ejection" else abs(float(x[len(case.system.q) - 1]) - _tip_angle())


@cache
def _tip_angle() -> float:
    """Of the clamped bar, by ten coefficients."""
    case = vm.case("cantilever", h=THIN, n=10)
    run = vm.simulate_case(case, until=TIP, tol=1e-11, ledger=False)
    return run.final("q10")


def _left(case: Any) -> Any:
    """SciPy's event of the ejection."""
    place, length = [q.name for q in case.system.q].index("eta"), case.values["l"]

    def event(_: float, x: Any) -> float:
        return float(x[place] - length)

    event.terminal = True  # type: ignore[attr-defined]
    return event


def _rates(system: Any) -> Any:
    """ẋ as one function compiled by heyoka."""
    algebra = HeyokaAlgebra(system)
    form = first_order(system, "open_volume", (), False, algebra, symbolic=True)
    states = [hy.expression(s.name) for s in (*system.q, *system.u)]
    return hy.cfunc(running([algebra.lift(u) for u in system.u] + form.accelerations), vars=states, compact_mode=True)
