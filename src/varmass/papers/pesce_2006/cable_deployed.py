"""The free-fall deployment of an electric cable in 1500 m of water: figure 8."""

from typing import Any, Literal

from varmass.cases._along import along, law
from varmass.cases._find import case
from varmass.cases.cable_reel import TENSION
from varmass.papers._evidence import checked
from varmass.papers._items import Drawing, Number, Shown, erratum, figure, undecidable
from varmass.papers._runs import instants, run
from varmass.show.figures.curves import Curve, Panel

TITLE = "fig. 8"
Weighed = Literal["air", "submerged"]
PLACES: dict[Weighed, str] = {"air": "0.15 kN/m in air", "submerged": "0.15 kN/m in water"}
CURVES = {"consistent, eq. (29)": None, "erroneous, eq. (34)": "N0"}
# What the paper leaves open: where γ is weighed, C_f = O(10⁻³), and whether it refers to D or to the circumference.
ALL_READINGS = [
    {"weighed": weighed, "C_f": C_f, "rubs": rubs}
    for weighed in PLACES
    for C_f in (3e-4, 1e-3, 3e-3)
    for rubs in ("D", "pi_D")
]


def deployment(principle: str | None, **reading: Any) -> Any:
    """From 10 m of hanging cable to the sea bed, by the wound part and the tension at it."""
    return run("cable_reel", principle, by="parts", **reading)


def tension(found: Any, times: Any) -> Any:
    """τ along a run, by (32) with its bracket, and the acceleration of the equation that was run."""
    (θ,) = found.system.q
    return along(found, TENSION.subs(θ.ddot, law(found)))(times)


def differences(**reading: Any) -> tuple[float, float]:
    """At touch-down, in per cent: of the speeds, and of the tensions by the largest tension of the deployment."""
    consistent, erroneous = (deployment(principle, **reading) for principle in CURVES.values())
    speeds = [found.final("theta.dot") for found in (consistent, erroneous)]
    pulls, others = (tension(found, instants(found)) for found in (consistent, erroneous))
    return 100 * abs(speeds[1] / speeds[0] - 1), 100 * abs(others[-1] - pulls[-1]) / float(pulls.max())


@erratum(
    65,
    f"before {TITLE}",
    "claim",
    printed="text: “there is not a significant difference between both results”, which are θ̇(t) and τ(t)",
    correct="text: at touch-down the speeds differ by a few per cent, the tensions by more than a tenth of the largest",
    certain=False,
)
def the_tensions_differ() -> Shown:
    """True of the speed, and not of the tension: when the cable touches the ground that of (34) is far too high.

    For C_f from 3·10⁻⁴ to 3·10⁻³, referred to the diameter or to the circumference, and γ in air or in water.  τ is
    from (32) with its bracket; how the paper has it in the erroneous case it does not say.
    """
    speed, pull = zip(*(differences(**reading) for reading in ALL_READINGS), strict=True)
    said = (
        f"at touch-down the speeds differ by {min(speed):.2g} to {max(speed):.2g} per cent, the tensions by "
        f"{min(pull):.2g} to {max(pull):.2g} per cent of the largest"
    )
    return Shown(checked(max(*speed, *pull) < 10, said), checked(max(speed) < 7 and min(pull) > 10, said))


@figure(TITLE)
def speed_and_tension() -> Drawing:
    """Speed of the reel and tension at it, from 10 m of hanging cable to the sea bed, by both equations.

    D = 0.1 m, R = 1 m, I = 4 t m², L = 3000 m, depth 1500 m and 0.15 kN/m are the paper's; whether this is in air or in
    water it does not say, and both are shown.  C_f = 10⁻³ of “O(10⁻³)”, and water of 1025 kg/m³ is assumed.
    """
    speeds, forces, numbers = [], [], []
    for weighed, where in PLACES.items():
        rates, pulls = [], []
        for label, principle in CURVES.items():
            found = deployment(principle, weighed=weighed)
            times = instants(found)
            rates.append(Curve(times, found.state("theta.dot", times), label))
            pulls.append(Curve(times, tension(found, times) / 1000, label))
            numbers += _at_touch_down(f"{where}, {label}", principle, weighed)
        speeds.append(Panel(tuple(rates), "$t$ [s]", r"$\dotθ$ [rad s⁻¹]", where))
        forces.append(Panel(tuple(pulls), "$t$ [s]", "$τ$ [kN]", where))
    return Drawing((*speeds, *forces), tuple(numbers))


def _at_touch_down(what: str, principle: str | None, weighed: Weighed) -> list[Number]:
    found = deployment(principle, weighed=weighed)
    measure = case("cable_reel", by="parts", weighed=weighed).measures
    missing = "C_f, ρ and where γ is weighed are not in the text"
    rows = (("time", "time to the sea bed, s"), ("rate", "speed there, rad/s"), ("tension", "tension there, N"))
    return [undecidable(f"{what}: {said}", float(measure[which](found)), missing) for which, said in rows]
