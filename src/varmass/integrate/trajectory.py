"""A trajectory: the motion of one system for one set of values, with SciPy's names where SciPy has one."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from varmass import shelf
from varmass.errors import ValueRefused
from varmass.integrate import files
from varmass.integrate.accounts import Ledger, ledger, through
from varmass.integrate.outcome import Outcome
from varmass.integrate.path import Array, Path
from varmass.integrate.series import term_series
from varmass.model.system import System

if TYPE_CHECKING:
    import xarray


@dataclass(frozen=True)
class Trajectory:
    """`t` (instants), `y` (states in rows), `t_events` and `y_events` (by name), `status`, `message`."""

    system: System
    principle: str
    engine: str
    tolerance: float
    values: dict[str, float]
    outcome: Outcome
    message: str
    path: Path = field(repr=False)
    books: tuple[Any, ...] = field(repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The states: coordinates, then speeds."""
        return tuple(s.name for s in (*self.system.q, *self.system.u))

    @property
    def t(self) -> Array:
        """The instants of the engine's steps."""
        return self.path.t

    @property
    def y(self) -> Array:
        """The states at `t`, one row each."""
        return self.path.x[: len(self.names)]

    @property
    def status(self) -> int:
        """0 the end of the span, 1 a terminal event, −1 anything else."""
        return self.outcome.status

    @property
    def success(self) -> bool:
        """Did the run reach its end or a terminal event?"""
        return self.status >= 0

    @property
    def t_events(self) -> dict[str, Array]:
        """The instants of every event."""
        return {name: np.array([time for time, _ in hits]) for name, hits in self.path.hits.items()}

    @property
    def y_events(self) -> dict[str, Array]:
        """The states at every event, one column each."""
        n = len(self.names)
        return {name: np.array([x[:n] for _, x in hits]).T for name, hits in self.path.hits.items()}

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
        return self._between(at)[: len(self.names)]

    def _between(self, at: Any) -> Array:
        instants = _instants(at)
        if self.path.between is None or len(self.t) < 2:
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
        found = self.path.between(instants)
        return found if np.ndim(at) else found[:, 0]

    def ledger(self) -> Ledger:
        """Energy, momentum and angular momentum, book by book."""
        if not self.books:
            raise ValueRefused(
                "this run kept no ledger", expected="ledger=True", got="ledger=False", hint="simulate(..., ledger=True)"
            )
        return ledger(self.system, self._values, len(self.names), self.t, self.path.x, self.books)

    def book(self, name: str, kind: str = "energy", of: str = "total") -> float:
        """What went through one book by the end; 0 for a book that stayed empty."""
        return through(self.system, self.ledger().account(kind, of), name)

    def terms(self, at: Any = None) -> dict[tuple[str, str, str], Array]:
        """Every term of the equations along the motion: (coordinate, source, law) → values."""
        t_ = self.t if at is None else _instants(at)
        x = self.y if at is None else self(t_)
        return term_series(self.system, self.principle, self._values, t_, x)

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

    @property
    def _values(self) -> Array:
        return np.array([self.values[p.name] for p in self.system.parameters], dtype=float)


def _instants(at: Any) -> Array:
    """Instants as a row of numbers."""
    try:
        found = np.atleast_1d(np.asarray(at, dtype=float))
    except (TypeError, ValueError):
        found = np.empty((0,))
    if found.ndim != 1 or not found.size:
        raise ValueRefused("these are no instants", expected="a time, or a row of times", got=repr(at), hint="run(1.5)")
    return found
