"""Every term of an equation of motion, as it was along a run."""

from functools import lru_cache
from typing import Any

import numpy as np

from varmass.compile.source import function
from varmass.derive.deriving import derive
from varmass.integrate.path import Array
from varmass.model.symbols import t
from varmass.model.system import System


def term_series(
    system: System, principle: str, values: Array, t_: Array, x: Array
) -> dict[tuple[str, str, str], Array]:
    """(coordinate, source with its body, law) → values at the instants; the terms of a coordinate add up to zero."""
    n, labels, matrices, terms = len(system.q), *_compiled(system, principle)
    at = ((t_,), x[:n], x[n:], values)
    flat = np.array([np.broadcast_to(row, t_.shape) for row in matrices(*at)], dtype=float)
    M, r = flat[: n * n].T.reshape(-1, n, n), flat[n * n :].T
    a = np.linalg.solve(M, r[:, :, None])[:, :, 0].T
    found: dict[tuple[str, str, str], Array] = {}
    for label, row in zip(labels, terms(*at, a), strict=True):
        found[label] = found.get(label, np.zeros(len(t_))) + row
    return found


@lru_cache(maxsize=64)
def _compiled(system: System, principle: str) -> tuple[Any, Any, Any]:
    equations = derive(system, principle)
    motion = ((t,), system.q, system.u, system.parameters)
    labels = [(system.q[term.j].name, term.origin, term.law) for term in equations.terms]
    matrices = function([*equations.M, *equations.r], motion, arrays=True)
    return labels, matrices, function((term.expression for term in equations.terms), (*motion, system.a), arrays=True)
