"""floquet(…): what becomes of a disturbance over one period.

    Φ(t₀ + T, t₀) = V diag(μ) V⁻¹ ,    Π μ = exp ∮ tr A dt

A multiplier outside the unit circle lets some disturbance grow.  With w = 0 and with w = v the multipliers of an
oscillator of periodic mass are the same: both are z̈ + (k/m) z = 0, for z = m q̇ and for z = q.
Source: G. Floquet (1883).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from varmass.analyse.disturbance import disturbance
from varmass.analyse.recurrence import Array
from varmass.analyse.round_off import DEFECTIVE, conditioned
from varmass.analyse.slopes import slopes
from varmass.analyse.variations import variations
from varmass.derive.deriving import reference
from varmass.errors import ValueRefused
from varmass.integrate.simulate import simulate
from varmass.model.calls import asked
from varmass.model.phases import Phases
from varmass.model.system import System

ROUND = 1e-8  # off the unit circle: a multiplier that is nearer lies on it
LOST = 1e-13  # of the largest multiplier: what is smaller has no digits
GOLDEN = (np.sqrt(5) - 1) / 2  # of a period: instants that no other period of A has in common
PLACES, REPEATED = 7, 1e-4  # instants of a period; of A: how near it comes to itself, by a period of some digits
RETURNED = 1e-8  # of the states: how near a periodic motion comes to its start


@dataclass(frozen=True)
class Floquet:
    """The matrix of one period, its multipliers, and the period."""

    monodromy: Array
    multipliers: Any
    period: float

    @property
    def exponents(self) -> Any:
        """ln μ/T; not a number for a multiplier that is lost in the round-off of the largest."""
        μ = self.multipliers.astype(complex)
        there = np.abs(μ) > LOST * np.abs(μ).max()
        return np.where(there, np.log(np.where(there, μ, 1.0)), np.nan) / self.period

    @property
    def trace(self) -> float:
        """Σ μ."""
        return float(np.trace(self.monodromy))

    @property
    def sign(self) -> int:
        """1 unstable; 0 marginal, where a disturbance grows as a power; −1 stable: none grows."""
        μ, κ, off = conditioned(self.monodromy)
        beyond, near = np.abs(μ) - 1, np.maximum(ROUND, off)
        if (beyond > near).any():
            return 1
        return 0 if (κ[np.abs(beyond) <= near] > DEFECTIVE).any() else -1

    @property
    def stable(self) -> bool:
        """Does no disturbance grow from one period to the next?"""
        return self.sign < 0

    @property
    def verdict(self) -> str:
        """As a sentence."""
        size = np.abs(self.multipliers)
        if self.sign > 0:
            return f"unstable: a disturbance grows by {size.max():.6g} in a period"
        if self.sign == 0:
            return "marginal: a multiplier on the unit circle is repeated, and a disturbance grows as a power of time"
        inside = int((size < 1 - ROUND).sum())
        if inside in (0, len(size)):
            return f"stable: the multipliers lie {'inside' if inside else 'on'} the unit circle"
        return f"stable: multipliers on the unit circle: {len(size) - inside}, inside it: {inside}"


@asked
def floquet(
    system: System | Phases, values: Mapping[Any, Any], start: Mapping[Any, Any], period: float, *, t0: float = 0.0
) -> Floquet:
    """The multipliers of the motion that begins at `start` and comes back to it after `period`."""
    run = simulate(variations(system), values, start, t0 + period, t0=t0)
    if not run.success:
        raise ValueRefused(
            "the motion does not last for a period",
            expected=f"t = {t0 + period:g}",
            got=run.message,
            hint="another start",
        )
    apart = np.abs(run.y[:, -1] - run.y[:, 0]).max()
    if not apart <= RETURNED * max(1.0, float(np.nanmax(np.abs(run.y)))):
        raise ValueRefused(
            "the motion does not come back to its start",
            expected="a periodic motion, such as rest",
            got=f"{apart:.3g} apart after {period:g}",
            hint="a start at rest, or the period of the motion itself",
        )
    for leg in run.legs:
        refuse_other_periods(leg.system, leg.values, leg.path.x[: len(leg.names), 0], period, t0)
    monodromy = disturbance(run).Phi()
    return Floquet(monodromy, np.linalg.eigvals(monodromy), float(period))


def refuse_other_periods(system: System, values: Mapping[str, float], x: Array, period: float, t0: float) -> None:
    """A(t), at the state of the start, has to be itself after a period."""
    times = t0 + period * (np.arange(PLACES) * GOLDEN % 1)
    states = np.repeat(x[:, None], PLACES, axis=1)
    one, two = (slopes(system, reference(system), values, at, states) for at in (times, times + period))
    apart = max(np.abs(one.by - two.by).max(), np.abs(one.a - two.a).max())
    size = max(np.abs(one.by).max(), np.abs(one.a).max())
    if apart > REPEATED * size:
        raise ValueRefused(
            "the equations of motion do not come back after this period",
            expected="a period of all that depends on time",
            got=f"T = {period:g}, after which they differ by {apart / size:.2g} of their size",
            hint="the period of the mass, 2 π/Ω",
        )
