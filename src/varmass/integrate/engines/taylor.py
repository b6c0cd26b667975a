"""Taylor series of adaptive order, compiled by heyoka: exact events, dense output, error at round-off."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import RLock
from typing import Any

import heyoka as hy
import numpy as np

from varmass.compile.first_order import FirstOrder, first_order
from varmass.compile.heyoka_algebra import HeyokaAlgebra, running
from varmass.compile.heyoka_variations import with_variations
from varmass.compile.watching import (
    HALFWAY,
    SMALL,
    compiled_function,
    events_of,
    large,
    layout_of,
    rate,
    varying,
    watch_of,
)
from varmass.integrate import cache
from varmass.integrate.engines._record import Record, Recorder
from varmass.integrate.engines._roots import Roots
from varmass.integrate.engines._switches import Switches
from varmass.integrate.outcome import Outcome
from varmass.integrate.path import Array, Path
from varmass.integrate.problem import Problem

TOLERANCE = 1e-15
CHUNK = 5000
BUDGET = 2_000_000
hy.set_logger_level_error()  # its warnings go to stdout, where our results go
TIME_LIMIT, STEP_LIMIT = int(hy.taylor_outcome.time_limit), int(hy.taylor_outcome.step_limit)
NOT_FINITE = int(hy.taylor_outcome.err_nf_state)
DIRECTION = {0: hy.event_direction.any, 1: hy.event_direction.positive, -1: hy.event_direction.negative}
SAME_INSTANT = 1e-13
FIRST = 50.0
NOISE = 1e-13  # of a coefficient beside the largest of its order
FEW = 16  # steps of the first chunk


def prepare(problem: Problem) -> "Compiled":
    """The compiled model: from the disk if it is there, else derived, compiled and stored."""
    key = problem.fingerprint()
    found = cache.load(key)
    if not isinstance(found, Compiled):
        found = build(problem)
        cache.store(key, found)
    return found


def build(problem: Problem) -> "Compiled":
    """Derive over heyoka's algebra and compile."""
    algebra = HeyokaAlgebra(problem.system)
    form = first_order(problem.system, problem.principle, problem.events, problem.ledger, algebra, symbolic=True)
    states = [hy.expression(name) for name in (*problem.states, *(f"book {i}" for i in range(len(form.books))))]
    rates = [algebra.lift(u) for u in problem.system.u] + form.accelerations + [b.rate for b in form.books]
    states, rates, begin = with_variations(states, rates, form, algebra, *problem.varied)
    stops, passing = events_of(form, algebra)
    stops += [("root", "", -1, SMALL * rate(S, zip(states, rates, strict=True)), 1) for S in form.radicands]
    ta = hy.taylor_adaptive(
        list(zip(states, running(rates), strict=True)),
        np.zeros(len(states)),
        tol=problem.tolerance,
        compact_mode=large(running(rates), keeps=problem.ledger or problem.varied[0] > 0),
        opt_level=HALFWAY,
        t_events=[hy.t_event(running([g])[0], direction=DIRECTION[d]) for _, _, _, g, d in stops],
        nt_events=[hy.nt_event(running([g])[0], Recorder(row), direction=DIRECTION[d]) for row, g, d in passing],
    )
    return Compiled(
        ta,
        form.titles,
        len(problem.states),
        [stop[:3] for stop in stops],
        [(e.name, e.direction, e.terminal) for e, _ in form.events],
        _switches(ta, form, algebra, states, rates),
        begin,
    )


def _switches(ta: Any, form: FirstOrder, algebra: HeyokaAlgebra, states: list[Any], rates: list[Any]) -> Switches:
    """What a run carries beside its parameters, and the functions that tell it where it is."""
    watched, guards = [*algebra.surfaces, *(g for _, g in form.events)], [g for _, g in varying(form)]
    layout = layout_of(form, algebra)
    on_the_spot = HeyokaAlgebra(form.system, on_the_spot=True)
    events = [on_the_spot.lift(e.expression) for e, _ in form.events]

    def of(outputs: list[Any]) -> Any:
        return compiled_function(outputs, states, layout.size) if outputs else None

    look = of([*form.radicands, *rates]) if form.radicands else None
    return Switches(
        ta,
        layout,
        watch_of(watched, states, layout.size) if watched else None,
        of(events),
        of(guards),
        Roots(ta, look, len(form.radicands)) if look else None,
        algebra.choices(),
    )


