"""The jump at a switch in numbers: the state after it, and what it brought to every book."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp

from varmass.compile.source import function
from varmass.derive.jumps import Jump
from varmass.errors import ValueRefused
from varmass.integrate.path import Array
from varmass.model.jumps import Capture
from varmass.model.phases import Switch
from varmass.model.symbols import t
from varmass.model.system import System

SAME = 1e-9  # masses and places before and after, relative


@dataclass(frozen=True)
class Jumped:
    """What happened at one switch: when, between which phases, the states there, and (kind, of, book) → amount."""

    time: float
    before: str
    after: str
    event: str
    state: Array
    books: dict[tuple[str, str, str], float]


@dataclass(frozen=True)
class Law:
    """The functions of one switch, and the order of their arguments."""

    jump: Jump
    places: Any
    balance: Any
    checks: Any
    limits: Any
    amounts: Any
    names: tuple[tuple[str, str, str], ...]
    own_speeds: Any

    def __call__(self, time: float, x: Array, values: Array) -> tuple[Array, dict[tuple[str, str, str], float]]:
        """q⁺ and q̇⁺, and the books."""
        n = len(self.jump.before.q)
        at = ((time,), x[:n].tolist(), x[n : 2 * n].tolist(), values.tolist())
        q = np.array(self.places(*at), dtype=float)
        self._refuse_gaps(at)
        self._refuse_misnomers(at)
        u, impulses = self._speeds(at)
        amounts = self.amounts(*at, u.tolist(), impulses.tolist())
        found: dict[tuple[str, str, str], float] = {}
        for name, amount in zip(self.names, amounts, strict=True):
            found[name] = found.get(name, 0.0) + float(amount)
        return np.concatenate([q, u]), {name: amount for name, amount in found.items() if amount}

    def _speeds(self, at: Any) -> tuple[Array, Array]:
        """q̇⁺ and Λ of  M q̇⁺ − Aᵀ Λ = p,  A q̇⁺ = rebound; a speed that the switch gives stands by itself."""
        n, c = len(self.jump.after.q), len(self.jump.impulses)
        if self.jump.carries_over:
            return np.array(at[2], dtype=float), np.zeros(0)
        flat = np.array(self.balance(*at), dtype=float)
        M, p, A, rebound = np.split(flat, np.cumsum([n * n, n, c * n]))
        M, A = M.reshape(n, n), A.reshape(c, n)
        guides = -A.T
        for j, speed in self.own_speeds(*at).items() if self.own_speeds else ():
            M[j], guides[j], p[j] = np.eye(n)[j], 0.0, speed
        whole = np.block([[M, guides], [A, np.zeros((c, c))]])
        try:
            found = np.linalg.solve(whole, np.concatenate([p, rebound]))
        except np.linalg.LinAlgError:
            found = np.full(n + c, np.nan)
        if not np.isfinite(found).all():
            raise ValueRefused(
                f"the switch {self.jump.switch.event.name!r} leaves the speeds open",
                expected="masses that resist every coordinate, and conditions that do not contradict each other",
                got="a singular matrix of the jump",
                hint="map={'y.dot': …} for what no law of momentum gives",
            )
        return found[:n], found[n:]

    def _refuse_gaps(self, at: Any) -> None:
        """Mass that appears from nowhere, and matter that is suddenly elsewhere."""
        for (what, hint), (found, size) in zip(self.checks[0], np.reshape(self.checks[1](*at), (-1, 2)), strict=True):
            if not abs(found) <= SAME * max(abs(size), SAME):
                raise ValueRefused(
                    f"{what} does not add up at {self.jump.switch.event.name!r}",
                    expected="the same before and after, what the jump states apart",
                    got=f"{found:.6g} too much",
                    hint=hint,
                )

    def _refuse_misnomers(self, at: Any) -> None:
        """A capture that loses mass, a separation that gains, a restitution beyond 0 … 1, an impact of what parts."""
        found = np.reshape(self.limits[1](*at), (-1, 3))
        for (what, expected, got, hint), (value, size, shown) in zip(self.limits[0], found, strict=True):
            if not value >= -SAME * size:
                raise ValueRefused(
                    f"{what} at {self.jump.switch.event.name!r}",
                    expected=expected,
                    got=f"{got} {shown:.6g}",
                    hint=hint,
                )


@lru_cache(maxsize=256)
def law(before: System, after: System, switch: Switch) -> Law:
    """The law of a switch, compiled."""
    jump = Jump(before, after, switch)
    motion = ((t,), before.q, before.u, before.parameters)
    full = (*motion, jump.speeds, jump.impulses)
    matrices = [] if jump.carries_over else [*jump.M, *jump.momentum, *jump.A, *jump.rebound]
    books = [] if jump.carries_over else list(jump.books())
    return Law(
        jump,
        function(jump.places, motion),
        function(matrices, motion),
        _checks(jump, motion),
        _limits(jump, motion),
        function([b.rate for b in books], full),
        tuple((b.kind, b.of, b.name) for b in books),
        _own_speeds(jump, motion),
    )


def _checks(jump: Jump, motion: Any) -> tuple[list[tuple[str, str]], Any]:
    """For every body: what its mass has too much, and its place in every direction; each with a size."""
    named, expressions = [], []
    for b in jump.bodies if not jump.carries_over else ():
        stated = sum(x.mass for x in b.exchanged)
        named.append((f"the mass of {b.name!r}", f"Capture({b.name!r}, …) or Separation({b.name!r}, …)"))
        expressions += [b.m[1] - b.m[0] - stated, b.m[0] + b.m[1]]
        for old, new in zip(*b.P, strict=True):
            named.append((f"the place of {b.name!r}", "map={…} with the new coordinates in terms of the old"))
            expressions += [new - old, 1 + abs(new) + abs(old)]
    return named, function(expressions, motion)


def _limits(jump: Jump, motion: Any) -> tuple[list[tuple[str, str, str, str]], Any]:
    """For every exchange and every gap: what may not be negative, beside a size, and what is shown if it is."""
    named, expressions = [], []
    for b in jump.bodies if jump.switch.jump else ():
        for x in b.exchanged:
            gains = any(isinstance(p, Capture) and (p.name, p.on) == (x.name, b.name) for p in jump.switch.jump)
            does, other, sign = ("joins", "Separation", 1) if gains else ("leaves", "Capture", -1)
            what = f"no mass {does} {b.name!r} by {x.name!r}"
            named.append((what, f"mass that {does} it", "Δm =", f"vm.{other}({b.name!r}, velocity=[…])"))
            expressions += [sign * x.mass, b.m[0] + b.m[1], x.mass]
    for g in jump.gaps:
        e, far = g.restitution, sum(abs(s * g.value.diff(s)) for s in (*jump.before.q, t))
        for part in (e, 1 - e):
            named.append((f"the restitution of {g.name!r} is none", "0 (inelastic) … 1 (elastic)", "e =", "e = 0.5"))
            expressions += [part, sp.S.One, e]
        if g.blind:
            opens = "what comes together: a gap that closes", "a gap that opens with the rate"
            named.append((f"nothing is hit by {g.name!r}", *opens, "the direction of the event, or no Impact"))
            rate = sp.Abs(g.approach)
            expressions += [-g.value * g.approach, (1 + far) * rate, sp.sign(g.value) * g.approach]
    return named, function(expressions, motion)


def _own_speeds(jump: Jump, motion: Any) -> Any:
    """Speeds that the switch gives: a function with their values by place; None where there are none."""
    given = {j: jump.given[u.name] for j, u in enumerate(jump.after.u) if u.name in jump.given}
    if not given:
        return None
    of = function(given.values(), motion)
    return lambda *at: dict(zip(given, of(*at), strict=True))
