"""What there is to reproduce: every item of every paper, and every case; each a job that can be done by itself."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from varmass import cases, papers, shelf
from varmass.cli.kept import PACKAGE
from varmass.errors import ValueRefused


@dataclass(frozen=True)
class Job:
    """`of` is the paper or the case, `what` its item; the result depends on `sources` beside what all depend on."""

    of: str
    what: str
    kind: str
    sources: tuple[Path, ...]
    make: Callable[[], dict[str, Any]]

    @property
    def name(self) -> str:
        """One name for one job."""
        return f"{self.of}.{self.what}" if self.what else self.of


def jobs(names: tuple[str, ...]) -> list[Job]:
    """Those of the named papers and cases, in the order of their names; of all if none is named."""
    documents, known = shelf.names(papers), members()
    for name in names:
        if name not in known:
            raise ValueRefused(
                f"there is no paper and no case {name!r}",
                expected="one of " + ", ".join(known),
                got=repr(name),
                hint=shelf.closest(name, known),
            )
    return [job for name in names or known for job in (_paper(name) if name in documents else _case(name))]


def members() -> list[str]:
    """The papers and the cases, in the order of the page."""
    return [*shelf.names(papers), *shelf.names(cases)]


def _paper(name: str) -> Iterator[Job]:
    from varmass.papers._redo import items, redo

    folder = PACKAGE / "papers"
    sources = (folder / name, *sorted(folder.glob("_*.py")), PACKAGE / "cases")
    for item in items(shelf.take(papers, name)):
        yield Job(name, item.name, "paper", sources, partial(redo, item, name))


def _case(name: str) -> Iterator[Job]:
    from varmass.cases._find import module
    from varmass.cli.redo import redo

    file = Path(module(name).__file__ or "")
    helpers = sorted((PACKAGE / "cases").glob("_*.py"))
    yield Job(name, "", "case", (file, *helpers), partial(redo, name))
