"""What a disturbance becomes where a motion is not smooth: at events, switches and surfaces of choice.

    g(x, t, p) = 0 is met at t_e + δτ ,   x⁺ = χ(x⁻, t, p) ,   F⁻, F⁺ the rates on both sides

    Φ⁺ = [χ_x + (F⁺ − χ_x F⁻ − χ_t) ∇gᵀ/(∇g·F⁻ + g_t)] Φ⁻

It is found by following, with differentials of the first order or of the second, the disturbed motion to its own
instant t_e + δτ, through the jump, and back to t_e by the rates of the other side.
Source: M. A. Aizerman and F. R. Gantmakher (1958); R. I. Leine and H. Nijmeijer, on saltation matrices (2004).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import sympy as sp

from varmass.compile.differentials import Differential, evaluated, value_of
from varmass.compile.first_order import symmetric_mass
from varmass.compile.solve import solve
from varmass.derive.deriving import derive
from varmass.derive.jumps import Jump
from varmass.errors import ValueRefused
from varmass.model.symbols import t
from varmass.model.system import System

Surface = Callable[["Side", Sequence[Any], Any], Any]
TANGENT = 1e-12  # of the largest part of dg/dt: below it an event is touched and not crossed


@dataclass(frozen=True)
class Side:
    """One side of an event: the system there, and a place of its motion nearby, by which its choices are made."""

    system: System
    principle: str
    near: Mapping[sp.Symbol, float]
    p: Mapping[sp.Symbol, Any]

    def at(self, x: Sequence[Any], time: Any) -> dict[sp.Symbol, Any]:
        """What each symbol stands for."""
        return {**self.p, t: time, **dict(zip((*self.system.q, *self.system.u), x, strict=True))}

    def rates(self, x: Sequence[Any], time: Any) -> list[Any]:
        """F: speeds, then accelerations."""
        return self._found(x, time)[0]

    def deciding(self, x: Sequence[Any], time: Any) -> list[Any]:
        """What decides the choices."""
        return self._found(x, time)[1]

    @property
    def plain(self) -> "Side":
        """With numbers for its parameters."""
        return replace(self, p={p: value_of(v) for p, v in self.p.items()})

    def slope(self, x: Sequence[float], time: float) -> list[float]:
        """dF/dt along the motion."""
        s, plain = Differential.variables([0.0], 1, second=False)[0], self.plain
        F = plain.rates(x, time)
        return [_slope(f) for f in plain.rates([a + f * s for a, f in zip(x, F, strict=True)], time + s)]

    @staticmethod
    def event(g: sp.Expr) -> Surface:
        """An expression of the motion, as a function of states and time."""
        return lambda side, x, time: evaluated([g], side.at(x, time), side.near)[0][0]

    def choice(self, other: "Side") -> Surface | None:
        """What decides otherwise on the other side; None where nothing does, as where a surface was only touched."""
        signs = [[value_of(d) > 0 for d in s.deciding(*s.place)] for s in (self.plain, other.plain)]
        i = next((i for i, (one, two) in enumerate(zip(*signs, strict=True)) if one != two), None)
        return None if i is None else lambda side, x, time: side.deciding(x, time)[i]

    @property
    def place(self) -> tuple[list[float], float]:
        """The state and the time nearby."""
        return [self.near[s] for s in (*self.system.q, *self.system.u)], self.near[t]

    def _found(self, x: Sequence[Any], time: Any) -> tuple[list[Any], list[Any]]:
        M, r = _equations(self.system, self.principle)
        n = len(self.system.q)
        flat, decided = evaluated([*M, *r], self.at(x, time), self.near)
        rows = [flat[i * n : (i + 1) * n] for i in range(n)]
        a = solve(_structural(rows), flat[n * n :], symmetric_mass(self.system))
        return [*x[n:], *a], decided


def crossing(x: Sequence[Differential], te: float, g: Surface, side: Side) -> tuple[Differential, list[Any]]:
    """δτ, and the state x(t_e + δτ), of a motion whose state at t_e is x."""
    nominal, order = [v.value for v in x], 1 if x[0].H is None else 2
    F, plain = side.rates(x, te), side.plain
    curve = side.slope(nominal, te) if order == 2 else [0.0] * len(x)
    s = Differential.variables([0.0], 1, second=False)[0]
    ahead = [v + value_of(f) * s for v, f in zip(nominal, F, strict=True)]
    ġ = _slope(g(plain, ahead, te + s))
    if not abs(ġ) > TANGENT * max(abs(value_of(f)) for f in F):
        raise ValueRefused(
            f"an event at t = {te:.12g} is touched, not crossed",
            expected="an event whose rate is not zero where it is met",
            got=f"a rate of {ġ:.3g}",
            hint="another event, or another start",
        )
    τ = 0.0 * x[0]
    for _ in range(order):
        value = g(side, followed(x, F, curve, τ), te + τ)
        τ = τ - _at_zero(value, τ) / ġ
    return τ, followed(x, F, curve, τ)


def followed(x: Sequence[Any], F: Sequence[Any], curve: Sequence[float], τ: Differential) -> list[Any]:
    """x + F τ + ½ Ḟ τ²."""
    return [a + f * τ + c * τ * τ / 2 for a, f, c in zip(x, F, curve, strict=True)]


def back(x: Sequence[Any], te: float, τ: Differential, side: Side) -> list[Any]:
    """The state at t_e from which this side would come to x at t_e + δτ."""
    F = side.rates(x, te + τ)
    curve = side.slope([value_of(v) for v in x], te) if τ.H is not None else [0.0] * len(x)
    return followed(x, F, curve, -τ)


def jumped(jump: Jump, at: Mapping[sp.Symbol, Any]) -> list[Any]:
    """q⁺ and q̇⁺ of a switch."""
    places = evaluated(jump.places, at)[0]
    n, c = len(jump.after.q), len(jump.impulses)
    if jump.carries_over:
        return [*places, *(at[u] for u in jump.before.u)]
    flat = evaluated([*jump.M, *jump.momentum, *jump.A, *jump.rebound], at)[0]
    M = [flat[j * n : (j + 1) * n] for j in range(n)]
    p, rest = flat[n * n : n * n + n], flat[n * n + n :]
    A, rebound = [rest[i * n : (i + 1) * n] for i in range(c)], rest[c * n :]
    for j, u in enumerate(jump.after.u):
        if u.name in jump.given:
            M[j], p[j] = [float(i == j) for i in range(n)], evaluated([jump.given[u.name]], at)[0][0]
            for row in A:
                row[j] = 0.0
    whole = [[*M[j], *(-row[j] for row in A)] for j in range(n)] + [[*row, *[0.0] * c] for row in A]
    return [*places, *solve(_structural(whole), [*p, *rebound], symmetric=False)[:n]]


@lru_cache(maxsize=64)
def _equations(system: System, principle: str) -> tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]:
    equations = derive(system, principle)
    return tuple(equations.M), tuple(equations.r)


def _structural(M: list[list[Any]]) -> list[list[Any]]:
    """Zeros of a matrix as the number 0, which costs nothing."""
    return [[0 if not isinstance(e, Differential) and e == 0 else e for e in row] for row in M]


def _at_zero(x: Any, like: Differential) -> Differential:
    """The differentials alone: what is left of the value is the round-off of the event."""
    return Differential(0.0, x.g, x.H) if isinstance(x, Differential) else 0.0 * like


def _slope(x: Any) -> float:
    return float(x.g[0]) if isinstance(x, Differential) else 0.0
