"""Rest: where the potential energy is stationary, whether it is least there, and how that goes on with a parameter.

    ∂V/∂q = 0 ,   stable where ∂²V/∂q² is positive definite
    small vibrations about it:   (∂²V/∂q² − ω² ∂²T/∂q̇²) v = 0

A curve of equilibria is followed by its arc length, so that it may turn back in the parameter.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import sympy as sp

from varmass.errors import ValueRefused
from varmass.model.parts import Potential
from varmass.model.symbols import t
from varmass.model.system import System
from varmass.rod.state import Formula
from varmass.rod.symbols import l, η

STEPS, SMALL = 60, 1e-12


@dataclass(frozen=True)
class Equilibrium:
    """A state of rest: coordinates, the stiffnesses of the free ones, and what holds those that are held."""

    q: dict[str, float]
    values: dict[str, float]
    stiffness: tuple[float, ...]
    held: dict[str, float]

    @property
    def stable(self) -> bool:
        """Is the energy least here?"""
        return min(self.stiffness) > 0


class Statics:
    """V of a system with its slopes, compiled; `fixed` names the coordinates that are held."""

    def __init__(self, system: System, fixed: tuple[str, ...] = ()) -> None:
        self.system = system
        self.V = sp.Add(*(p.energy for p in system.kind(Potential)))
        self.free = [q for q in system.q if q.name not in fixed]
        self.held = [q for q in system.q if q.name in fixed]
        self.slope = Formula([self.V.diff(q) for q in self.free])
        self.push = Formula([-self.V.diff(q) for q in self.held])

    @cached_property
    def curvature(self) -> Formula:
        """∂²V/∂q², row by row."""
        return Formula([self.V.diff(q, p) for q in self.free for p in self.free])

    @lru_cache(maxsize=8)  # noqa: B019
    def by(self, parameter: Any) -> Formula:
        """∂²V/∂q∂λ."""
        return Formula([self.V.diff(q, parameter) for q in self.free])

    @cached_property
    def inertia(self) -> Formula:
        """∂²T/∂q̇²."""
        T = sp.Add(*(b.kinetic for b in self.system.bodies))
        return Formula([T.diff(q.dot, p.dot) for q in self.free for p in self.free])

    def known(self, values: Mapping[str, float], q: Mapping[str, float]) -> dict[Any, float]:
        """Names to symbols, at rest."""
        found = {p: float(values[p.name]) for p in self.system.parameters}
        return found | {x: float(q[x.name]) for x in self.system.q} | dict.fromkeys(self.system.u, 0.0) | {t: 0.0}

    def matrix(self, of: Formula, known: Mapping[Any, float]) -> Any:
        """A square matrix of the free coordinates."""
        return np.reshape(of(known), (len(self.free), len(self.free)))

    def at(self, known: dict[Any, float]) -> Equilibrium:
        """The state with its stiffnesses and what the held coordinates push with."""
        K = self.matrix(self.curvature, known)
        q = {x.name: known[x] for x in self.system.q}
        held = dict(zip((x.name for x in self.held), self.push(known), strict=True))
        values = {p.name: known[p] for p in self.system.parameters}
        return Equilibrium(q, values, tuple(map(float, np.linalg.eigvalsh(K))), held)


def equilibrium(
    system: System, values: Mapping[str, float], start: Mapping[str, float], fixed: tuple[str, ...] = ()
) -> Equilibrium:
    """The state of rest near `start`, by Newton's method with steps that are halved until the slope falls."""
    statics = Statics(system, fixed)
    known = _solved(statics, statics.known(values, start))
    if η in statics.free and not 0 < known[η] < known[l]:
        raise ValueRefused(
            "no state of rest was found with a part of the rod in its sleeve",
            expected=f"0 < eta < {known[l]:g}",
            got=f"eta = {known[η]:.6g}",
            hint="another load or angle, or hold eta: fixed=('eta',)",
        )
    return statics.at(known)


