"""varmass reproduce: every case redone, as one page to open and one file of numbers."""

import time
from pathlib import Path
from typing import Any

import click

from varmass import cases, shelf


@click.command(short_help="Every case redone, as one page to open.")
@click.argument("names", nargs=-1, metavar="[CASE]...")
@click.option("--out", default="reproduce", metavar="DIR", show_default=True, help="Folder for the results.")
def command(names: tuple[str, ...], out: str) -> None:
    """Derive, audit, run and draw every case, or those named, with its defaults.

    Written are DIR/index.html and DIR/numbers.json.  The page needs nothing but itself.  Ctrl-C ends early, and
    what was done until then is written.  The exit code is 1 if a case failed.
    """
    from varmass.show.target import folder

    for name in names:
        shelf.take(cases, name)
    place, wanted, entries = folder(out), names or shelf.names(cases), []
    try:
        for i, name in enumerate(wanted, 1):
            entries.append(_one(name, f"{i}/{len(wanted)}"))
    except KeyboardInterrupt:
        click.echo(f"interrupted after {len(entries)} of {len(wanted)} cases", err=True)
    _write(place, entries)
    click.echo(place / "index.html")
    if any(entry["failure"] for entry in entries):
        click.get_current_context().exit(1)


def _one(name: str, count: str) -> dict[str, Any]:
    from varmass.cli.redo import redo

    start = time.perf_counter()
    entry = redo(name)
    said = entry["failure"] or "derived, audited, run, drawn"
    click.echo(f"{count:>7}  {name:<20}{said}  ({time.perf_counter() - start:.1f} s)", err=True)
    return entry


def _write(place: Path, entries: list[dict[str, Any]]) -> None:
    from importlib.metadata import version

    from varmass.cli.output import as_json, save
    from varmass.cli.redo import numbers
    from varmass.show.page import page

    foot = f"Made by varmass {version('varmass')} with heyoka {version('heyoka')} and SymPy {version('sympy')}."
    save(place / "index.html", page("varmass: every case, redone", entries, foot))
    save(place / "numbers.json", as_json([numbers(entry) for entry in entries]))
