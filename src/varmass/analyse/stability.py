"""stability(system, values, near): where the motion can stay, and whether a small disturbance of that grows.

    r(q_e, 0, t) = 0 ,      ξ̇ = A ξ ,   eigenvalues of A at (q_e, 0)

The streams act at rest, too: a steady jet has its part in r and in A, and the Hessian of a potential would not show
it.  Where masses or forces vary in time, the point is quasi-static: it holds for the instant that was asked for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from varmass.analyse.recurrence import Array
from varmass.analyse.round_off import conditioned
from varmass.analyse.slopes import slopes
from varmass.compile.first_order import varying_masses
from varmass.derive.deriving import reference
from varmass.errors import ValueRefused
from varmass.integrate.start import parameter_values, start_state
from varmass.model.calls import asked
from varmass.model.symbols import t
from varmass.model.system import System

SETTLED, STEPS = 1e-13, 100
BESIDE, SAME = 1e-6, 1e-9  # of the states: where the laws on both sides are looked at; how equal they have to be
LATER, FOLLOWED = 1e-3, 1e-2  # where forces are looked at again; beside their rates: what no place of rest follows
MARGIN = 1e-9  # of the largest eigenvalue: below it a real part says neither
WORDS = {
    1: "unstable: a disturbance grows",
    -1: "asymptotically stable: every disturbance dies",
    0: "marginal: to the first order no disturbance grows exponentially, and some do not die",
}


@dataclass(frozen=True)
class Stability:
    """A point of rest, the matrix A there, its eigenvalues, and what they say."""

    point: dict[str, float]
    A: Array
    eigenvalues: Any
    changing: str

    @property
    def quasi_static(self) -> bool:
        """Does it hold for the instant that was asked for only?"""
        return bool(self.changing)

    @property
    def sign(self) -> int:
        """1 unstable, −1 asymptotically stable, 0 marginal."""
        λ, _, off = conditioned(self.A)
        near = np.maximum(off, MARGIN * np.abs(λ).max())
        return 1 if (λ.real > near).any() else -1 if (λ.real < -near).all() else 0

    @property
    def verdict(self) -> str:
        """As a sentence."""
        return WORDS[self.sign] + (f", as long as the {self.changing} are what they are now" if self.changing else "")


@asked
def stability(
    system: System,
    values: Mapping[Any, Any],
    near: Mapping[Any, Any],
    *,
    time: float = 0.0,
    principle: str | None = None,
) -> Stability:
    """The point of rest that Newton's method finds from `near`, and the eigenvalues there."""
    name = principle or reference(system)
    numbers = dict(zip((p.name for p in system.parameters), parameter_values(system, values).tolist(), strict=True))
    n = len(system.q)
    x = start_state(system, near)
    x[n:] = 0.0
    for _ in range(STEPS):
        A, a = _at(system, name, numbers, x, time)
        step = _newton(A[n:, :n], a)
        if not np.isfinite(step).all():
            break
        x[:n] += step
        if np.abs(step).max() <= SETTLED * max(1.0, np.abs(x).max()):
            A = _on_both_sides(system, name, numbers, x, time)
            point = dict(zip((q.name for q in system.q), x[:n].tolist(), strict=True))
            return Stability(point, A, np.linalg.eigvals(A), _what_changes(system, name, numbers, x, time))
    raise ValueRefused(
        "no point of rest was found",
        expected="a place near which all forces can balance",
        got=", ".join(f"{q.name} = {value:g}" for q, value in zip(system.q, start_state(system, near), strict=False)),
        hint="start nearer to one, or look at a motion with vm.floquet or vm.lyapunov",
    )


def _what_changes(system: System, principle: str, values: Mapping[str, float], x: Array, time: float) -> str:
    """What depends on time; a place that all forces leave, and that no place of rest follows, is none."""
    if any(t in m.free_symbols for _, m in varying_masses(system)):
        return "masses"
    n = len(system.q)
    (A, a), (later, b) = (_at(system, principle, values, x, at) for at in (time, time + LATER))
    size = max(1.0, np.abs(A).max())
    rate = (b - a) / LATER
    follows = np.linalg.lstsq(A[n:, :n], -rate, rcond=SAME)[0]
    if np.abs(A[n:, :n] @ follows + rate).max() > FOLLOWED * max(size, np.abs(rate).max()):
        raise ValueRefused(
            f"the forces balance there at t = {time:g} alone",
            expected="a place of rest, or one that moves with the forces that change",
            got=", ".join(f"{q.name} = {value:g}" for q, value in zip(system.q, x, strict=False)),
            hint="another instant, or a start at a place that no force leaves",
        )
    return "forces" if max(np.abs(later - A).max(), np.abs(b - a).max()) > SAME * LATER * size else ""


def _newton(slope: Array, a: Array) -> Array:
    """The step to where q̈ vanishes: none where it does; not a number where nothing leads there."""
    if not a.any():
        return np.zeros_like(a)
    try:
        return np.asarray(np.linalg.solve(slope, -a))
    except np.linalg.LinAlgError:
        return np.full_like(a, np.nan)


def _at(
    system: System, principle: str, values: Mapping[str, float], x: Array, time: float, beside: float = 0.0
) -> tuple[Array, Array]:
    """A and q̈ at a state."""
    n = len(system.q)
    found = slopes(system, principle, values, np.array([time]), x[:, None], beside=beside)
    upper = np.concatenate([np.zeros((n, n)), np.eye(n)], axis=1)
    return np.concatenate([upper, found.by[0]]), found.a[0]


def _on_both_sides(system: System, principle: str, values: Mapping[str, float], x: Array, time: float) -> Array:
    """A at rest, if it is one there: dry friction, as every choice by the sign of a speed, may have two."""
    h = BESIDE * max(1.0, float(np.abs(x).max()))
    (A, a), (other, b) = (_at(system, principle, values, x, time, side) for side in (h, -h))
    size = max(1.0, np.abs(A).max())
    if max(np.abs(A - other).max(), np.abs(a).max(), np.abs(b).max()) > SAME * size:
        raise ValueRefused(
            "at rest the motion has two laws, by the sign of what vanishes there",
            expected="one linear law about the point of rest",
            got=", ".join(f"{q.name} = {value:g}" for q, value in zip(system.q, x, strict=False)),
            hint="vm.disturbance of a run from beside it",
        )
    return A
