"""How well a mesh resolves a motion: what the element cannot follow of the curvature, beside the curvature.

    e(t)/max κ ,   both mean squares along the rod; each element estimates its own e

Above ½ % another mesh may give another motion: where disturbances grow, as in the dance, late times are the mesh's.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from varmass.rod.shape import along
from varmass.rod.sliding import Rod
from varmass.rod.symbols import η

RESOLVED, INSTANTS = 0.005, 400
STRAIGHT = 1e-6  # rad, that a rod is bent by along its length: less is round-off


def unresolved(rod: Rod) -> Callable[[Any], float]:
    """The largest estimate along a run."""

    def found(run: Any) -> float:
        at = np.linspace(run.t[0], run.t[-1], INSTANTS) if run.dense else run.t
        states = dict(zip(run.names, run(at) if run.dense else run.y, strict=True))
        q = np.array([states[x.name] for x in rod.mesh.q]).T
        (length,) = along(run, at, [rod.fed(η)])
        error, size = rod.kind.roughness(rod.n, rod.known_at_tip, q, length, run.values)
        return float(error.max() / size.max()) if size.max() > STRAIGHT else 0.0

    return found


def doubt(rod: Rod) -> Callable[[Any], str]:
    """A sentence for a run that its mesh does not resolve."""
    estimate = unresolved(rod)

    def found(run: Any) -> str:
        part = estimate(run)
        if part <= RESOLVED:
            return ""
        return (
            f"UNRESOLVED: by its own estimate the mesh misses {part:.1%} of the curvature; compare with "
            f"n = {2 * rod.n} before you trust this motion, and its late times least."
        )

    return found
