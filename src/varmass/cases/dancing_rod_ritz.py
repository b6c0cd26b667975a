"""The dancing rod in two coordinates: how far it sticks out of its sleeve, and how far its tip is bent.

    x = (σ η, γ w(σ)) ,   w the first mode of a clamped bar, w(1) = 1

    U = a k_U γ²/η³
    W = ½ ρ g (l (l − 2 η) cos α − 2 k_W γ η sin α)
    T = ⅛ ρ (η γ̇² + γ γ̇ η̇ + 4 (2 k_T γ² + l η) η̇²/η)

A rod with its sleeve downhill slides in by its weight, and the bending that it brings along throws it out again.
The model leaves out that a bent rod is shorter along its sleeve.  That is of the order kept, γ²: it adds
−ρ Φ γ γ̇ η̇ to T, more than the ⅛ ρ γ γ̇ η̇ there, and ½ ρ g cos α Φ γ² to W (foreshortening).  Over a cycle it
averages out.
Gravity at α = π/4 as printed, from the outward axis, pulls the rod out at once; it falls in where cos α < 0.
Source: Y. Vetyukov, A. Humer, Dancing rod problem in the context of Lagrangian mechanics, EURODYN 2023, eq. (12)–(14).
"""

from math import pi, sqrt

import sympy as sp

from varmass.cases._rods import deepest, endings, period, refuse_other_rods, strip, turning_measures, turns
from varmass.model.case import Case
from varmass.model.parts import Energies, Potential
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System
from varmass.rod.mode import first_mode
from varmass.rod.symbols import a, g, l, α, η, ρ

γ = coordinate("gamma", "m", "deflection of the tip")
k_U, k_T, k_W, Φ = parameters("k_U", "k_T", "k_W", "Phi")

U = a * k_U * γ**2 / η**3
W = ρ * g * (l * (l - 2 * η) * sp.cos(α) - 2 * k_W * γ * η * sp.sin(α)) / 2
T = ρ * (η * γ.dot**2 + γ * γ.dot * η.dot + 4 * (2 * k_T * γ**2 + l * η) * η.dot**2 / η) / 8
T_SHORTER, W_SHORTER = -ρ * Φ * γ * γ.dot * η.dot, ρ * g * sp.cos(α) * Φ * γ**2 / 2


def case(
    h: float = 2e-3,
    alpha: float = 3 * pi / 4,
    eta0: float = 0.7,
    gamma0: float = 0.0,
    foreshortening: bool = False,
    length: float = 1.0,
    g: float = 9.8,
    end: float = 5.0,
) -> Case:
    """h: thickness of the strip of steel.  alpha: angle of gravity from the outward axis.  eta0: free length at first.

    gamma0: deflection of the tip at first.  foreshortening: keep the terms that the source leaves out.

    length: of the rod.  g: gravity.  end: duration, if the rod stays in its sleeve.

    Measures.  first_minimum: free length where it first turns.  first_minimum_time: when it does.
    shortest, longest: of the free lengths at the steps.  period: mean time from one longest state to the next.
    frequency: of the bending at the first length.  deepest_estimate: shortest length by the adiabatic invariant.
    """
    refuse_other_rods(h, eta0, length, g, end)
    values, mode = strip(h, alpha, length, g), first_mode()
    constants = {"k_U": mode.k_U, "k_T": mode.k_T, "k_W": mode.k_W} | ({"Phi": mode.Phi} if foreshortening else {})
    return Case(
        system=ritz(foreshortening),
        values=values | constants,
        start={"eta": eta0, "gamma": gamma0},
        until=endings(end),
        events=turns(),
        measures={
            **turning_measures(eta0),
            "period": period,
            "frequency": lambda run: 2 * sqrt(2 * values["a"] * mode.k_U / values["rho"]) / eta0**2,
            "deepest_estimate": lambda run: deepest(values, eta0),
        },
    )


def ritz(foreshortening: bool) -> System:
    """The rod is closed: what leaves the sleeve is what the free part gains, with the same velocity."""
    return System(
        "A dancing rod with one mode of bending",
        Energies(T + (T_SHORTER if foreshortening else 0), name="rod", closed=True),
        Potential("bending", U),
        Potential("weight", W + (W_SHORTER if foreshortening else 0)),
        coordinates=[η, γ],
    )
