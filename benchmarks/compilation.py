"""From the statement of `variable_chain` to a compiled integrator, and to the first result."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

import varmass as vm
from benchmarks import _by_hand
from benchmarks._clock import Rival, anew, best
from varmass.integrate.engines import taylor
from varmass.integrate.models import compiled

TOLERANCE = 1e-13
START = """
from time import perf_counter
import heyoka, numpy, sympy
import varmass as vm
import varmass.integrate.engines.taylor
from varmass.integrate.models import compiled
case = vm.case("variable_chain", n=16)
start = perf_counter()
compiled(case.system)
ready = perf_counter()
vm.simulate_case(case, until=0.1)
print(ready - start, perf_counter() - start)
"""


def measure() -> Iterator[Rival]:
    """An expert's program does the same by hand, without books and without events."""
    values = dict(vm.case("variable_chain").values)
    for n in (4, 16):
        problem = _problem(n)
        by_hand, ours = best(
            lambda n=n: anew(lambda: _by_hand.integrator(n, values, TOLERANCE)),
            lambda problem=problem: anew(lambda: taylor.build(problem)),
            rounds=5,
        )
        yield Rival(f"derive and compile, {n} links", "heyoka by hand", by_hand, ours, 1 / 1.3)
    with tempfile.TemporaryDirectory() as cache:
        first, second = _start(cache), _start(cache)
    for task, i, asked in (("ready to run", 0, 10), ("first result", 1, None)):
        yield Rival(
            f"{task}, 16 links, books kept", "ourselves, first start", first[i], second[i], asked, "ours: second start"
        )


def _problem(n: int) -> taylor.Problem:
    return compiled(vm.case("variable_chain", n=n).system, tol=TOLERANCE, ledger=False)[1]


def _start(cache: str) -> list[float]:
    """A fresh process: the time from the statement to the compiled model, and to the first result; imports apart."""
    caches = {"VARMASS_CACHE": cache, "HEYOKA_CACHE_DIR": cache}
    found = subprocess.run([sys.executable, "-c", START], env=os.environ | caches, capture_output=True, check=True)
    return [float(x) for x in found.stdout.split()]
