"""A rod slides in a sleeve that bends with it: a bar that the rod makes stiffer as far as it reaches into it.

    ẋ = c(0) e_x + ∫ (ℓ θ_t + c θ_σ) n dσ        c: how fast matter passes the mesh, of each of the two in its own way
    U = ∫ ½ a_s κ² over the sleeve + ∫ ½ a κ² over the rod

A rigid sleeve pushes the rod out with ½ a κ² at its mouth.  One that bends adds nothing there: it pushes at the rod's
rear end with ½ M² (1/a_s − 1/(a_s + a)), and the load at the tip pulls along a tip that the sleeve has turned.  The
motion comes near that in a rigid sleeve as 1/a_s, on the average over the vibrations of the sleeve.
The rod may leave its sleeve, or disappear in it, or its rear end may come to the clamp; the first and the last are told
from the length `contact` on, where the part that goes is still a bar.
Source: Y. Vetyukov, A. Humer, EURODYN 2023, leave the sleeve rigid; the rest follows from their energies.
"""

from collections.abc import Callable
from math import pi
from typing import Any, Literal

from varmass.cases._rods import at_end, at_rest, endings, refuse_other_rods, strip, turning_measures, turns
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.rod.flexible import BARE, BOTH, LENGTHS, Sleeved, mouth, push_at_mouth, push_at_rear, sleeved_rod, tip
from varmass.rod.flexible_shape import drawing


def case(
    h: float = 5e-4,
    a_s: float = 100.0,
    rho_s: float = 10.0,
    L_s: float = 0.9,
    alpha: float = 3 * pi / 4,
    eta0: float = 0.7,
    start: Literal["straight", "bent"] = "straight",
    n: int = 1,
    length: float = 1.0,
    contact: float = 0.02,
    g: float = 9.8,
    end: float = 1.0,
) -> Case:
    """h: thickness of the strip of steel.  a_s: bending stiffness of the sleeve.  rho_s: its mass per length.

    L_s: its length.  alpha: angle of gravity from the clamped sleeve, outwards.  eta0: free length at first.

    start: at rest there, straight or bent by the weight of both.  n: spans of splines in each of the three parts.

    length: of the rod.  contact: the least length of a part.  g: gravity.

    end: duration, if the rod stays between clamp and mouth.

    Measures.  shortest: of the free lengths at the steps.  eta: free length at the end.  tip_x, tip_y: where the tip
    is then.  mouth_x, mouth_y: where the sleeve ends.  push_at_rear: on the rod's rear end, along it.
    push_at_mouth: half the stiffness by the squared curvature there, which would be the push of a rigid sleeve.
    """
    refuse_other_rods(h, eta0, length, g, end)
    _refuse_other_sleeves(a_s, rho_s, L_s, length - eta0, contact)
    rod = Sleeved(n)
    system, values = sleeved_rod(rod), strip(h, alpha, length, g) | {"a_s": a_s, "rho_s": rho_s, "L_s": L_s}
    return Case(
        system=system,
        values=values,
        start=at_rest(start, system, values, rod.straight | {"eta": eta0}),
        until=[
            when(LENGTHS[BOTH] - contact, name="ejected", direction="falling"),
            when(LENGTHS[BARE] - contact, name="at_the_clamp", direction="falling"),
            *endings(end)[1:],
        ],
        events=turns(),
        measures={"shortest": turning_measures(eta0)["shortest"], "eta": lambda run: run.final("eta"), **_ends(rod)},
        drawn=drawing(rod),
    )


def _ends(rod: Sleeved) -> dict[str, Callable[[Any], float]]:
    (x, y), (x_m, y_m) = tip(rod), mouth(rod)
    return {
        "tip_x": lambda run: at_end(run, x),
        "tip_y": lambda run: at_end(run, y),
        "mouth_x": lambda run: at_end(run, x_m),
        "mouth_y": lambda run: at_end(run, y_m),
        "push_at_rear": lambda run: at_end(run, push_at_rear(rod)),
        "push_at_mouth": lambda run: at_end(run, push_at_mouth(rod)),
    }


def _refuse_other_sleeves(a_s: float, rho_s: float, L_s: float, inside: float, contact: float) -> None:
    """A sleeve is a bar with mass, and longer than what is in it."""
    if not (a_s > 0 and rho_s > 0 and contact > 0):
        raise ValueRefused(
            "there is no such sleeve",
            expected="a_s, rho_s and contact positive",
            got=f"a_s = {a_s:g}, rho_s = {rho_s:g}, contact = {contact:g}",
            hint="a_s=100, rho_s=10, contact=0.02",
        )
    if not contact < inside < L_s - contact:
        raise ValueRefused(
            "the rear end of the rod is not between the mouth of its sleeve and the clamp",
            expected=f"contact = {contact:g} < length − eta0 < L_s − contact = {L_s - contact:g}",
            got=f"length − eta0 = {inside:g}",
            hint=f"L_s={1.5 * inside + 2 * contact:g}" if inside > contact else "a smaller eta0, or a smaller contact",
        )
