"""disturbance(run): how a small change of the start, or of a parameter, is found again at any later instant.

    δx(t) = Φ(t, t₀) δx₀ + Ψ(t) δp  (+ ½ of the second order) ,     through events, switches and changes of side

A run of `vm.variations(…)` has it from heyoka; of any other run it is computed by our own A(t), a discrete model
along the motion.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp

from varmass.analyse.pieces import Piece, by_heyoka, by_symbols
from varmass.analyse.recurrence import Array
from varmass.analyse.saltation import Side, back, crossing, jumped
from varmass.analyse.variations import chosen
from varmass.compile.differentials import Differential, evaluated
from varmass.derive.jumps import Jump
from varmass.errors import ValueRefused
from varmass.integrate.leg import Leg
from varmass.integrate.trajectory import Trajectory
from varmass.model.calls import asked
from varmass.model.phases import Phases
from varmass.model.symbols import Parameter, t
from varmass.model.values import scalar

SMOOTH = 1e-12  # beside the rates: where no more than this jumps, a surface leaves a first-order disturbance alone


@dataclass(frozen=True)
class Disturbance:
    """A run, the parameters beside the start values that may change, and the smooth pieces of the motion.

    Everything is a `Differential` by z: the start values in the order of the states, then the parameters.
    """

    run: Trajectory
    by: tuple[Parameter, ...]
    order: int
    pieces: tuple[Piece, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What may change."""
        return (*self.run.legs[0].names, *(p.name for p in self.by))

    @asked
    def state(self, time: float | None = None) -> list[Differential]:
        """x(t), or x at the end of the run, with its differentials."""
        at = float(self.run.t[-1]) if time is None else float(time)
        return self._carried(self._piece(at), at)

    @asked
    def Phi(self, time: float | None = None) -> Array:
        """Φ(t, t₀) = ∂x(t)/∂x(t₀); a row for each state of the phase that t lies in."""
        return self._matrix(time)[:, : len(self.run.legs[0].names)]

    @asked
    def Psi(self, time: float | None = None) -> Array:
        """Ψ(t) = ∂x(t)/∂p."""
        return self._matrix(time)[:, len(self.run.legs[0].names) :]

    @asked
    def second(self, time: float | None = None) -> Array:
        """∂²x(t)/∂z²: (states, z, z)."""
        if self.order < 2:
            raise ValueRefused(
                "this disturbance is of the first order",
                expected="a run of variations of order 2",
                got="order 1",
                hint="vm.variations(…, order=2)",
            )
        return np.array([x.H for x in self.state(time)])

    @asked
    def event(self, name: str, k: int = 1) -> Differential:
        """The instant at which an event is met for the k-th time."""
        return self._event(name, k)[0]

    @asked
    def of(self, expression: Any, at: float | str | None = None, k: int = 1) -> Differential:
        """An expression of t, q, q̇ and the parameters at an instant, at the k-th time of an event, or at the end."""
        wanted = scalar(expression, "the expression")
        if isinstance(at, str):
            time, x, index = self._event(at, k)
        else:
            end = float(self.run.t[-1]) if at is None else float(at)
            index = self._piece(end)
            time, x = end, self._carried(index, end)  # type: ignore[assignment]
        side = self._side(index, 1.0)
        strange = sorted(wanted.free_symbols - set(side.near), key=str)
        if strange:
            raise ValueRefused(
                f"{strange[0]} is not known along the motion",
                expected="an expression of " + ", ".join(map(str, side.near)),
                got=str(wanted),
                hint=f"vm.disturbance(run).of({side.system.q[0]})",
            )
        found = evaluated([wanted], side.at(x, time), side.near)[0][0]
        return found if isinstance(found, Differential) else found + 0.0 * x[0]

    def _matrix(self, time: float | None) -> Array:
        return np.array([x.g for x in self.state(time)])

    def _piece(self, time: float) -> int:
        """The piece that an instant lies in; at a jump, the one that begins there."""
        if not self.pieces[0].t0 <= time <= self.pieces[-1].t1:
            raise ValueRefused(
                "an instant outside the run",
                expected=f"{self.pieces[0].t0:.12g} ≤ t ≤ {self.pieces[-1].t1:.12g}",
                got=f"{time:.12g}",
                hint="run for longer, or ask within the run",
            )
        return max(i for i, piece in enumerate(self.pieces) if piece.t0 <= time)

    def _carried(self, index: int, time: float) -> list[Differential]:
        """From the start of a piece to an instant within it."""
        piece, x, p = self.pieces[index], self._starts[index], self._parameters
        J, K = piece.map(time)
        z = [*x, *p]
        inner, H = np.array([v.g for v in z]), [v.H for v in z]
        states = list(piece.leg.states(np.array([time])).values())
        found = []
        for i, value in enumerate(states):
            curved = None
            if K is not None:
                curved = sum((J[i, j] * h for j, h in enumerate(H) if h is not None), inner.T @ K[i] @ inner)
            found.append(Differential(float(value[0]), J[i] @ inner, curved))
        return found

    @cached_property
    def _parameters(self) -> list[Differential]:
        n, values = len(self.run.legs[0].names), self.run.values
        return Differential.variables([values[p.name] for p in self.by], len(self.names), self.order == 2, n)

    @cached_property
    def _starts(self) -> list[list[Differential]]:
        """The state at the start of each piece, the jump before it done."""
        first = self.pieces[0].leg
        found = [Differential.variables(first.path.x[: len(first.names), 0], len(self.names), self.order == 2)]
        self.__dict__["_starts"] = found  # each is carried there from the one before
        for i in range(len(self.pieces) - 1):
            found.append(self._through(i, self._carried(i, self.pieces[i].t1)))
        return found

    def through(self, i: int) -> Array:
        """∂x⁺/∂x⁻ from the end of a piece to the start of the next one: the saltation matrix of a jump."""
        states = list(self.pieces[i].leg.states(np.array([self.pieces[i].t1])).values())
        x = Differential.variables([float(row[0]) for row in states], len(states), second=False)
        return np.array([y.g for y in self._through(i, x)])

    def _through(self, i: int, x: list[Differential]) -> list[Differential]:
        """From the end of a piece to the start of the next one."""
        one, two = self.pieces[i], self.pieces[i + 1]
        te = one.t1
        before, after = self._side(i, 1.0), self._side(i + 1, 0.0)
        if one.leg is two.leg:
            return self._past_a_surface(x, te, before, after)
        name = next(jump.event for leg, jump in zip(self.run.legs, self.run.jumps, strict=False) if leg is one.leg)
        event = next(e for e in one.leg.problem.events if e.name == name)
        τ, met = crossing(x, te, Side.event(event.expression), before)
        assert isinstance(self.run.system, Phases)
        switch = next(s for s in self.run.system.phase(one.leg.phase).switches if s.event.name == name)
        jump = Jump(one.leg.system, two.leg.system, switch)
        return back(jumped(jump, before.at(met, te + τ)), te, τ, after)

    def _past_a_surface(self, x: list[Differential], te: float, before: Side, after: Side) -> list[Differential]:
        """Where a choice by sign changes: to the first order nothing happens unless the rates jump there."""
        F, G = (np.array(side.plain.rates([v.value for v in x], te)) for side in (before, after))
        g = before.choice(after)
        if g is None or (self.order == 1 and np.abs(F - G).max() <= SMOOTH * np.abs(F).max()):
            return x
        τ, met = crossing(x, te, g, before)
        return back(met, te, τ, after)

    def _side(self, i: int, end: float) -> Side:
        """The system of a piece, and a place in it, near its end or its start, by which choices are made."""
        piece = self.pieces[i]
        leg, system = piece.leg, piece.leg.system
        steps = leg.t[(leg.t >= piece.t0) & (leg.t <= piece.t1)]
        pair = steps[-2:] if end else steps[:2]
        middle = float(pair.mean())
        states = [float(row[0]) for row in leg.states(np.array([middle])).values()]
        values: dict[sp.Symbol, Any] = {p: leg.values[p.name] for p in system.parameters}
        near = {t: middle, **dict(zip((*system.q, *system.u), states, strict=True)), **values}
        named = dict(zip((p.name for p in self.by), self._parameters, strict=True))
        return Side(system, leg.problem.principle, near, {p: named.get(p.name, v) for p, v in values.items()})

    def _event(self, name: str, k: int) -> tuple[Differential, list[Differential], int]:
        """Its instant and the state there, and the piece it lies in."""
        hits = [(leg, time) for leg in self.run.legs for time, _ in leg.path.hits.get(name, ())]
        if not 1 <= k <= len(hits):
            raise ValueRefused(
                f"the event {name!r} was not met {k} times" if k > 0 else "events are counted from 1",
                expected="one of " + (", ".join(self.run.t_events) or "none: no event was watched"),
                got=f"{len(hits)} times",
                hint="run for longer",
            )
        leg, time = hits[k - 1]
        event = next(e for e in leg.problem.events if e.name == name)
        index = max(i for i, p in enumerate(self.pieces) if p.leg is leg and (p.t0 < time or p.t0 == leg.t[0]))
        τ, x = crossing(self._carried(index, time), time, Side.event(event.expression), self._side(index, 1.0))
        return time + τ, x, index


@asked
def disturbance(run: Trajectory, by: Iterable[Any] | str | None = None) -> Disturbance:
    """How disturbances of the start, and of the parameters `by` (names, or 'all'), go through a run."""
    order, varied = run.legs[0].how.varied
    if order and by is not None and tuple(p.name for p in chosen(run.system, by)) != varied:
        raise ValueRefused(
            "this run has its variations by other parameters",
            expected="by = " + (", ".join(varied) or "nothing"),
            got=f"by = {by!r}",
            hint="vm.variations(…, by=…)",
        )
    parameters = chosen(run.system, varied if order else by or ())
    way: Any = by_heyoka if order else by_symbols
    pieces = tuple(piece for leg in run.legs for piece in _of(leg, way, parameters))
    return Disturbance(run, parameters, order or 1, pieces)


def _of(leg: Leg, way: Any, parameters: Sequence[Parameter]) -> Iterator[Piece]:
    if not leg.dense:
        raise ValueRefused(
            "this run kept its end only",
            expected="a run with dense output",
            got="dense=False",
            hint="simulate(..., dense=True)",
        )
    own = tuple(p for wanted in parameters for p in leg.system.parameters if p.name == wanted.name)
    yield from way(leg, own)
