"""What is compiled: a system by a principle, with its events, its ledger and its tolerance; not yet any number."""

import hashlib
import pickle
import platform
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from varmass.model.events import Event
from varmass.model.system import System

ROOMS = ("model", "derive", "rod", "compile", "integrate")
PACKAGES = ("heyoka", "numpy", "sympy", "varmass")


@dataclass(frozen=True)
class Problem:
    """The content of a compiled model."""

    system: System
    principle: str
    events: tuple[Event, ...]
    ledger: bool
    tolerance: float
    varied: tuple[int, tuple[str, ...]] = (0, ())  # the order of the variations, and the parameters that they are by

    @property
    def states(self) -> tuple[str, ...]:
        """The names of the states of motion."""
        return tuple(s.name for s in (*self.system.q, *self.system.u))

    def fingerprint(self) -> str:
        """A digest of everything that the compiled model depends on: what was stated, our sources, this machine."""
        stated = pickle.dumps(
            (self.system, self.principle, self.events, self.ledger, self.tolerance, self.varied), protocol=5
        )
        return hashlib.sha256(stated + "\n".join(SURROUNDINGS).encode()).hexdigest()


def surroundings() -> Iterator[str]:
    """Versions, our own sources, and the processor, whose instructions a compiled model is made of."""
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            yield f"{name} {version(name)}"
    yield from (sys.version, sys.platform, platform.machine(), _processor())
    here = Path(__file__).parent.parent
    for room in ROOMS:
        for path in sorted((here / room).rglob("*.py")):
            yield hashlib.sha256(path.read_bytes()).hexdigest()


def _processor() -> str:
    """What Linux says of the first processor, its clock apart; one home may serve several machines."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            first = file.read(8192).split("\n\n")[0]
    except OSError:
        return platform.processor()
    return "\n".join(line for line in first.splitlines() if line.startswith(("model", "vendor", "flags", "Features")))


SURROUNDINGS = tuple(surroundings())  # as the sources are now, while they are being loaded
