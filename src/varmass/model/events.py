"""Events: the instants at which an expression of the motion vanishes."""

from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.functions.elementary.piecewise import ExprCondPair

from varmass.errors import ValueRefused
from varmass.model.calls import asked
from varmass.model.dimensions import ALIKE
from varmass.model.values import scalar

DIRECTIONS = {"any": 0, "rising": 1, "falling": -1}


@dataclass(frozen=True)
class Event:
    """`expression` = 0, crossed in `direction`; the run ends with the `terminal`-th time that it is met; 0 is never."""

    expression: sp.Expr
    name: str
    direction: int = 0
    terminal: int = 1


@asked
def when(expression: Any, *, name: str | None = None, direction: str = "any", terminal: bool | int = True) -> Event:
    """The event `expression` = 0; direction is 'any', 'rising' or 'falling'.

    It ends the run; with terminal=n at the n-th time, counted anew in every phase; with terminal=False never.
    """
    if direction not in DIRECTIONS:
        raise ValueRefused(
            "an event has no such direction",
            expected="one of " + ", ".join(DIRECTIONS),
            got=repr(direction),
            hint="direction='any'",
        )
    if terminal < 0:
        raise ValueRefused(
            "an event cannot end the run at this time",
            expected="terminal=True, False, or how many times it is to be met",
            got=repr(terminal),
            hint="terminal=3",
        )
    e = scalar(expression, "the event")
    return Event(e, name or f"{e} = 0", DIRECTIONS[direction], int(terminal))


def without_numbers(e: sp.Expr) -> sp.Expr:
    """`e` without the bare numbers that are added, compared or chosen: each has whatever unit is due."""
    sides = (*ALIKE, Relational, ExprCondPair)
    return e.replace(
        lambda x: isinstance(x, sides), lambda x: x.func(*(sp.S.Zero if a.is_number else a for a in x.args))
    )
