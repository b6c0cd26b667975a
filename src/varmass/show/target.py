"""A file to be written is looked at before anything is computed for it."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from varmass.errors import ValueRefused


def writable(file: Any, endings: Sequence[str] = ()) -> Path:
    """The path of a file that can be written, with one of the endings if any are given."""
    path = Path(file)
    if endings and path.suffix not in endings:
        raise ValueRefused(
            f"nothing here writes {path.name!r}",
            expected="a name ending in " + ", ".join(endings),
            got=path.suffix or "no ending",
            hint=str(path.with_suffix(endings[0])) if path.name else f"result{endings[0]}",
        )
    trouble, hint = _trouble(path)
    if trouble:
        raise ValueRefused(f"{path} cannot be written", expected="a file that may be written", got=trouble, hint=hint)
    return path


def folder(place: Any) -> Path:
    """A folder that exists, made if need be."""
    path = Path(place)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise refused(path, error) from None
    if not os.access(path, os.W_OK):
        raise ValueRefused(
            f"{path} cannot be written", expected="a folder of one's own", got="one that is read-only", hint="--out DIR"
        )
    return path


def refused(path: Path, error: OSError) -> ValueRefused:
    """The refusal for a disk that failed while it was written to."""
    return ValueRefused(
        f"{path} cannot be written",
        expected="a place that may be written, with room",
        got=error.strerror or str(error),
        hint="another folder",
    )


def _trouble(path: Path) -> tuple[str, str]:
    """What stands in the way of writing to `path`, and what to do about it; empty if nothing does."""
    if path.is_dir():
        return "a folder", str(path / "result")
    if not path.parent.is_dir():
        return f"the folder {path.parent}, which does not exist", f"mkdir -p {path.parent}"
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        return "a place that is read-only", "another folder"
    return "", ""
