"""varmass: say what the mass does; get the right equation of motion, see where every term comes from, and run it.

The verbs, in the order of the flow:

    state     coordinate, parameters, t, System and its parts, the streams, when
    derive    derive, audit
    run       simulate, case, simulate_case
    disturb   variations, disturbance, discrete_model, stability
    show      plot
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

_HOMES = {
    "varmass.model.symbols": "coordinate parameters t",
    "varmass.model.system": "System",
    "varmass.model.parts": "Particle Volume Port Gravity Force GeneralisedForce Potential Dissipation Power Energies",
    "varmass.model.streams": "at_rest with_body absolute relative ratio transfer by_sign",
    "varmass.model.events": "when",
    "varmass.model.phases": "Phases Phase Switch",
    "varmass.model.jumps": "Capture Separation Impulse Impact Latch",
    "varmass.model.case": "Case",
    "varmass.model.expressions": "read",
    "varmass.derive.deriving": "derive",
    "varmass.derive.audit": "audit",
    "varmass.derive.inverse": "first_integral first_integrals",
    "varmass.derive.buckingham": "pi_groups",
    "varmass.derive.covariant": "covariant",
    "varmass.integrate.simulate": "simulate simulate_case",
    "varmass.analyse.door": "variations disturbance spread sensitivity discrete_model stability floquet lyapunov chart",
    "varmass.cases._find": "case",
    "varmass.show.plot": "plot",
    "varmass.errors": "VarmassError",
}
_HOME_OF = {name: home for home, verbs in _HOMES.items() for name in verbs.split()}
__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    if name in _HOME_OF:
        return getattr(import_module(_HOME_OF[name]), name)
    raise AttributeError(f"varmass has no {name!r}; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return __all__


class _Door(ModuleType):
    """The package itself: its verb `derive` is not hidden by the room of that name."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOME_OF and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Door
