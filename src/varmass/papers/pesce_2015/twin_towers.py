"""The towers of the World Trade Center: data, durations, Table 1, and the figures."""

from math import sqrt
from typing import Any

import numpy as np
import sympy as sp

from varmass.papers._evidence import agrees, all_hold, checked, residual, zero
from varmass.papers._items import Drawing, Number, Shown, disputed, erratum, figure, rounded, table, undecidable
from varmass.papers._runs import RULES, instants, run
from varmass.papers.pesce_2015.tower import FRONT, Φ, K, d, in_units_of_the_tower, y
from varmass.show.figures.curves import Curve, Panel

HEIGHT, WEIGHT, G = 407.0, 3.073e9, 9.81
UNIT = sqrt(HEIGHT / G)  # of time, in seconds
TITLES = {1: "tower 1", 2: "tower 2"}
FRONTS = {1: 0.135, 2: 0.253}
LOADS = (0.044, 0.0)
MOST = 0.21  # the largest Φ on the slides
COMPACTIONS = (0.0, 0.1, 0.2, 0.3)
TIME = r"$t^* = t\sqrt{g/H}$"
PRINTED = {
    (1, "proper"): (("1.75", "11.3"), ("1.59", "10.2")),
    (1, "usual Lagrange"): (("1.55", "10.0"), ("1.39", "9.0")),
    (2, "proper"): (("1.45", "9.3"), ("1.36", "8.8")),
    (2, "usual Lagrange"): (("1.32", "8.5"), ("1.23", "7.9")),
}


def collapse(y0: float, label: str, Phi: float = LOADS[0], K: float = 0.2) -> Any:
    """A tower that falls from rest."""
    return run("tower", RULES[label], K=K, Phi=Phi, y0=y0)


def duration(y0: float, label: str, Phi: float, K: float = 0.2) -> float:
    """t* of the crush-down."""
    return float(collapse(y0, label, Phi, K).t_events["crushed"][0])


@erratum(
    28,
    "slide “Case Study: the WTC Towers”",
    "dimension",
    printed=r"\sigma_{nc} = 770\times10^3\ \text{t/m}",
    correct=r"\sigma_{nc} = 770\times10^3\ \text{kg/m} = 770\ \text{t/m}",
)
def tonnes_for_kilograms() -> Shown:
    """P/(gH), from P = 3.073 GN and H = 407 m of the same slide, is a thousand times less."""
    kilograms = WEIGHT / (G * HEIGHT)
    return Shown(
        agrees(kilograms / 1000, "770E+3", "t/m"),
        all_hold(agrees(kilograms, "770E+3", "kg/m"), agrees(kilograms / 1000, "770", "t/m")),
    )


@erratum(
    29,
    "slide “Aparent Paradox”",
    "contradiction",
    printed=r"\text{Tower 1:} \quad 11\ \text{s (proper)}, \quad 9.8\ \text{s (non-proper)}",
    correct=r"\text{Tower 1:} \quad 11.3\ \text{s (proper)}, \quad 10.0\ \text{s (non-proper)}",
)
def other_durations_than_the_table() -> Shown:
    """Table 1 has 11.3 s and 10.0 s; 11 s may be 11.3 s with a digit less, but 9.8 s is not 10.0 s.

    A smaller Φ, 0.037 … 0.040, would give both numbers of the slide; it names none.
    """
    proper, usual = (duration(FRONTS[1], label, LOADS[0]) * UNIT for label in RULES)
    return Shown(agrees(usual, "9.8", "s"), all_hold(agrees(usual, "10.0", "s"), agrees(proper, "11.3", "s")))


