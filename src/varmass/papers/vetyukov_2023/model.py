"""The mathematical model: parametrization, velocities, strains and energies of a rod partly in its sleeve."""

import sympy as sp

from varmass.derive.deriving import derive
from varmass.model.parts import Energies, Potential
from varmass.model.symbols import parameters
from varmass.model.system import System
from varmass.model.zero import Verdict
from varmass.papers._evidence import added, all_hold, generic, zero
from varmass.papers._items import Shown, erratum, formula
from varmass.rod.symbols import a, g, l, α, η, ρ

σ, s = sp.symbols("sigma s", real=True)
b, N, c, δ = parameters("b [N]", "N [N]", "c [N m]", "delta [m]", positive=True)
ε, V, κ = parameters("epsilon", "V [m^2/s^2]", "kappa [1/m]")
WHERE = "Mathematical model"
ALONG = l - η + η * σ


@formula(f"{WHERE}, (1), (2)", r"s = l - \eta + \eta\sigma, \qquad \sigma = 1 - (l - s)/\eta")
def the_mesh_ends_at_the_mouth_and_at_the_tip() -> Verdict:
    """The two mappings are inverse to each other; σ = 0 is the mouth, where s = l − η, and σ = 1 the tip, s = l."""
    back = 1 - (l - ALONG) / η
    return zero(back - σ, ALONG.subs(σ, 0) - (l - η), ALONG.subs(σ, 1) - l)


@formula(
    f"{WHERE}, (3)",
    r"\partial_s\boldsymbol{x} = \tfrac{1}{\eta}\partial_\sigma\boldsymbol{x}, \quad"
    r" \partial_s^2\boldsymbol{x} = \tfrac{1}{\eta^2}\partial_\sigma^2\boldsymbol{x}",
)
def derivatives_along_the_rod() -> Verdict:
    """By the chain rule, for any position."""
    x = generic("x", σ, degree=3)
    by_s = x.subs(σ, 1 - (l - s) / η)
    once, twice = (by_s.diff(s, k).subs(s, ALONG) - x.diff(σ, k) / η**k for k in (1, 2))
    return zero(once, twice)


@formula(
    f"{WHERE}, (4)",
    r"\dot{\boldsymbol{x}} = \partial_t\boldsymbol{x}|_{\sigma} + \dot\sigma\,\partial_\sigma\boldsymbol{x}, \quad"
    r" \dot{s} = 0 \Rightarrow \dot\sigma = \frac{(1-\sigma)\dot\eta}{\eta}",
)
def matter_flows_along_the_mesh() -> Verdict:
    """From ds/dt = 0 with s = l − η + ησ."""
    rate = (1 - σ) * η.dot / η
    return zero(ALONG.diff(η) * η.dot + ALONG.diff(σ) * rate)


@erratum(
    101,
    "Finite element approximation, (7)",
    "claim",
    printed=r"\text{penalized, and } \varepsilon \to 0 \text{ when } n \to \infty",
    correct=r"\varepsilon \to N/b \text{ when } n \to \infty, \quad \varepsilon \to 0 \text{ when } b \to \infty",
)
def a_penalty_vanishes_with_its_factor_not_with_the_mesh() -> Shown:
    """However fine the mesh, a rod under the force N is stretched by N/b: the energy ½bε² − Nε is least there."""
    least = (b * ε**2 / 2 - N * ε).diff(ε)
    return Shown(zero(least.subs(ε, 0)), zero(least.subs(ε, N / b)))


@erratum(
    102,
    "Finite element approximation, (8)",
    "claim",
    printed=r"\kappa = \partial_s^2\boldsymbol{x}\cdot(\boldsymbol{e}_z\times\partial_s\boldsymbol{x}), \quad"
    r" |\kappa| = |\partial_s^2\boldsymbol{x}|",
    correct=r"|\kappa| = |\partial_s^2\boldsymbol{x}| \quad \text{only for } \varepsilon = 0",
)
def bending_strain_of_a_stretched_rod() -> Shown:
    """For x_s = λ (cos θ, sin θ), κ is λ² θ′ while |x_ss|² holds λ′² too; they agree where λ = 1 all along."""
    θ, Λ = generic("theta", s), generic("lambda", s)

    def gap(stretch: sp.Expr) -> sp.Expr:
        x_s = sp.Matrix([stretch * sp.cos(θ), stretch * sp.sin(θ)])
        x_ss = x_s.diff(s)
        bending = x_ss.dot(sp.Matrix([-x_s[1], x_s[0]]))
        return bending**2 - x_ss.dot(x_ss)

    return Shown(zero(gap(Λ)), zero(sp.trigsimp(sp.expand(gap(sp.S.One)))))


@erratum(
    103,
    "Finite element approximation, (10)",
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
    "Finite element approximation, (11)",
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


@erratum(
    105,
    "Mathematical model, configurational force",
    "claim",
    printed=r"\text{the force is proportional to the local curvature and work conjugate to } \eta",
    correct=r"F = \tfrac12 a\kappa^2 \quad \text{at the mouth, work conjugate to } \eta",
)
def the_force_goes_with_the_square_of_the_curvature() -> Shown:
    """A bar bent by δ at its tip holds 3aδ²/(2η³); what it loses when longer is half of a κ(0)², with κ(0) = 3δ/η²."""
    U, bent = 3 * a * δ**2 / (2 * η**3), 3 * δ / η**2
    return Shown(zero(-U.diff(η) - c * bent), zero(-U.diff(η) - a * bent**2 / 2))


@formula(
    "Finite element approximation, (6)",
    r"\boldsymbol{x}(\sigma) = S_1\boldsymbol{x}_e + S_2(\partial_\sigma\boldsymbol{x})_e + S_3\boldsymbol{x}_{e+1}"
    r" + S_4(\partial_\sigma\boldsymbol{x})_{e+1}",
)
def cubic_shapes_join_with_their_slopes() -> Verdict:
    """Hermite's cubics: value and slope at both ends are the nodal unknowns, so neighbours share them."""
    z = sp.Symbol("z", real=True)
    S = (1 - 3 * z**2 + 2 * z**3, z - 2 * z**2 + z**3, 3 * z**2 - 2 * z**3, z**3 - z**2)
    nodal = sp.Matrix([[f.subs(z, 0), f.diff(z).subs(z, 0), f.subs(z, 1), f.diff(z).subs(z, 1)] for f in S])
    return all_hold(zero(*(nodal - sp.eye(4))))


@formula(
    "Finite element approximation, (9)",
    r"U = \int_0^1 \tfrac12\left(a\kappa^2 + b\varepsilon^2\right)\partial_\sigma s\,d\sigma",
)
def strain_energy() -> Verdict:
    """∂s/∂σ = η; both terms are energies, and of an inextensible rod ½aκ² is aθ_σ²/(2η²)."""
    θ = generic("theta", σ, degree=3)
    direction = sp.Matrix([sp.cos(θ), sp.sin(θ)])
    bent = direction.diff(σ) / η
    curvature = bent.dot(sp.Matrix([-sp.sin(θ), sp.cos(θ)]))
    return all_hold(zero(ALONG.diff(σ) - η, sp.expand(curvature - θ.diff(σ) / η)), added(a * κ**2 * η, b * ε**2 * η))
