"""Switches that could not happen: their expression had passed zero before the phase began, and did not come back."""

from functools import lru_cache
from typing import Any

import numpy as np

from varmass.compile.source import function
from varmass.integrate.jumping import SAME
from varmass.integrate.leg import Leg
from varmass.integrate.models import readable
from varmass.integrate.trajectory import Trajectory
from varmass.model.events import Event
from varmass.model.phases import Phases
from varmass.model.symbols import t
from varmass.model.system import System


def missed(run: Trajectory) -> list[str]:
    """A sentence for each."""
    assert isinstance(run.system, Phases)
    happened, found = [*(jump.event for jump in run.jumps), ""], {}
    for leg, name in zip(run.legs, happened, strict=True):
        for switch in run.system.phase(leg.phase).switches:
            if switch.event.name != name and _beyond(switch.event, leg):
                found[leg.phase, switch.event.name] = (
                    f"The switch {switch.event.name!r} had passed before the phase {leg.phase!r} began at "
                    f"t = {leg.t[0]:.6g}, and was not met again; an event is a crossing."
                )
    return list(found.values())


def _beyond(event: Event, leg: Leg) -> bool:
    """Is g on the far side of its direction from the beginning of a leg to its end?"""
    n, of = len(leg.system.q), _value(event, leg.system)
    try:
        rows = zip(leg.t.tolist(), leg.path.x.T.tolist(), strict=True)
        g = event.direction * np.array([of((time,), x[:n], x[n : 2 * n], leg.point)[0] for time, x in rows], float)
    except (ArithmeticError, ValueError):
        return False
    return bool(len(g) > 1 and g[0] > SAME * np.abs(g).max() and g.min() > 0)


@lru_cache(maxsize=256)
def _value(event: Event, system: System) -> Any:
    return function([readable(event, system).expression], ((t,), system.q, system.u, system.parameters))
