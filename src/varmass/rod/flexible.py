"""A rod that slides in a sleeve which bends with it: two rods of one curve, as far as one is in the other.

    ℓ₁ = L_s − (l − η)  the sleeve alone ,   ℓ₂ = l − η  both ,   ℓ₃ = η  the rod alone
    x_σ = ℓ (cos θ, sin θ) ,   κ = θ_σ/ℓ ,   n = (−sin θ, cos θ)
    v = c(0) e_x + ∫ (ℓ θ_t + c θ_σ) n dσ
    rod:     c/η̇ = 1 − σ ,  σ ,  1 − σ        sleeve:  c/η̇ = −σ ,  −(1 − σ)
    T = Σ ∫ ½ ρ |v|² ℓ dσ  over 2, 3   +  Σ ∫ ½ ρ_s |v|² ℓ dσ  over 1, 2
    U = ∫ ½ a_s κ² ℓ dσ  +  ∫ ½ (a_s + a) κ² ℓ dσ  +  ∫ ½ a κ² ℓ dσ
    W = −Σ ∫ g m x_σ·(cos α, sin α) dσ        m the mass of rod and sleeve beyond σ

c is how fast matter passes the points of the mesh along the curve.  It is continuous, and c_σ = −ℓ̇ in each part: that
is why ẋ = x_t + (c/ℓ) x_σ is the integral above, for the rod also in part 1, where it has no matter.  The curvature
jumps at the rod's rear end and at the mouth, and these are where the parts meet.  Rod and sleeve are closed bodies with
smooth paths, and the usual equations of Lagrange are exact.  At rest, pulled by P at its tip, the rod is driven out by

    −∂V/∂η = P·t(tip) + ½ M² (1/a_s − 1/(a_s + a))        M the moment at the rod's rear end

The mouth adds nothing to it.  With a_s → ∞ the sleeve is rigid, and −∂U/∂η is ½ a κ² at the mouth.
Source: Y. Vetyukov, A. Humer, EURODYN 2023, leave the sleeve rigid; the rest follows from their energies.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import sympy as sp

from varmass.errors import ValueRefused
from varmass.model.functional import functional
from varmass.model.parts import Dissipation, Energies, Potential
from varmass.model.symbols import parameters
from varmass.model.system import System
from varmass.rod.arrays import frozen
from varmass.rod.chain import Chain, chain
from varmass.rod.elements.angle import θ, θ_t, θ_σ, σ
from varmass.rod.kinetic import Field, Kinetic
from varmass.rod.symbols import a, c_slide, g, l, α, η, ρ

a_s, ρ_s, L_s = parameters(
    "a_s [N m^2]: bending stiffness of the sleeve", "rho_s [kg/m]: its mass per length", "L_s [m]: its length"
)
BARE, BOTH, FREE = 0, 1, 2
LENGTHS = (L_s - (l - η), l - η, η)
STIFFNESSES = (a_s, a_s + a, a)
BEYOND = (
    ρ_s * (L_s - LENGTHS[BARE] * σ) + ρ * l,
    (ρ_s + ρ) * LENGTHS[BOTH] * (1 - σ) + ρ * η,
    ρ * LENGTHS[FREE] * (1 - σ),
)
OWN, OWN_t = sp.symbols("theta_1:4", real=True), sp.symbols("theta_1:4_t", real=True)  # θ in one part, 0 in others
PASSING, PASSING_t = sp.symbols("theta_c theta_ct", real=True)  # (c/η̇) θ_σ


@dataclass(frozen=True)
class Sleeved:
    """A rod in a flexible sleeve, with `spans` of splines in each of the three parts; `force` acts at the tip."""

    spans: int
    force: tuple[sp.Expr, sp.Expr] | None = None
    sliding_dashpot: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.spans, int) or self.spans < 1:
            raise ValueRefused(
                "a rod in its sleeve needs splines",
                expected="n a whole number of spans ≥ 1",
                got=f"n = {self.spans}",
                hint="n=1",
            )

    @cached_property
    def chain(self) -> Chain:
        """The three parts."""
        return chain(len(LENGTHS), self.spans, self.known_at_tip)

    @property
    def known_at_tip(self) -> int:
        """How many slopes of the angle vanish there: the moment, and the shear force where nothing pulls."""
        return 2 if self.force is None else 1

    @property
    def straight(self) -> dict[str, float]:
        """Both straight."""
        return {q.name: 0.0 for q in self.chain.q}


def sleeved_rod(rod: Sleeved) -> System:
    """Rod and sleeve with all that is attached to them."""
    parts: list[object] = [
        Energies(_kinetic(rod, "T", {BOTH: ρ, FREE: ρ}, carried=1), name="rod", closed=True),
        Energies(_kinetic(rod, "T_s", {BARE: ρ_s, BOTH: ρ_s}, carried=0), name="sleeve", closed=True),
        Potential("bending", _bending(rod)),
        Potential("weight", -g * _summed(rod, "weight", BEYOND, α)),
    ]
    if rod.force is not None:
        pulls = zip(rod.force, tip(rod), strict=True)
        parts.append(Potential("end force", -sp.Add(*(F * x for F, x in pulls))))
    if rod.sliding_dashpot:
        parts.append(Dissipation("sliding_dashpot", c_slide * η.dot**2 / 2))
    return System("A rod that slides in a flexible sleeve", *parts, coordinates=[*rod.chain.q, η])


def _kinetic(rod: Sleeved, name: str, densities: dict[int, sp.Expr], carried: int) -> sp.Expr:
    """Σ ∫ ½ ρ |v|² ℓ dσ of matter that moves along the curve with `carried` η̇."""
    it = rod.chain
    rise = np.array(it.links[FREE].places)
    passing = carried - np.concatenate([rise, 1 - rise, rise])  # c/η̇; what is taken off, the points of the mesh do
    slope = np.vstack([link.slope for link in it.links])
    fields = (
        Field(θ, θ_t, frozen(np.vstack([link.angle for link in it.links]))),
        Field(PASSING, PASSING_t, frozen(passing[:, None] * slope)),
        *(Field(OWN[i], OWN_t[i], it.angle(i)) for i in range(len(LENGTHS))),
    )
    turning = sp.Add(*(ℓ * rate for ℓ, rate in zip(LENGTHS, OWN_t, strict=True))) + η.dot * PASSING
    h, c = (-turning * sp.sin(θ), turning * sp.cos(θ)), (carried * η.dot, sp.S.Zero)
    masses = tuple((density * LENGTHS[i], it.weights(i)) for i, density in densities.items())
    met = {s for m, _ in masses for s in m.free_symbols} | {l, L_s}
    parameters = tuple(sorted(met - {η}, key=str))
    places = (σ, tuple(rise.tolist()) * len(LENGTHS))
    like = ρ * η * η.dot**2
    return functional(Kinetic(name, it.q, (η,), parameters, fields, places, it.gathers, h, c, masses, like))


def _bending(rod: Sleeved) -> sp.Expr:
    """Σ ∫ ½ B κ² ℓ dσ."""
    parts = enumerate(zip(STIFFNESSES, LENGTHS, rod.chain.links, strict=True))
    energies = (
        B * rod.chain.integral(i, f"bending_{i + 1}", (θ_σ, link.slope), θ_σ**2 / (2 * ℓ), 1 / η)
        for i, (B, ℓ, link) in parts
    )
    return sp.Add(*energies)


def _summed(rod: Sleeved, name: str, weights: tuple[sp.Expr, ...], β: sp.Expr) -> sp.Expr:
    """Σ ∫ m x_σ·(cos β, sin β) dσ."""
    parts = enumerate(zip(weights, LENGTHS, rod.chain.links, strict=True))
    along = (
        rod.chain.integral(i, f"{name}_{i + 1}", (θ, link.angle), m * ℓ * sp.cos(θ - β), m * ℓ)
        for i, (m, ℓ, link) in parts
    )
    return sp.Add(*along)


def tip(rod: Sleeved) -> tuple[sp.Expr, sp.Expr]:
    """Where the tip is."""
    return _end(rod, FREE)


def mouth(rod: Sleeved) -> tuple[sp.Expr, sp.Expr]:
    """Where the sleeve ends."""
    return _end(rod, BOTH)


def _end(rod: Sleeved, part: int) -> tuple[sp.Expr, sp.Expr]:
    counted = tuple(sp.Integer(i <= part) for i in range(len(LENGTHS)))
    x, y = (_summed(rod, "reach", counted, β) for β in (sp.S.Zero, sp.pi / 2))
    return x, y


def push_at_mouth(rod: Sleeved) -> sp.Expr:
    """½ a κ² of the rod where it leaves its sleeve: all of the push, where that is rigid."""
    return a * _curvature(rod, FREE, 0) ** 2 / 2


def push_at_rear(rod: Sleeved) -> sp.Expr:
    """½ M² (1/a_s − 1/(a_s + a)), M = a_s κ of the bare sleeve where the rod in it begins."""
    M = a_s * _curvature(rod, BARE, 1)
    return M**2 * (1 / a_s - 1 / (a_s + a)) / 2


def _curvature(rod: Sleeved, part: int, end: int) -> sp.Expr:
    """θ_σ/ℓ at the beginning of a part, or at its end."""
    slopes = zip(np.array(rod.chain.links[part].ends[1])[end], rod.chain.q, strict=True)
    return sp.Add(*(x * q for x, q in slopes if abs(x) > 0)) / LENGTHS[part]
