"""The finite elements: cubics of Hermite, strains, energies; what the element `hermite` runs is what is printed."""

import sympy as sp

from varmass.derive.deriving import derive
from varmass.model.parts import Energies, Potential
from varmass.model.symbols import parameters, t
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._evidence import added, all_hold, generic, zero
from varmass.papers._items import Shown, erratum, formula
from varmass.papers.vetyukov_2023.model import ALONG, σ
from varmass.rod.elements import hermite
from varmass.rod.symbols import a, b, g, l, α, η, ρ

N = parameters("N [N]", positive=True)
ε, V, κ = parameters("epsilon", "V [m^2/s^2]", "kappa [1/m]")
θ, θ_s, ν, ν_s = parameters("theta", "theta_s", "nu", "nu_s")
WHERE = "Finite element approximation"


@formula(
    f"{WHERE}, (6)",
    r"\boldsymbol{x}(\sigma) = S_1\boldsymbol{x}_e + S_2(\partial_\sigma\boldsymbol{x})_e + S_3\boldsymbol{x}_{e+1}"
    r" + S_4(\partial_\sigma\boldsymbol{x})_{e+1}",
)
def cubic_shapes_join_with_their_slopes() -> Verdict:
    """Hermite's cubics: value and slope at both ends are the nodal unknowns, so neighbours share them.

    They are those that the element `hermite` is made of.
    """
    z = sp.Symbol("z", real=True)
    S = (1 - 3 * z**2 + 2 * z**3, z - 2 * z**2 + z**3, 3 * z**2 - 2 * z**3, z**3 - z**2)
    nodal = sp.Matrix([[f.subs(z, 0), f.diff(z).subs(z, 0), f.subs(z, 1), f.diff(z).subs(z, 1)] for f in S])
    run = (sum(int(k) * z**i for i, k in enumerate(cubic.coef)) for *_, cubic in hermite.CUBICS)
    return zero(*(nodal - sp.eye(4)), *(sp.expand(f - own) for f, own in zip(S, run, strict=True)))


@formula(f"{WHERE}, (7)", r"\varepsilon = \tfrac12(\partial_s\boldsymbol{x}\cdot\partial_s\boldsymbol{x} - 1)")
def axial_strain() -> Verdict:
    """For x_s = ν (cos θ, sin θ) it is ½ (ν² − 1): no turning strains the rod, and to first order it is ν − 1."""
    stretched = hermite.STRAIN.subs({hermite.x_σ: η * ν * sp.cos(θ), hermite.y_σ: η * ν * sp.sin(θ)})
    near = stretched.diff(ν).subs(ν, 1) - 1
    return zero(stretched - (ν**2 - 1) / 2, stretched.subs(ν, 1), near)


@erratum(
    101,
    f"{WHERE}, (7)",
    "claim",
    printed=r"\text{penalized, and } \varepsilon \to 0 \text{ when } n \to \infty",
    correct=r"\varepsilon \to N/b \text{ when } n \to \infty, \quad \varepsilon \to 0 \text{ when } b \to \infty",
)
def a_penalty_vanishes_with_its_factor_not_with_the_mesh() -> Shown:
    """However fine the mesh, a rod under the force N is stretched by N/b: the energy ½bε² − Nε is least there."""
    least = (b * ε**2 / 2 - N * ε).diff(ε)
    return Shown(zero(least.subs(ε, 0)), zero(least.subs(ε, N / b)))


@formula(
    f"{WHERE}, (8), of a rod that is not stretched",
    r"\kappa = \partial_s^2\boldsymbol{x}\cdot(\boldsymbol{e}_z\times\partial_s\boldsymbol{x}), \quad"
    r" |\kappa| = |\partial_s^2\boldsymbol{x}|",
)
def bending_strain() -> Verdict:
    """For x_s = (cos θ, sin θ) it is θ_s, how fast the tangent turns; and |x_ss| is as large."""
    bending, square = bent(sp.S.One)
    return zero(bending - θ_s, bending**2 - square)


