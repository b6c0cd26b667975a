"""Figures of disturbances: how they grow, where their multipliers lie, over which parameters they stay small."""

from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import ListedColormap

from varmass.analyse.chart import Chart
from varmass.analyse.disturbance import Disturbance
from varmass.show.figures.curves import Curve, Panel
from varmass.show.plot import COORDINATE, GREY, STYLE, Picture

INSTANTS, SHADES = 240, ListedColormap(["#ffffff", "#d7e6f2"], "stable").with_extremes(bad="#cccccc")


def growth(found: Disturbance) -> tuple[Panel, ...]:
    """The singular values of Φ over time, six at most."""
    run, n = found.run, len(found.run.legs[0].names)
    times = np.linspace(run.t[0], run.t[-1], INSTANTS)
    Φ = [found.Phi(float(time)) for time in times]
    σ = np.full((n, INSTANTS), np.nan)
    for k, one in enumerate(Φ):
        values = np.linalg.svd(one, compute_uv=False)
        σ[: len(values), k] = values
    curves = tuple(Curve(times, row, f"$σ_{i + 1}$") for i, row in enumerate(σ[:6]))
    return (Panel(curves, "$t$", "singular values of $Φ(t, t_0)$", run.system.title, logarithmic="y"),)


def loci(multipliers: Any, name: str = "") -> tuple[Panel, ...]:
    """Multipliers in the complex plane, with the unit circle."""
    angle = np.linspace(0, 2 * np.pi, 361)
    circle = Curve(np.cos(angle), np.sin(angle), "", "dashed", -1)
    μ = np.asarray(multipliers).ravel()
    points = Curve(μ.real, μ.imag, "", "points", 0)
    return (Panel((circle, points), "Re $μ$", "Im $μ$", f"multipliers{f' over {name}' if name else ''}"),)


def chart(found: Chart, boundary: tuple[Curve, ...] = (), width: float = 6.4) -> Picture:
    """Where no disturbance grows (shaded, edges by halving; grey: nothing periodic), and curves known otherwise."""
    with rc_context(STYLE):
        figure = Picture(figsize=(width, 0.72 * width), layout="constrained")
        FigureCanvasAgg(figure)
        ax = figure.subplots()
        known = np.where(np.isnan(found.signs), np.nan, found.stable)
        ax.pcolormesh(found.x, found.y, known, cmap=SHADES, vmin=0, vmax=1, shading="nearest")
        edges = [(x, y) for y in found.y.tolist() for x in found.edges(y)]
        ax.plot(*np.transpose(edges or [(np.nan, np.nan)]), ".", color=COORDINATE, markersize=3)
        for curve in boundary:
            ax.plot(curve.x, curve.y, color=GREY, linestyle="--", linewidth=1.0, label=curve.label)
        ax.set_xlim(found.x[0], found.x[-1])
        ax.set_ylim(found.y[0], found.y[-1])
        ax.set_xlabel(found.names[0])
        ax.set_ylabel(found.names[1])
        ax.set_title(f"{found.of.system.title}: shaded where no disturbance grows", loc="left", fontsize=9)
    return figure
