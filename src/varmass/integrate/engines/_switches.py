"""What a run by Taylor series carries beside its parameters: modes of choices by sign, what is asleep, sizes, leanings.

A mode says on which side of its surface g = 0 the motion is.  On a surface it is the side to which the motion goes if
it is on that side, by the first coefficient of g that does not vanish; where both sides send it back there is none.
A surface sleeps where a mode makes it vanish everywhere, and a surface or an event sleeps for one short step where it
vanishes to higher order, as at a start from rest: an event finder would stay on it for ever.  A size keeps an event
small beside the states: heyoka bounds its error by the largest of both, so that an event in grams or newtons would
decide how well an angle is known.  What is exactly zero leans to the side to which it goes, by far less than round-off:
a root at the very beginning of a step would hide those that follow in it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, islice
from typing import Any

import numpy as np

from varmass.integrate.engines._seen import Seen
from varmass.integrate.path import Array

ON_SURFACE = 1e-10
AGAIN = 1e-9  # of a step: what is met within it is met at the same instant, and tells nothing of the pace
SHORT = 0.01
BESIDE_EVENT = (1e-6, 1e-4)  # of a step: the first tells two crossings apart, the second knows a triple root
BESIDE, SMALLEST = 1e-3, 2.0**-100
LEANING = 1e-300
CLEAR = 2.0**20  # times round-off
FAITHFUL = 1e-9  # the last term of a series, beside the first, up to where it is followed
CANDIDATES = 64  # combinations of modes that are tried where several surfaces meet


@dataclass
class Switches(Seen):
    """Which choices are made, which are not watched, and what is made small."""

    step: float = 1.0
    stepped: float = 0.0
    stuck: str = ""
    heaviest: Any = 0.0
    undecided: Any = False

    def begin(self, values: Array) -> None:
        """The parameters of a run, with every mode as the start has it."""
        self.pars[: self.layout.parameters], self.modes[:], self.stuck = values, 1.0, ""
        self.asleep[:] = self.leaning[:] = 0.0
        self.heaviest = 0.0
        self._tell()
        for _ in range(2):  # one choice may depend on another
            self.modes[:] = self.values(self.ta.state, self.ta.time)[: self.surfaces] > 0 if self.surfaces else 0
            self._tell()
        self.weigh()
        if self.watch is not None:
            self.step, self.stepped = self._pace(), 0.0
            self.choose()
            self.resize()

    def weigh(self) -> None:
        """Make every guard small beside the states, by the largest mass seen: one may begin with almost none."""
        if self.masses is None:
            return
        m = np.abs(self.masses(self.ta.state, pars=self.pars, time=self.ta.time)[:-1])
        if not (m <= 2 * self.heaviest).all():
            self.heaviest = np.fmax(self.heaviest, np.where(np.isfinite(m), m, 0.0))
            room = BESIDE * max(1.0, self._largest())
            self.pars[-len(m) :] = room / np.where(self.heaviest > 0, self.heaviest, 1.0)
            self._tell()

    def choose(self) -> None:
        """Set every mode by the side of its surface, or on it by where the motion is going.  Wake all."""
        self.asleep[:] = self.leaning[:] = 0.0
        if self.surfaces:
            self._choose_modes()
            dead = self._dead()[: self.surfaces]
            self.asleep[: self.surfaces] = dead
            self.undecided &= ~dead
        if self.watching:
            self._lean()
        self._tell()

    def _lean(self) -> None:
        """Shift what is zero with its rate, by the round-off of a step, and what is exactly zero, by far less, to the
        side to which it goes; heyoka would not look at the first for the longer, the smaller its rate was when met.
        """
        (g, slope), noise = self.watched().T, self._slack()
        flat = (np.abs(g) <= self._noise(self.ta.state, self.ta.time, self._largest())) & (
            np.abs(slope) * self.step <= 4 * noise
        )
        rows = flat | (g == 0)
        if rows.any():
            shift = np.where(flat, self._of_watched(1) * noise, 0.0) + LEANING
            self.leaning[:] = np.where(rows, shift * self.sides(rows) - np.where(flat, self._of_watched(1) * g, 0), 0.0)
        if flat.any():
            self.ta.reset_cooldowns()

    def _slack(self) -> Array:
        """The round-off of every g that a step brings."""
        speed = float(np.abs(self.rates()[: self.layout.motion]).max())
        return self._noise(self.ta.state, self.ta.time, self.step * speed)

    def _clear(self, slope: Array) -> Array:
        """The sign of a rate, 0 where it is but round-off of the speeds."""
        noise = self._slack()
        return np.where(np.abs(slope) * self.step > CLEAR * noise, np.sign(slope), 0.0)

    def _choose_modes(self) -> None:
        h = abs(self.ta.last_h)
        if h > AGAIN * self.stepped + 4 * np.spacing(abs(self.ta.time)):
            self.step = self.stepped = h
        for _ in range(2):
            g, slope = self.watched()[: self.surfaces].T
            on = self._on(g, slope)
            self.modes[:] = np.where(on, np.where(slope == 0, self.modes, slope > 0), g > 0)
            self._tell()
        self.undecided = np.zeros(self.surfaces, dtype=bool)
        self.stuck = self._settled(np.flatnonzero(on)) if on.any() else ""

    def _on(self, g: Array, slope: Array) -> Any:
        """What is zero but for round-off, in g itself or in the instant."""
        near = max(ON_SURFACE * self.step, 4 * float(np.spacing(abs(self.ta.time))))
        noise = self._noise(self.ta.state, self.ta.time, self._largest())[: len(g)]
        return np.abs(g) <= np.fmax(np.abs(slope) * near, noise)

    def _settled(self, rows: Any) -> str:
        """Set the modes of these surfaces so that each is the side to which it leads; else the one that has none."""
        on = np.isin(np.arange(self.watching), rows)
        wrong = rows
        for modes in self._candidates(on):
            self.modes[rows] = modes
            self._tell()
            sides = self.sides(on)[rows]
            wrong = rows[(sides != 0) & ((sides > 0) != (modes > 0))]
            if not len(wrong):
                self.undecided[rows] = sides == 0
                return ""
        return self.names[int(wrong[0])]

    def _candidates(self, on: Any) -> Iterator[Array]:
        """The modes as they are; those to which they lead, a few times; then all that differ in few places."""
        rows = np.flatnonzero(on)
        first = self.modes[rows].copy()
        yield first
        for _ in rows:
            sides = self.sides(on)[rows]
            yield np.where(sides != 0, sides > 0, self.modes[rows]).astype(float)
        flips = chain.from_iterable(combinations(range(len(rows)), k) for k in range(1, len(rows) + 1))
        for places in islice(flips, CANDIDATES):
            modes = first.copy()
            modes[list(places)] = 1 - modes[list(places)]
            yield modes

    def sides(self, rows: Any) -> Array:
        """The sign of what is watched just after this instant, of the rows that are asked for; 0 for none.

        By the rate, or where that vanishes along the series: the nearest place at which g is more than round-off.
        """
        found = self._clear(self.watched()[:, 1])
        if not (rows & (found == 0)).any():
            return found
        open_ = rows & ~self._dead() & (found == 0)
        ta, now = self.ta, self.ta.time
        ta.step(max_delta_t=0.0, write_tc=True)
        speed = float(np.abs(self.rates()[: self.layout.motion]).max())
        last = float(np.abs(ta.tc[: self.layout.motion, -1]).max())
        for span in self.step * 2.0 ** np.arange(-52, 9, 2):
            if not open_.any() or last * span ** (ta.tc.shape[1] - 2) > FAITHFUL * speed:
                break
            if span > 4 * np.spacing(abs(now)):
                ta.update_d_output(span, rel_time=True)
                g = self.values(ta.d_output, now + span)
                seen = open_ & (np.abs(g) > self._noise(ta.d_output.copy(), now + span, span * speed))
                found[seen] = np.sign(g[seen])
                open_ &= ~seen
        return found

    def strayed(self) -> str:
        """The surface on whose other side the motion is than its mode says; '' for none.

        What the series could not tell from zero is told now: it is chosen again.
        """
        if not self.surfaces:
            return ""
        other = ((self.values(self.ta.state, self.ta.time)[: self.surfaces] > 0) != (self.modes > 0)) & (
            self.asleep[: self.surfaces] == 0
        )
        if other.any():
            g, slope = self.watched()[: self.surfaces].T
            other &= ~self._on(g, slope)
        told = other & self.undecided
        if told.any():
            self.choose()
            other &= ~told
        return self.names[int(other.argmax())] if other.any() else ""

    @property
    def any_undecided(self) -> bool:
        """Is there a choice that the next step has to tell?"""
        return bool(np.any(self.undecided)) if self.surfaces else False

    def resize(self) -> None:
        """Make every event small beside the states, from where it is and how fast it moves."""
        if self.watch is None:
            return
        g, slope = np.abs(self.watched()).T
        pace, room = self._pace(), BESIDE * max(1.0, np.abs(self.ta.state).max())
        self._of_watched(1)[:] = np.fmax(room / np.fmax(np.fmax(g, slope * pace), room), SMALLEST)
        self._tell()

    def crosses(self, row: int, time: float) -> bool:
        """Does what is watched there change its sign at this instant of the last step?  To touch zero is no event."""
        asides = (max(x * abs(self.ta.last_h), 64 * float(np.spacing(abs(time)))) for x in BESIDE_EVENT)
        return any(self._at(row, time - x) * self._at(row, time + x) < 0 for x in asides)

    def _at(self, row: int, instant: float) -> float:
        """One event in the last step or beside it; a choice by sign is made anew, not by its mode."""
        return float(self._honest(instant)[row - self.surfaces])

    def _honest(self, instant: float) -> Array:
        if self.honest is None:
            return np.zeros(0)
        self.ta.update_d_output(instant)
        return np.asarray(self.honest(self.ta.d_output, pars=self.pars, time=instant)[: self.events])

    def _pace(self) -> float:
        """A time in which the states change by about their size."""
        fastest = float(np.abs(self.rates()).max())
        return max(1.0, float(np.abs(self.ta.state).max())) / fastest if fastest > 0 else 1.0

    def first_change(self) -> float:
        """About the first time in which an event changes by its own size, as the motion begins; a power of two."""
        now = self.ta.time
        before = self._honest(now)
        for span in 2.0 ** np.arange(-99, 100):
            if np.any((np.abs(self._honest(now + span) - before) >= np.abs(before)) & (before != 0)):
                return float(span)
        return np.inf

    def step_off(self, row: int, rows: list[int], longest: float) -> float:
        """The length of a short step over which all that vanishes here sleeps; sides are chosen by a look ahead.

        `row` is what was met here again; `rows` are those of heyoka's terminal events.
        """
        ta, before, x = self.ta, self.ta.time, self.ta.state.copy()
        self.asleep[row] = 1.0
        self.asleep[self.values(x, before) == 0] = 1.0
        for _ in rows:
            self._tell()
            code = int(ta.step(max_delta_t=longest, write_tc=True)[0])
            if ta.time > before:
                break
            self.asleep[rows[-code - 1]] = 1.0
        short = SHORT * (ta.time - before)
        ta.update_d_output(before + short)
        ahead, sleeping = self.values(ta.d_output, before + short)[: self.surfaces], self.asleep[: self.surfaces]
        self.modes[:] = np.where((sleeping == 1) & (ahead != 0), ahead > 0, self.modes)
        ta.time, ta.state[:] = before, x
        for event in ta.nt_events:
            event.callback.hits[:] = [hit for hit in event.callback.hits if hit[0] <= before]
        self._tell()
        return float(short)
