"""Compiled models on disk, by content.  Safe to delete at any time; a file that does not load is compiled again."""

import contextlib
import os
import pickle
import tempfile
from pathlib import Path
from typing import Any

KEEP = 300


def folder() -> Path:
    """VARMASS_CACHE, or the user's cache folder."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(os.environ.get("VARMASS_CACHE") or Path(home) / "varmass") / "models"


def load(key: str) -> Any | None:
    """The model stored under `key`, if it is there, is ours, and can be read."""
    path = folder() / key
    try:
        if path.stat().st_uid != os.geteuid() or path.stat().st_mode & 0o022:
            return None
        name, model = pickle.loads(path.read_bytes())
    except Exception:
        return None
    return model if name == key else None


def store(key: str, model: Any) -> None:
    """Keep a model; a full or read-only disk is no reason to fail."""
    with contextlib.suppress(OSError):
        folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(dir=folder(), delete=False) as file:
            file.write(pickle.dumps((key, model)))
        os.replace(file.name, folder() / key)
        for old in sorted(folder().iterdir(), key=lambda p: p.stat().st_mtime)[:-KEEP]:
            old.unlink()
