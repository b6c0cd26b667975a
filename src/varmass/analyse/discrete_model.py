"""discrete_model(A, B, order=m, step=T): the linear system ẋ = A(t) x + B(t) u in steps, x_{k+1} = E x_k + F u_k.

    E = Σ_{n ≤ m} A_n Tⁿ/n! ,    A_0 = 1 ,   A_n = Σ_p C(n−1, p) A^(p) A_{n−1−p}
    local error  ‖A_{m+1}‖ T^{m+1}/(m+1)! ,    global order m

    without an order   m = ⌈1 − ½ ln ε⌉
    without a step     T = ρ/e² ,   ρ = min((1/‖E_{m−1}‖)^{1/(m−1)}, (1/‖E_m‖)^{1/m})

m = 1 is Euler's forward step; "m → ∞ is exact" holds only for T below the distance to the nearest singularity of A.
Source: D. J. Mikičić (1984), (15)–(17); the choice of m and T: Å. Jorba and M. Zou, Exp. Math. 14 (2005).
"""

import warnings
from dataclasses import dataclass, replace
from enum import Enum
from math import ceil, e, factorial, log
from typing import Any, Literal

import numpy as np
import sympy as sp

from varmass.analyse.coefficients import Coefficients, OfFormula, coefficients, crossings
from varmass.analyse.inputs import Input, given
from varmass.analyse.radius import ROUND_OFF, TERMS, beyond, radius
from varmass.analyse.recurrence import Array, as_formula, expression, normalised, printed
from varmass.analyse.sampled import OfKernels, of_run
from varmass.analyse.steps import Steps, divided, equal
from varmass.errors import ValueRefused
from varmass.integrate.trajectory import Trajectory
from varmass.model.calls import asked, fits, shown

MOST, TINY = 100, 1e-300
LONGEST, AT_ONCE = 1_000_000, 32  # steps, and parts into which one is divided before it is looked at again
PROBES, MARGIN = 24, 1.05  # instants between which the wanted step is taken for even; steps beside those counted so


class Convergence(Enum):
    """Whether a higher order helps; the value is the sentence shown to the reader."""

    CONVERGES = "T = {T:.6g} lies within the radius of convergence, about {R:.3g}: the error falls as m grows."
    DIVERGES = "T = {T:.6g} exceeds the radius of convergence, about {R:.3g}: the error grows with m; shorten the step."


