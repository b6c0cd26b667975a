"""The analytical solution: one mode of bending, and how long the rod is."""

from functools import cache
from math import pi, sqrt
from typing import Any

import mpmath as mp
import numpy as np
import sympy as sp

from varmass.cases._find import case
from varmass.cases.dancing_rod_ritz import ritz, γ
from varmass.derive.deriving import derive
from varmass.integrate.simulate import simulate_case
from varmass.model.symbols import parameters
from varmass.model.zero import Verdict
from varmass.papers._evidence import all_hold, checked, generic, zero
from varmass.papers._items import Drawing, Number, Shown, erratum, figure, formula, rounded, table, undecidable
from varmass.papers.vetyukov_2023._dances import STIFF, TOLERANCE, dance, tip_path
from varmass.rod.mode import first_mode
from varmass.rod.symbols import a, g, l, α, η, ρ
from varmass.show.figures.curves import Curve, Panel

k_U, k_T, k_W = parameters("k_U", "k_T", "k_W")
Φ = parameters("Phi")
σ = sp.Symbol("sigma", real=True)
WHERE = "Analytical solution"


@table(f"{WHERE}, (13)")
def constants_of_the_mode() -> tuple[Number, ...]:
    """Integrals of the first mode of a clamped bar, normalised to 1 at the tip."""
    mode = first_mode()
    printed = (("k_U", "1.5453", mode.k_U), ("k_T", "0.094385", mode.k_T), ("k_W", "0.39150", mode.k_W))
    return tuple(rounded(*row) for row in printed)


@formula(f"{WHERE}, (12), the shape", r"w(\sigma)\ \text{is the first vibration mode}, \quad w(1) = 1")
def shape_of_the_first_mode() -> Verdict:
    """w⁗ = β⁴ w; clamped at the mouth, as (5) asks; at the tip 1, without moment and shear force; ∫ w² = ¼."""
    β, digits = sp.Symbol("beta", positive=True), 40
    s = (sp.sinh(β) - sp.sin(β)) / (sp.cosh(β) + sp.cos(β))
    w = (sp.cosh(β * σ) - sp.cos(β * σ) - s * (sp.sinh(β * σ) - sp.sin(β * σ))) / 2
    clamped = (w.subs(σ, 0), w.diff(σ).subs(σ, 0))
    with mp.workdps(digits):
        root = mp.findroot(lambda x: mp.cos(x) * mp.cosh(x) + 1, first_mode().beta)
        free = [mp.mpf(sp.N(e.subs({σ: 1, β: root}), digits)) for e in (w - 1, w.diff(σ, 2), w.diff(σ, 3))]
        square = mp.quad(sp.lambdify(σ, w.subs(β, root) ** 2, "mpmath"), [0, 1]) - mp.mpf(1) / 4
        worst = float(max(map(abs, (*free, square))))
    at_tip = checked(worst < 1e-30, f"at the tip and of ∫ w² less than 1e-30 is left, in {digits} digits")
    return all_hold(at_tip, zero(w.diff(σ, 4) - β**4 * w, *clamped))


@formula(
    f"{WHERE}, (13), U and W",
    r"U = ak_U\gamma^2/\eta^3, \quad"
    r" W = \rho g\left(l(l - 2\eta)\cos\alpha - 2k_W\gamma\eta\sin\alpha\right)/2",
)
def potentials_of_two_coordinates() -> Verdict:
    """From (9) with κ = γw″/η², to the order γ², and from (10) with its sign mended, for any shape."""
    w = generic("w", σ, degree=3)
    bent, fallen = (sp.integrate(sp.expand(e), (σ, 0, 1)) for e in (w.diff(σ, 2) ** 2 / 2, w))
    U = sp.integrate(sp.expand(a * (γ * w.diff(σ, 2) / η**2) ** 2 * η / 2), (σ, 0, 1))
    free = sp.integrate(sp.expand(ρ * g * η * (σ * η * sp.cos(α) + γ * w * sp.sin(α))), (σ, 0, 1))
    W = -free + ρ * g * sp.cos(α) * (l - η) ** 2 / 2
    printed = ρ * g * (l * (l - 2 * η) * sp.cos(α) - 2 * fallen * γ * η * sp.sin(α)) / 2
    return zero(sp.expand(U - a * bent * γ**2 / η**3), sp.expand(W - printed))


