"""The ledger of a run: contents before and after, what went through each book, and how well they close."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import inf, isfinite, nan
from typing import Any

import numpy as np
import sympy as sp

from varmass.compile.source import function
from varmass.derive.algebra import SYMPY
from varmass.derive.ledger import contents
from varmass.derive.motion import Motion
from varmass.errors import ValueRefused
from varmass.integrate.path import Array
from varmass.model.dimensions import dimension
from varmass.model.phases import Phases
from varmass.model.symbols import t
from varmass.model.system import System
from varmass.shelf import closest

KINDS = ("energy", "momentum", "linear", "angular")
EMPTY = {  # books that any system may have, of energy and of momentum, and that are not kept where they vanish
    True: ("carried_in", "carried_out", "dissipated", "injected", "drive", "field in time"),
    False: ("carried", "geometry", "loads", "ports", "springs", "damping", "guides"),
}
ROLES = ("load", "traction", "port", "damping", "spring in time")  # of energy, each followed by the name of a part


@lru_cache(maxsize=64)
def units(system: System) -> dict[tuple[str, str], str]:
    """(kind, of) → the unit of that account."""
    found = {}
    for key, parts in contents(Motion(system, SYMPY)).items():
        sizes = (dimension(sp.sympify(part), system.time) for part in parts)
        found[key] = str(next((size for size in sizes if size is not None), ""))
    return found


@dataclass(frozen=True)
class Account:
    """One content at the start and at the end, the amount that went through each book, and the largest on the way."""

    kind: str
    of: str
    start: float
    end: float
    books: dict[str, float]
    size: float

    @property
    def gap(self) -> float:
        """Change of the content minus all that the books brought."""
        return self.end - self.start - sum(self.books.values())


@dataclass(frozen=True)
class Ledger:
    """All accounts of a run.  Closure is relative, the gap by the largest amount of the same kind along the run."""

    accounts: tuple[Account, ...]

    def closure(self, kind: str) -> float:
        """The largest relative gap among the accounts of one kind."""
        if kind not in KINDS:
            raise ValueRefused(
                f"there is no account of a {kind!r}",
                expected="one of " + ", ".join(KINDS),
                got=repr(kind),
                hint=closest(str(kind), list(KINDS)),
            )
        same = [a for a in self.accounts if a.kind == kind]
        size = max((a.size for a in same), default=0.0)
        found = max((abs(a.gap) for a in same), default=0.0) / size if size else 0.0
        return found if isfinite(found) else inf

    def keeps(self, kind: str) -> bool:
        """Is there an account of this kind?"""
        return any(a.kind == kind for a in self.accounts)

    @property
    def energy_closure(self) -> float:
        """Relative gap of the energy."""
        return self.closure("energy")

    @property
    def momentum_closure(self) -> float:
        """Largest relative gap of the momenta: of each coordinate, linear, angular; not a number where none is kept."""
        return max((self.closure(kind) for kind in KINDS[1:] if self.keeps(kind)), default=nan)

    def account(self, kind: str, of: str = "total") -> Account:
        """The account of one content."""
        for a in self.accounts:
            if (a.kind, a.of) == (kind, of):
                return a
        known = [f"{a.kind} {a.of}" for a in self.accounts]
        raise ValueRefused(
            f"there is no account {kind!r} of {of!r}",
            expected="one of " + ", ".join(known),
            got=f"{kind} {of}",
            hint=closest(f"{kind} {of}", known),
        )

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        listed = [
            {"kind": a.kind, "of": a.of, "start": a.start, "end": a.end, "books": a.books, "gap": a.gap}
            for a in self.accounts
        ]
        return {"energy_closure": self.energy_closure, "momentum_closure": self.momentum_closure, "accounts": listed}

    def __str__(self) -> str:
        lines = []
        for a in self.accounts:
            title = a.kind if a.of == "total" else f"{a.kind} {a.of}"
            lines += [f"{title:<28}{a.start:>16.8g} → {a.end:<16.8g} change {a.end - a.start:.8g}"]
            lines += [f"    {name:<24}{amount:>16.8g}" for name, amount in a.books.items()]
            lines += [f"    {'unaccounted':<24}{a.gap:>16.3g}"]
        kept = self.momentum_closure >= 0
        momentum = f"momentum {self.momentum_closure:.2g}" if kept else "of momentum none was kept"
        lines += [f"closure: energy {self.energy_closure:.2g}, {momentum} (relative)"]
        return "\n".join(lines)


def accounts(
    contents: Mapping[tuple[str, str], list[Array]], x: Array, books: tuple[Any, ...]
) -> dict[tuple[str, str], Account]:
    """The accounts of `contents` along a run, between its ends; `x` are the rows of the books."""
    found = {}
    for (kind, of), parts in contents.items():
        through = {b.name: x[i] - x[i, 0] for i, b in enumerate(books) if (b.kind, b.of) == (kind, of)}
        rows = (*parts, *through.values())
        size = max((float(np.max(np.abs(row), where=np.isfinite(row), initial=0.0)) for row in rows), default=0.0)
        totals = {name: float(row[-1]) for name, row in through.items()}
        start, end = (float(sum(row[k] for row in parts)) for k in (0, -1))
        found[kind, of] = Account(kind, of, start, end, totals, size)
    return found


def joined(legs: list[dict[tuple[str, str], Account]], jumps: list[dict[tuple[str, str, str], float]]) -> Ledger:
    """The ledger of legs that follow upon each other, with what each jump between two of them brought.

    A content that only one of two phases has, as the momentum of a coordinate of its own, appears or vanishes in full
    in the book `change of phase`.
    """
    found = []
    for key in dict.fromkeys(key for leg in legs for key in leg):
        there = [leg.get(key) for leg in legs]
        books: dict[str, float] = {}
        sizes = [a.size for a in there if a is not None]
        for account in there:
            _add(books, {} if account is None else account.books)
        for before, after, jump in zip(there[:-1], there[1:], jumps, strict=True):
            known = before is not None and after is not None
            step = (after.start if after is not None else 0.0) - (before.end if before is not None else 0.0)
            brought = {name: amount for (*of, name), amount in jump.items() if tuple(of) == key}
            _add(books, brought if known else {"change of phase": step})
            sizes += [abs(amount) for amount in brought.values()]
        first, last = there[0], there[-1]
        start, end = 0.0 if first is None else first.start, 0.0 if last is None else last.end
        found.append(Account(*key, start, end, books, max(sizes)))
    return Ledger(tuple(found))


def _add(books: dict[str, float], more: dict[str, float]) -> None:
    for name, amount in more.items():
        books[name] = books.get(name, 0.0) + amount


def content_series(system: System, values: Array, t_: Array, x: Array) -> dict[tuple[str, str], list[Array]]:
    """The parts of every content along a motion."""
    found, evaluate = _contents(system)
    q = len(system.q)
    rows = iter(evaluate((t_,), x[:q], x[q : 2 * q], values))
    return {key: [np.broadcast_to(next(rows), t_.shape).astype(float) for _ in parts] for key, parts in found.items()}


def through(system: System | Phases, account: Account, name: str) -> float:
    """What went through one book of an account; 0 for one that these parts may have and that stayed empty."""
    stated = [p.name for part in system.parts for p in (part, *getattr(part, "ports", ()))]
    known = [*account.books, *EMPTY[account.kind == "energy"]]
    role, _, of = str(name).partition(": ")
    if name in known or (account.kind == "energy" and role in ROLES and of in stated):
        return account.books.get(name, 0.0)
    raise ValueRefused(
        f"there is no book {name!r} of the {account.kind}",
        expected="one of " + ", ".join(dict.fromkeys(known)),
        got=repr(name),
        hint=closest(str(name), known),
    )


@lru_cache(maxsize=256)
def _contents(system: System) -> tuple[dict[tuple[str, str], tuple[Any, ...]], Any]:
    found = contents(Motion(system, SYMPY))
    motion = ((t,), system.q, system.u, system.parameters)
    return found, function([e for parts in found.values() for e in parts], motion, arrays=True)
