"""What is compiled: a system by a principle, with its events, its ledger and its tolerance; not yet any number."""

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

from varmass.model.events import Event
from varmass.model.system import System

ROOMS = ("model", "derive", "compile", "integrate")


@dataclass(frozen=True)
class Problem:
    """The content of a compiled model."""

    system: System
    principle: str
    events: tuple[Event, ...]
    ledger: bool
    tolerance: float

    @property
    def states(self) -> tuple[str, ...]:
        """The names of the states of motion."""
        return tuple(s.name for s in (*self.system.q, *self.system.u))

    def fingerprint(self) -> str:
        """A digest of everything that the compiled model depends on, our own sources and versions included."""
        stated = repr((self.system, self.principle, self.events, self.ledger, self.tolerance))
        return hashlib.sha256("\n".join((stated, *_versions())).encode()).hexdigest()


@lru_cache
def _versions() -> tuple[str, ...]:
    packages = (f"{name} {version(name)}" for name in ("heyoka", "numpy", "sympy", "varmass"))
    return (*packages, sys.version, sys.platform, *_sources())


def _sources() -> Iterator[str]:
    here = Path(__file__).parent.parent
    for room in ROOMS:
        for path in sorted((here / room).rglob("*.py")):
            yield hashlib.sha256(path.read_bytes()).hexdigest()
