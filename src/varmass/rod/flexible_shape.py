"""What a rod in a flexible sleeve looks like along a run: both, and the force that pushes the rod's rear end."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from varmass.rod.chain import basis
from varmass.rod.flexible import BARE, BOTH, LENGTHS, Sleeved, push_at_rear
from varmass.rod.shape import LONGEST, POINTS, WIDTH, along


def drawing(rod: Sleeved) -> Callable[[Any, Any], Mapping[str, Any]]:
    """The lines of a run at some instants."""

    def lines(run: Any, instants: Any) -> Mapping[str, Any]:
        curve, angles = _outline(rod, run, instants)
        rear, mouth = POINTS * (BARE + 1), POINTS * (BOTH + 1)
        side = WIDTH * np.stack([-np.sin(angles), np.cos(angles)], axis=-1)[:, : mouth + 1]
        walls = curve[:, : mouth + 1] + side, (curve[:, : mouth + 1] - side)[:, ::-1]
        (push,) = along(run, instants, [push_at_rear(rod)])
        ahead = np.stack([np.cos(angles), np.sin(angles)], axis=-1)[:, rear]
        arrow = LONGEST * (push / max(push.max(), 1e-300))[:, None] * ahead
        force = np.stack([curve[:, rear], curve[:, rear] + arrow], axis=1)
        return {"sleeve": np.concatenate(walls, axis=1), "rod": curve[:, rear:], "force": force}

    return lines


def _outline(rod: Sleeved, run: Any, instants: Any) -> tuple[Any, Any]:
    """x at the ends of even steps in each part, and θ there."""
    q = np.array([run.state(x.name, instants) for x in rod.chain.q]).T
    middles, ends = (np.arange(POINTS) + 0.5) / POINTS, np.arange(1, POINTS + 1) / POINTS
    known = rod.known_at_tip
    steps, angles = [], [np.zeros((len(q), 1))]
    for i, length in enumerate(along(run, instants, list(LENGTHS))):
        θ = q @ basis(len(LENGTHS), rod.spans, known, i, middles, 0).T
        steps.append(np.stack([np.cos(θ), np.sin(θ)], axis=-1) * length[:, None, None] / POINTS)
        angles.append(q @ basis(len(LENGTHS), rod.spans, known, i, ends, 0).T)
    whole = np.cumsum(np.concatenate(steps, axis=1), axis=1)
    return np.concatenate([np.zeros((len(q), 1, 2)), whole], axis=1), np.concatenate(angles, axis=1)
