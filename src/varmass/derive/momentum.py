"""What a force that is forgotten, or invented, does to momentum.

A generalised force is a rate of momentum: with p_j = Σ m v·∂P/∂q_j, the kinetic momentum,

    ṗ_j = Σ (f + ṁ w)·∂P/∂q_j + Σ m v·d/dt ∂P/∂q_j + Q_j

and a rule that misses the force G_j on the right has p_j gain −G_j more than all this supplies.  A translation of the
whole along e, ∂P_i/∂q·c = e for every body, turns that into linear momentum: −G·c.  Where the guides allow no such
translation, their reactions take part in the linear momentum, and the coordinates do not know it.
"""

from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass.derive.compare import adjugate, determinant, singular
from varmass.derive.motion import Motion
from varmass.derive.shown import line
from varmass.derive.tidy import tidy
from varmass.derive.writing import dotted
from varmass.model.zero import judge

EXPANDED = 3
Translation = tuple[sp.Expr, ...]


@dataclass(frozen=True)
class Momentum:
    """By a rule: the excess of ṗ_j for each coordinate, and that of the linear momentum along x, y, z where known."""

    coordinates: tuple[str, ...]
    excess: tuple[sp.Expr, ...]
    linear: dict[str, sp.Expr]

    def __str__(self) -> str:
        along = {f"p_{dotted(q)}": e for q, e in zip(self.coordinates, self.excess, strict=True)}
        axes = {axis: f" along {axis}" if len(self.linear) > 1 else "" for axis in self.linear}
        along |= {f"the linear momentum{axes[axis]}": e for axis, e in self.linear.items()}
        told: dict[sp.Expr, list[str]] = {}
        for name, e in along.items():
            told.setdefault(e, []).append(name)
        return "; ".join(
            f"{' and '.join(names)} gain{'s' * (len(names) == 1)} {line(e)}" for e, names in told.items() if e != 0
        )

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "excess": [str(e) for e in self.excess],
            "linear": {axis: str(e) for axis, e in self.linear.items()},
            "words": f"per unit of time, from nowhere, {self}" if str(self) else "",
        }


def momentum(motion: Motion, missing: tuple[sp.Expr, ...], ways: dict[str, Translation]) -> Momentum:
    """What the rule that misses these forces does to momentum."""
    excess = tuple(tidy(-e) for e in missing)
    along = {
        axis: sp.Add(*(e if x == 1 else e * x for e, x in zip(excess, c, strict=True))) for axis, c in ways.items()
    }
    return Momentum(tuple(q.name for q in motion.system.q), excess, {axis: tidy(e) for axis, e in along.items()})


def translations(motion: Motion) -> dict[str, Translation]:
    """axis → the c(q, t) with ∂P_i/∂q·c = e for all bodies, where the guides allow it."""
    sizes = {len(b.P) for b in motion.bodies}
    if motion.energies or len(sizes) != 1 or len(motion.q) > EXPANDED:
        return {}
    J = sp.Matrix([[b.J[j][x] for j in motion.n] for b in motion.bodies for x in range(len(b.P))])
    square = (J.T * J).applyfunc(tidy)
    if singular(square):
        return {}
    size, found = sizes.pop(), {}
    for x in range(size):
        e = sp.Matrix([int(row % size == x) for row in range(J.rows)])
        c = adjugate(square) * J.T * e / determinant(square)
        if judge(*(J * c - e), prove=False):
            found["xyz"[x]] = tuple(tidy(sp.cancel(k)) for k in c)
    return found
