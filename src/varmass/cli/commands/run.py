"""varmass run CASE: one run, its outcome, its numbers and its books."""

from importlib import import_module
from pathlib import Path
from typing import Any

import click

from varmass.cli.signatures import POSITIVE, CaseCommand, stated

ENDINGS = (".nc", ".csv", ".json", ".parquet")
PICTURES = (".png", ".svg", ".pdf")
MOVING = (".html", ".gif", ".webp", ".png")


@click.command(cls=CaseCommand, short_help="Run a case, or a file of your own.")
@click.argument("case")
@click.option("--until", type=POSITIVE, metavar="T", help="End at the time T, and not where the case says.")
@click.option("--engine", default="auto", metavar="NAME", show_default=True, help="taylor, dop853, adams, ida, …")
@click.option("--tol", type=POSITIVE, metavar="X", help="Relative tolerance; by default the engine's own.")
@click.option("--principle", metavar="NAME", help="Run the equations of another principle, or of a naive rule.")
@click.option("--out", metavar="FILE", help="Write the run to FILE.nc, .csv, .json or .parquet.")
@click.option("--plot", metavar="FILE", help="Draw the run to FILE.png, .svg or .pdf.")
@click.option("--animate", metavar="FILE", help="Show the motion in FILE.html, .gif, .webp, or a strip of it in .png.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the standard output.")
@click.pass_context
def command(
    ctx: click.Context, /, case: str, as_json: bool, out: str | None, plot: str | None, animate: str | None, **how: Any
) -> None:
    """Run CASE, and print how it ended, the state then, the case's measures, and how well the books close.

    A run that ends badly, as when a mass vanishes, is still a result: its outcome says so, and the exit code is 0.
    Ctrl-C and SIGTERM end a run early, and what was computed is kept.
    """
    from varmass.cli.output import print_json
    from varmass.cli.report import report
    from varmass.show.target import writable

    path = None if out is None else writable(out, ENDINGS)
    picture = None if plot is None else writable(plot, PICTURES)
    moving = None if animate is None else writable(animate, MOVING)
    chosen = stated(ctx, case)
    _drawable(chosen, moving)
    run = _run(chosen, **how)
    found = report(case, chosen, run)
    try:
        _write(run, path, picture)
        _animate(chosen, run, moving)
    finally:
        if as_json:
            print_json(found)
        else:
            from varmass.cli.tables import show

            show(run, found)


def _run(case: Any, until: float | None, **how: Any) -> Any:
    from varmass.cli.progress import progress
    from varmass.integrate.simulate import simulate_case

    with progress(case.until if until is None else until) as tick:
        return simulate_case(case, until, progress=tick, **how)


def _write(run: Any, path: Path | None, picture: Path | None) -> None:
    """To the files that were asked for; the libraries that draw and write are read now, and only those needed."""
    from varmass.show.target import refused

    for place, room, verb in ((path, "integrate.files", "write"), (picture, "show.plot", "plot")):
        if place is None:
            continue
        try:
            getattr(import_module(f"varmass.{room}"), verb)(run, place)
        except OSError as error:
            raise refused(place, error) from error


def _drawable(case: Any, place: Path | None) -> None:
    from varmass.errors import ValueRefused

    if place is not None and case.drawn is None:
        raise ValueRefused(
            "this case does not say how it looks",
            expected="a case with drawn=, such as dancing_rod",
            got="none",
            hint=f"--plot {place.with_suffix('.png').name}",
        )


def _animate(case: Any, run: Any, place: Path | None) -> None:
    if place is None:
        return
    from varmass.show.animation import animate
    from varmass.show.target import refused

    try:
        animate(run, case.drawn, place)
    except OSError as error:
        raise refused(place, error) from error
