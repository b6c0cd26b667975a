"""What is kept of a run by Taylor series: its dense output, polynomials step after step, and its events."""

from typing import Any

import numpy as np

from varmass.integrate.path import Array, TaylorSeries

MANY = 512  # steps from which on heyoka's own dense output, which it compiles at each call, is the faster one


class Record:
    """All steps of a run: asked for one by one in short chunks, taken from heyoka's dense output in long ones."""

    def __init__(self, t0: float, state: Array) -> None:
        self.start = (t0, state.copy())
        self.breaks: list[Any] = [t0]
        self.pieces: list[Array] = []

    def asks(self, steps: int) -> dict[str, Any]:
        """What heyoka is asked to keep of so many steps."""
        return {"c_output": True} if steps > MANY else {"callback": self._step, "write_tc": True}

    def _step(self, ta: Any) -> bool:
        self.breaks.append(ta.time)
        self.pieces.append(ta.tc.copy())
        return True

    def add(self, series: Any) -> None:
        """Dense output of heyoka's, if there is any."""
        if series is not None:
            self.breaks.extend(series.times[1:])
            self.pieces.extend(np.array(series.tcs))

    def extend(self, until: float, coefficients: Array, size: int) -> None:
        """A stretch that was no step of heyoka's: a polynomial of lower degree."""
        piece = np.zeros((len(coefficients), size))
        piece[:, : coefficients.shape[1]] = coefficients
        self.breaks.append(until)
        self.pieces.append(piece)

    def finished(self, ta: Any) -> tuple[Array, Array, TaylorSeries | None]:
        """Instants, states and interpolant; without dense output, the start and the end."""
        t0, x0 = self.start
        if not self.pieces:
            return np.array([t0, ta.time]), np.array([x0, ta.state]).T, None
        breaks, pieces = np.array(self.breaks), np.array(self.pieces)
        sound = (breaks[1:] > breaks[:-1]) & np.isfinite(pieces).all(axis=(1, 2))
        starts, ends, pieces = breaks[:-1][sound], breaks[1:][sound], pieces[sound]
        if not len(starts):
            return np.array([t0]), x0[:, None], None
        series = TaylorSeries(np.append(starts, ends[-1]), pieces)
        last = ta.state.copy()[:, None] if ta.time == ends[-1] else series(ends[-1:])
        x = np.concatenate([pieces[:, :, 0].T, last], axis=1)
        return series.breaks, x, series


class Recorder:
    """Keeps the instants and states of an event that does not stop the run; `crosses` is set for each run."""

    def __init__(self, row: int) -> None:
        self.row = row
        self.hits: list[tuple[float, Array]] = []
        self.crosses: Any = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "crosses": None}

    def __call__(self, ta: Any, t: float, sign: int) -> None:
        if self.crosses(self.row, t):
            ta.update_d_output(t)
            self.hits.append((t, ta.d_output.copy()))
