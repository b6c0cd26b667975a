"""animate(run, drawn, file): a motion in the plane as a page that plays by itself, as GIF or WebP, or as a strip.

The page holds all that it needs; nothing is fetched from anywhere.
"""

import json
from collections.abc import Callable, Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.animation import PillowWriter
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg

from varmass.errors import ValueRefused
from varmass.show.plot import COORDINATE, GREY, SPEED, STYLE, Picture, drawn
from varmass.show.target import writable

ENDINGS = (".html", ".gif", ".webp", ".png")
FRAMES, PLAYED, SHOTS, COLUMNS, RATE = 400, 120, 12, 4, 25
MARGIN, DIGITS = 0.05, 5
LOOKS = {"sleeve": (GREY, 1.2), "force": (SPEED, 2.5)}
Lines = Callable[[Any, Any], Mapping[str, Any]]


def animate(run: Any, lines: Lines, file: Any) -> None:
    """The motion of a run in a file whose ending says how."""
    path = writable(file, ENDINGS)
    if not run.dense:
        raise ValueRefused(
            "this run kept its end only", expected="a run with dense output", got="dense=False", hint="dense=True"
        )
    if path.suffix == ".html":
        path.write_text(player(run, lines), encoding="utf-8")
    elif path.suffix == ".png":
        path.write_bytes(drawn(strip(run, lines), "png"))
    else:
        _played(run, lines, path)


def player(run: Any, lines: Lines) -> str:
    """The page."""
    instants, shapes = _shapes(run, lines, FRAMES)
    box = _box(shapes)
    colours = [(name, *LOOKS.get(name, (COORDINATE, 3.0))) for name in shapes]
    motion = {
        "t": np.round(instants, DIGITS).tolist(),
        "box": box,
        "lines": [
            {"colour": colour, "width": width, "at": np.round(shapes[name], DIGITS).tolist()}
            for name, colour, width in colours
        ],
    }
    page = files("varmass.show").joinpath("player.html").read_text("utf-8")
    height = round(1100 * (box[3] - box[2]) / (box[1] - box[0]))
    filled = {
        "title": escape(run.system.title),
        "message": escape(run.message),
        "height": str(height),
        "motion": json.dumps(motion, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c"),
    }
    for name, text in filled.items():
        page = page.replace(f"@{name}@", text)
    return page


def strip(run: Any, lines: Lines) -> Picture:
    """Snapshots at even intervals, one below another."""
    instants, shapes = _shapes(run, lines, SHOTS)
    box = _box(shapes)
    with rc_context(STYLE):
        figure = Picture(figsize=(8, 2.4 * SHOTS / COLUMNS), layout="constrained")
        FigureCanvasAgg(figure)
        for k, ax in enumerate(figure.subplots(SHOTS // COLUMNS, COLUMNS).flat):
            _one(ax, shapes, k, box)
            ax.set_title(f"t = {instants[k]:.3g}", fontsize=8)
    return figure


def _played(run: Any, lines: Lines, path: Path) -> None:
    """Frame by frame, at the pace of the motion or within some seconds."""
    instants, shapes = _shapes(run, lines, PLAYED)
    box = _box(shapes)
    with rc_context(STYLE):
        figure = Picture(figsize=(5, 5 * (box[3] - box[2]) / (box[1] - box[0])))
        FigureCanvasAgg(figure)
        ax = figure.add_axes((0, 0, 1, 1))
        writer = PillowWriter(fps=RATE)
        with writer.saving(figure, str(path), dpi=80):
            for k in range(len(instants)):
                ax.clear()
                _one(ax, shapes, k, box)
                writer.grab_frame()


def _shapes(run: Any, lines: Lines, count: int) -> tuple[Any, Mapping[str, Any]]:
    instants = np.linspace(run.t[0], run.t[-1], count)
    return instants, lines(run, instants)


def _box(shapes: Mapping[str, Any]) -> list[float]:
    """What all lines lie in at all instants, with a margin."""
    points = np.concatenate([line.reshape(-1, 2) for line in shapes.values()])
    low, high = points.min(axis=0), points.max(axis=0)
    space = MARGIN * float((high - low).max())
    return [float(low[0]) - space, float(high[0]) + space, float(low[1]) - space, float(high[1]) + space]


def _one(ax: Axes, shapes: Mapping[str, Any], k: int, box: list[float]) -> None:
    for name, line in shapes.items():
        colour, width = LOOKS.get(name, (COORDINATE, 2.0))
        ax.plot(*line[k].T, color=colour, linewidth=width)
    ax.set(xlim=box[:2], ylim=box[2:], aspect="equal")
    ax.axis("off")