@erratum(
    30,
    "slide “Case Study: the WTC Towers”",
    "claim",
    printed=r"0 < \Phi = F/P < 0.21 \quad \text{(both towers)}",
    correct=r"0 < \Phi < y_0 \quad (y_0 = 0.135, \text{ tower } 1;\ 0.253, \text{ tower } 2)",
)
def a_tower_that_stands() -> Shown:
    """From rest a tower begins to fall only if Φ < y₀, and then nothing stops it: at Φ = 0.21 tower 1 stands.

    y₀ is not on the slides; Table 1 does not allow more than 0.1354 for tower 1 (see there).
    """
    y0, e = sp.Symbol("y0", positive=True), in_units_of_the_tower(residual(FRONT))
    motion = sp.solve(e, y.ddot)[0]
    start = motion.subs({y.dot: 0, y: y0})
    gain = (y**2 + y * y0 + y0**2) * sp.Rational(2, 3) - Φ * (y + y0)
    square = (y - y0) * gain / (1 - K)
    first = [float(start.subs({y0: FRONTS[i], Φ: MOST, K: 0.2})) for i in FRONTS]
    return Shown(
        checked(min(first) > 0, f"Φ = {MOST}, K = 0.2: the fronts begin with {first[0]:.2f} g and {first[1]:.2f} g"),
        zero(
            start - (1 - Φ / y0) / (1 - K),
            (d(y**2 * y.dot**2 - square)).subs(y.ddot, motion).subs(y.dot, sp.sqrt(square) / y),
            gain.subs(Φ, y0) - (2 * y + y0) * (y - y0) / 3,
        ),
    )


@table("Table 1")
def crush_down_times() -> tuple[Number, ...]:
    """Crush-down times of both towers, by the proper and by the non-proper equation, K = 0.2.

    The slides do not say how much of a tower falls first.  With y₀ = 0.135 and 0.253 of the height all eight t* agree,
    and with no other two numbers of three digits.  The seconds are the printed t* times √(H/g) = 6.441 s, rounded once
    more: they carry no information of their own.  From t* as it is, one of them would be 9.4 and not 9.3, which is no
    contradiction: 1.45 as it is printed allows both.
    """
    found = []
    for (i, label), loads in PRINTED.items():
        assumed = f"y₀ = {FRONTS[i]}"
        for Phi, (time, seconds) in zip(LOADS, loads, strict=True):
            what, t = f"{TITLES[i]}, {label}, Φ = {Phi:g}", duration(FRONTS[i], label, Phi)
            twice = f"{assumed}, g = {G} m/s², and t* rounded first{_unless(seconds, t * UNIT)}"
            found.append(rounded(f"{what}: t*", time, t, assuming=assumed))
            found.append(rounded(f"{what}: t, s", seconds, round(t, 2) * UNIT, assuming=twice))
    return tuple(found)


def _unless(printed: str, once: float) -> str:
    """What is to be said where the seconds would be others without the first rounding."""
    return "" if agrees(once, printed) else f"; if not, {once:.3f} s"


@table("Table 1, read backwards")
def what_the_table_says_of_the_start() -> tuple[Number, ...]:
    """Between these two bounds of y₀ all four t* of a tower round to what is printed.

    55 m of 407 m, 0.1351, are inside, 103 m, 0.2531, just outside; 15 and 28 storeys of 3.7 m are not inside.
    """
    missing = "the height that falls first is not on the slides"
    found = []
    for i in FRONTS:
        inside = {
            (label, Phi): float(time)
            for (j, label), loads in PRINTED.items()
            for Phi, (time, _) in zip(LOADS, loads, strict=True)
            if i == j
        }
        low = max(start_of(*which, time + 0.005) for which, time in inside.items())
        high = min(start_of(*which, time - 0.005) for which, time in inside.items())
        found += [undecidable(f"{TITLES[i]}, smallest y₀", low, missing)]
        found += [undecidable(f"{TITLES[i]}, largest y₀", high, missing)]
    return tuple(found)


def start_of(label: str, Phi: float, time: float) -> float:
    """The y₀ from which the crush-down takes that time, by halving: the higher the start, the shorter it is."""
    low, high = 0.1, 0.3
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if duration(middle, label, Phi) > time else (low, middle)
    return low


