"""A bar on stderr while a run is under way, where somebody may be looking."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

EVERY = 0.1


@contextmanager
def progress(until: Any) -> Iterator[Callable[[float], None] | None]:
    """A function of the time reached; None where stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    ends = [u for u in (until if isinstance(until, list | tuple) else [until]) if isinstance(u, int | float)]
    columns = (TextColumn("running"), BarColumn(), TextColumn("t = {task.fields[t]:.6g}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=1 / EVERY) as bar:
        task = bar.add_task("run", total=min(ends, default=None), t=0.0)
        yield lambda t: bar.update(task, completed=t, t=t)
