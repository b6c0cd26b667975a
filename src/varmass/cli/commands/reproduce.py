"""varmass reproduce: every table, figure, equation and erratum of the papers, and every case, as one page to open."""

import base64
import csv
import io
import time
from pathlib import Path
from typing import Any

import click


@click.command(short_help="The papers and the cases redone, as one page to open.")
@click.argument("names", nargs=-1, metavar="[PAPER|CASE]...")
@click.option("--out", default="reproduce", metavar="DIR", show_default=True, help="Folder for the results.")
def command(names: tuple[str, ...], out: str) -> None:
    """Compute, compare and judge what the papers print, and derive, audit, run and draw every case; or those named.

    Written are DIR/index.html, which needs nothing but itself, DIR/numbers.json, DIR/numbers.csv and the figures in
    DIR/figures.  A second run uses again what has not changed, and what DIR shows of other papers and cases stays there
    if it has not.  Ctrl-C ends early; what was done until then is kept, and is written if the page has no less by it.
    The exit code is 1 if something failed, or if a number is not reproduced, an equation not shown to hold, or an
    erratum not shown.
    """
    from varmass.cli.gathered import gathered, shown, swept
    from varmass.cli.jobs import jobs
    from varmass.show.target import folder

    wanted, done = jobs(names), []
    place = folder(out)
    try:
        for i, job in enumerate(wanted, 1):
            done.append((job, _one(job, place, f"{i}/{len(wanted)}")))
    except KeyboardInterrupt:
        click.echo(f"interrupted after {len(done)} of {len(wanted)}", err=True)
    before, found = shown(place), gathered(place, done)
    gone = before - {job.name for job, _ in found}
    if len(done) < len(wanted) and gone:
        click.echo(f"the page stays as it was: {len(gone)} of its parts are not redone yet", err=True)
    else:
        _write(place, found)
        swept(place, gone)
    click.echo(place / "index.html")
    _account(done)


def _account(done: list[tuple[Any, dict[str, Any]]]) -> None:
    """Exit code 1, and why, unless all that was done is as it should be."""
    words = {"failure": "failed", "missed": "are not reproduced or shown"}
    for key, word in words.items():
        if which := [job.name for job, entry in done if entry.get(key)]:
            click.echo(f"{len(which)} of {len(done)} {word}: {', '.join(which)}", err=True)
    if any(entry.get(key) for _, entry in done for key in words):
        click.get_current_context().exit(1)


def _one(job: Any, place: Path, count: str) -> dict[str, Any]:
    from varmass.cli.kept import kept

    start = time.perf_counter()
    entry, known = kept(place, job.name, job.sources, job.make)
    said = entry["failure"] or entry.get("missed") or ("unchanged" if known else f"{time.perf_counter() - start:.1f} s")
    where = f"{entry['where']}: {entry['title']}" if job.kind == "paper" else "derived, audited, run, drawn"
    click.echo(f"{count:>9}  {job.of:<22}{where[:70]}  ({said})", err=True)
    return dict(entry)


def _write(place: Path, done: list[tuple[Any, dict[str, Any]]]) -> None:
    from importlib.metadata import version

    from varmass.cli.output import as_json, save
    from varmass.cli.redo import numbers
    from varmass.show.page import page
    from varmass.show.target import folder

    papers, cases = _papers(done), [entry for job, entry in done if job.kind == "case"]
    foot = f"Made by varmass {version('varmass')} with heyoka {version('heyoka')} and SymPy {version('sympy')}."
    said = [{"paper": p["name"], "items": [_plain(item) for item in p["items"]]} for p in papers]
    save(place / "numbers.json", as_json({"papers": said, "cases": [numbers(entry) for entry in cases]}))
    save(place / "numbers.csv", _table(papers))
    for job, entry in done:
        for ending, content in entry.get("files", {}).items():
            save(folder(place / "figures") / f"{job.name}.{ending}", base64.b64decode(content))
    whole = place / ".index.html"
    save(whole, page("varmass: the papers and the cases, redone", papers, cases, foot))
    whole.replace(place / "index.html")


def _papers(done: list[tuple[Any, dict[str, Any]]]) -> list[dict[str, Any]]:
    """The items by paper, each paper with its title and its source."""
    from varmass import papers, shelf

    found: dict[str, dict[str, Any]] = {}
    for job, entry in done:
        if job.kind == "paper":
            about = shelf.take(papers, job.of)
            new = {"name": job.of, "title": about.TITLE, "source": about.SOURCE, "items": []}
            found.setdefault(job.of, new)["items"].append(entry)
    return list(found.values())


def _plain(item: dict[str, Any]) -> dict[str, Any]:
    """An item for scripts: no pictures."""
    return {key: value for key, value in item.items() if key not in ("drawing", "files", "printed", "correct")}


def _table(papers: list[dict[str, Any]]) -> str:
    """Every printed number with the one that is found."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["paper", "where", "what", "printed", "found", "verdict", "remark"])
    for paper in papers:
        for item in paper["items"]:
            for n in item.get("numbers", ()):
                found = "" if n["found"] is None else repr(n["found"])
                rows.writerow([paper["name"], item["where"], n["what"], n["printed"], found, n["verdict"], n["remark"]])
    return text.getvalue()
