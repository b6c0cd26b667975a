"""plot(run): the motion as curves over time, a panel for each coordinate and each speed, with events marked."""

import base64
import io
import textwrap
from itertools import cycle
from os import PathLike
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D

from varmass.integrate.trajectory import Trajectory
from varmass.model.calls import asked
from varmass.show.target import refused, writable
from varmass.show.words import letter, unit, unit_of

ENDINGS = (".png", ".svg", ".pdf")
POINTS = 800
PANELS = 24  # more could not be taken in
MARKED, LINED = 60, 8  # hits of one event that get a symbol, a line; more would hide the curve

# The palette of Okabe & Ito, which colour-blind readers can tell apart.
COORDINATE, SPEED, GREY = "#0072b2", "#d55e00", "#666666"
EVENTS = tuple(zip(("#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"), "oDs^v", strict=True))
STYLE: Any = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.linewidth": 0.7,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.formatter.limits": (-4, 5),
    "axes.formatter.use_mathtext": True,
    "axes.xmargin": 0.02,
    "axes.ymargin": 0.08,
    "grid.color": "#999999",
    "grid.alpha": 0.3,
    "grid.linewidth": 0.5,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": "black",
    "ytick.labelcolor": "black",
    "lines.linewidth": 1.6,
    "svg.hashsalt": "varmass",
    "mathtext.fontset": "dejavusans",
}


class Picture(Figure):
    """A figure that a notebook shows by itself."""

    def _repr_png_(self) -> bytes:
        return drawn(self, "png")


