"""Which engine runs a system, where nobody says so.

The right side of an inextensible rod is dear, and Adams' formulas, which ask for it seldom, take a third to a half of
the time of Taylor series on the dancing rod.  Who asks for 1e-8 or less wants accuracy more than time: series keep
energy and events to it, and tell what disturbances need between the steps.  What can be stretched vibrates too fast for
either.
"""

from typing import Any

from varmass.compile.patches import can_be_assembled
from varmass.model.functional import Functional
from varmass.model.parts import Energies
from varmass.model.system import System

LOOSE = 1e-8


def chosen(system: Any, tol: float | None, varied: bool) -> tuple[str, str]:
    """The name of the engine, and a sentence that says why, if it is another than usual."""
    if not isinstance(system, System) or varied:
        return "taylor", ""
    if can_be_assembled(system):
        return "ida", (
            "Engine ida: what can be stretched is stiff, and vibrates faster than anybody wants to follow; these "
            "vibrations are damped, and what the ledger leaves unaccounted is theirs."
        )
    by_kernels = any(energies.kinetic.has(Functional) for energies in system.kind(Energies))
    if by_kernels and tol is not None and tol > LOOSE:
        return "adams", f"Engine adams: it is the faster one for a rod at {tol:g}, a tolerance looser than {LOOSE:g}."
    return "taylor", ""
