"""What a benchmark says, and how long a thing takes."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import heyoka as hy


@dataclass(frozen=True)
class Rival:
    """What somebody needs for `task`, and what we need; `asked` is the least ratio that we want of it, if any."""

    task: str
    who: str
    seconds: float
    ours: float
    asked: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float:
        """How many times as long as we they take."""
        return self.seconds / self.ours

    @property
    def met(self) -> bool:
        """Is the ratio what was asked for?"""
        return self.asked is None or self.ratio >= self.asked


def once(f: Callable[[], Any]) -> tuple[float, Any]:
    """The time that one call takes, and its result."""
    start = perf_counter()
    found = f()
    return perf_counter() - start, found


def anew(build: Callable[[], Any]) -> Any:
    """Without what heyoka remembers of compiling the same before."""
    hy.llvm_state.set_diskcache_enabled(False)
    hy.llvm_state.clear_memcache()
    return build()


def best(*contestants: Callable[[], Any], rounds: int = 7, least: float = 0.05) -> list[float]:
    """The shortest time of one call of each: they take turns, so that whatever disturbs the machine disturbs all."""
    calls = [max(1, int(least / max(once(f)[0], 1e-7))) for f in contestants]
    found = [float("inf")] * len(contestants)
    for _ in range(rounds):
        for i, (f, n) in enumerate(zip(contestants, calls, strict=True)):
            start = perf_counter()
            for _ in range(n):
                f()
            found[i] = min(found[i], (perf_counter() - start) / n)
    return found
