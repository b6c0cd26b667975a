"""∂q̈/∂z = M⁻¹ (r_z − M_z q̈) as numbers, at many instants at once, by the chain rule.

M and r may be formulas, or known by kernels, which have no formula to differentiate.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from varmass.analyse.recurrence import Array
from varmass.compile.differentials import Differential, evaluated
from varmass.derive.deriving import derive
from varmass.model.symbols import Parameter, t
from varmass.model.system import System


@dataclass(frozen=True)
class Slopes:
    """q̈, (instants, coordinates); its slopes, (instants, coordinates, z); and which choices are made, by instants."""

    a: Array
    by: Array
    sides: Any


def slopes(
    system: System,
    principle: str,
    values: Mapping[str, float],
    times: Array,
    states: Sequence[Array] | Array,
    chosen: Sequence[Parameter] = (),
    beside: float = 0.0,
) -> Slopes:
    """By q, q̇ and the chosen parameters; choices may be made as they are where all states are larger by `beside`."""
    equations, n, size = derive(system, principle), len(system.q), len(states) + len(chosen)
    z = Differential.many([*states, *(values[p.name] * np.ones(len(times)) for p in chosen)], size)
    fixed = {p: values[p.name] for p in system.parameters}
    moving = dict(zip((*system.q, *system.u, *chosen), z, strict=True))
    at = {**fixed, t: Differential.fixed(times, size), **moving}
    near = None
    if beside:
        near = {**fixed, t: times[0], **{s: x[0] + beside for s, x in zip(moving, states, strict=False)}}
    flat, decided = evaluated([*equations.M, *equations.r], at, near)
    whole = [x if isinstance(x, Differential) else Differential.fixed(x, size) for x in flat]
    value = np.array([x.value + 0 * times for x in whole])
    g = np.array([x.g + 0 * times for x in whole])
    M = np.moveaxis(value[: n * n].reshape(n, n, -1), 2, 0)
    a = _solved(M, value[n * n :].T[:, :, None])[:, :, 0]
    rest = g[n * n :] - np.einsum("jlzk,kl->jzk", g[: n * n].reshape(n, n, size, -1), a)
    sides = [np.broadcast_to(getattr(d, "value", d), times.shape) > 0 for d in decided]
    return Slopes(a, _solved(M, np.moveaxis(rest, 2, 0)), np.array(sides).reshape(len(sides), len(times)))


def _solved(M: Array, r: Array) -> Array:
    """M⁻¹ r; not a number anywhere where M is singular somewhere."""
    try:
        return np.asarray(np.linalg.solve(M, r))
    except np.linalg.LinAlgError:
        return np.full(r.shape, np.nan)
