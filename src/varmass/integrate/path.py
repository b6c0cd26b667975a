"""What an engine hands back: the states at its steps, what lies between, and the events."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from varmass.integrate.outcome import Outcome

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Path:
    """States are rows, instants are columns; `between` interpolates to the engine's own accuracy."""

    outcome: Outcome
    detail: str
    t: Array
    x: Array
    between: Callable[[Array], Array] | None
    hits: dict[str, list[tuple[float, Array]]] = field(default_factory=dict)
    restarts: tuple[float, ...] = ()  # where a choice by sign changed, and the variations began anew
    contents: dict[tuple[str, str], list[Array]] | None = None  # (kind, of) → its parts, where the engine counts them


def finite(path: Path) -> Path:
    """The path up to its last instant at which all is finite; the first is always kept."""
    sound = np.isfinite(path.t) & np.isfinite(path.x).all(axis=0)
    if sound.all():
        return path
    n = max(1, int(np.argmin(sound)))
    contents = {key: [part[:n] for part in parts] for key, parts in (path.contents or {}).items()} or None
    return replace(path, t=path.t[:n], x=path.x[:, :n], contents=contents)


@dataclass(frozen=True)
class TaylorSeries:
    """Piecewise Taylor polynomials: breaks (steps + 1), coefficients (steps, states, order + 1)."""

    breaks: Array
    coefficients: Array

    def __call__(self, t: Array, before: bool = False) -> Array:
        """The states at instants; at a break those of the polynomial that begins there, or of the one before."""
        side: Any = "left" if before else "right"
        piece = np.clip(np.searchsorted(self.breaks, t, side=side) - 1, 0, len(self.coefficients) - 1)
        h = t - self.breaks[piece]
        picked = self.coefficients[piece]
        value: Any = picked[..., -1]
        for k in range(picked.shape[-1] - 2, -1, -1):
            value = value * h[:, None] + picked[..., k]
        return np.asarray(value.T)
