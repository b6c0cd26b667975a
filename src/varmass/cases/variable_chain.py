"""A chain of n point masses at the ends of massless links, each mass a function of its own link's angle.

    P_i = Σ_{j ≤ i} l (sin θ_j, −cos θ_j) ,   m_i = m₀ (1 + ε (1 − cos θ_i)/2)

The masses lie between m₀ and (1 + ε) m₀.  What they exchange is, in turn: taken from and left at rest; passed on with
the body's own velocity; a jet of relative velocity (c, −c).  No closed form: the ledger, the agreement of all
principles, and the time they need are the test.  In the plane the function ⅙ ṁ v² has the right power and the wrong
force, so that energy alone closes over a wrong motion (N6).
"""

from typing import Any

import numpy as np
import sympy as sp

from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.parts import Gravity, Particle
from varmass.model.streams import Stream, at_rest, relative, with_body
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System


def case(
    n: int = 3,
    l: float = 1.0,
    g: float = 9.81,
    m0: float = 1.0,
    eps: float = 0.5,
    c: float = 0.3,
    theta0: float = 0.5,
    T: float = 2.0,
) -> Case:
    """n: links.  l: length of each.  g: gravity.  m0: least mass.  eps: its gain upside down.  c: speed of the jets.

    theta0: release of all links.  T: duration.

    Measures.  tip_x, tip_y: place of the last link, at the end.  mass: of all, at the end.
    """
    if n < 1 or n != int(n) or eps <= -1:
        raise ValueRefused(
            "there is no such chain",
            expected="a whole number of links, and eps > −1 so that all masses are positive",
            got=f"n = {n}, eps = {eps:g}",
            hint="n=3, eps=0.5",
        )
    θ = [coordinate(f"theta{i}", "rad", f"angle of link {i} from the vertical") for i in range(1, int(n) + 1)]
    λ, γ, μ, ε, χ = parameters("l [m]", "g [m/s^2]", "m0 [kg]", "eps", "c [m/s]")
    x = y = sp.S.Zero
    masses = []
    for i, angle in enumerate(θ, start=1):
        x, y = x + λ * sp.sin(angle), y - λ * sp.cos(angle)
        m = μ * (1 + ε * (1 - sp.cos(angle)) / 2)
        masses.append(Particle(f"mass {i}", mass=m, position=[x, y], streams=[_stream(i, χ)]))
    return Case(
        system=System(f"A chain of {n} varying masses", *masses, Gravity([0, -γ]), parameters=[χ]),
        values={"l": l, "g": g, "m0": m0, "eps": eps, "c": c},
        start={angle.name: theta0 for angle in θ},
        until=T,
        measures={
            "tip_x": lambda run: float(l * np.sin(_last(run)).sum()),
            "tip_y": lambda run: float(-l * np.cos(_last(run)).sum()),
            "mass": lambda run: float(m0 * (1 + eps * (1 - np.cos(_last(run))) / 2).sum()),
        },
    )


def _stream(i: int, c: Any) -> Stream:
    return (at_rest(name=f"dew {i}"), with_body(name=f"sand {i}"), relative([c, -c], name=f"jet {i}"))[(i - 1) % 3]


def _last(run: Any) -> Any:
    """The angles at the end."""
    return run.y[: len(run.system.q), -1]