@asked
def plot(
    run: Trajectory,
    file: str | PathLike[str] | None = None,
    *,
    columns: int | None = None,
    width: float = 6.4,
    titled: bool = True,
) -> Picture:
    """The states of a run over time; written to `file` if one is named.  `width` is in inches.

    In two columns coordinates stand left and speeds right; a single coordinate has one column.
    """
    path = None if file is None else writable(file, ENDINGS)
    n = len(run.system.q)
    shown, columns = min(n, PANELS // 2), columns or min(n, 2)
    rows = 2 * shown // columns
    with rc_context(STYLE):
        figure = Picture(figsize=(width, 0.8 + 1.7 * rows))
        FigureCanvasAgg(figure)
        grid = figure.subplots(rows, columns, sharex=True, squeeze=False)
        places = enumerate(_spoken_of(run)[:shown])
        panels = {i + n * speed: grid.flat[2 * place + speed] for place, i in places for speed in (0, 1)}
        _curves(panels, run)
        _marks(panels, run)
        for ax in grid[-1]:
            ax.set_xlabel(" ".join(filter(None, ("$t$", _bracketed(unit(run.system.time))))))
        _heading(figure, run, titled)
    if path is not None:
        try:
            path.write_bytes(drawn(figure, path.suffix[1:]))
        except OSError as error:
            raise refused(path, error) from error
    return figure


def _spoken_of(run: Trajectory) -> list[int]:
    """The coordinates in their order; of more than there is room for, those that events speak of come first."""
    q = run.system.q
    events = (e.expression for leg in run.legs for e in leg.problem.events)
    met = {s.name for e in events for s in e.free_symbols} if len(q) > PANELS // 2 else set()
    return sorted(range(len(q)), key=lambda i: not {q[i].name, q[i].dot.name} & met)


def drawn(figure: Figure, kind: str, transparent: bool = False) -> bytes:
    """The figure as a file of the given kind: png, svg or pdf."""
    out = io.BytesIO()
    dateless = {"Date": None} if kind == "svg" else None
    with rc_context(STYLE):
        figure.savefig(out, format=kind, dpi=160, metadata=dateless, transparent=transparent)
    return out.getvalue()


def files(figure: Figure) -> dict[str, str]:
    """The figure as SVG and PNG, in base 64, so that they can stand among other values."""
    return {kind: base64.b64encode(drawn(figure, kind)).decode() for kind in ("svg", "png")}


def _curves(panels: dict[int, Axes], run: Any) -> None:
    """Each state over time, on an axis with its unit, below a line that says what it is."""
    t, y = _fine(run)
    symbols, n = (*run.system.q, *run.system.u), len(run.system.q)
    for i, ax in panels.items():
        ax.plot(t, y[i], color=COORDINATE if i < n else SPEED, marker="." if len(t) < 3 else "")
        ax.set_ylabel(" ".join(filter(None, (letter(symbols[i]), _bracketed(unit_of(symbols[i], run.system))))))
        if symbols[i].meaning:
            ax.set_title(symbols[i].meaning, loc="left", fontsize=8, color=GREY)


def _fine(run: Any) -> tuple[Any, Any]:
    """The motion at its steps and evenly between them, leg by leg, or at its steps where nothing is known between."""
    if not run.dense:
        return run.t, run.y
    times, rows = [], []
    for leg in run.legs:
        even = np.linspace(leg.t[0], leg.t[-1], POINTS)
        t = np.union1d(leg.t, even) if leg.dense else leg.t
        states = leg.states(t if leg.dense else None)
        times.append(t)
        rows.append(np.array([states.get(name, np.full(len(t), np.nan)) for name in run.names]))
    return np.concatenate(times), np.concatenate(rows, axis=1)


def _marks(panels: dict[int, Axes], run: Any) -> None:
    """A symbol on each curve at every instant of an event, and a line through them all where these are few."""
    for (name, times), (colour, symbol) in zip(run.t_events.items(), cycle(EVENTS)):
        thinned = slice(None, None, max(1, -(-len(times) // MARKED)))
        for row, ax in panels.items() if len(times) else ():
            for time in times if len(times) <= LINED else ():
                ax.axvline(time, color=colour, linewidth=0.8, linestyle=(0, (4, 3)), zorder=1)
            ax.plot(times[thinned], run.y_events[name][row, thinned], symbol, color=colour, markersize=4.5, zorder=3)


def _heading(figure: Picture, run: Any, titled: bool) -> None:
    """Title, how the run was made and how it ended, and a legend of the events, in a band above the panels."""
    width, height = figure.get_size_inches()
    text = f"{run.message}  ({run.principle}, {run.engine})"
    if len(run.names) > PANELS:
        text += f"  {PANELS // 2} of {len(run.system.q)} coordinates are shown."
    said = textwrap.wrap(text, int(width * 17)) if titled else []
    legend, lines = _legend(figure, run)
    top = 0.33 + 0.145 * len(said) if titled else 0.0
    band = top + 0.03 + 0.2 * lines
    height += band
    figure.set_size_inches(width, height)
    figure.set_layout_engine("constrained", rect=(0, 0, 1, 1 - band / height))
    if titled:
        figure.text(0.012, 1 - 0.08 / height, run.system.title, ha="left", va="top", fontsize=11, fontweight="bold")
        figure.text(0.012, 1 - 0.31 / height, "\n".join(said), ha="left", va="top", fontsize=8, color=GREY)
    if legend:
        legend.set_bbox_to_anchor((0, 1 - (top - 0.02) / height), figure.transFigure)


def _legend(figure: Picture, run: Any) -> tuple[Legend | None, int]:
    """The events that were met, side by side as far as the figure is wide enough, and the number of lines."""
    met = [(name, style) for (name, times), style in zip(run.t_events.items(), cycle(EVENTS)) if len(times)]
    handles = [Line2D([], [], color=c, marker=m, markersize=4.5, linewidth=0.8, label=name) for name, (c, m) in met]
    for columns in range(min(4, len(met)), 0, -1):
        legend = figure.legend(handles=handles, loc="upper left", ncols=columns, frameon=False, fontsize=8)
        if columns == 1 or legend.get_window_extent().width <= figure.bbox.width:
            return legend, -(-len(met) // columns)
        legend.remove()
    return None, 0


def _bracketed(text: str) -> str:
    return f"[{text}]" if text else ""
