"""A van der Pol oscillator whose mass and spring vary slowly, in the time τ = ε t.

    m ẍ + c ṁ ẋ + k x = ε (1 − x²) ẋ          m = 1 + β τ ,  k = m^s ,  exchange with w = (1 − c) ẋ

    averaged:   dA/dτ = A [ (1 − 2c) m′/4m − k′/4k + (1 − A²/4)/2m ] ,   m′ = dm/dτ
    solved:     A² = m^p / [ 1/A₀² + (m^p − 1)/(4 β p) ] ,   p = 1/β + ½ − c − ½ s ;   A² → 4 β p

A is the amplitude of x = A cos ψ, ψ̇ = √(k/m), to an error of order ε over times of order 1/ε.  The limit cycle does not
keep its amplitude of 2: mass that joins from rest (c = 1) lowers it to 2 √(1 − β/2), and from β = 2 on puts it out;
mass that joins with the body (c = 0) raises it to 2 √(1 + β/2).  The trap is to let m and k vary in the equation
for constant ones, m ẍ + k x = …, which is the law c = 0 and no other.
Source: stated here; L. Cveticanin, “Van der Pol oscillator with time variable parameters”, Acta Mech. 224 (2013)
945–955, was known by its title only.
"""

from typing import Any

import numpy as np

from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.parts import Force, Particle, Potential
from varmass.model.streams import ratio
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System


def case(
    epsilon: float = 0.1,
    beta: float = 0.3,
    c: float = 1.0,
    s: float = 0.0,
    x0: float = 0.5,
    v0: float = 0.0,
    tau: float = 20.0,
) -> Case:
    """epsilon: strength of the damping, and slowness of all else.  beta: growth of the mass, 1 + beta epsilon t.

    c: law of exchange, w = (1 − c) ẋ: 1 from rest, 0 with the body, 0.5 lossless.  s: exponent of the spring, k = mˢ.

    x0: place at the start.  v0: speed at the start.  tau: end in the slow time.

    Measures.  amplitude: at the end, by the energy there.  averaged_amplitude: the same by the averaged equation.
    averaging_error: the largest difference of the two along the motion.
    """
    _refuse_what_does_not_swing(epsilon, tau, beta, x0, v0)
    x = coordinate("x", "1", "displacement")
    ε, β, γ, σ = parameters("epsilon", "beta", "c", "s")
    m = 1 + β * ε * t
    oscillator = System(
        "A van der Pol oscillator of variable mass",
        Particle("mass", mass=m, position=[x], streams=[ratio(1 - γ, name="exchange")]),
        Potential("spring", m**σ * x**2 / 2),
        Force("valve", on="mass", force=[ε * (1 - x**2) * x.dot]),
        time="1",
    )

    def found(run: Any) -> Any:
        """A along the run, by the energy: A² = x² + (ẋ/ψ̇)²."""
        return np.hypot(run.state("x"), run.state("x.dot") * (1 + beta * epsilon * run.t) ** ((1 - s) / 2))

    def averaged(run: Any) -> Any:
        return _averaged(1 + beta * epsilon * run.t, beta, 1 / beta + 0.5 - c - s / 2, x0**2 + v0**2)

    return Case(
        system=oscillator,
        values={"epsilon": epsilon, "beta": beta, "c": c, "s": s},
        start={"x": x0, "x.dot": v0},
        until=tau / epsilon,
        measures={
            "amplitude": lambda run: float(found(run)[-1]),
            "averaged_amplitude": lambda run: float(averaged(run)[-1]),
            "averaging_error": lambda run: float(np.abs(found(run) - averaged(run)).max()),
        },
    )


def _averaged(m: Any, β: float, p: float, A0_squared: float) -> Any:
    """A by the averaged equation."""
    grown = np.log(m) if p == 0 else np.expm1(p * np.log(m)) / p
    return np.sqrt(m**p / (1 / A0_squared + grown / (4 * β)))


def _refuse_what_does_not_swing(epsilon: float, tau: float, beta: float, x0: float, v0: float) -> None:
    if not (epsilon > 0 and tau > 0 and beta and 1 + beta * tau > 0 and (x0 or v0)):
        raise ValueRefused(
            "this oscillator does not swing, does not vary, or is used up before the end",
            expected="epsilon, tau > 0, beta ≠ 0, 1 + beta × tau > 0, and a start that is not rest",
            got=f"epsilon = {epsilon:g}, tau = {tau:g}, beta = {beta:g}, x0 = {x0:g}, v0 = {v0:g}",
            hint="beta=0.3, tau=20, x0=0.5",
        )
