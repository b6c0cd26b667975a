"""A rod in a sleeve that is shaken along itself, and turned.

    X(t) = A sin Ωt along e_x ,   ψ(t) = B sin Ωt       where the sleeve is, and how it is turned
    ẋ = R(ψ) [ ẋ_rel + R(−ψ) Ẋ + ψ̇ e_z × x ]            x in the frame of the sleeve, g at α − ψ from its axis

The drive does work on the rod, which the ledger keeps in the book `drive`, with that of the weight in the turning frame
in `spring in time: weight`.
Source: the kinematics of Y. Vetyukov, A. Humer, EURODYN 2023, seen from a moving frame.
"""

from math import pi

import sympy as sp

from varmass.cases._rods import at_end, endings, refuse_negative, refuse_other_rods, seen, strip, turning_measures
from varmass.model.case import Case
from varmass.model.symbols import parameters, t
from varmass.rod.sliding import Rod, sliding_rod, tip

A, B, Ω = parameters("A [m]: amplitude of the shaking", "B: amplitude of the turning", "Omega [1/s]: of both")


def case(
    h: float = 1e-3,
    A: float = 0.02,
    B: float = 0.1,
    Omega: float = 12.0,
    alpha: float = 3 * pi / 4,
    eta0: float = 0.6,
    n: int = 3,
    length: float = 1.0,
    g: float = 9.8,
    end: float = 1.0,
) -> Case:
    """h: thickness of the strip of steel.  A, B: amplitudes of the shaking and of the turning.  Omega: of both.

    alpha: angle of gravity from e_x.  eta0: free length at first.  n: coefficients of the angle.

    length: of the rod.  g: gravity.  end: duration, if the rod stays in its sleeve.

    Measures.  shortest: of the free lengths at the steps.  eta: free length at the end.
    tip_x, tip_y: where the tip is then.  work: done by the sleeve.
    """
    refuse_other_rods(h, eta0, length, g, end)
    refuse_negative(A=A, B=B, Omega=Omega)
    rod = shaken(n)
    x, y = tip(rod)
    return Case(
        system=sliding_rod(rod),
        values=strip(h, alpha, length, g) | {"A": A, "B": B, "Omega": Omega},
        start=rod.kind.straight(n, eta0) | {"eta": eta0},
        until=endings(end),
        measures={
            "shortest": turning_measures(eta0)["shortest"],
            "eta": lambda run: run.final("eta"),
            "tip_x": lambda run: at_end(run, x),
            "tip_y": lambda run: at_end(run, y),
            "work": lambda run: run.book("drive") + run.book("spring in time: weight"),
        },
        **seen(rod),
    )


def shaken(n: int) -> Rod:
    """A rod in that sleeve."""
    return Rod(n, sleeve=(A * sp.sin(Ω * t), sp.S.Zero, B * sp.sin(Ω * t)))
