"""The simulations: a very flexible rod, a less flexible one, and which way gravity has to pull."""

from math import pi
from typing import Any

import numpy as np

from varmass.papers._evidence import checked
from varmass.papers._items import Drawing, Number, Shown, erratum, figure, left_open, table, undecidable
from varmass.papers._runs import alike
from varmass.papers.vetyukov_2023._dances import (
    ELEMENTS,
    PRINTED,
    STIFF,
    dance,
    ejected,
    instants,
    meshed,
    shape,
    tip_path,
)
from varmass.show.figures.curves import Curve, Panel

WHERE = "Simulation results"
SOFTER, LOOSE = 0.1, 1e-6
SAMPLES = 6000  # the stiffer rod vibrates with a period of 2 ms where it is shortest
SHOTS = np.array([0.0, 0.25, 0.5, 1.0, 2.0, 2.5])
NO_CURVES = "the curves of the slides are not in their text"


@table(f"{WHERE}, very flexible rod")
def full_ejection() -> tuple[Number, ...]:
    """When the rod leaves its sleeve.  It does so near the printed time, but the digits cannot be decided.

    They hang on the penalty b, which is not printed, and on the number of elements: see the convergence below.
    """
    softer = ejected(meshed(penalty=SOFTER, tol=LOOSE))
    missing = f"b is not printed: this is with E h, that of the strip; with {SOFTER:g} E h it is {softer:.1f} s"
    what = f"full ejection [s], n = {ELEMENTS} finite elements"
    return (left_open(what, PRINTED, ejected(meshed()), softer, missing),)


def _beside(title: str, runs: dict[str, Any]) -> tuple[Panel, ...]:
    styles = ("line", "dashed")
    lengths, tips = [], []
    for (who, run), style in zip(runs.items(), styles, strict=False):
        at = instants(run, SAMPLES)
        lengths.append(Curve(at, run.state("eta", at), who, style))
        tips.append(Curve(at, -tip_path(run, at)[:, 1], who, style))
    return (
        Panel(tuple(lengths), "t [s]", "η [m]", title),
        Panel(tuple(tips), "t [s]", "−y(1) [m]", "deflection of the tip"),
    )


@figure(f"{WHERE}, very flexible rod")
def length_and_deflection() -> Drawing:
    """Length of the free part and deflection of the tip, h = 0.5 mm, until the rod leaves its sleeve.

    With gravity at 3π/4 from the outward axis, which is inferred (see the errata): the rod is to be injected at first.
    Eight finite elements, as in the slides, whose curves are not in their text, and the inextensible rod: they go
    together at first, part, and are ejected at times that have nothing to do with each other.
    """
    runs = {f"{ELEMENTS} finite elements": meshed(), "inextensible": dance()}
    parting = undecidable("they differ by 1 % of the length from t [s]", _parting(*runs.values()), NO_CURVES)
    return Drawing(_beside("h = 0.5 mm", runs), (parting,))


def _parting(one: Any, other: Any, gap: float = 0.01) -> float:
    """When two lengths differ by so much for the first time."""
    at = np.linspace(0, min(one.t[-1], other.t[-1]), 4000)
    return float(at[np.argmax(np.abs(one.state("eta", at) - other.state("eta", at)) > gap)])


@figure(f"{WHERE}, less flexible rod")
def the_stiffer_rod() -> Drawing:
    """The same with h = 2 mm, inextensible: a seemingly periodic process of small vibrations."""
    run = dance(**STIFF)
    tops = np.append(0, run.t_events["longest"])
    numbers = (undecidable("period [s], mean", float(np.diff(tops).mean()), NO_CURVES),)
    return Drawing(_beside("h = 2 mm", {"": run}), numbers)


@figure(f"{WHERE}, animation")
def snapshots() -> Drawing:
    """The rod at some instants, with what is in the sleeve on the left of x = 0.

    The finite elements are about to be ejected at the last of them, the inextensible rod dances on.
    `varmass run dancing_rod --animate rod.html` plays it.
    """
    panels = []
    for who, run in ((f"{ELEMENTS} finite elements", meshed()), ("inextensible", dance())):
        inside = run.state("eta", SHOTS) - run.values["l"]
        lines = zip(SHOTS, inside, shape(run, SHOTS), strict=True)
        curves = tuple(Curve(np.append(x, line[:, 0]), -np.append(0, line[:, 1]), f"{at:g} s") for at, x, line in lines)
        panels.append(Panel(curves, "x [m]", "−y [m]", who, equal=True))
    return Drawing(alike(panels))


@erratum(
    108,
    f"{WHERE}, parameters",
    "sign or factor",
    printed=r"\alpha = \pi/4",
    correct=r"\alpha = 3\pi/4 \quad (\cos\alpha < 0)",
)
def gravity_as_printed_ejects_the_rod() -> Shown:
    """By (10), (13) and (14) gravity at π/4 pulls the rod outwards: it is gone before it has bent, and nothing dances.

    For the initial injection of the title cos α has to be negative.  That 3π/4 is meant is inferred, not read.
    """
    literal, meant = ejected(dance(alpha=pi / 4)), float(np.min(dance().state("eta")))
    return Shown(
        checked(literal > 2, f"at π/4 the rod is gone at t = {literal:.5f} s"),
        checked(meant < 0.3, f"at 3π/4 it is injected, down to η = {meant:.4f} m, before it comes out"),
    )