@dataclass
class Compiled:
    """An integrator that is used again and again, by one thread at a time, and what its events mean."""

    ta: Any
    books: tuple[Any, ...]
    size: int
    stops: list[tuple[str, str, int]]
    events: list[tuple[str, int, int]]
    switches: Switches
    begin: Array  # of all states but those of the motion
    restarts: list[float] = field(default_factory=list)
    hits: dict[str, list[tuple[float, Array]]] = field(default_factory=dict)
    busy: Any = field(default_factory=RLock)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "busy"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, busy=RLock())

    def run(
        self,
        values: Array,
        x0: Array,
        span: tuple[float, float],
        dense: bool = True,
        progress: Callable[[float], None] | None = None,
    ) -> Path:
        """Integrate over `span`; the books start at zero."""
        with self.busy:
            return self._run(values, x0, span, dense, progress)

    def _run(self, values: Array, x0: Array, span: tuple[float, float], dense: bool, progress: Any) -> Path:
        ta = self._begin(values, x0, span[0])
        passing = ta.nt_events if ta.with_events else []
        for event in passing:
            event.callback.hits.clear()
            event.callback.crosses = self.switches.crosses
        self.hits, self.restarts = {name: [] for name, _, _ in self.events}, []
        record = Record(span[0], ta.state)
        outcome, detail = self._march(span, record if dense else None, progress)
        names = [name for name, _, terminal in self.events if not terminal]
        for name, event in zip(names, passing, strict=True):
            self.hits[name].extend(event.callback.hits)
        t, x, series = record.finished(ta)
        found = {k: _once(hits, span[0]) for k, hits in self.hits.items()}
        return Path(outcome, detail, t, x, series, found, tuple(self.restarts))

    def first_rates(self, values: Array, x0: Array, t0: float) -> Array:
        """ẋ at the start, to see whether the equation of motion exists there."""
        with self.busy:
            self._begin(values, x0, t0)
            return self.switches.rates()[: self.size].copy()

    def _begin(self, values: Array, x0: Array, t0: float) -> Any:
        """The integrator at the start."""
        ta = self.ta
        ta.time = t0
        ta.state[: self.size], ta.state[self.size :] = x0, self.begin
        if ta.with_events:
            ta.reset_cooldowns()
        self.switches.begin(values)
        return ta

    def _march(self, span: tuple[float, float], record: "Record | None", progress: Any) -> tuple[Outcome, str]:
        ta, steps, seen, last, short = self.ta, 0, span[0], (0.0, 0), None
        many = FEW
        try:
            if self._passes_over(span[1], record):
                return Outcome.REACHED_END, ""
            longest = self._first_step() if ta.with_events else np.inf
            while True:
                if self.switches.stuck:
                    return Outcome.STICKS, self.switches.stuck
                if not np.isfinite(ta.time):  # its series overflowed
                    return Outcome.NOT_FINITE, ""
                limit, most = (longest, many) if short is None else (short, 1)
                kept = record.asks(most) if record is not None else {}
                met, _, _, n, series, _ = ta.propagate_until(span[1], max_steps=most, max_delta_t=limit, **kept)
                code, steps = int(met), steps + n
                many = 1 if ta.last_h == limit or self.switches.any_undecided else min(2 * many, CHUNK)
                longest = max(longest, 2 * (ta.time - span[0]))
                if record is not None:
                    record.add(series)
                if progress is not None:
                    progress(ta.time)
                if most >= 8 * FEW:
                    self.switches.resize()
                if short is not None:
                    self.switches.choose()
                strayed = self.switches.strayed()
                if strayed:
                    return Outcome.SIDE_MISSED, strayed
                ended = self._after(code, span, steps, seen if most == CHUNK else -np.inf)
                if ended is not None:
                    return ended
                self.switches.weigh()
                at_root = -len(self.stops) <= code < 0 and self.stops[-code - 1][0] == "root"
                if at_root and self._passes_over(span[1], record):
                    return Outcome.REACHED_END, ""
                short = self._stuck(code, span[1]) if (ta.time, code) == last else None
                last, seen = (ta.time, code), ta.time
        except KeyboardInterrupt:
            return Outcome.INTERRUPTED, ""

    def _first_step(self) -> float:
        """Not far beyond the shortest time in which a state changes by its own size, that of its first coefficient, or,
        where every state is a power of time as for a stone let go at 0, the time in which an event changes by its own.

        Steps may at most double the time that has passed: in one that goes far beyond an event, as it may where the
        motion is a polynomial, the event would be found with few digits, or not at all.
        """
        self.ta.step(max_delta_t=0.0, write_tc=True)
        self.ta.reset_cooldowns()
        c = np.abs(self.ta.tc[: self.size, :6])
        there = (c > NOISE * c.max(axis=0)) & np.isfinite(c)
        logs = np.log(np.where(there, c, np.nan))
        first = there.argmax(axis=1)[:, None]
        later = np.arange(c.shape[1]) - first
        times = (np.take_along_axis(logs, first, axis=1) - logs) / np.where(later > 0, later, np.nan)
        pace = float(np.exp(np.fmin.reduce(times, axis=None, initial=np.inf)))
        return FIRST * pace if pace < np.inf else self.switches.first_change()

    def _stuck(self, code: int, end: float) -> float | None:
        """The short step with which to leave what was met again at the same instant."""
        rows = [row for _, _, row in self.stops]
        return self.switches.step_off(rows[-code - 1], rows, end - self.ta.time) if -len(rows) <= code < 0 else None

    def _after(self, code: int, span: tuple[float, float], steps: int, seen: float) -> tuple[Outcome, str] | None:
        """The end that this code means, or None to go on."""
        ta = self.ta
        if code == TIME_LIMIT:
            return Outcome.REACHED_END, ""
        if code == NOT_FINITE:
            return Outcome.NOT_FINITE, ""
        if code == STEP_LIMIT:
            if ta.time - seen <= 1e-13 * max(abs(ta.time), abs(span[0])):
                return Outcome.STEP_COLLAPSED, ""
            return (Outcome.TOO_MANY_STEPS, str(steps)) if steps >= BUDGET else None
        kind, name, _ = self.stops[-code - 1]
        if kind == "guard":
            return Outcome.MASS_VANISHED, name
        crossed = [self.switches.crosses(self.switches.surfaces + i, ta.time) for i in range(len(self.events))]
        self.switches.choose()
        if kind == "surface" and self.begin.any():
            self.restarts.append(float(ta.time))
            ta.state[self.size :] = self.begin
        return None if ta.time == span[0] else self._met(name if kind == "event" else "", crossed)

    def _passes_over(self, end: float, record: "Record | None") -> bool:
        """Leave a place where a radicand vanishes; is that place all the rest of the run?"""
        roots = self.switches.roots
        if roots is not None and roots.pass_over(self.switches.pars, end, record):
            self.switches.choose()
        return bool(self.ta.time >= end)

    def _met(self, reported: str, crossed: list[bool]) -> tuple[Outcome, str] | None:
        """Record all events of this instant, of which heyoka reports one; a terminal one ends the run."""
        alone = reported and len(self.events) == 1
        ended, rows = None, [(0.0, 0.0)] if alone else self.switches.watched()[self.switches.surfaces :]
        near = SAME_INSTANT * self.switches.step + 4 * np.spacing(abs(self.ta.time))
        for (name, direction, terminal), (g, slope), crosses in zip(self.events, rows, crossed, strict=True):
            here = name == reported or (slope != 0 and abs(g / slope) <= near and direction * slope >= 0)
            hits = self.hits[name]
            if here and crosses and not (hits and self.ta.time - hits[-1][0] <= near):
                hits.append((float(self.ta.time), self.ta.state.copy()))
                ended = ended or ((Outcome.EVENT, name) if terminal and len(hits) >= terminal else None)
        return ended


def _once(hits: list[tuple[float, Array]], t0: float) -> list[tuple[float, Array]]:
    """Hits in the order of time, each once; to start on an event is not to meet it."""
    kept: list[tuple[float, Array]] = []
    for t, x in sorted(hits, key=lambda hit: hit[0]):
        before = kept[-1][0] if kept else t0
        if t - before > 16 * np.spacing(max(abs(t), abs(t0))):
            kept.append((t, x))
    return kept
