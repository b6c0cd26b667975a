"""What a rod looks like along a run: the rod, its sleeve, and the force that pushes it out."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import sympy as sp

from varmass.model.symbols import t
from varmass.rod.sliding import Rod
from varmass.rod.state import Formula
from varmass.rod.symbols import a, l, η

POINTS, WIDTH, LONGEST = 60, 0.02, 0.3


def drawing(rod: Rod) -> Callable[[Any, Any], Mapping[str, Any]]:
    """The lines of a run at some instants."""

    def lines(run: Any, instants: Any) -> Mapping[str, Any]:
        length, whole = along(run, instants, [rod.fed(η), l if rod.length is None else rod.fed(η)])
        states = dict(zip(run.names, run(instants), strict=True))
        q = np.array([states[x.name] for x in rod.mesh.q]).T
        free = rod.kind.outline(rod.n, rod.known_at_tip, q, length, POINTS)
        hidden = np.zeros((len(free), 1, 2))
        hidden[:, 0, 0] = length - whole
        wall = np.array([[-1.0, WIDTH], [0, WIDTH], [0, -WIDTH], [-1, -WIDTH]]) * [whole.max(), whole.max()]
        open_ = np.repeat(wall[None], len(free), axis=0)
        found = {"sleeve": open_, "rod": np.concatenate([hidden, free], axis=1), "force": _push(rod, run, instants)}
        return {name: _placed(rod, run, instants, line) for name, line in found.items()}

    return lines


def _push(rod: Rod, run: Any, instants: Any) -> Any:
    """½ a κ² at the mouth, as an arrow along the sleeve: as long as a third of the rod where it is greatest."""
    κ = rod.fed(rod.kind.CURVATURE)
    (force,) = along(run, instants, [a * rod.mesh.at_mouth("curvature", κ, κ) ** 2 / 2])
    found = np.zeros((len(instants), 2, 2))
    found[:, 1, 0] = LONGEST * force / max(force.max(), 1e-300)
    return found


def along(run: Any, instants: Any, expressions: list[sp.Expr]) -> Any:
    """Expressions at instants of a run, a row for each."""
    formula = Formula(expressions)
    known = {p: run.values[p.name] for p in run.system.parameters}
    rows = run(instants)[: len(run.system.q)]
    states = (dict(zip(run.system.q, map(float, row), strict=True)) for row in rows.T)
    return np.array([formula(known | state | {t: float(at)}) for state, at in zip(states, instants, strict=True)]).T


def _placed(rod: Rod, run: Any, instants: Any, line: Any) -> Any:
    """From the frame of the sleeve to that of the room."""
    X, Y, ψ = along(run, instants, list(rod.sleeve))
    x, y = line[..., 0], line[..., 1]
    cos, sin = np.cos(ψ)[:, None], np.sin(ψ)[:, None]
    return np.stack([X[:, None] + cos * x - sin * y, Y[:, None] + sin * x + cos * y], axis=-1)