@table("slide “Aparent Paradox”, durations")
def durations_in_the_text() -> tuple[Number, ...]:
    """The durations named in the text, K and Φ unnamed, against Table 1 with Φ = 0.044."""
    proper, usual = (duration(FRONTS[1], label, LOADS[0]) * UNIT for label in RULES)
    assumed = f"y₀ = {FRONTS[1]}, Φ = {LOADS[0]}"
    return (
        rounded("tower 1, proper, s", "11", proper, assuming=f"{assumed}; 11.3 in Table 1"),
        disputed("tower 1, non-proper, s", "9.8", "10.0", usual, f"{assumed}; 10.0 in Table 1"),
    )


@figure("slides “WTC Tower 1” and “2”")
def the_fall_of_both_towers() -> Drawing:
    """The fall of both towers: the front of the avalanche and its speed, K = 0.2, Φ = 0.044.

    y₀ as in Table 1.  What exactly the plots show is not in the text of the slides.
    """
    panels = []
    for state, name in (("y", "$y^* = y_B/H$"), ("y.dot", r"$\dot y^*$")):
        for i, y0 in FRONTS.items():
            runs = {label: collapse(y0, label) for label in RULES}
            curves = [Curve(t := instants(r), r.state(state, t), label) for label, r in runs.items()]
            panels.append(Panel(tuple(curves), TIME, name, TITLES[i]))
    return Drawing(tuple(panels))


def from_rest(label: str) -> Any:
    """ÿ* at ẏ* = 0 as a function of y₀, Φ and K, by one of the two equations."""
    motion = sp.solve(in_units_of_the_tower(residual(FRONT, RULES[label])), y.ddot)[0]
    return sp.lambdify((y, Φ, K), motion.subs(y.dot, 0))


@figure("slides “WTC Tower 1” and “2”, initial acceleration")
def initial_acceleration() -> Drawing:
    """The initial acceleration of the avalanche front against the resistance Φ; both equations give the same.

    Full lines by the proper equation, points by the usual one.  The values of K are assumed.  Below the grey line the
    tower stands.  The front is no material point, and may begin with more than g; the roof begins with 1 − Φ/y₀.
    """
    loads, some = np.linspace(0, MOST, 50), np.linspace(0, MOST, 8)
    proper, usual = map(from_rest, RULES)
    panels = []
    for i, y0 in FRONTS.items():
        curves = [Curve(loads, proper(y0, loads, k), f"K = {k}") for k in COMPACTIONS]
        curves += [Curve(some, usual(y0, some, k), "", "points", place) for place, k in enumerate(COMPACTIONS)]
        curves.append(Curve([0, MOST], [0, 0], "stands below", colour=-1))
        panels.append(Panel(tuple(curves), r"$Φ = F/P$", r"$\ddot y^*$", TITLES[i]))
    return Drawing(tuple(panels))


@figure("slides “WTC Tower 1” and “2”, crush-down time")
def crush_down_time_over_resistance() -> Drawing:
    """The crush-down time against the resistance Φ; full lines by the proper equation, dashed by the usual one.

    The values of K are assumed; the points are those of Table 1.  Towards Φ = y₀ the time grows without bound.
    """
    panels = []
    for i, y0 in FRONTS.items():
        loads = min(MOST, 0.99 * y0) * (1 - np.linspace(1, 0, 20) ** 2)
        curves = []
        for place, k in enumerate(COMPACTIONS):
            for label, style in (("proper", "line"), ("usual Lagrange", "dashed")):
                times = [duration(y0, label, Phi, k) for Phi in loads.tolist()]
                curves.append(Curve(loads, times, f"K = {k}" if style == "line" else "", style, place))
        printed = [float(time) for (j, _), pairs in PRINTED.items() if i == j for time, _ in pairs]
        curves.append(Curve(LOADS * 2, printed, "Table 1", "points", 4))
        panels.append(Panel(tuple(curves), r"$Φ = F/P$", "$t_C^*$", TITLES[i]))
    return Drawing(tuple(panels))