def _solved(statics: Statics, known: dict[Any, float]) -> dict[Any, float]:
    g = np.array(statics.slope(known))
    for _ in range(STEPS):
        K = statics.matrix(statics.curvature, known)
        step = np.linalg.lstsq(K, -g, rcond=None)[0]
        size, part = np.abs(g).max(), 1.0
        if np.abs(step).max() <= SMALL * max(1.0, max(abs(known[q]) for q in statics.free)):
            return known
        while part > 1e-6:
            tried = known | {q: known[q] + part * float(d) for q, d in zip(statics.free, step, strict=True)}
            slope = np.array(statics.slope(tried))
            if np.isfinite(slope).all() and (np.abs(slope).max() < size or part * np.abs(step).max() < 1e-9):
                break
            part /= 2
        known, g = tried, slope
    raise ValueRefused(
        "no state of rest was found near the start",
        expected=f"∂V/∂q = 0 within {STEPS} steps",
        got=f"|∂V/∂q| = {np.abs(g).max():.3g}",
        hint="start nearer, hold eta, or follow the equilibria from a small load",
    )


def frequencies(system: System, values: Mapping[str, float], rest: Equilibrium, fixed: tuple[str, ...] = ()) -> Any:
    """The angular frequencies ω of small vibrations about a stable state of rest, the lowest first."""
    statics = Statics(system, fixed)
    known = statics.known(values, rest.q)
    K, M = statics.matrix(statics.curvature, known), statics.matrix(statics.inertia, known)
    inverse = np.linalg.inv(np.linalg.cholesky(M))
    found = np.linalg.eigvalsh(inverse @ K @ inverse.T)
    if found[0] < 0:
        raise ValueRefused(
            "the state of rest is not stable",
            expected="∂²V/∂q² positive definite",
            got=f"ω² = {found[0]:.3g}",
            hint="hold eta: fixed=('eta',)",
        )
    return np.sqrt(found)


def continued(
    system: System,
    values: Mapping[str, float],
    start: Mapping[str, float],
    parameter: str,
    step: float,
    count: int,
    fixed: tuple[str, ...] = (),
) -> Iterator[Equilibrium]:
    """Equilibria along a parameter, from `start` on: Keller's steps of arc length, the first with λ growing by step."""
    statics = Statics(system, fixed)
    λ = next(p for p in system.parameters if p.name == parameter)
    known = _solved(statics, statics.known(values, start))
    yield statics.at(known)
    unknowns, before = [*statics.free, λ], np.array([0.0] * len(statics.free) + [np.sign(step)])
    for _ in range(count):
        tangent = _tangent(statics, λ, known, before)
        x = np.array([known[s] for s in unknowns])
        ahead = x + abs(step) * tangent
        known = _corrected(statics, λ, known | dict(zip(unknowns, ahead.tolist(), strict=True)), tangent, ahead)
        before = tangent
        yield statics.at(known)


def _bordered(statics: Statics, λ: Any, known: dict[Any, float], last: Any) -> Any:
    K = statics.matrix(statics.curvature, known)
    return np.vstack([np.column_stack([K, statics.by(λ)(known)]), last])


def _tangent(statics: Statics, λ: Any, known: dict[Any, float], before: Any) -> Any:
    right = np.zeros(len(before))
    right[-1] = 1.0
    found = np.linalg.solve(_bordered(statics, λ, known, before), right)
    return found / np.linalg.norm(found)


def _corrected(statics: Statics, λ: Any, known: dict[Any, float], tangent: Any, ahead: Any) -> dict[Any, float]:
    unknowns = [*statics.free, λ]
    for _ in range(STEPS):
        x = np.array([known[s] for s in unknowns])
        gap = np.append(statics.slope(known), tangent @ (x - ahead))
        step = np.linalg.solve(_bordered(statics, λ, known, tangent), -gap)
        known = known | dict(zip(unknowns, (x + step).tolist(), strict=True))
        if np.abs(step).max() <= SMALL * max(1.0, np.abs(x).max()):
            return known
    raise ValueRefused(
        "the curve of equilibria was lost",
        expected="a correction that converges",
        got=f"{λ} = {known[λ]:.6g}",
        hint="a smaller step",
    )
