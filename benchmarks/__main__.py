"""python -m benchmarks [NAME …]: measure, print ratios, and keep the numbers in benchmarks/results/NAME.json."""

import json
import platform
import sys
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import benchmarks
from varmass import shelf

RESULTS = Path(__file__).parent / "results"
PACKAGES = ("varmass", "heyoka", "sympy", "scipy", "numpy")


def main(wanted: list[str]) -> None:
    """All members of the shelf, or those that are named."""
    for name in wanted or shelf.names(benchmarks):
        found = []
        for rival in shelf.take(benchmarks, name).measure():
            print(f"  {rival.task}: {rival.who}: {rival.ratio:.3g} ×", file=sys.stderr)
            found.append(rival)
        _print(name, found)
        _keep(name, found)


def _print(name: str, found: list[Any]) -> None:
    table = Table("task", "who", "theirs", "ours", "theirs / ours", "asked", "", title=name, title_justify="left")
    for r in found:
        asked = "" if r.asked is None else f"≥ {r.asked:.3g}" + ("" if r.met else "  MISSED")
        table.add_row(r.task, r.who, _time(r.seconds), _time(r.ours), f"{r.ratio:.3g}", asked, r.note)
    Console(width=150).print(table)


def _keep(name: str, found: list[Any]) -> None:
    RESULTS.mkdir(exist_ok=True)
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    content = {
        "versions": machine | {p: version(p) for p in PACKAGES},
        "rivals": [{**asdict(r), "ratio": r.ratio, "met": r.met} for r in found],
    }
    (RESULTS / f"{name}.json").write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


if __name__ == "__main__":
    main(sys.argv[1:])
