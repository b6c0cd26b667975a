"""While a run is under way: a bar on stderr where somebody may be looking, and an end at any time."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

EVERY = 0.05  # seconds; some engines call at every stage
SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def progress(until: Any) -> Iterator[Callable[[float], None]]:
    """A function of the time reached, for the engine to call between its steps."""
    with _stopping() as stop:
        if not sys.stderr.isatty():
            yield lambda t: stop()
            return
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        ends = [u for u in (until if isinstance(until, list | tuple) else [until]) if isinstance(u, int | float)]
        columns = (TextColumn("running"), BarColumn(), TextColumn("t = {task.fields[t]:.6g}"), TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task, shown = bar.add_task("run", total=min(ends, default=None), t=0.0), 0.0

            def tick(t: float) -> None:
                nonlocal shown
                stop()
                if (now := time.monotonic()) - shown > EVERY:
                    bar.update(task, completed=t, t=t)
                    shown = now

            yield tick


@contextmanager
def _stopping() -> Iterator[Callable[[], None]]:
    """Once the run is moving, a first signal ends it between two steps, where its records are whole."""
    moving = asked = False

    def stop() -> None:
        nonlocal moving
        moving = True
        if asked:
            raise KeyboardInterrupt

    def on_signal(number: int, frame: Any) -> None:
        nonlocal asked
        if asked or not moving:
            raise KeyboardInterrupt
        asked = True

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = {number: signal.signal(number, on_signal) for number in SIGNALS}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
