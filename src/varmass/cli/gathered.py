"""What a folder shows already of other papers and cases: it stays there, if it would be the same today."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from varmass.cli.jobs import Job, jobs, members
from varmass.cli.kept import unchanged

KINDS = ("svg", "png")  # of the figures


def shown(place: Path) -> set[str]:
    """The names of the jobs whose results the page there has, as its numbers say."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        found = json.loads((place / "numbers.json").read_text("utf-8"))
        items = [f"{item['paper']}.{item['name']}" for paper in found["papers"] for item in paper["items"]]
        return {*items, *(entry["case"] for entry in found["cases"])}
    return set()


def gathered(place: Path, done: list[tuple[Job, Any]]) -> list[tuple[Job, Any]]:
    """What was done, and what the page has beside it and has not changed, in the order of the page."""
    there, entries = shown(place), {job.name: entry for job, entry in done}
    touched = {name.partition(".")[0] for name in there} | {job.of for job, _ in done}
    found = []
    for job in jobs(tuple(name for name in members() if name in touched)) if touched else ():
        if job.name not in entries and job.name in there:
            entries[job.name] = unchanged(place, job.name, job.sources)
        if entries.get(job.name) is not None:
            found.append((job, entries[job.name]))
    return found


def swept(place: Path, gone: set[str]) -> None:
    """No figure stays of what the page no longer has."""
    for name in gone:
        for kind in KINDS:
            (place / "figures" / f"{name}.{kind}").unlink(missing_ok=True)
