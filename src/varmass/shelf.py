"""A shelf is a package whose files are its register: adding a member is adding a file."""

import importlib
import pkgutil
from difflib import get_close_matches
from types import ModuleType

from varmass.errors import ValueRefused


def names(shelf: ModuleType) -> list[str]:
    """The members of a shelf, in alphabetical order."""
    return sorted(m.name for m in pkgutil.iter_modules(shelf.__path__) if not m.name.startswith("_"))


def take(shelf: ModuleType, name: str) -> ModuleType:
    """The member called `name`."""
    known = names(shelf)
    if not isinstance(name, str) or name not in known:
        kind = shelf.__name__.rpartition(".")[2]
        raise ValueRefused(
            f"there is no {name!r} among the {kind}",
            expected="one of " + ", ".join(known),
            got=repr(name),
            hint=closest(str(name), known),
        )
    return importlib.import_module(f"{shelf.__name__}.{name}")


def closest(name: str, known: list[str]) -> str:
    """The known name that a misspelt one most likely meant."""
    near = get_close_matches(name, known, n=1, cutoff=0.4)
    return near[0] if near else "one of these, letter by letter" if known else "nothing: there is none"
