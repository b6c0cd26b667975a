"""The equations of a disturbance, ẋ = f(x, t, p) made linear: ξ̇ = A ξ + f_p δp along any motion.

    A = [0 1; a_q a_q̇] ,    a_x = M⁻¹ (r_x − (∂M/∂x) a) ,    M a = r

M is not inverted as a formula: M, r and r_x − (∂M/∂x) a are summed as Taylor series, and M⁻¹ is applied to these,
X_n = M_0⁻¹ (R_n − Σ_{j≥1} M_j X_{n−j}).
Source: theory of first variations; D. J. Mikičić (1984), (9)–(13), in the form that needs no connection.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp

from varmass.analyse.recurrence import Array
from varmass.compile.jets import Jet, jets
from varmass.derive.deriving import derive
from varmass.derive.partial import partial
from varmass.model.symbols import Parameter, t
from varmass.model.system import System


@dataclass(frozen=True)
class Linearised:
    """M, r and the slopes of r − M a by q, q̇ and the chosen parameters, as formulas of t, q, q̇, q̈ and p."""

    system: System
    chosen: tuple[Parameter, ...]
    M: tuple[sp.Expr, ...]
    r: tuple[sp.Expr, ...]
    slopes: tuple[sp.Expr, ...] = field(repr=False)

    @property
    def n(self) -> int:
        """Coordinates."""
        return len(self.system.q)

    def rows(
        self, motion: Mapping[sp.Symbol, Any], m: int, T: Array, choices: list[Jet] | None = None
    ) -> tuple[Array, Array]:
        """The series of A and of f_p, (m + 1, rows, columns, instants), from those of t, q and q̇."""
        n, p = self.n, len(self.chosen)
        flat = np.array(jets([*self.M, *self.r], motion, m, T, choices))
        M, r = flat[: n * n].reshape(n, n, m + 1, -1), flat[n * n :].reshape(n, 1, m + 1, -1)
        a = solved(M, r)
        accelerations = {s: Jet(a[j, 0], m) for j, s in enumerate(self.system.a)}
        by = np.array(jets(self.slopes, {**motion, **accelerations}, m, T)).reshape(n, 2 * n + p, m + 1, -1)
        slopes = np.moveaxis(solved(M, by), 2, 0)
        A, B = np.zeros((m + 1, 2 * n, 2 * n, len(T))), np.zeros((m + 1, 2 * n, p, len(T)))
        A[0, :n, n:] = np.eye(n)[:, :, None]
        A[:, n:], B[:, n:] = slopes[:, :, : 2 * n], slopes[:, :, 2 * n :]
        return A, B


@lru_cache(maxsize=64)
def linearised(system: System, principle: str, chosen: tuple[Parameter, ...] = ()) -> Linearised:
    """Derived once."""
    equations = derive(system, principle)
    rests = [-e for e in equations.residual]
    slopes = tuple(_beside_jumps(partial(e, s)) for e in rests for s in (*system.q, *system.u, *chosen))
    return Linearised(system, chosen, tuple(equations.M), tuple(equations.r), slopes)


def _beside_jumps(e: sp.Expr) -> sp.Expr:
    """A slope on either side of what jumps: where it does, the disturbance jumps, and not its rate."""
    if not e.has(sp.DiracDelta, sp.Heaviside):
        return e
    sides = e.replace(sp.DiracDelta, lambda *_: sp.S.Zero)
    return sides.replace(sp.Heaviside, lambda z, *_: sp.Piecewise((1, z > 0), (0, True)))


def solved(M: Array, R: Array) -> Array:
    """X of  M X = R,  all of them series: (rows, columns, order + 1, instants)."""
    first = np.linalg.inv(np.moveaxis(M[:, :, 0], 2, 0))
    X = np.empty_like(R)
    for i in range(R.shape[2]):
        rest = R[:, :, i] - np.einsum("abjk,bcjk->ack", M[:, :, 1 : i + 1], X[:, :, :i][:, :, ::-1])
        X[:, :, i] = np.einsum("kab,bck->ack", first, rest)
    return X


def along(system: System, values: Mapping[str, float], times: Jet, states: list[Jet]) -> dict[sp.Symbol, Any]:
    """What each symbol of the system stands for along a motion."""
    moving = dict(zip((*system.q, *system.u), states, strict=True))
    return {t: times, **moving, **{p: values[p.name] for p in system.parameters}}