def bent(stretch: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """κ and |x_ss|² for x_s = ν (cos θ, sin θ), by the chain rule."""
    x_s = sp.Matrix([stretch * sp.cos(θ), stretch * sp.sin(θ)])
    x_ss = x_s.diff(θ) * θ_s + x_s.diff(ν) * ν_s
    across = sp.Matrix([-x_s[1], x_s[0]])
    return sp.trigsimp(sp.expand(x_ss.dot(across))), sp.trigsimp(sp.expand(x_ss.dot(x_ss)))


@erratum(
    102,
    f"{WHERE}, (8)",
    "claim",
    printed=r"\kappa = \partial_s^2\boldsymbol{x}\cdot(\boldsymbol{e}_z\times\partial_s\boldsymbol{x}), \quad"
    r" |\kappa| = |\partial_s^2\boldsymbol{x}|",
    correct=r"|\kappa| = |\partial_s^2\boldsymbol{x}| \quad \text{only for } \varepsilon = 0",
)
def bending_strain_of_a_stretched_rod() -> Shown:
    """For x_s = ν (cos θ, sin θ), κ is ν² θ_s while |x_ss|² holds ν_s² too; they agree where ν = 1 all along."""
    gaps = [bending**2 - square for bending, square in (bent(ν), bent(sp.S.One))]
    return Shown(*map(zero, gaps))


@formula(
    f"{WHERE}, (9)",
    r"U = \int_0^1 \tfrac12\left(a\kappa^2 + b\varepsilon^2\right)\partial_\sigma s\,d\sigma",
)
def strain_energy() -> Verdict:
    """∂s/∂σ = η; both terms are energies, and of an inextensible rod ½aκ² is aθ_σ²/(2η²)."""
    θ = generic("theta", σ, degree=3)
    direction = sp.Matrix([sp.cos(θ), sp.sin(θ)])
    bent = direction.diff(σ) / η
    curvature = bent.dot(sp.Matrix([-sp.sin(θ), sp.cos(θ)]))
    return all_hold(zero(ALONG.diff(σ) - η, sp.expand(curvature - θ.diff(σ) / η)), added(a * κ**2 * η, b * ε**2 * η))


@erratum(
    103,
    f"{WHERE}, (10)",
    "sign or factor",
    printed=r"W = -\int_0^1 \rho g\,\boldsymbol{x}\cdot(\dots)\,\partial_\sigma s\,d\sigma"
    r" - \tfrac12\rho g\cos\alpha\,(l-\eta)^2",
    correct=r"W = -\int_0^1 \rho g\,\boldsymbol{x}\cdot(\dots)\,\partial_\sigma s\,d\sigma"
    r" + \tfrac12\rho g\cos\alpha\,(l-\eta)^2",
)
def weight_of_the_part_in_the_sleeve() -> Shown:
    """A straight rod falls along its sleeve with g cos α, whatever is in it; so (13) has it.

    The part in the sleeve lies at x from η − l to 0, where its potential is −ρ g x cos α.
    """
    free = -ρ * g * sp.cos(α) * η**2 / 2

    def falls(inside: sp.Expr) -> sp.Expr:
        straight = System("Straight", Energies(ρ * l * η.dot**2 / 2, closed=True), Potential("W", free + inside))
        return derive(straight).residual[0] - ρ * l * (η.ddot - g * sp.cos(α))

    half = ρ * g * sp.cos(α) * (l - η) ** 2 / 2
    x = sp.Symbol("x", real=True)
    exact = sp.integrate(-ρ * g * sp.cos(α) * x, (x, η - l, 0))
    correct = zero(falls(half), exact - half)
    return Shown(zero(falls(-half)), correct)


@erratum(
    104,
    f"{WHERE}, (11)",
    "dimension",
    printed=r"T = \int_0^1 \tfrac12\dot{\boldsymbol{x}}\cdot\dot{\boldsymbol{x}}\,\partial_\sigma s\,d\sigma"
    r" + \tfrac12\rho(l-\eta)\dot\eta^2",
    correct=r"T = \int_0^1 \tfrac12\rho\,\dot{\boldsymbol{x}}\cdot\dot{\boldsymbol{x}}\,\partial_\sigma s\,d\sigma"
    r" + \tfrac12\rho(l-\eta)\dot\eta^2",
)
def kinetic_energy_lacks_the_density() -> Shown:
    """A square of a velocity times a length is no energy."""
    hidden = ρ * (l - η) * η.dot**2 / 2
    return Shown(added(V * η / 2, hidden), added(ρ * V * η / 2, hidden))


@formula(f"{WHERE}, dissipation", r"R \sim \dot\varepsilon^2")
def strain_rate_of_matter() -> Verdict:
    """ε̇ is that of a particle, ε_t + σ̇ ε_σ by (4): what flows through a strain that stands still is strained, too.

    This is the rate in the element `hermite`; the factor of R is not printed.
    """
    places = {hermite.x_σ: generic("x", σ, t), hermite.y_σ: generic("y", σ, t)}
    rate = (1 - σ) * η.dot / η
    strain = hermite.STRAIN.subs(places)
    of_matter = strain.diff(t) + strain.diff(η) * η.dot + rate * strain.diff(σ)
    rates = {hermite.x_σt: hermite.x_σ, hermite.y_σt: hermite.y_σ}
    slopes = {hermite.x_σσ: hermite.x_σ, hermite.y_σσ: hermite.y_σ}
    known = {f: places[of].diff(t) for f, of in rates.items()} | {f: places[of].diff(σ) for f, of in slopes.items()}
    return zero(sp.expand(hermite.STRAIN_RATE.subs(known | places).subs(hermite.σ, σ) - of_matter))
