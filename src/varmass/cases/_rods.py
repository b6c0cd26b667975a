"""What the cases of sliding rods have in common: the strip, its events, and what is measured."""

from collections.abc import Callable, Mapping
from math import cos, nan, sin
from typing import Any

import numpy as np
import sympy as sp

from varmass.cases._along import instant, state_at
from varmass.errors import ValueRefused
from varmass.model.events import Event, when
from varmass.model.symbols import t
from varmass.model.system import System
from varmass.rod.mode import first_mode
from varmass.rod.resolution import doubt
from varmass.rod.shape import drawing
from varmass.rod.sliding import Rod
from varmass.rod.state import value
from varmass.rod.statics import equilibrium
from varmass.rod.symbols import l, η

E, DENSITY = 2e11, 7800.0
INJECTED = 1000  # times shorter than the rod: so short a free part counts as none


def strip(h: float, alpha: float, length: float, g: float) -> dict[str, float]:
    """A strip of steel of unit width: mass per length ρ₃ h, bending stiffness E h³/12."""
    return {"rho": DENSITY * h, "a": E * h**3 / 12, "l": length, "g": g, "alpha": alpha}


def stretching(h: float, penalty: float, damping: float) -> dict[str, float]:
    """The stiffness E h of that strip against stretching, times a factor; and its damping, if there is any."""
    return {"b": penalty * E * h} | ({"c_eps": damping} if damping else {})


def refuse_other_rods(h: float, eta0: float, length: float, g: float, end: float) -> None:
    """A rod has a thickness, and sticks out of its sleeve without leaving it."""
    if not (h > 0 and length > 0 and g > 0 and end > 0):
        raise ValueRefused(
            "there is no such rod",
            expected="h, length, g and end positive: without thickness there is no stiffness",
            got=f"h = {h:g}, length = {length:g}, g = {g:g}, end = {end:g}",
            hint="h=5e-4, length=1, g=9.8, end=10",
        )
    if not length / INJECTED < eta0 < length:
        raise ValueRefused(
            "this rod is not in its sleeve, or all of it is",
            expected=f"{length / INJECTED:g} < eta0 < length = {length:g}",
            got=f"eta0 = {eta0:g}",
            hint=f"eta0={0.7 * length:g}",
        )


def at_rest(start: str, system: System, values: Mapping[str, float], straight: Mapping[str, float]) -> dict[str, float]:
    """A rod at rest while its free length is held: straight, or bent by its weight, ∂V/∂q = 0 for all but η."""
    if start == "straight":
        return dict(straight)
    try:
        found = equilibrium(system, values, straight, fixed=("eta",))
        got = "" if found.stable else "a state of rest that is not stable"
    except ValueRefused as refusal:
        got = refusal.got
    if got:
        raise ValueRefused(
            "no state of rest was found from the straight rod on, bent by its weight",
            expected="∂V/∂q = 0 within reach of Newton's steps, which a stiff penalty shortens, and V least there",
            got=got,
            hint="start='straight', element='angle', a thicker rod, or a shorter eta0",
        )
    return found.q


def endings(end: float) -> list[Any]:
    """The rod leaves its sleeve, is gone in it, or time is up."""
    return [
        when(η - l, name="ejected", direction="rising"),
        when(INJECTED * η - l, name="injected", direction="falling"),
        end,
    ]


def turns() -> tuple[Event, ...]:
    """Where the rod turns: shortest, longest."""
    return (
        when(η.dot, name="shortest", direction="rising", terminal=False),
        when(η.dot, name="longest", direction="falling", terminal=False),
    )


def turning_measures(eta0: float) -> dict[str, Callable[[Any], float]]:
    """Of a run with `turns`: the first two turns, the range, and the mean time from one longest state to the next."""
    return {
        "first_minimum": lambda run: state_at(run, "shortest", "eta"),
        "first_minimum_time": lambda run: instant(run, "shortest"),
        "shortest": lambda run: float(np.min(run.state("eta"))),
        "longest": lambda run: float(np.max(run.state("eta"))),
    }


def seen(rod: Rod) -> dict[str, Any]:
    """What a case says of how its rod looks, and of its mesh."""
    return {"drawn": drawing(rod), "doubt": doubt(rod)}


def period(run: Any) -> float:
    """The mean time from one longest state to the next, the start counted."""
    tops = np.append(run.t[0], run.t_events["longest"])
    return float(np.diff(tops).mean()) if len(tops) > 1 else nan


def deepest(values: Mapping[str, float], eta0: float) -> float:
    """The adiabatic estimate of the deepest injection, u η₀ with 1 − u = ε (u⁻² − u⁵).

    ε = ρ g k_W² sin²α η₀⁴ / (4 a k_U |cos α|); the action of the first mode, of energy 1/η², is kept while the rod
    falls in.  A limit for stiff rods, u ~ √ε: it is too deep for soft ones.
    """
    mode, α = first_mode(), values["alpha"]
    stiffness = 4 * values["a"] * mode.k_U * abs(cos(α))
    ε = values["rho"] * values["g"] * mode.k_W**2 * sin(α) ** 2 * eta0**4 / stiffness if stiffness else np.inf
    low, high = 1e-9, 1.0 - 1e-9
    if not (cos(α) < 0 and ε * 7 < 1):  # at u = 1 both sides vanish; a root below exists where the left is steeper
        return nan
    for _ in range(100):
        u = (low + high) / 2
        low, high = (u, high) if 1 - u < ε * (u**-2 - u**5) else (low, u)
    return (low + high) / 2 * eta0


def at_end(run: Any, e: sp.Expr) -> float:
    """A quantity of q, q̇, t and the parameters at the end of a run."""
    known = {s: run.final(s) for s in (*run.system.q, *run.system.u)}
    known |= {p: run.values[p.name] for p in run.system.parameters} | {t: float(run.t[-1])}
    return value(e, known)


def refuse_not_positive(**numbers: float) -> None:
    """Without stiffness, mass or length there is no rod."""
    for name, x in numbers.items():
        if not x > 0:
            raise ValueRefused(
                f"{name} is not positive",
                expected=f"{name} > 0",
                got=f"{name} = {x:g}",
                hint=f"leave {name} at its default",
            )


def refuse_negative(**numbers: float) -> None:
    """Masses, dashpots, friction and amplitudes are none below zero."""
    for name, x in numbers.items():
        if x < 0:
            raise ValueRefused(
                f"{name} is negative", expected=f"{name} ≥ 0", got=f"{name} = {x:g}", hint=f"{name}={abs(x):g}"
            )
