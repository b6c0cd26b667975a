"""A shelf is a package whose files are its register: adding a member is adding a file.

Folders that a user adds to the path of a shelf belong to it; their files may not be read, ours always are.
"""

import importlib
import pkgutil
from collections import Counter
from difflib import get_close_matches
from types import ModuleType

from varmass.errors import ValueRefused, VarmassError


def names(shelf: ModuleType) -> list[str]:
    """The members of a shelf, in alphabetical order."""
    found = [m.name for folder in shelf.__path__ for m in pkgutil.iter_modules([folder])]
    twice = [name for name, n in Counter(found).items() if n > 1 and not name.startswith("_")]
    if twice:
        raise ValueRefused(
            f"two files of the {_kind(shelf)} are called {twice[0]}",
            expected="every name once",
            got=f"{twice[0]} in more than one of " + ", ".join(shelf.__path__),
            hint=f"rename yours to my_{twice[0]}.py",
        )
    return sorted(name for name in found if not name.startswith("_"))


def take(shelf: ModuleType, name: str) -> ModuleType:
    """The member called `name`."""
    known = names(shelf)
    if not isinstance(name, str) or name not in known:
        raise ValueRefused(
            f"there is no {name!r} among the {_kind(shelf)}",
            expected="one of " + ", ".join(known),
            got=repr(name),
            hint=closest(str(name), known),
        )
    try:
        return importlib.import_module(f"{shelf.__name__}.{name}")
    except VarmassError:
        raise
    except (Exception, SystemExit) as error:
        if any(m.name == name for m in pkgutil.iter_modules(list(shelf.__path__)[:1])):
            raise
        raise unreadable(f"{name}.py", error) from error


def unreadable(file: str, error: BaseException) -> ValueRefused:
    """The refusal of a user's file that does not run."""
    return ValueRefused(
        f"{file} cannot be read",
        expected="a Python file that runs",
        got=f"{type(error).__name__}: {error}",
        hint="run it with python to see where it fails",
    )


def _kind(shelf: ModuleType) -> str:
    return shelf.__name__.rpartition(".")[2]


def closest(name: str, known: list[str]) -> str:
    """The known name that a misspelt one most likely meant."""
    near = get_close_matches(name, known, n=1, cutoff=0.4)
    return near[0] if near else "one of these, letter by letter" if known else "nothing: there is none"
