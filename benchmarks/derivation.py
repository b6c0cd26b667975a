"""From `variable_chain`, as stated, to its equations of motion M q̈ = r."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from sympy.core.cache import clear_cache

import varmass as vm
from benchmarks import _sympy
from benchmarks._clock import Rival, once
from varmass.compile.heyoka_algebra import HeyokaAlgebra
from varmass.compile.projection import projected
from varmass.derive.motion import Motion

LINKS = 16
FEW = (3, 4, 6, 8)


def measure() -> Iterator[Rival]:
    """SymPy's LagrangesMethod with few links and beyond; ours over SymPy, to read, and over heyoka, to compile."""
    theirs = {n: _first(_sympy.lagrange, _sympy.Chain(n)) for n in FEW}
    for n in FEW:
        ours = _first(_read, vm.case("variable_chain", n=n).system)
        yield Rival(f"derive, {n} links, to read", "SymPy LagrangesMethod", theirs[n], ours)
    chain = vm.case("variable_chain", n=LINKS).system
    read, compiled = _first(_read, chain), _first(_to_compile, chain)
    found = _beyond(theirs)
    note = f"extrapolated from {FEW[0]} to {FEW[-1]} links as a power of their number"
    yield Rival(f"derive, {LINKS} links, to read", "SymPy LagrangesMethod", found, read, 100, note)
    yield Rival(f"derive, {LINKS} links, to compile", "SymPy LagrangesMethod", found, compiled, 100, note)


def _first(derive: Callable[[Any], object], stated: Any) -> float:
    """The time when nothing is remembered of having done it before."""
    clear_cache()
    return once(partial(derive, stated))[0]


def _read(system: vm.System) -> object:
    """M and r over SymPy's expressions."""
    equations = vm.derive(system, "meshchersky")
    return equations.M, equations.r


def _to_compile(system: vm.System) -> object:
    """M and r over heyoka's expressions, by the way that the compiler takes."""
    return projected(Motion(system, HeyokaAlgebra(system)))


def _beyond(theirs: dict[int, float]) -> float:
    """The power law through the last three: modest, since the growth is steeper for more links."""
    n, seconds = (np.log(np.array(x, float)) for x in zip(*list(theirs.items())[-3:], strict=True))
    slope, constant = np.polyfit(n, seconds, 1)
    return float(np.exp(constant + slope * np.log(LINKS)))