@formula(
    f"{WHERE}, (12), (13), T",
    r"\begin{aligned}\boldsymbol{x} &= \sigma\eta\,\boldsymbol{e}_x + \gamma w(\sigma)\,\boldsymbol{e}_y \\"
    r" T &= \rho\left(\eta\dot\gamma^2 + \gamma\dot\gamma\dot\eta"
    r" + 4(2k_T\gamma^2 + l\eta)\dot\eta^2/\eta\right)/8\end{aligned}",
)
def kinetic_energy_of_two_coordinates() -> Verdict:
    """From (4) and (11), ρ supplied, for any shape with ∫ w² = ¼ that is clamped at the mouth; here a cubic one.

    ∫ (1 − σ) w w′ = ½ ∫ w² by parts.
    """
    w = σ**2 * generic("w", σ, degree=1)
    v = (η.dot, γ.dot * w + (1 - σ) * η.dot / η * γ * w.diff(σ))
    T = sp.integrate(sp.expand(ρ * η * (v[0] ** 2 + v[1] ** 2) / 2), (σ, 0, 1)) + ρ * (l - η) * η.dot**2 / 2
    quarter = sp.integrate(sp.expand(w**2), (σ, 0, 1))
    k = sp.integrate(sp.expand((1 - σ) ** 2 * w.diff(σ) ** 2), (σ, 0, 1)) / 2
    printed = ρ * (4 * quarter * (η * γ.dot**2 + γ * γ.dot * η.dot) + 4 * (2 * k * γ**2 + l * η) * η.dot**2 / η) / 8
    return zero(sp.expand(T - printed))


@formula(
    f"{WHERE}, (14)",
    r"\begin{aligned}&\tfrac18\rho\gamma\left(\ddot\gamma + \tfrac{32k_T\dot\gamma\dot\eta}{\eta}"
    r" - 8gk_W\sin\alpha\right) + l\rho(\ddot\eta - g\cos\alpha)"
    r" = \tfrac{\gamma^2\left(3ak_U + k_T\rho\eta^2(\dot\eta^2 - 2\eta\ddot\eta)\right)}{\eta^4} \\"
    r" &\tfrac{2ak_U\gamma}{\eta^3} + \tfrac18\rho\left(2\dot\gamma\dot\eta + 2\eta\ddot\gamma"
    r" + \gamma\left(\ddot\eta - \tfrac{16k_T\dot\eta^2}{\eta}\right)\right)"
    r" = \rho gk_W\eta\sin\alpha\end{aligned}",
)
def equations_of_two_coordinates() -> Verdict:
    """Derived from the energies (13) by the core."""
    turning = γ.ddot + 32 * k_T * γ.dot * η.dot / η - 8 * g * k_W * sp.sin(α)
    pulled = 3 * a * k_U + k_T * ρ * η**2 * (η.dot**2 - 2 * η * η.ddot)
    first = ρ * γ * turning / 8 + l * ρ * (η.ddot - g * sp.cos(α)) - γ**2 * pulled / η**4
    inner = 2 * γ.dot * η.dot + 2 * η * γ.ddot + γ * (η.ddot - 16 * k_T * η.dot**2 / η)
    second = 2 * a * k_U * γ / η**3 + ρ * inner / 8 - ρ * g * k_W * η * sp.sin(α)
    found = derive(ritz(False)).residual
    return zero(found[0] - first, found[1] - second)


@formula(f"{WHERE}, frequency", r"\omega = 2\sqrt{2ak_U/\rho}/\eta^2")
def frequency_of_the_first_mode() -> Verdict:
    """Of small bending at a held length: (14) without η̇; k_U = β⁴/8 makes it β²√(a/ρ)/η²."""
    held = derive(ritz(False)).residual[1].subs({η.dot: 0, η.ddot: 0, g: 0})
    return zero(held - ρ * η / 4 * (γ.ddot + 8 * a * k_U / ρ / η**4 * γ))


