"""What goes to the standard output and into files."""

import json
import math
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from varmass.errors import ValueRefused
from varmass.show.target import refused


def strict(value: Any) -> Any:
    """The same in plain types; a number that does not exist is None, for JSON has no NaN."""
    if isinstance(value, Mapping):
        return {str(key): strict(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [strict(member) for member in value]
    if value is None or isinstance(value, str | bool | int):
        return value
    number = float(value)
    return number if math.isfinite(number) else None


def as_json(value: Any, ascii_only: bool = False) -> str:
    """Strict JSON."""
    return json.dumps(strict(value), indent=2, ensure_ascii=ascii_only, allow_nan=False)


def print_json(value: Any) -> None:
    """One object on the standard output, in ASCII where nothing else can be shown."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    click.echo(as_json(value, ascii_only=not encoding.startswith("utf")))


def deliver(content: str | bytes, out: Path | None) -> None:
    """Into the file, or onto the standard output; a picture is not poured over a terminal."""
    if out is not None:
        save(out, content)
        click.echo(f"wrote {out}", err=True)
    elif isinstance(content, bytes) and sys.stdout.isatty():
        raise ValueRefused(
            "a picture is no text for a terminal",
            expected="a file, or a pipe",
            got="a terminal",
            hint="--out equation.png",
        )
    else:
        click.echo(content, nl=isinstance(content, str) and not content.endswith("\n"))


def save(path: Path, content: str | bytes) -> None:
    """Write a file; what the disk objects to is refused."""
    try:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise refused(path, error) from error


def width() -> int:
    """How wide a table may be: the terminal, or enough where there is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 140
