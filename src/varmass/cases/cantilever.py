"""A bar clamped at one end, under its weight: a flexible pendulum, the yardstick of the rods that slide.

    T = ∫ ½ ρ |ẋ|² ds ,   U = ∫ ½ a κ² ds ,   W = −∫ ρ g·x ds        over the length L, which does not change
    small vibrations without weight:   ω = β² √(a/ρ)/L² ,   cos β cosh β = −1 ,   β = 1.8751, 4.6941, …

Large bending, nothing stretched: the same statement as that of the sliding rod, with η = L held.
Source: the frequencies of a clamped bar, e.g. S. Timoshenko, Vibration Problems in Engineering (1928), § 49.
"""

from math import pi, sqrt

from varmass.cases._rods import at_end, refuse_not_positive, seen, strip
from varmass.model.case import Case
from varmass.model.symbols import parameters
from varmass.rod.sliding import Rod, sliding_rod, tip
from varmass.rod.statics import equilibrium, frequencies

L = parameters("L [m]: length that is free")


def case(h: float = 2e-3, alpha: float = pi / 2, L: float = 0.7, n: int = 4, g: float = 9.8, end: float = 1.0) -> Case:
    """h: thickness of the strip of steel.  alpha: angle of gravity from the bar.  L: its length.

    n: coefficients of its angle.  g: gravity.  end: duration, from rest and straight.

    Measures.  tip_x, tip_y: where the tip is at the end.  first_frequency, second_frequency: of small
    vibrations without weight, in radians per second.  first_beta: of the first of them, by the length.
    """
    refuse_not_positive(h=h, L=L, g=g, end=end)
    rod = bar(n)
    system = sliding_rod(rod)
    values = strip(h, alpha, L, g)
    values["L"] = values.pop("l")
    x, y = tip(rod)
    return Case(
        system=system,
        values=values,
        start=rod.kind.straight(n, L),
        until=end,
        measures={
            "tip_x": lambda run: at_end(run, x),
            "tip_y": lambda run: at_end(run, y),
            "first_frequency": lambda run: float(_weightless(rod, values)[0]),
            "second_frequency": lambda run: float(_weightless(rod, values)[1]),
            "first_beta": lambda run: sqrt(_weightless(rod, values)[0] * L**2 * sqrt(values["rho"] / values["a"])),
        },
        **seen(rod),
    )


def bar(n: int) -> Rod:
    """A rod whose length is held."""
    return Rod(n, length=L)


def _weightless(rod: Rod, values: dict[str, float]) -> list[float]:
    """Angular frequencies of small vibrations about the straight bar, without weight."""
    system, without = sliding_rod(rod), values | {"g": 0.0}
    rest = equilibrium(system, without, rod.kind.straight(rod.n, L))
    return list(frequencies(system, without, rest))
