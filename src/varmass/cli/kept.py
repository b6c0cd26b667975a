"""Results kept beside the page, and used again for as long as nothing that they depend on has changed."""

import hashlib
import json
import platform
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent.parent
EVERYWHERE = ("errors.py", "shelf.py", "model", "derive", "compile", "integrate", "show", "cli")
PACKAGES = ("varmass", "heyoka", "sympy", "numpy", "scipy", "matplotlib")


def kept(folder: Path, name: str, sources: Iterable[Path], make: Callable[[], dict[str, Any]]) -> tuple[Any, bool]:
    """What `make` gives, and whether it was there already; a failure is never kept."""
    if (there := unchanged(folder, name, sources)) is not None:
        return there, True
    path = _path(folder, name)
    entry = json.loads(json.dumps(made := make()))
    if not made.get("failure"):
        with suppress(OSError):
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps({"key": _key(sources), "entry": entry}), "utf-8")
    return entry, False


def unchanged(folder: Path, name: str, sources: Iterable[Path]) -> Any:
    """What is kept of a job if it would be the same today; else None."""
    with suppress(OSError, ValueError, KeyError):
        found = json.loads(_path(folder, name).read_text("utf-8"))
        if found["key"] == _key(sources):
            return found["entry"]
    return None


def _path(folder: Path, name: str) -> Path:
    return folder / ".kept" / f"{name}.json"


def _key(sources: Iterable[Path]) -> str:
    return hashlib.sha256("".join((_surroundings(), *map(_digest, sources))).encode()).hexdigest()


@cache
def _surroundings() -> str:
    """Versions, and the sources of every room that all results depend on."""
    rooms = (PACKAGE / room for room in EVERYWHERE)
    said = (platform.python_version(), *(f"{name} {version(name)}" for name in PACKAGES))
    return "\n".join((*said, *map(_digest, rooms)))


@cache
def _digest(place: Path) -> str:
    """Of a file, or of all Python files of a folder."""
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place]
    return "".join(hashlib.sha256(file.read_bytes()).hexdigest() for file in files)
