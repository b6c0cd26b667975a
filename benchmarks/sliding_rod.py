"""The dancing rod until it leaves its sleeve, and a clamped bar, beside SciPy on the same compiled right-hand side."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import heyoka as hy
import numpy as np
from scipy.integrate import solve_ivp

import varmass as vm
from benchmarks._clock import Rival, best, once
from varmass.compile.first_order import first_order
from varmass.compile.heyoka_algebra import HeyokaAlgebra, running
from varmass.integrate.models import compiled

EJECTED = 4.640027  # s, of the inextensible rod, by n = 12 and more
TIP = 2.0  # s, when the tips of the clamped bar are compared


def measure() -> Iterator[Rival]:
    """The errors are told beside the times; compilation is a row of its own, and not in the others."""
    for n, tol in ((4, 1e-6), (6, 1e-7)):
        yield from _race("ejection", vm.case("dancing_rod", n=n), tol, 20.0)
    for n, tol in ((4, 1e-7),):
        yield from _race("clamped", vm.case("cantilever", h=5e-4, n=n), tol, TIP)


def _race(task: str, case: Any, tol: float, end: float) -> Iterator[Rival]:
    values = np.array([case.values[p.name] for p in case.system.parameters])
    x0 = np.array([*case.start.values(), *[0.0] * len(case.system.q)])
    stop = tuple(e for e in case.until if isinstance(e, type(vm.when(case.system.q[0])))) if task == "ejection" else ()
    compiling, (model, _) = once(lambda: compiled(case.system, tol=tol, events=stop, ledger=False))
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
    yield Rival(
        f"{task}, {n} coordinates, tol {tol:g}", "SciPy DOP853, our right side", seconds[1], seconds[0], 2, note
    )
    yield Rival(f"{task}, {n} coordinates, tol {tol:g}", "our compilation, or loading it", compiling, seconds[0])


def _error(task: str, case: Any, time: float, x: Any) -> float:
    """Of the time of the ejection, or of the tip angle at the end."""
    return abs(time - EJECTED) if task == "ejection" else abs(float(x[len(case.system.q) - 1]) - _tip_angle())


@cache
def _tip_angle() -> float:
    """Of the clamped bar, by ten coefficients."""
    case = vm.case("cantilever", h=5e-4, n=10)
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
