"""A motion together with its variational equations, as the verbs that run it are handed it."""

from dataclasses import dataclass
from typing import Any

from varmass.model.phases import Phases
from varmass.model.symbols import Parameter
from varmass.model.system import System


@dataclass(frozen=True)
class Variations:
    """A system, or phases, with its variations by all start values and by the parameters `by`, up to an order."""

    system: System | Phases
    order: int
    by: tuple[Parameter, ...]

    @property
    def q(self) -> tuple[Any, ...]:
        """The coordinates of the motion."""
        return self.system.q

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of the motion."""
        return self.system.parameters