@dataclass(frozen=True)
class DiscreteModel:
    """`order` or `step` is None where the tolerance is to decide."""

    of: Coefficients
    order: int | None
    step: float | None
    tol: float
    input: Input

    @property
    def m(self) -> int:
        """The order, chosen if none was given."""
        return ceil(1 - log(self.tol) / 2) if self.order is None else self.order

    @asked
    def E(self, t: float, T: float | None = None, form: Literal["normalised", "printed"] = "normalised") -> Array:
        """E(t_k), summed from its normalised terms or, with form='printed', from A_n as the paper has them."""
        return self._matrices(t, T, form)[0]

    @asked
    def F(self, t: float, T: float | None = None, form: Literal["normalised", "printed"] = "normalised") -> Array:
        """F(t_k) of an input that is held, or, side by side, of its parts that go as τ⁰, τ¹, …"""
        return self._matrices(t, T, form)[1]

    @asked
    def error(self, t: float, T: float | None = None) -> float:
        """The estimate ‖A_{m+1}‖ T^{m+1}/(m+1)!, the norm being the largest entry."""
        return float(self._walk([t], [self._length(t, T)]).errors[0])

    @asked
    def radius(self, t: float) -> float:
        """The radius of convergence at t, from the decay of the coefficients a_j."""
        if isinstance(self.of, OfKernels):
            raise ValueRefused(
                "this A(t) was sampled, and its series is not known so far",
                expected="a formula, a function, or the run of a system of formulas",
                got="a run of a rod",
                hint="model.error(t, T)",
            )
        return radius(self.of, float(t))

    @asked
    def outcome(self, t: float, T: float | None = None) -> Convergence:
        """Does the step lie within the radius of convergence?"""
        return Convergence.CONVERGES if self._length(t, T) < self.radius(t) else Convergence.DIVERGES

    @asked
    def message(self, t: float, T: float | None = None) -> str:
        """The outcome as a sentence."""
        return self.outcome(t, T).value.format(T=self._length(t, T), R=self.radius(t))

    def formula(self, t: Any = None, T: Any = None) -> tuple[sp.Matrix, sp.Matrix]:
        """E and F as formulas of t and T; in exact numbers where rational ones are given for them."""
        if not isinstance(self.of, OfFormula):
            raise ValueRefused(
                "this A(t) is no formula", expected="a matrix of expressions", got="numbers", hint="model.E(t)"
            )
        at, length = self.of.t if t is None else expression(t), sp.Symbol("T") if T is None else expression(T)
        return as_formula(self.of.A, self.of.B, self.m, self.of.t, at, length)

    @asked
    def steps(self, t0: float, t1: float) -> Steps:
        """All steps from t0 to t1; the last one ends there, and one ends wherever A changes by a choice."""
        if not t0 < t1:
            raise ValueRefused(
                "steps go forward in time",
                expected="t0 < t1",
                got=f"{t0:.12g} … {t1:.12g}",
                hint="np.linalg.inv(model.transition(t1, t0)) leads back",
            )
        breaks = self.of.breaks(float(t0), float(t1))
        if self.of.deciding is not None:
            mesh = DiscreteModel(self.of.deciding, None, None, ROUND_OFF, given(None, 0, 0)).steps(t0, t1).t
            breaks = crossings(self.of.deciding, mesh, TERMS)
        if self.step is None:
            return self._within_radius(self._chosen(breaks), breaks)
        if t1 - t0 > LONGEST * self.step:
            raise _too_many(f"{t0:.6g} … {t1:.6g} in steps of {self.step:.6g}", "a longer step, and a higher order")
        t = np.concatenate([*equal(breaks, self.step), breaks[-1:]])
        return self._within_radius(self._walk(t[:-1], np.diff(t)), breaks)

    def _within_radius(self, found: Steps, breaks: Array) -> Steps:
        """A step that was given is told where it leaves the radius of convergence; one of ours is refused."""
        if (self.step is None and self.order is None) or isinstance(self.of, OfKernels):
            return found
        outside = beyond(self.of, found.t, breaks)
        if outside is None:
            return found
        sentence = Convergence.DIVERGES.value.format(T=outside[0], R=outside[1])
        if self.step is None:
            raise ValueRefused(
                "a step leaves the radius of convergence",
                expected="steps below the distance to the nearest singularity of A",
                got=sentence.partition(":")[0],
                hint="a smaller tol, no order, or an interval without a singularity of A",
            )
        return replace(found, message=sentence)

    @asked
    def part(self, t: float, T: float) -> Steps:
        """One step of a given length."""
        return self._walk([t], [T])

    @asked
    def transition(self, t0: float, t1: float) -> Array:
        """Φ(t1, t0), with a warning where a step that was given leaves the radius of convergence."""
        E = _told(self.steps(t0, t1)).E
        while len(E) > 1:
            odd = E[len(E) - len(E) % 2 :]
            E = np.concatenate([E[1 : len(E) : 2] @ E[: len(E) - len(E) % 2 : 2], odd])
        return np.asarray(E[0])

    @asked
    def run(self, x0: Any, t0: float, t1: float) -> tuple[Array, Array]:
        """Instants, and the states there from x(t0) = x0, one column each."""
        if np.shape(x0) != (self.of.size,) or not all(fits(x, float) for x in x0):
            raise ValueRefused(
                "this state does not fit A",
                expected=f"{self.of.size} finite numbers",
                got=repr(x0),
                hint="model.run([1, 0], 0, 1)",
            )
        found = _told(self.steps(t0, t1))
        return found.t, found.states(x0)

    def _matrices(self, t: float, T: float | None, form: str) -> tuple[Array, Array]:
        length = self._length(t, T)
        if form == "normalised":
            found = self._walk([t], [length])
            return found.E[0], found.F[0]
        A, C = printed(*self.of(np.array([float(t)]), self.m, np.array([length])), self.m)
        E, F = (sum(x[n] * length**n / factorial(n) for n in range(self.m + 1)) for x in (A, C))
        return E, F

    def _length(self, t: float, T: float | None) -> float:
        if T is not None or self.step is not None:
            return float(T if T is not None else self.step)  # type: ignore[arg-type]
        return float(self._wanted(self._terms(np.array([float(t)]), np.array([ROUND_OFF])))[0])

    def _terms(self, t: Array, T: Array) -> Array:
        """E_n and F_n up to n = m + 1."""
        terms = normalised(*self.of(t, self.m + 1, T), self.m + 1, self.input.degree)
        sound = np.isfinite(terms).all(axis=(0, 1, 2))
        if not sound.all():
            raise ValueRefused(
                f"A(t) has no series at t = {t[int(np.argmin(sound))]:.12g}",
                expected="a matrix with all its derivatives where a step begins",
                got="an entry that is infinite or undefined",
                hint="begin elsewhere",
            )
        return terms

    def _walk(self, t: Any, T: Any, terms: Array | None = None) -> Steps:
        t, T, m, size = np.asarray(t, float), np.asarray(T, float), self.m, self.of.size
        terms = self._terms(t, T) if terms is None else terms
        whole = terms[m]
        for n in range(m - 1, -1, -1):
            whole = whole * T + terms[n]
        errors = np.abs(terms[m + 1, :, :size]).max(axis=(0, 1)) * T ** (m + 1)
        whole = np.moveaxis(whole, 2, 0)
        return Steps(np.append(t, t[-1] + T[-1]), whole[:, :, :size], whole[:, :, size:], errors, m, self.input)

    def _wanted(self, terms: Array) -> Array:
        """The lengths of step that the tolerance asks for."""
        m = self.m
        norms = np.abs(terms[:, :, : self.of.size]).max(axis=(1, 2))
        if self.order is None:
            return np.asarray(np.min([_rooted(1.0, norms[j], j) for j in (m - 1, m)], axis=0) / e**2)
        return _rooted(self.tol, norms[m + 1], m + 1)

    def _chosen(self, breaks: Array) -> Steps:
        """On a mesh of which no part is longer than what is wanted at its start: what is too long is divided evenly."""
        t = self._mesh(breaks)
        while True:
            T = np.diff(t)
            terms = self._terms(t[:-1], T)
            parts = np.ceil(T / self._wanted(terms) * (1 - 1e-12)).clip(1, AT_ONCE).astype(int)
            if parts.max() == 1:
                return self._walk(t[:-1], T, terms)
            dust = (parts > 1) & (16 * np.spacing(np.abs(t[1:])) * parts >= T)
            if parts.sum() > LONGEST or dust.any():
                raise _too_many(
                    f"a step below {T.min():.3g} near t = {t[int(np.argmax(dust))]:.6g}",
                    "a higher order, or an interval without a singularity of A",
                )
            t = divided(t, parts)

    def _mesh(self, breaks: Array) -> Array:
        """A first one, even in ∫ dt/T of the step T that is wanted; the breaks alone, where there are many."""
        cells = PROBES // (len(breaks) - 1)
        if not cells:
            return breaks
        edges = divided(breaks, np.full(len(breaks) - 1, cells))
        density = 1 / self._wanted(self._terms((edges[:-1] + edges[1:]) / 2, np.full(len(edges) - 1, ROUND_OFF)))
        least = np.max([density, np.append(density[1:], 0), np.append(0, density[:-1])], axis=0)
        count = np.append(0.0, np.cumsum(MARGIN * least * np.diff(edges)))
        parts = np.ceil(np.diff(count[::cells])).clip(1, AT_ONCE * PROBES).astype(int)
        return np.asarray(np.interp(divided(count[::cells], parts), count, edges))


