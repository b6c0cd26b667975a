"""Which engine runs a system, where nobody says so.

Measured on the dancing rod until it leaves its sleeve (benchmarks/sliding_rod.py): at 1e-8 and tighter Taylor series of
the inextensible rod are the fastest, also for a stiff strip, whose vibrations have to be followed; at looser tolerances
Adams' formulas are, since its right side is dear.  What can be stretched vibrates too fast for either.
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
