"""Panels of curves: whatever is drawn over whatever, in the style of all our figures."""

from dataclasses import dataclass
from math import ceil
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg

from varmass.show.plot import COORDINATE, EVENTS, GREY, SPEED, STYLE, Picture

COLOURS = (COORDINATE, SPEED, *(colour for colour, _ in EVENTS))
MARKED = 10
STYLES = {"line": "-", "dashed": "--", "dotted": ":", "points": "", "joined": "-"}


@dataclass(frozen=True)
class Curve:
    """y over x; `style` is 'line', 'dashed', 'dotted', 'points' or 'joined'.

    `colour` is a place in the palette (−1 is grey).
    """

    x: Any
    y: Any
    label: str = ""
    style: str = "line"
    colour: int | None = None


@dataclass(frozen=True)
class Panel:
    """Curves that share two axes; `equal` axes show shapes as they are."""

    curves: tuple[Curve, ...]
    x: str
    y: str
    title: str = ""
    x_limits: tuple[float, float] | None = None
    y_limits: tuple[float, float] | None = None
    logarithmic: str = ""
    equal: bool = False


def draw(panels: tuple[Panel, ...], columns: int = 2, width: float = 8.0) -> Picture:
    """All panels, row by row; `width` is in inches."""
    columns = min(columns, len(panels))
    rows = ceil(len(panels) / columns)
    with rc_context(STYLE):
        figure = Picture(figsize=(width, rows * (0.4 + 0.72 * width / columns)), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.subplots(rows, columns, squeeze=False)
        for ax in axes.flat[len(panels) :]:
            ax.set_axis_off()
        for ax, panel in zip(axes.flat, panels, strict=False):
            _fill(ax, panel)
        _explain(figure, list(axes.flat[: len(panels)]))
    return figure


def _explain(figure: Picture, axes: list[Axes]) -> None:
    """One legend below for panels that share their labels; else one in each."""
    said = [ax.get_legend_handles_labels() for ax in axes]
    if len(axes) > 1 and said[0][1] and all(labels == said[0][1] for _, labels in said):
        figure.legend(*said[0], loc="outside lower center", ncols=6, frameon=False, fontsize=8)
        return
    for ax, (_, labels) in zip(axes, said, strict=True):
        if labels:
            ax.legend(frameon=False, fontsize=8)


def _fill(ax: Axes, panel: Panel) -> None:
    for i, curve in enumerate(panel.curves):
        place = i if curve.colour is None else curve.colour
        ax.plot(
            curve.x,
            curve.y,
            color=GREY if place < 0 else COLOURS[place % len(COLOURS)],
            linestyle=STYLES[curve.style],
            marker="o" if curve.style in ("points", "joined") else "",
            markersize=4,
            label=curve.label,
        )
    for limits, put in ((panel.x_limits, ax.set_xlim), (panel.y_limits, ax.set_ylim)):
        if limits is not None:
            put(*limits)
    if "x" in panel.logarithmic:
        ax.set_xscale("log")
        _sizes(ax, panel)
    if "y" in panel.logarithmic:
        ax.set_yscale("log")
    if panel.equal:
        ax.set_aspect("equal", adjustable="datalim" if panel.x_limits is None else "box")
    ax.set_xlabel(panel.x)
    ax.set_ylabel(panel.y)
    ax.set_title(panel.title, loc="left", fontsize=9)


def _sizes(ax: Axes, panel: Panel) -> None:
    """Few whole numbers, as the sizes of meshes, are marked each by itself, in place of powers of ten."""
    places = sorted({float(x) for curve in panel.curves for x in curve.x})
    if len(places) <= MARKED and all(x.is_integer() for x in places):
        ax.set_xticks(places, labels=[f"{x:g}" for x in places])
        ax.set_xticks([], minor=True)
