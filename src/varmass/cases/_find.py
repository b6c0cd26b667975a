"""case(name, **options): a case of the shelf, or of a user's own file."""

import importlib.util
import sys
from contextlib import redirect_stdout
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from varmass import cases, shelf
from varmass.errors import ValueRefused, VarmassError
from varmass.model.calls import asked, guarded
from varmass.model.case import Case


@asked
def case(name: str, **options: Any) -> Case:
    """The case `name`, or that of the file at a path ending in .py, with its options set."""
    found = guarded(statement(module(name)), Path(name).stem, ValueRefused, word="option")(**options)
    if not isinstance(found, Case):
        raise ValueRefused(
            f"{name} states no case",
            expected="a function case(...) that returns vm.Case",
            got=type(found).__name__,
            hint="return vm.Case(system=..., values=..., start=..., until=...)",
        )
    return found


def module(name: str) -> ModuleType:
    """The module of a case, by name or by path."""
    return _file(Path(name)) if name.endswith(".py") else shelf.take(cases, name)


def statement(found: ModuleType) -> Any:
    """The function `case` of a module."""
    function = getattr(found, "case", None)
    if not callable(function):
        raise ValueRefused(
            f"{found.__name__} states no case",
            expected="a function called case",
            got="a file without one",
            hint="def case(mu: float = 1.2) -> vm.Case: ...",
        )
    return function


def _file(path: Path) -> ModuleType:
    if not path.is_file():
        raise ValueRefused(
            f"there is no file {path}",
            expected="a Python file with a function case",
            got=str(path),
            hint="check the path",
        )
    return _executed(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _executed(path: Path, _as_of: int) -> ModuleType:
    """Once, as long as the file stays as it is; what it prints is not among our results."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    try:
        with redirect_stdout(sys.stderr):
            spec.loader.exec_module(found)
    except VarmassError:
        raise
    except (Exception, SystemExit) as error:
        raise shelf.unreadable(path.name, error) from error
    return found
