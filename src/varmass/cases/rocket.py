"""The rocket: Tsiolkovsky's first problem (g = 0) and second (vertical, uniform g), with linear drag if wanted.

    m v̇ = −ṁ u − m g − b v ,   m = m₀ − k t until burn-out at T, R = m₀/m(T)

    b = 0:   v = u ln(m₀/m) − g t ,   h(T) = u T (1 − ln R/(R − 1)) − g T²/2 ,   apex at t = u ln R/g
    g = 0:   v = (k u/b) (1 − (m/m₀)^{b/k})

The run goes on to the apex where g > 0: the mass is a Piecewise in t, and the engine switches exactly at T.
The trap is d(mv)/dt = −m g (Levi-Civita): the rocket then *falls*, and faster than a stone, v(T) = −g T (R + 1)/2,
because the mass that leaves is thought to be left at rest.
Source: K. E. Tsiolkovsky (1903); I. V. Meshchersky (1897).
"""

from math import log
from typing import Any

import numpy as np
import sympy as sp

from varmass.cases._along import instant, state_at
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Dissipation, Gravity, Particle
from varmass.model.streams import relative
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System


def case(
    u: float = 3000.0, R: float = 5.0, T: float = 100.0, g: float = 9.81, m0: float = 1000.0, b: float = 0.0
) -> Case:
    """u: exhaust speed.  R: initial by final mass.  T: burn time.  g: gravity.  m0: initial mass.  b: drag by speed.

    Measures.  burnout_speed, burnout_height: when the fuel is burnt.  apex_height, apex_time: of the highest point,
    where there is gravity.
    """
    k = _burn_rate(u, R, T, g, m0, b)
    h = coordinate("h", "m", "height, or distance where there is no gravity")
    M0, κ, υ, τ, γ, β = parameters("m0 [kg]", "k [kg/s]", "u [m/s]", "T [s]", "g [m/s^2]", "b [kg/s]")
    rocket = System(
        "Tsiolkovsky's rocket",
        Particle(
            "rocket",
            mass=sp.Piecewise((M0 - κ * t, t < τ), (M0 - κ * τ, True)),
            position=[h],
            streams=[relative([-υ], name="exhaust")],
        ),
        Gravity([-γ]),
        *([Dissipation("drag", β * h.dot**2 / 2)] if b else []),
    )
    measures = {
        "burnout_speed": lambda run: float(run.state("h.dot", at=T)),
        "burnout_height": lambda run: float(run.state("h", at=T)),
    }
    if g > 0:
        measures |= {
            "apex_height": lambda run: state_at(run, "apex", "h"),
            "apex_time": lambda run: instant(run, "apex"),
        }
    return Case(
        system=rocket,
        values={"m0": m0, "k": k, "u": u, "T": T, "g": g} | ({"b": b} if b else {}),
        start={"h": 0.0},
        until=[when(h.dot, name="apex", direction="falling"), 2 * u * log(R) / g] if g > 0 else T,
        measures=measures,
        exact=_exact(u, R, T, g, m0, b, k),
    )


def _burn_rate(u: float, R: float, T: float, g: float, m0: float, b: float) -> float:
    """k = m₀ (1 − 1/R)/T of a rocket that burns something, and lifts off."""
    if not (R > 1 and T > 0 and m0 > 0 and b >= 0 and g >= 0):
        raise ValueRefused(
            "this rocket burns nothing",
            expected="R > 1, T > 0, m0 > 0, and neither g nor b negative",
            got=f"R = {R:g}, T = {T:g}, m0 = {m0:g}, g = {g:g}, b = {b:g}",
            hint="R=5, T=100",
        )
    k = m0 * (1 - 1 / R) / T
    if k * u <= m0 * g:
        raise ValueRefused(
            "this rocket stays on the ground",
            expected=f"a thrust k u above the weight m0 g = {m0 * g:g} N",
            got=f"k u = {k * u:g} N",
            hint=f"a burn time below {u * (1 - 1 / R) / g:.3g} s",
        )
    return k


def _exact(u: float, R: float, T: float, g: float, m0: float, b: float, k: float) -> dict[str, Any]:
    """Speed while it burns and after; height too where there is no drag."""
    β, m_T = b / k, m0 / R

    def burning(time: Any) -> Any:
        x = 1 - k * time / m0
        return -u * _power(x, β) + g * m0 / k * x**β * _power(x, 1 - β)

    def speed(run: Any) -> Any:
        after = np.maximum(run.t - T, 0)
        v = burning(np.minimum(run.t, T))
        return v - g * after if b == 0 else v * np.exp(-b * after / m_T) + g * m_T / b * np.expm1(-b * after / m_T)

    def height(run: Any) -> Any:
        time, after = np.minimum(run.t, T), np.maximum(run.t - T, 0)
        x = 1 - k * time / m0
        climb = u * m0 / k * (x * np.log(x) + 1 - x) - g * time**2 / 2
        return climb + burning(time) * after - g * after**2 / 2

    return {"h.dot": speed} | ({"h": height} if b == 0 else {})


def _power(x: Any, p: float) -> Any:
    """(xᵖ − 1)/p, which is ln x for p = 0."""
    return np.expm1(p * np.log(x)) / p if p else np.log(x)
