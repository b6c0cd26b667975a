"""What a state-transition matrix has to keep to, and how far it is from it.

    Liouville     det Φ = exp ∫ tr A dt                                    over every smooth piece of a motion
    symplectic    Sᵀ J S = J ,   S = ∂(q, π)/∂(q, q̇) Φ (∂(q, π)/∂(q, q̇))₀⁻¹ ,   π_j = Σ m v·∂P/∂q_j

The second holds where every mass is a function of time, every w is too, and all forces have a potential.  A stream
whose w depends on the motion, m(q), and friction break it.
"""

from typing import Any

import numpy as np

from varmass.analyse.along import CHOICE
from varmass.analyse.disturbance import Disturbance
from varmass.analyse.pieces import BySymbols, Piece
from varmass.analyse.recurrence import Array
from varmass.analyse.sampled import disturbed
from varmass.compile.differentials import Differential, evaluated
from varmass.derive.affine import dot, times, total
from varmass.derive.algebra import SYMPY
from varmass.derive.motion import Motion
from varmass.integrate.leg import Leg
from varmass.model.symbols import t


def liouville(found: Disturbance) -> list[tuple[float, float]]:
    """det Φ and exp ∫ tr A dt of every smooth piece; the second is summed from the series of A, step by step."""
    return [(piece.determinant(), float(np.exp(_trace(piece)))) for piece in found.pieces]


def symplectic_defect(found: Disturbance, time: float | None = None) -> float:
    """The largest entry of Sᵀ J S − J, of a run in one leg."""
    leg, n = found.run.legs[0], len(found.run.system.q)
    at = float(found.run.t[-1]) if time is None else float(time)
    S = _to_momenta(leg, at) @ found.Phi(at) @ np.linalg.inv(_to_momenta(leg, float(leg.t[0])))
    J = np.block([[np.zeros((n, n)), np.eye(n)], [-np.eye(n), np.zeros((n, n))]])
    return float(np.abs(S.T @ J @ S - J).max())


def _trace(piece: Piece) -> float:
    """∫ tr A dt."""
    return integrated_trace(BySymbols(piece.leg, piece.t0, piece.t1, disturbed(piece.leg)))


def integrated_trace(piece: BySymbols) -> float:
    """∫ tr A dt, summed from the series of A, step by step."""
    t = piece.steps.t
    T = np.diff(t)
    a, _ = piece.motion(t[:-1], CHOICE, T)
    traces = np.einsum("jaak->jk", a)
    return float(sum((row * T ** (j + 1) / (j + 1)).sum() for j, row in enumerate(traces)))


def _to_momenta(leg: Leg, at: float) -> Array:
    """∂(q, π)/∂(q, q̇)."""
    system, n = leg.system, len(leg.system.q)
    motion = Motion(system, SYMPY)
    π = [total(times(b.m, dot(b.v, b.J[j])) for b in motion.point_bodies("symplecticity")) for j in range(n)]
    x = [float(row[0]) for row in leg.states(np.array([at])).values()]
    moving: dict[Any, Any] = dict(
        zip((*system.q, *system.u), Differential.variables(x, 2 * n, second=False), strict=True)
    )
    known = {p: leg.values[p.name] for p in system.parameters}
    rows = [p.g for p in evaluated(π, {**known, **moving, t: at})[0]]
    return np.concatenate([np.eye(2 * n)[:n], np.array(rows)])
