"""The discrete model (15), (16) at work: its orders, its input, and the variations for which it was made."""

from functools import cache
from itertools import pairwise

import numpy as np
import sympy as sp

from varmass.analyse.discrete_model import Convergence, discrete_model
from varmass.analyse.disturbance import disturbance
from varmass.analyse.order import observed_order
from varmass.analyse.variations import variations
from varmass.cases._find import case
from varmass.integrate.simulate import simulate_case
from varmass.model.symbols import t
from varmass.model.zero import Verdict
from varmass.papers._evidence import all_hold, checked, zero
from varmass.papers._items import Drawing, figure, formula
from varmass.show.figures.curves import Curve, Panel

AIRY = sp.Matrix([[0, 1], [-t, 0]])
GATHERING = sp.Matrix([[0, 1], [-5 / t**2, -3 / t]])
MASS = 1 + sp.Rational(2, 5) * sp.cos(2 * t)
BREATHING = sp.Matrix([[0, 1], [-sp.Rational(13, 10) / MASS, -MASS.diff(t) / MASS]])
SYSTEMS = {"Airy": (AIRY, 0.0, 2.0), "Euler–Cauchy": (GATHERING, 1.0, 3.0), "periodic mass": (BREATHING, 0.0, 3.0)}
STEPS = {1: 2000, 2: 400, 3: 200, 4: 120, 5: 80, 6: 60}


@formula("eq. (15)", r"x(t_{k+1}) = E(t_k)\,x(t_k), \quad x(t_0) = x_0")
def step_by_step() -> Verdict:
    """The product of all E is Φ(t, t₀): for Airy's equation by its functions, and for a motion by heyoka's variations.

    The motion is that of a mass that breathes on a spring; its A(t) is taken along the run.
    """
    Ai, Bi = (sp.Matrix([f(-t), f(-t).diff(t)]) for f in (sp.airyai, sp.airybi))
    W = Ai.row_join(Bi)
    exact = np.array((W.subs(t, 2) * W.subs(t, 0).inv()).evalf(20), dtype=float)
    gap = float(np.abs(discrete_model(AIRY).transition(0, 2) - exact).max())
    stated = case("mathieu_mass")
    run = simulate_case(stated)
    Φ = disturbance(simulate_case(variations(stated))).Phi()
    along = float(np.abs(discrete_model(run).transition(run.t[0], run.t[-1]) - Φ).max())
    return checked(max(gap, along) < 1e-11, f"largest differences {gap:.2g} and {along:.2g}")


@formula("eq. (16)", r"E(t_k) = \sum_{n=0}^m \frac{A_n(t_k)}{n!}T^n, \quad A_0(t) = I, \quad A^{(0)} = A")
def the_sum() -> Verdict:
    """E as it is printed, for m = 4, is what solves ẋ = A x up to T⁴, and equals its normalised form E_n = A_n/n!."""
    T = sp.Symbol("T")
    E, _ = discrete_model(AIRY, order=4).formula(T=T)
    gap = E.diff(T) - AIRY.subs(t, t + T) * E
    orders = zero(*(e.diff(T, n).subs(T, 0) for e in gap for n in range(4)))
    model = discrete_model(BREATHING, order=12, step=0.2)
    apart = float(np.abs(model.E(0.5) - model.E(0.5, form="printed")).max())
    return all_hold(orders, checked(apart < 1e-13, f"the two forms differ by {apart:.2g}"))


@formula("abstracts", r"x(t_{k+1}) = E(t_k)\,x(t_k) + F(t_k)\,u(t_k)")
def with_an_input() -> Verdict:
    """An input that is held: F begins with zero and follows the recurrence of E, with B^(n−1) added at each order."""
    T, B = sp.Symbol("T"), sp.Matrix([0, 1 + t])
    _, F = discrete_model(AIRY, B, order=4).formula(T=T)
    gap = F.diff(T) - AIRY.subs(t, t + T) * F - B.subs(t, t + T)
    return zero(*F.subs(T, 0), *(e.diff(T, n).subs(T, 0) for e in gap for n in range(4)))


@cache
def errors(name: str, m: int) -> tuple[tuple[float, float], ...]:
    """(T, largest element of the error at the end) for two numbers of steps."""
    A, t0, t1 = SYSTEMS[name]
    exact = discrete_model(A).transition(t0, t1)
    found = []
    for n in (STEPS[m] // 2, STEPS[m]):
        step = (t1 - t0) / n
        found.append((step, float(np.abs(discrete_model(A, order=m, step=step).transition(t0, t1) - exact).max())))
    return tuple(found)


@formula("below eq. (17)", r"\|x(t_k) - x_k\| = O(T^m)")
def two_ways_to_precision() -> Verdict:
    """A smaller T and a larger m both help, as is said: the observed global orders for m = 1 … 6, of three systems."""
    orders = {name: [observed_order(*zip(*errors(name, m), strict=True)) for m in STEPS] for name in SYSTEMS}
    said = "; ".join(f"{name} " + ", ".join(f"{p:.2f}" for p in found) for name, found in orders.items())
    near = all(abs(p - m) < 0.15 for found in orders.values() for m, p in zip(STEPS, found, strict=True))
    return checked(near, f"observed orders of m = 1 … 6: {said}")


@formula("below eq. (17)", r"m \to \infty")
def the_ideal_case() -> Verdict:
    """With m → ∞ the model is exact where T lies within the radius of convergence: for Airy's equation always.

    For the mass that gathers, from t = 1, it says itself that T = 3/2 lies outside; this is row 49 of the errata.
    """
    found = [np.abs(discrete_model(AIRY, order=m, step=2.0).E(0) - exact_step()).max() for m in (8, 16, 32)]
    falls = all(b < a / 10 for a, b in pairwise(found))
    outside = discrete_model(GATHERING, order=8, step=1.5).outcome(1.0) is Convergence.DIVERGES
    listed = ", ".join(f"{e:.2g}" for e in found)
    return checked(falls and outside, f"T = 2, m = 8, 16, 32: errors {listed}")


def exact_step() -> np.ndarray:
    """Φ(2, 0) of Airy's equation."""
    return discrete_model(AIRY).transition(0, 2)


@figure("below eq. (17)")
def errors_over_the_step() -> Drawing:
    """What the two ways are worth: the error after a fixed time over T, for m = 1 … 6."""
    panels = []
    for name in SYSTEMS:
        pairs = {m: np.transpose(errors(name, m)) for m in STEPS}
        curves = tuple(Curve(T, error, f"m = {m}") for m, (T, error) in pairs.items())
        panels.append(Panel(curves, "$T$", "largest error", name, logarithmic="xy"))
    return Drawing(tuple(panels), columns=3)