@erratum(
    106,
    f"{WHERE}, (12)",
    "claim",
    printed=r"\boldsymbol{x} = \sigma\eta\,\boldsymbol{e}_x + \gamma w\,\boldsymbol{e}_y"
    r" \quad \text{of an inextensible rod, to order } \gamma^2",
    correct=r"\boldsymbol{x} = \left(\sigma\eta - \tfrac{\gamma^2}{2\eta}\int_0^\sigma w'^2\,d\sigma'\right)"
    r"\boldsymbol{e}_x + \gamma w\,\boldsymbol{e}_y",
)
def a_bent_rod_is_shorter_along_its_sleeve() -> Shown:
    """|x_σ|² = η² fails at the order γ² that the energies keep; it adds −ρΦγγ̇η̇ to T, Φ = ∫(1 − σ)w′² = 0.3927.

    That is three times the ⅛ργγ̇η̇ that is kept; over a cycle it averages out, and the model serves all the same.
    """
    w = generic("w", σ, degree=3)
    short = sp.integrate(sp.expand(w.diff(σ) ** 2), σ)

    def stretched(x: sp.Expr) -> sp.Expr:
        square = sp.expand(x.diff(σ) ** 2 + (γ * w).diff(σ) ** 2 - η**2)
        return sp.Add(*(square.coeff(γ, k) for k in (0, 1, 2)))

    return Shown(zero(stretched(σ * η)), zero(stretched(σ * η - γ**2 / (2 * η) * short)))


@cache
def two_coordinates(**options: Any) -> Any:
    """The stiffer rod with one mode of bending."""
    slender = case("dancing_rod_ritz", h=STIFF["h"], end=STIFF["end"], **options)
    return simulate_case(slender, ledger=False, tol=TOLERANCE)


@figure(f"{WHERE}, results")
def two_coordinates_beside_the_rod() -> Drawing:
    """The length of the free part, h = 2 mm: the rod, the model of two coordinates, and that with foreshortening.

    On the right by how much these two differ from the rod.
    """
    rod = dance(**STIFF)
    models = {"two coordinates": two_coordinates(), "with foreshortening": two_coordinates(foreshortening=True)}
    at = np.linspace(0, STIFF["end"], 1000)
    cycle, length = at <= rod.t_events["longest"][0], rod.state("eta", at)
    gaps = {who: run.state("eta", at) - length for who, run in models.items()}
    styles = ("line", "dashed")
    lengths = [
        Curve(at, model.state("eta", at), who, style)
        for (who, model), style in zip(models.items(), styles, strict=True)
    ]
    missing = "the curves of the slides are not in their text"
    numbers = [
        undecidable(f"largest difference of η from the rod [m], {who}, {when}", float(np.abs(gap[part]).max()), missing)
        for who, gap in gaps.items()
        for when, part in (("first cycle", cycle), (f"until {STIFF['end']:g} s", cycle | True))
    ]
    differ = tuple(Curve(at, 1e3 * gap, who, style) for (who, gap), style in zip(gaps.items(), styles, strict=True))
    return Drawing(
        (
            Panel((*lengths, Curve(at[::25], length[::25], "rod", "points", -1)), "t [s]", "η [m]", y_limits=(0, 1)),
            Panel(differ, "t [s]", "η less that of the rod [mm]"),
        ),
        tuple(numbers),
    )


@formula(f"{WHERE}, results", r"\omega = 2\sqrt{2ak_U/\rho}/\eta^2 \ \text{matches very well with numerical data}")
def the_estimate_beside_the_rod() -> Verdict:
    """Along the first cycle of the rod itself, h = 2 mm: half a period ends where the deflection of the tip turns.

    Between the first of these instants and the last ∫ ω dt should be their number times π.
    """
    run = dance(**STIFF)
    at = np.linspace(0, run.t_events["longest"][0], 40000)
    ω = 2 * sqrt(2 * run.values["a"] * first_mode().k_U / run.values["rho"]) / run.state("eta", at) ** 2
    phase = np.concatenate([[0.0], np.cumsum((ω[1:] + ω[:-1]) / 2 * np.diff(at))])
    speed = np.gradient(tip_path(run, at)[:, 1], at)
    turns = np.flatnonzero(np.diff(np.sign(speed)))
    halves = len(turns) - 1
    ratio = pi * halves / float(phase[turns[-1]] - phase[turns[0]])
    return checked(abs(ratio - 1) < 0.01, f"{halves} half-periods; frequency over estimate {ratio:.4f} in the mean")
