"""An iceberg that freezes or thaws while it heaves and drifts: ice that forms was at rest, ice that melts off was not.

    freezing, w = 0:   (s ż)˙ + z = s ,   z = s − ε² + C₀(2 √s/ε) ,       s ẋ = F t
    thawing,  w = v:    s z̈  + z = s ,   z = s + √s C₁(2 √s/|ε|) ,      s ẍ = F ,   ẋ = (F/ε) ln s

in units of the first mass, of the draught at which it floats, d₀, and of √(d₀/g): s = 1 + ε t is the mass, z the
depth of the keel, −z the buoyancy of a prism, F the wind by the first weight; C₀, C₁ are cylinder functions.  Ice is
exchanged above the water, so that the keel is a material point; drag and added mass of the water are left out.

The trap is one law for both.  With w = 0 a thawing iceberg would heave ever higher, as s^(−¼), where it calms down,
as s^(+¼); and the wind would drive its remnant as if the melt had stopped in the water and handed its momentum back.
Source: I. V. Meshchersky (1897), who names the freezing and the thawing iceberg.
"""

from math import sqrt
from typing import Any

import numpy as np

from varmass.cases._along import cylinder
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Force, Gravity, Particle
from varmass.model.streams import at_rest, with_body
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System


def case(epsilon: float = -0.05, z0: float = 1.2, v0: float = 0.0, F: float = 0.01, end: float = 15.0) -> Case:
    """epsilon: rate of freezing; negative for thawing.  z0: depth of the keel at the start, 1 afloat.

    v0: speed downwards at the start.  F: push of the wind by weight.  end: duration.

    Measures.  depth: of the keel, at the end.  drift_speed: before the wind, at the end.  heave: amplitude about the
    depth at which it floats, by the energy at the end.
    """
    _refuse_other_ice(epsilon, z0, end)
    x, z = coordinate("x", "1", "drift before the wind"), coordinate("z", "1", "depth of the keel")
    ε, f = parameters("epsilon", "F")
    ice = at_rest(name="freezing") if epsilon > 0 else with_body(name="thawing")
    iceberg = System(
        "A freezing iceberg" if epsilon > 0 else "A thawing iceberg",
        Particle("iceberg", mass=1 + ε * t, position=[x, z], streams=[ice]),
        Gravity([0, 1]),
        Force("buoyancy", on="iceberg", force=[0, -z]),
        Force("wind", on="iceberg", force=[f, 0]),
        time="1",
    )
    return Case(
        system=iceberg,
        values={"epsilon": epsilon, "F": F},
        start={"x": 0.0, "z": z0, "z.dot": v0},
        until=[when(z, name="out of the water", direction="falling"), end],
        measures={
            "depth": lambda run: run.final("z"),
            "drift_speed": lambda run: run.final("x.dot"),
            "heave": lambda run: _heave(run, epsilon),
        },
        exact=_heaving(epsilon, z0, v0) | _drifting(epsilon, F),
    )


def _heave(run: Any, ε: float) -> float:
    """Amplitude about the depth at which it would float, by the energy at the end."""
    s = 1 + ε * run.t[-1]
    return float(np.hypot(run.final("z") - s, run.final("z.dot") * sqrt(s)))


def _heaving(ε: float, z0: float, v0: float) -> dict[str, Any]:
    """About z = s − ε² (freezing) or z = s (thawing), a cylinder function of ζ = (2/|ε|) √s, ζ̇ = ± 1/√s."""
    p, lag, sign = (0, ε**2, 1) if ε > 0 else (1, 0.0, -1)

    def state(run: Any) -> Any:
        s, ζ0 = 1 + ε * run.t, 2 / abs(ε)
        y, slope = cylinder(p, ζ0 * np.sqrt(s), ζ0, z0 - 1 + lag, sign * (v0 - ε))
        return s - lag + y, ε + sign * slope / np.sqrt(s)

    return {"z": lambda run: state(run)[0], "z.dot": lambda run: state(run)[1]}


def _drifting(ε: float, F: float) -> dict[str, Any]:
    """From rest."""
    if ε > 0:
        return {
            "x": lambda run: F / ε * (run.t - np.log1p(ε * run.t) / ε),
            "x.dot": lambda run: F * run.t / (1 + ε * run.t),
        }
    return {
        "x": lambda run: F / ε**2 * ((1 + ε * run.t) * np.log1p(ε * run.t) - ε * run.t),
        "x.dot": lambda run: F / ε * np.log1p(ε * run.t),
    }


def _refuse_other_ice(epsilon: float, z0: float, end: float) -> None:
    if not (epsilon and z0 > 0 and end > 0):
        raise ValueRefused(
            "this iceberg neither freezes nor thaws, or does not float",
            expected="epsilon ≠ 0, z0 > 0 and end > 0",
            got=f"epsilon = {epsilon:g}, z0 = {z0:g}, end = {end:g}",
            hint="epsilon=-0.05, z0=1.2",
        )
    if 1 + epsilon * end <= 0:
        raise ValueRefused(
            "this iceberg has thawed before the end",
            expected="1 + epsilon × end > 0",
            got=f"epsilon = {epsilon:g}, end = {end:g}",
            hint=f"end={-0.75 / epsilon:.3g}",
        )
