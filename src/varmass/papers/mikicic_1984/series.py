"""The factors of the series (16), by the recurrence (17), and how far the series goes."""

from functools import cache
from itertools import pairwise

import sympy as sp

from varmass.model.symbols import parameters
from varmass.model.zero import Verdict
from varmass.papers._evidence import all_hold, checked, generic, none_holds, zero
from varmass.papers._items import Read, Shown, erratum, formula
from varmass.papers.mikicic_1984.normal_form import flow, fundamental, τ

s, T, ω = parameters("s", "T", "omega")
OSCILLATOR = sp.Matrix([[0, 1], [-(ω**2), 0]])
INSIDE, OUTSIDE = sp.Rational(1, 2), sp.Rational(3, 2)
HIGHEST = (4, 8, 16, 32)


def factors(derivatives: list[sp.Matrix]) -> list[sp.Matrix]:
    """A₀, A₁, … by (17), from A and its derivatives at one time."""
    found = [sp.eye(derivatives[0].rows)]
    for n in range(1, len(derivatives) + 1):
        terms = (sp.binomial(n - 1, p) * derivatives[p] * found[n - 1 - p] for p in range(n))
        found.append(sum(terms, sp.zeros(*derivatives[0].shape)).applyfunc(sp.expand))
    return found


def slopes(A: sp.Matrix, time: sp.Expr, n: int) -> list[sp.Matrix]:
    """A, Ȧ, … up to the derivative n − 1."""
    return [A.diff(time, p) if p else A for p in range(n)]


@formula(
    "eq. (17)",
    r"A_n(t) = \sum_{p=0}^{n-1}\binom{n-1}{p}A^{(p)}(t)\,A_{n-1-p}(t), \quad A_0(t) = I, \quad A^{(1)} = \dot{A}",
)
def the_recurrence() -> Verdict:
    """A_n takes x to its derivative of order n: for n = 1, 2, 3 and any A(t) of two rows, differentiated step by step.

    And for the drop: A_nΦ is the derivative of order n of its fundamental matrix, which is known.
    """
    A = sp.Matrix(2, 2, [generic(c, s, degree=2) for c in "abcd"])
    step, gaps = sp.eye(2), []
    for A_n in factors(slopes(A, s, 3))[1:]:
        step = (step.diff(s) + step * A).applyfunc(sp.expand)
        gaps += list(A_n - step)
    Φ = fundamental(τ, sp.S.One)
    for n, A_n in enumerate(factors(slopes(flow(), τ, 3))):
        gaps += list(A_n * Φ - (Φ.diff(τ, n) if n else Φ))
    return zero(*gaps)


@erratum(46, "eq. (15)", "typo", printed=r"x(t)_{k+1} = E(t_k)\,x(t_k)", correct=r"x(t_{k+1}) = E(t_k)\,x(t_k)")
def a_place_of_an_index() -> Read:
    """The summaries have it right."""
    return Read("where an index stands; as printed it has no meaning to compute")


@cache
def at_one() -> tuple[sp.Matrix, ...]:
    """The factors of the drop at t = 1, exactly."""
    A = flow()
    return tuple(factors([e.subs(τ, 1) for e in slopes(A, τ, max(HIGHEST))]))


def error(m: int, step: sp.Expr) -> float:
    """The largest element of E(1) − Φ(1 + T, 1), for the drop."""
    E = sum((A_n * step**n / sp.factorial(n) for n, A_n in enumerate(at_one()[: m + 1])), sp.zeros(2, 2))
    return float(max(abs(sp.N(e, 30)) for e in E - fundamental(1 + step, sp.S.One)))


def shrink(step: sp.Expr) -> Verdict:
    """Do the errors become smaller with m?"""
    found = [error(m, step) for m in HIGHEST]
    said = ", ".join(f"{e:.3g}" for e in found)
    smaller = all(b < a for a, b in pairwise(found))
    return checked(smaller, f"T = {step}, m = {', '.join(map(str, HIGHEST))}: errors {said}")


def oscillation(m: int) -> sp.Matrix:
    """E of an oscillator that nothing damps."""
    found = factors([OSCILLATOR] + [sp.zeros(2, 2)] * (m - 1))
    return sum((A_n * T**n / sp.factorial(n) for n, A_n in enumerate(found)), sp.zeros(2, 2))


@erratum(
    49,
    "below eq. (17)",
    "claim",
    printed="text: m = 1 provides satisfactory results …  Formula (16) enables to improve the numerical calculation "
    "with m = 2, or more, independently from the size of the step of the discretization T …  In the ideal case (when "
    "m → ∞) the discrete model (15) represents the accurate solution",
    correct="text: m = 1 is Euler's forward method, of order 1, by which an undamped oscillation grows; m → ∞ leads to "
    "the solution only for T below the distance from t_k to the nearest singularity of A",
)
def only_within_the_radius() -> Shown:
    """With m = 1 an undamped oscillator gains area, det E = 1 + ω²T², at every step; its motion keeps it.

    The mass of the drop is zero at t = 0, so from t = 1 the radius is 1: with T = 3/2 the error grows with m, with
    T = 1/2 it shrinks.  E agrees with Φ up to the order m in T, for the oscillator and m = 1 … 4.
    """
    Φ = sp.Matrix([[sp.cos(ω * T), sp.sin(ω * T) / ω], [-ω * sp.sin(ω * T), sp.cos(ω * T)]])
    gaps = [
        e.diff(T, n).subs(T, 0)
        for m in (1, 2, 3, 4)
        for e in oscillation(m) - Φ
        for n in range(m + 1)
    ]  # fmt: skip
    fails = none_holds(shrink(OUTSIDE), zero(oscillation(1).det() - 1))
    return Shown(fails, all_hold(shrink(INSIDE), zero(*gaps, Φ.det() - 1)))


@erratum(
    91,
    "below eq. (15)",
    "typo",
    printed=r"t_{k+1}-t_k = T, \quad (k = 0, 1, 2, \dots, s), \quad sT = t - t_0",
    correct=r"t_{k+1}-t_k = T, \quad (k = 0, 1, 2, \dots, s-1), \quad sT = t - t_0",
)
def one_step_too_many() -> Shown:
    """From 0 to s these are s + 1 steps, which lead beyond t."""
    k, n = sp.symbols("k n", integer=True, positive=True)
    length = n * T
    return Shown(
        zero(sp.summation(T, (k, 0, n)) - length), zero(sp.summation(T, (k, 0, n - 1)) - length)
    )  # fmt: skip
