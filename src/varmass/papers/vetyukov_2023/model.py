"""The mathematical model: parametrization and velocities of a rod partly in its sleeve, and what pushes it out."""

import sympy as sp

from varmass.model.symbols import parameters, t
from varmass.model.zero import Verdict
from varmass.papers._evidence import generic, zero
from varmass.papers._items import Shown, erratum, formula
from varmass.rod.symbols import a, l, η

σ, s = sp.symbols("sigma s", real=True)
c, δ = parameters("c [N m]", "delta [m]", positive=True)
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


@formula(f"{WHERE}, (5)", r"x(0,t) = y(0,t) = 0, \quad \partial_\sigma y(0,t) = 0")
def matter_passes_the_mouth_without_a_jump() -> Verdict:
    """By (4), what leaves the mouth moves along the sleeve, with η̇ |x_s|: as in the sleeve, if nothing is stretched.

    So the momentum of the rod has no jump there, and no matter is accelerated at once.
    """
    x, y = σ * generic("x", σ, t), σ**2 * generic("y", σ, t)
    along, across = ((e.diff(t) + (1 - σ) * η.dot / η * e.diff(σ)).subs(σ, 0) for e in (x, y))
    return zero(across, along - η.dot * x.diff(σ).subs(σ, 0) / η)


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
