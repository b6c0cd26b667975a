"""A rod with a heavy tip slides in its sleeve, until all of it is out, or gone.

    T, U, W of the dancing rod, and ½ m_e |ẋ(1)|² , −m_e g·x(1)
    ẋ(1) = x_t(1)        at the tip σ = 1 matter and mesh move alike

The mass bends the rod where it falls, and the bent rod is pushed out with half the square of its moment at the mouth by
its stiffness; a light rod is ejected by what a heavy tip brings along, a stiff one disappears.  With a load at the tip
only its moment vanishes there, and the shear force does not: the element leaves θ_σσ(1) free.
Source: C. Armanini, F. Dal Corso, D. Misseroni, D. Bigoni, J. Mech. Phys. Solids 130 (2019) 82–100, for the problem;
its numbers were not at hand, and these are others.
"""

from typing import Literal

from varmass.cases._rods import (
    at_end,
    at_rest,
    endings,
    refuse_negative,
    refuse_other_rods,
    seen,
    strip,
    turning_measures,
    turns,
)
from varmass.model.case import Case
from varmass.rod.sliding import Rod, sliding_rod, tip


def case(
    h: float = 1e-3,
    m_e: float = 2.0,
    alpha: float = 1.9,
    eta0: float = 0.7,
    start: Literal["straight", "bent"] = "straight",
    n: int = 4,
    length: float = 1.0,
    g: float = 9.8,
    end: float = 10.0,
) -> Case:
    """h: thickness of the strip of steel.  m_e: mass at the tip.  alpha: angle of gravity from the outward axis.

    eta0: free length at first.  start: at rest there, straight or bent by the weights.  n: coefficients of the angle.

    length: of the rod.  g: gravity.  end: duration, if the rod stays in its sleeve.

    Measures.  shortest: of the free lengths at the steps.  ejected, injected: 1 if the run ends so, or 0.
    time: when it ends.  tip_x, tip_y: where the tip is then.
    """
    refuse_other_rods(h, eta0, length, g, end)
    refuse_negative(m_e=m_e)
    rod = Rod(n, end_mass=True)
    x, y = tip(rod)
    system, values = sliding_rod(rod), strip(h, alpha, length, g) | {"m_e": m_e}
    return Case(
        system=system,
        values=values,
        start=at_rest(start, system, values, rod.kind.straight(n, eta0) | {"eta": eta0}),
        until=endings(end),
        events=turns(),
        measures={
            "shortest": turning_measures(eta0)["shortest"],
            "ejected": lambda run: float("'ejected'" in run.message),
            "injected": lambda run: float("'injected'" in run.message),
            "time": lambda run: float(run.t[-1]),
            "tip_x": lambda run: at_end(run, x),
            "tip_y": lambda run: at_end(run, y),
        },
        **seen(rod),
    )
