"""A soft arm is fed out of a tube with a given rate: where does its tip go?

    η(t) = η₀ + f t        given, so no coordinate: the feed does the work that its length asks
    U = ∫ ½ a (κ − κ₀)² η dσ ,   R = ½ c_tip |ẋ(1)|²

The arm is curved where nothing bends it, as the tubes of concentric robots are; its tip carries a mass and moves
through something viscous.  The tip path is the result.
Source: an example of use; Y. Vetyukov, A. Humer, EURODYN 2023, name such robots as the purpose.
"""

from math import pi

from varmass.cases._rods import at_end, refuse_negative, refuse_not_positive, seen
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.symbols import parameters, t
from varmass.rod.sliding import Rod, sliding_rod, tip

η_0, f = parameters("eta0 [m]: length that is out at first", "feed [m/s]: rate of feeding")


def case(
    a: float = 0.02,
    rho: float = 0.05,
    kappa0: float = 2.0,
    m_e: float = 0.01,
    c_tip: float = 0.05,
    feed: float = 0.1,
    eta0: float = 0.1,
    alpha: float = pi / 2,
    n: int = 4,
    g: float = 9.8,
    end: float = 3.0,
) -> Case:
    """a: bending stiffness.  rho: mass per length.  kappa0: curvature of the arm when nothing bends it.

    m_e: mass at the tip.  c_tip: dashpot on the tip.  feed: rate of feeding, negative to draw it in.

    eta0: length that is out at first.  alpha: angle of gravity from the tube.  n: coefficients of the angle.

    g: gravity.  end: duration.

    Measures.  tip_x, tip_y: where the tip is at the end.  work_of_feeding: by the drive that feeds.
    """
    refuse_not_positive(a=a, rho=rho, eta0=eta0, g=g, end=end)
    refuse_negative(m_e=m_e, c_tip=c_tip)
    if eta0 + feed * end <= eta0 / 100:
        raise ValueRefused(
            "the arm would be drawn in beyond its tip",
            expected="eta0 + feed end > eta0/100",
            got=f"{eta0 + feed * end:g}",
            hint=f"end={0.9 * eta0 / abs(feed):.3g}",
        )
    rod = arm(n)
    x, y = tip(rod)
    values = {"a": a, "rho": rho, "kappa0": kappa0, "m_e": m_e, "c_tip": c_tip, "feed": feed, "eta0": eta0}
    return Case(
        system=sliding_rod(rod),
        values=values | {"alpha": alpha, "g": g},
        start=rod.kind.straight(n, eta0),
        until=end,
        measures={
            "tip_x": lambda run: at_end(run, x),
            "tip_y": lambda run: at_end(run, y),
            "work_of_feeding": lambda run: (
                run.book("drive")
                + sum(run.book(f"spring in time: {name}") for name in ("bending", "weight", "weight of the end mass"))
            ),
        },
        **seen(rod),
    )


def arm(n: int) -> Rod:
    """The arm, fed."""
    return Rod(n, end_mass=True, tip_dashpot=True, curved=True, length=η_0 + f * t)