@asked
def discrete_model(
    A: Any,
    B: Any = None,
    *,
    order: int | None = None,
    step: float | None = None,
    tol: float = ROUND_OFF,
    u: Any = None,
    degree: int = 0,
) -> DiscreteModel:
    """A and B: matrices of expressions of one symbol, or functions of t that take jets as they take numbers.

    A run in the place of A stands for the disturbances of its motion.  `u` is the input: numbers that are held, or a
    function of t, held at its value at t_k or followed within the step by its Taylor polynomial of a `degree`.
    """
    if (order is not None and not 1 <= order <= MOST) or (step is not None and step <= 0) or not 1e-30 < tol < 1:
        raise ValueRefused(
            "there is no such discrete model",
            expected=f"1 ≤ order ≤ {MOST}, step > 0, and a tolerance between 0 and 1",
            got=f"order = {order}, step = {step}, tol = {tol:g}",
            hint="order=20, step=0.1",
        )
    if isinstance(A, Trajectory) and B is not None:
        raise ValueRefused(
            "a run has no input", expected="A alone", got=f"B = {shown(B)}", hint="vm.discrete_model(run)"
        )
    of = of_run(A) if isinstance(A, Trajectory) else coefficients(A, B)
    return DiscreteModel(of, order, step, float(tol), given(u, of.inputs, degree))


def _told(found: Steps) -> Steps:
    if found.message:
        warnings.warn(found.message, RuntimeWarning, stacklevel=4)
    return found


def _rooted(x: float, norms: Array, n: int) -> Array:
    """(x/‖E_n‖)^(1/n), of a norm that may be zero."""
    return np.asarray((x / np.maximum(norms, TINY)) ** (1 / n))


def _too_many(got: str, hint: str) -> ValueRefused:
    expected = f"at most {LONGEST} steps, none of them below round-off"
    return ValueRefused("this asks for too many steps", expected=expected, got=got, hint=hint)
