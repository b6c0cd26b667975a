"""The modified Lagrange equation for viscous damping: equations (47) and (48)."""

import sympy as sp

from varmass.derive.deriving import derive
from varmass.model.checks import rate
from varmass.model.parts import Force, Gravity, Particle
from varmass.model.streams import at_rest
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._evidence import residual, zero
from varmass.papers._items import Shown, erratum, formula
from varmass.papers.handout._particles import BODIES, LOADS, POTENTIAL, VELOCITIES, Q, T, V, d, q, u

c = parameters("c_1", "c_2")
DAMPERS = [
    Force(f"damper {i}", on=b.name, force=-k * v)
    for i, b, k, v in zip((1, 2), BODIES, c, VELOCITIES, strict=True)
]  # fmt: skip
DAMPED = System("Two particles with dampers", *BODIES, *LOADS, *DAMPERS, POTENTIAL, time="1")


@formula(
    "eqs. (47), (48), for forces proportional to the velocities",
    r"\begin{aligned}&\wp_v = \wp_v(\dot{q}_1,\dot{q}_2,\dots,\dot{q}_n) \\"
    r" &\frac{d}{dt}\left(\frac{\partial T}{\partial\dot{q}_k}\right) - \frac{\partial T}{\partial q_k}"
    r" + \frac{\partial V}{\partial q_k} + \frac12\frac{\partial\wp_v}{\partial\dot{q}_k} = Q_k\end{aligned}",
)
def viscous_damping() -> Verdict:
    """Two particles, each with a force −c v, and the power 𝒫 = Σ c v² that it takes: the balance of momentum.

    In general coordinates 𝒫 depends on q and t, too; nothing in (48) minds.
    """
    P = sp.Add(*(k * v.dot(v) for k, v in zip(c, VELOCITIES, strict=True)))
    derived = derive(DAMPED, "meshchersky").residual
    return zero(
        *(
            d(T.diff(e)) - T.diff(s) + V.diff(s) + P.diff(e) / 2 - Q_k - r
            for s, e, Q_k, r in zip(q, u, Q, derived, strict=True)
        )
    )


y = coordinate("y", "m", "length of the hanging part")
μ, g = parameters("mu [kg/m]", "g [m/s^2]")
CHAIN = System(
    "Cayley's chain",
    Particle("hanging part", mass=μ * y, position=[y], streams=[at_rest(name="links at rest")]),
    Gravity([g]),
)


@erratum(
    60,
    "eq. (48)",
    "claim",
    printed=r"\dots + \frac12\frac{\partial\wp_v}{\partial\dot{q}_k} = Q_k, \quad"
    r" \wp_v\;\text{“a general function of the velocities”}",
    correct=r"\dots + \frac1n\frac{\partial\wp_v}{\partial\dot{q}_k} = Q_k, \quad"
    r" \sum_k\dot{q}_k\frac{\partial\wp_v}{\partial\dot{q}_k} = n\wp_v",
)
def half_is_for_the_second_degree() -> Shown:
    """By Euler's theorem a force (1/n) ∂𝒫/∂q̇ takes the power 𝒫 if 𝒫 is homogeneous of degree n; ½ is for n = 2 alone.

    Shown on Cayley's chain: the links that are jerked along take 𝒫 = ½μẏ³, of degree 3.  With ½ the equation has
    5/4 μẏ² where the balance of momentum has μẏ².  The power alone tells the force only where there is one speed.
    """
    v, proper = y.dot, residual(CHAIN)
    kinetic, potential = μ * y * v**2 / 2, -μ * g * y**2 / 2
    L = kinetic - potential
    P = -rate(kinetic + potential, (y,)).subs(y.ddot, sp.solve(proper, y.ddot)[0])

    def gap(n: int) -> sp.Expr:
        return rate(L.diff(v), (y,)) - L.diff(y) + P.diff(v) / n - proper

    return Shown(zero(gap(2)), zero(gap(3), P - μ * v**3 / 2))
