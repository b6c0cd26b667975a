"""The dancing rod in a sleeve with friction, and with dashpots: it comes to rest, or is held.

    Q_η = −μ N tanh(η̇/v_ε) − c_slide η̇ ,   N = |a κ′(0)| + |a κ(0)|/l_c

The sleeve holds the bent rod with a couple of forces of arm l_c, and with its shear force; friction opposes the sliding
with μ N, smoothed below the speed v_ε.  A clamp without length would have no such law: l_c is a property of the sleeve.
Smoothed friction creeps where it should hold.
Source: Y. Vetyukov, A. Humer, EURODYN 2023, names friction at the tip of the sleeve as open; the law is Coulomb's.
"""

from math import pi
from typing import Literal

from varmass.cases._rods import (
    at_rest,
    endings,
    refuse_negative,
    refuse_other_rods,
    seen,
    strip,
    turning_measures,
    turns,
)
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.rod.sliding import Rod, sliding_rod


def case(
    h: float = 1e-3,
    mu: float = 0.1,
    l_c: float = 0.05,
    v_eps: float = 0.05,
    c_slide: float = 0.5,
    alpha: float = 3 * pi / 4,
    eta0: float = 0.7,
    start: Literal["straight", "bent"] = "straight",
    n: int = 3,
    length: float = 1.0,
    g: float = 9.8,
    end: float = 1.0,
) -> Case:
    """h: thickness of the strip of steel.  mu: coefficient of friction.  l_c: length of contact in the sleeve.

    v_eps: speed at which friction has set in.  c_slide: dashpot on the sliding.

    alpha: angle of gravity from the outward axis.  eta0: free length at first.

    start: at rest there, straight or bent by the weight.  n: coefficients of the angle.

    length: of the rod.  g: gravity.  end: duration, if the rod stays in its sleeve.

    Measures.  shortest: of the free lengths at the steps.  eta: free length at the end.
    rubbed_away, damped_away: energy that friction and the dashpot have taken.
    """
    refuse_other_rods(h, eta0, length, g, end)
    refuse_negative(mu=mu, c_slide=c_slide)
    if not (l_c > 0 and v_eps > 0):
        raise ValueRefused(
            "friction needs a length of contact and a speed at which it sets in",
            expected="l_c > 0 and v_eps > 0",
            got=f"l_c = {l_c:g}, v_eps = {v_eps:g}",
            hint="l_c=0.05, v_eps=0.05",
        )
    rod = Rod(n, friction=mu > 0, sliding_dashpot=c_slide > 0)
    system, values = sliding_rod(rod), strip(h, alpha, length, g)
    values |= ({"mu": mu, "l_c": l_c, "v_eps": v_eps} if mu else {}) | ({"c_slide": c_slide} if c_slide else {})
    return Case(
        system=system,
        values=values,
        start=at_rest(start, system, values, rod.kind.straight(n, eta0) | {"eta": eta0}),
        until=endings(end),
        events=turns(),
        measures={
            "shortest": turning_measures(eta0)["shortest"],
            "eta": lambda run: run.final("eta"),
            "rubbed_away": lambda run: -run.book("load: mouth_friction") if mu else 0.0,
            "damped_away": lambda run: -run.book("damping: sliding_dashpot") if c_slide else 0.0,
        },
        **seen(rod),
    )
