"""Compiled models on disk, by content.  Safe to delete at any time; a file that does not load is compiled again.

Loading a model runs what is in its file.  Therefore only files are read that nobody but their user can write, and the
folder is the user's own: VARMASS_CACHE, or `varmass` in the user's cache folder.
"""

import contextlib
import os
import pickle
import tempfile
from pathlib import Path
from typing import Any

KEEP = 512 * 2**20  # bytes; what was not used for longest goes first
WRITABLE_BY_OTHERS = 0o022


def folder() -> Path:
    """Where the models are."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(os.environ.get("VARMASS_CACHE") or Path(home) / "varmass") / "models"


def load(key: str) -> Any | None:
    """The model stored under `key`, if it is there, is ours, and can be read."""
    path = folder() / key
    try:
        with path.open("rb") as file:
            found = os.fstat(file.fileno())
            if found.st_uid != os.geteuid() or found.st_mode & WRITABLE_BY_OTHERS:
                return None
            name, model = pickle.load(file)
    except Exception:
        return None
    with contextlib.suppress(OSError):
        os.utime(path)
    return model if name == key else None


def store(key: str, model: Any) -> None:
    """Keep a model; a full or read-only disk is no reason to fail."""
    content = pickle.dumps((key, model), protocol=pickle.HIGHEST_PROTOCOL)
    if len(content) > KEEP:
        return
    with contextlib.suppress(OSError):
        folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        _write(folder() / key, content)
        _forget(folder())


def _write(path: Path, content: bytes) -> None:
    """All of the file or nothing, whoever else writes it now."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            file.write(content)
            file.close()
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


def _forget(models: Path) -> None:
    files = []
    for path in models.iterdir():
        with contextlib.suppress(FileNotFoundError):
            files.append((path.stat().st_mtime, path.stat().st_size, path))
    kept = 0
    for _, size, path in sorted(files, reverse=True):
        kept += size
        if kept > KEEP:
            path.unlink(missing_ok=True)
