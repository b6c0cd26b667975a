"""A trajectory: the motion of one system for one set of values, with SciPy's names where SciPy has one."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from varmass import shelf
from varmass.errors import ValueRefused
from varmass.integrate import files
from varmass.integrate.accounts import Ledger, joined, through
from varmass.integrate.jumping import Jumped
from varmass.integrate.leg import Leg
from varmass.integrate.outcome import Outcome
from varmass.integrate.path import Array
from varmass.model.phases import Phases
from varmass.model.system import System

if TYPE_CHECKING:
    import xarray


@dataclass(frozen=True)
class Trajectory:
    """`t` (instants), `y` (states in rows), `t_events` and `y_events` (by name), `status`, `message`.

    A run has one leg, or one for each phase that it went through, with a jump between two of them; the instant of a
    jump is there twice.  A state that a phase does not have is not a number there.
    """

    system: System | Phases
    principle: str
    engine: str
    tolerance: float
    values: dict[str, float]
    outcome: Outcome
    message: str
    legs: tuple[Leg, ...] = field(repr=False)
    jumps: tuple[Jumped, ...] = ()

    @classmethod
    def of(
        cls, system: System | Phases, legs: tuple[Leg, ...], jumps: tuple[Jumped, ...], outcome: Outcome, detail: str
    ) -> "Trajectory":
        """The run of these legs, which ended with the last of them."""
        last = legs[-1]
        sentence = outcome.sentence(float(last.t[-1]), detail)
        how = (last.problem.principle, last.how.engine, last.problem.tolerance)
        return cls(system, *how, last.values, outcome, sentence, legs, jumps)

    @property
    def names(self) -> tuple[str, ...]:
        """The states: coordinates, then speeds."""
        return tuple(s.name for s in (*self.system.q, *self.system.u))

    @cached_property
    def t(self) -> Array:
        """The instants of the engine's steps."""
        return np.concatenate([leg.t for leg in self.legs])

    @cached_property
    def y(self) -> Array:
        """The states at `t`, one row each."""
        return np.concatenate([self._rows(leg.states(), len(leg.t)) for leg in self.legs], axis=1)

    @property
    def dense(self) -> bool:
        """Is the motion known between the steps?"""
        return any(leg.dense for leg in self.legs)

    @property
    def status(self) -> int:
        """0 the end of the span, 1 a terminal event, −1 anything else."""
        return self.outcome.status

    @property
    def success(self) -> bool:
        """Did the run reach its end or a terminal event?"""
        return self.status >= 0

    @cached_property
    def t_events(self) -> dict[str, Array]:
        """The instants of every event."""
        return {name: np.array([time for _, time, _ in hits]) for name, hits in self._hits.items()}

    @cached_property
    def y_events(self) -> dict[str, Array]:
        """The states at every event, one column each."""
        return {
            name: np.array([self._rows(dict(zip(leg.names, x, strict=False))) for leg, _, x in hits]).T
            for name, hits in self._hits.items()
        }

    @property
    def _hits(self) -> dict[str, list[tuple[Leg, float, Array]]]:
        found: dict[str, list[tuple[Leg, float, Array]]] = {}
        for leg in self.legs:
            for name, hits in leg.path.hits.items():
                found.setdefault(name, []).extend((leg, time, x) for time, x in hits)
        return found

    def _rows(self, states: dict[str, Any], *size: int) -> Array:
        """One row for each state of the run."""
        return np.array([states.get(name, np.full(size, np.nan)) for name in self.names])

    def state(self, name: Any, at: Any = None) -> Array:
        """One state by name, at the steps or at given instants."""
        if str(name) not in self.names:
            raise ValueRefused(
                f"there is no state {str(name)!r}",
                expected="one of " + ", ".join(self.names),
                got=repr(str(name)),
                hint=shelf.closest(str(name), list(self.names)),
            )
        row = self.names.index(str(name))
        return np.asarray((self.y if at is None else self(at))[row])

    def final(self, name: Any) -> float:
        """One state at the end."""
        return float(self.state(name)[-1])

    def __call__(self, at: Any) -> Array:
        """The states at any instants within the run, to the accuracy of the engine."""
        instants = _instants(at)
        if not self.dense:
            raise ValueRefused(
                "this run kept its end only",
                expected="a run with dense output",
                got="dense=False",
                hint="simulate(..., dense=True)",
            )
        if not (np.isfinite(instants).all() and self.t[0] <= instants.min() and instants.max() <= self.t[-1]):
            raise ValueRefused(
                "an instant outside the run",
                expected=f"{self.t[0]:.12g} ≤ t ≤ {self.t[-1]:.12g}",
                got=f"{instants.min():.12g} … {instants.max():.12g}",
                hint="run for longer, or ask within the run",
            )
        found = np.full((len(self.names), len(instants)), np.nan)
        for here, leg in self._shared(instants):
            found[:, here] = self._rows(leg.states(instants[here]), int(here.sum()))
        return found if np.ndim(at) else found[:, 0]

    def _shared(self, instants: Array) -> Iterator[tuple[Any, Leg]]:
        """Which instants fall to which leg; that of a jump to the leg after it."""
        dense = [leg for leg in self.legs if leg.dense]
        owner = np.searchsorted([leg.t[0] for leg in dense[1:]], instants, side="right")
        return ((owner == i, leg) for i, leg in enumerate(dense) if (owner == i).any())

    @property
    def kept_books(self) -> bool:
        """Was a ledger kept?"""
        return self.legs[0].how.ledger

    def ledger(self) -> Ledger:
        """Energy, momentum and angular momentum, book by book."""
        if not self.kept_books:
            raise ValueRefused(
                "this run kept no ledger", expected="ledger=True", got="ledger=False", hint="simulate(..., ledger=True)"
            )
        return joined([leg.accounts() for leg in self.legs], [jump.books for jump in self.jumps])

    def filled(self) -> dict[tuple[str, str, str], Array]:
        """(kind, of, book) → what has gone through it by each of the instants `t`, jumps included."""
        keys = [*(k for leg in self.legs for k in leg.filled()), *(k for jump in self.jumps for k in jump.books)]
        found: dict[tuple[str, str, str], list[Array]] = {key: [] for key in keys}
        brought: list[dict[Any, float]] = [{}, *(jump.books for jump in self.jumps)]
        for leg, jump in zip(self.legs, brought, strict=True):
            rows = leg.filled()
            for key, parts in found.items():
                before = (parts[-1][-1] if parts else 0.0) + jump.get(key, 0.0)
                parts.append(before + rows.get(key, np.zeros(len(leg.t))))
        return {key: np.concatenate(parts) for key, parts in found.items()}

    def book(self, name: str, kind: str = "energy", of: str = "total") -> float:
        """What went through one book by the end; 0 for a book that stayed empty."""
        return through(self.system, self.ledger().account(kind, of), name)

    def terms(self, at: Any = None) -> dict[tuple[str, str, str], Array]:
        """Every term along the run: (coordinate, source with its body, law) → values, 0 where a phase has none."""
        instants = self.t if at is None else _instants(at)
        found: dict[tuple[str, str, str], Array] = {}
        first = 0
        for leg in self.legs if at is None else ():
            here = slice(first, first := first + len(leg.t))
            for key, row in leg.terms().items():
                found.setdefault(key, np.zeros(len(instants)))[here] = row
        for here, leg in self._shared(instants) if at is not None else ():
            for key, row in leg.terms(instants[here]).items():
                found.setdefault(key, np.zeros(len(instants)))[here] = row
        return found

    def plot(self, file: Any = None) -> Any:
        """A figure of the states; written to `file` if one is named."""
        import varmass

        return varmass.plot(self, file)

    def to_xarray(self) -> "xarray.Dataset":
        """An xarray Dataset with units, labels, events, ledger and the model's text."""
        return files.to_xarray(self)

    def to_netcdf(self, file: Any) -> None:
        """NetCDF-4."""
        files.to_netcdf(self, file)

    def to_json(self, file: Any) -> None:
        """One JSON object: what is known of the run, and its columns."""
        files.to_json(self, file)

    def to_parquet(self, file: Any) -> None:
        """Parquet."""
        files.to_parquet(self, file)

    def to_csv(self, file: Any) -> None:
        """Comma-separated values, with the model's text in a commented heading."""
        files.to_csv(self, file)


def _instants(at: Any) -> Array:
    """Instants as a row of numbers."""
    try:
        found = np.atleast_1d(np.asarray(at, dtype=float))
    except (TypeError, ValueError):
        found = np.empty((0,))
    if found.ndim != 1 or not found.size:
        raise ValueRefused("these are no instants", expected="a time, or a row of times", got=repr(at), hint="run(1.5)")
    return found
