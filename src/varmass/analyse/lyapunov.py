"""lyapunov(…): how fast disturbances grow in the long run.

    E_k Q_{k−1} = Q_k R_k ,     λ_i = Σ_k ln |R_k,ii| / (t − t₀) ,     Σ λ = (∮ tr A dt + Σ ln |det S|)/(t − t₀)

There is one run; QR is done at every step E_k of the discrete model along it, and at every jump, whose matrix is S.  So
no phase and no event is lost where a window ends, and what dies is not drowned by what grows.
Source: G. Benettin, L. Galgani, A. Giorgilli and J.-M. Strelcyn, Meccanica 15 (1980).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np

from varmass.analyse.disturbance import Disturbance, disturbance
from varmass.analyse.invariants import integrated_trace
from varmass.analyse.pieces import BySymbols
from varmass.analyse.recurrence import Array
from varmass.errors import ValueRefused
from varmass.integrate.simulate import simulate
from varmass.integrate.trajectory import Trajectory
from varmass.model.calls import asked
from varmass.model.phases import Phases
from varmass.model.system import System

LOST = 1e-13  # of the largest entry: what is smaller on the diagonal of R has no digits
BESIDE = 1e-12  # of the span: a window that ends so near to a jump ends there


@dataclass(frozen=True)
class Lyapunov:
    """Finite-time exponents at the end of each window, a row each; the last row is the best guess at the limit."""

    t: Array
    exponents: Array
    mean_trace: float
    message: str

    @property
    def last(self) -> Array:
        """The exponents over the whole run, the largest first."""
        return np.asarray(np.sort(self.exponents[-1])[::-1])


@dataclass
class _Carried:
    """An orthonormal frame on its way, and what its sides and its volume have grown by."""

    Q: Array
    sums: Array
    trace: float = 0.0
    lost: list[float] = field(default_factory=list)

    def through(self, E: Array, time: float) -> None:
        """One step; where a side is shorter than round-off of the longest nothing is known of it any more."""
        self.Q, R = np.linalg.qr(E @ self.Q)
        sides = np.abs(np.diag(R))
        if sides.min() <= LOST * sides.max():
            self.lost.append(time)
            sides = np.where(sides <= LOST * sides.max(), np.nan, sides)
        self.sums = self.sums + np.log(sides)


@asked
def lyapunov(
    system: System | Phases,
    values: Mapping[Any, Any],
    start: Mapping[Any, Any],
    until: float,
    *,
    windows: int = 50,
    t0: float = 0.0,
) -> Lyapunov:
    """The exponents of the motion from `start`, as they are known at the end of each of so many windows."""
    if windows < 1 or not until > t0:
        raise ValueRefused(
            "there is nothing to follow",
            expected="windows ≥ 1, until > t0",
            got=f"{windows}, {until:g}",
            hint="windows=50",
        )
    run = _lasting(simulate(system, values, start, until, t0=t0, engine="taylor", ledger=False))
    found, size = disturbance(run), len(run.legs[0].names)
    carried, rows, instants = _Carried(np.eye(size), np.zeros(size)), list[Array](), list[float]()
    edges = np.linspace(t0, until, windows + 1)[1:]
    for i, part, ends in _parts(found, edges):
        for E, time in zip(part.steps.E, part.steps.t[1:], strict=True):
            carried.through(E, float(time))
        carried.trace += integrated_trace(part)
        if ends:
            rows.append(carried.sums / (part.t1 - t0))
            instants.append(part.t1)
        if part.t1 == found.pieces[i].t1 and i + 1 < len(found.pieces):
            S = found.through(i)
            carried.through(S, part.t1)
            carried.trace += float(np.linalg.slogdet(S)[1])
    lost = (
        f" From t = {carried.lost[0]:.6g} on, what is not a number has been lost in round-off." if carried.lost else ""
    )
    return Lyapunov(np.array(instants), np.array(rows), carried.trace / (instants[-1] - t0), run.message + lost)


def _parts(found: Disturbance, edges: Array) -> Iterator[tuple[int, BySymbols, bool]]:
    """The pieces of the motion, cut where windows end: the number of the piece, a part of it, does a window end."""
    near = BESIDE * float(found.pieces[-1].t1 - found.pieces[0].t0)
    for i, piece in enumerate(found.pieces):
        assert isinstance(piece, BySymbols)
        inside = edges[(edges > piece.t0 + near) & (edges < piece.t1 - near)]
        for a, b in pairwise([piece.t0, *inside.tolist(), piece.t1]):
            last = b == found.pieces[-1].t1
            yield i, BySymbols(piece.leg, a, b, piece.motion), last or bool((np.abs(edges - b) <= near).any())


def _lasting(run: Trajectory) -> Trajectory:
    """The run without a last phase that ended where it began; its phases have to have as many states."""
    legs = tuple(leg for leg in run.legs if len(leg.t) > 1 or leg is not run.legs[-1])
    if not legs:
        raise ValueRefused("there is nothing to follow", expected="a motion", got=run.message, hint="another start")
    sizes = [len(leg.names) for leg in legs]
    if len(set(sizes)) > 1:
        raise ValueRefused(
            "the number of states changes, and with it that of the exponents",
            expected="phases with as many coordinates each",
            got=", ".join(f"{n} states in {leg.phase!r}" for n, leg in zip(sizes, legs, strict=True)),
            hint="vm.disturbance(run).Phi(), whose singular values say what has grown",
        )
    return replace(run, legs=legs)
