"""heyoka's own variational equations beside a motion: the states are x, then ∂x/∂z, then ∂²x/∂z²."""

from typing import Any

import heyoka as hy
import numpy as np
from numpy.typing import NDArray

from varmass.compile.heyoka_algebra import HeyokaAlgebra, running


def with_variations(
    states: list[Any], rates: list[Any], algebra: HeyokaAlgebra, order: int, by: tuple[str, ...]
) -> tuple[list[Any], list[Any], NDArray[np.float64]]:
    """States, rates, and what all but the motion begin with; by the states themselves, then by some parameters.

    Of order 0 there are none, and all begins with zero.
    """
    if not order:
        return states, rates, np.zeros(())
    motion = list(zip(states, running(rates), strict=True))
    chosen = [place for name in by for p, place in algebra.parameters.items() if p.name == name]
    whole = hy.var_ode_sys(motion, [*states, *chosen], order=order).sys
    begin = np.zeros(len(whole) - len(states))
    for i in range(len(states)):
        begin[i * (len(states) + len(chosen)) + i] = 1.0
    return [x for x, _ in whole], [rate for _, rate in whole], begin
