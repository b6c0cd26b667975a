"""A pendulum whose bob leaks, m = m₀ exp(−κ t): one swing, and back.

    w = v   (sand runs out with the bob's own velocity)    θ̈ + (g/l) sin θ = 0 ,   T = 4 √(l/g) K(sin² ½θ₀)
    w = 0   (what leaves is left at rest)                  θ̈ − κ θ̇ + (g/l) sin θ = 0

With w = v the mass drops out, at any amplitude.  Who forgets that what leaves takes its momentum along writes
d(mv)/dt = f, which is the law w = 0: a bob that *loses* mass would then be driven, θ̇ growing as if the damping were
negative.  Other laws, gain, small swings and a string that is paid out: `variable_pendulum`.
Source: I. V. Meshchersky (1897, 1904), for the two laws.
"""

from dataclasses import replace
from math import pi, sqrt
from typing import Literal

from varmass.cases import variable_pendulum
from varmass.model.case import Case
from varmass.model.events import when


def case(
    l: float = 1.0,
    g: float = 9.81,
    theta0: float = 1.0,
    m0: float = 1.0,
    kappa: float = 0.2,
    w: Literal["with_body", "at_rest"] = "with_body",
) -> Case:
    """l: length.  g: gravity.  theta0: angle of release.  m0: mass at the start.  kappa: its rate of decay.

    w: absolute velocity of what leaves.

    Measures.  period: of the first swing.  theta_end: angle at the end.
    """
    pendulum = variable_pendulum.case(kappa=kappa, w=w, l=l, g=g, theta0=theta0, m0=m0)
    θ = pendulum.system.q[0]
    return replace(
        pendulum,
        until=[when(θ.dot, name="period", direction="falling"), 20 * pi * sqrt(l / g)],
        measures={name: pendulum.measures[name] for name in ("period", "theta_end")},
        events=(),
    )
