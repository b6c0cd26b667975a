"""variations(system): the motion together with its variational equations, which the same verbs simulate.

    ẋ = f(x, t, p) ,   Φ̇ = f_x Φ , Φ = 1 at the start ;   Ψ̇ = f_x Ψ + f_p , Ψ = 0 ;   and once more for the second order

Φ = ∂x/∂x₀ is the state-transition matrix, Ψ = ∂x/∂p; `vm.disturbance(run)` carries them through events and switches.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from varmass.errors import ValueRefused
from varmass.model.calls import asked
from varmass.model.case import Case
from varmass.model.phases import Phases
from varmass.model.symbols import Parameter
from varmass.model.system import System
from varmass.model.variations import Variations


@asked
def variations(of: System | Phases | Variations | Case, *, order: int = 1, by: Iterable[Any] | str = ()) -> Any:
    """The variational equations of a system or of phases; of a case, the case with them in the place of its system.

    `by` names parameters, or is 'all'; order is 1 or 2.
    """
    if order not in (1, 2):
        raise ValueRefused("variations have no such order", expected="order 1 or 2", got=str(order), hint="order=1")
    if isinstance(of, Case):
        return replace(of, system=variations(of.system, order=order, by=by))
    system = of.system if isinstance(of, Variations) else of
    return Variations(system, order, chosen(system, by))


def chosen(of: System | Phases, by: Iterable[Any] | str) -> tuple[Parameter, ...]:
    """The parameters that are named, each once."""
    known = {p.name: p for p in of.parameters}
    wanted = list(known) if by == "all" else [by] if isinstance(by, str) else [str(name) for name in by]
    for name in wanted:
        if name not in known:
            raise ValueRefused(
                f"there is no parameter {name!r}",
                expected="'all', or some of " + (", ".join(known) or "none: the system has no parameters"),
                got=name,
                hint="by='all'",
            )
    return tuple(known[name] for name in dict.fromkeys(wanted))
