"""A rod that slides in and out of a sleeve, stated by its energies.

    T = ∫₀¹ ½ ρ |ẋ|² η dσ + ½ ρ (l − η) η̇² + ½ m_e |ẋ(1)|²
    U = ∫₀¹ ½ a (κ − κ₀)² η dσ + ½ a κ₀² (l − η)        and ∫₀¹ ½ b ε² η dσ where the element can be stretched
    W = −∫₀¹ ρ g·x η dσ + ½ ρ g cos α (l − η)² − m_e g·x(1)        g = g (cos α, sin α), x outwards along the sleeve
    R = ½ c_slide η̇² + ½ c_tip |ẋ(1)|² + ∫₀¹ ½ c_ε ε̇² η dσ ,   Q_η = −μ N tanh(η̇/v_ε) ,   N = |a κ′(0)| + |a κ(0)|/l_c

All of the rod is one closed body with smooth paths, of velocity η̇ e_x on both sides of the mouth: the usual equations
of Lagrange are exact.  The configurational force at the mouth, ½ a κ², is contained in −∂U/∂η; nothing is added for it.
Where the sleeve moves, x is in its frame, at X(t) and turned by ψ(t), and ẋ contains their rates.  Where η is given as
a function of time, it is no coordinate, and what is in the sleeve is left out.
The normal force N between rod and sleeve is that of a couple of arm l_c and of the shear force, of the bent rod as the
element has it; a clamp without length would have no law of friction.
Source: Y. Vetyukov, A. Humer, EURODYN 2023, eq. (9)–(11), with the sign of the last term of W and ρ in T corrected.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy as sp

from varmass import shelf
from varmass.errors import ValueRefused
from varmass.model.parts import Dissipation, Energies, GeneralisedForce, Potential
from varmass.model.symbols import t
from varmass.model.system import System
from varmass.rod import elements
from varmass.rod.mesh import Mesh
from varmass.rod.symbols import a, b, c_slide, c_tip, c_ε, g, l, l_c, m_e, v_ε, α, η, κ0, μ, ρ

ZERO = sp.S.Zero


@dataclass(frozen=True)
class Rod:
    """What is attached to a rod, and how it is approximated; expressions are of t and parameters.

    `force` acts at the tip; `sleeve` is (X, Y, ψ); `length` is η where that is given.
    """

    n: int
    element: str = "angle"
    end_mass: bool = False
    force: tuple[sp.Expr, sp.Expr] | None = None
    tip_dashpot: bool = False
    sliding_dashpot: bool = False
    friction: bool = False
    curved: bool = False
    damped: bool = False
    sleeve: tuple[sp.Expr, sp.Expr, sp.Expr] = (ZERO, ZERO, ZERO)
    length: sp.Expr | None = None

    def __post_init__(self) -> None:
        least = self.kind.least(self.known_at_tip)
        if not isinstance(self.n, int) or self.n < least:
            raise ValueRefused(
                f"a rod needs more of the element {self.element!r}",
                expected=f"n a whole number ≥ {least}",
                got=f"n = {self.n}",
                hint=f"n={max(6, least)}",
            )

    @property
    def kind(self) -> Any:
        """The element."""
        return shelf.take(elements, self.element)

    @property
    def known_at_tip(self) -> int:
        """How many slopes of the angle vanish there: the moment, and the shear force where nothing pulls."""
        loaded = self.end_mass or self.tip_dashpot or self.force is not None
        return 0 if self.curved else 1 if loaded else 2

    @cached_property
    def mesh(self) -> Mesh:
        """The fields."""
        found: Mesh = self.kind.mesh(self.n, self.known_at_tip)
        return found

    @property
    def q(self) -> tuple[Any, ...]:
        """The coordinates."""
        return (*self.mesh.q, *self.free)

    @property
    def free(self) -> tuple[Any, ...]:
        """The coordinate that no field is made of."""
        return () if self.length is not None else (η,)

    def fed(self, e: sp.Expr) -> sp.Expr:
        """`e` with η as it is given, if it is."""
        return e if self.length is None else e.xreplace({η: self.length, η.dot: self.length.diff(t)})


def sliding_rod(rod: Rod) -> System:
    """The rod with all that is attached to it."""
    parts = [*_inertia(rod), *_potentials(rod), *_losses(rod)]
    return System("A rod that slides in a sleeve", *parts, coordinates=rod.q)


def _inertia(rod: Rod) -> list[Energies]:
    X, Y, ψ = rod.sleeve
    T = speeds(rod, "T", (ρ * η, m_e if rod.end_mass else ZERO), ρ * η * _speed(rod))
    found = [Energies(T, name="free part", closed=True)]
    s = sp.Symbol("s", real=True)
    carried = X.diff(t) ** 2 + Y.diff(t) ** 2
    along = X.diff(t) * sp.cos(ψ) + Y.diff(t) * sp.sin(ψ)
    across = Y.diff(t) * sp.cos(ψ) - X.diff(t) * sp.sin(ψ)
    square = carried + η.dot**2 + 2 * η.dot * along + 2 * ψ.diff(t) * s * across + (ψ.diff(t) * s) ** 2
    hidden = ρ * sp.integrate(square, (s, η - l, 0)) / 2
    return found if rod.length is not None else [*found, Energies(hidden, name="part in the sleeve", closed=True)]


def _speed(rod: Rod) -> sp.Expr:
    """A square of a velocity, for its dimension."""
    return η.dot**2 if rod.length is None else (rod.length / sp.S.One / t) ** 2


def speeds(rod: Rod, name: str, masses: tuple[sp.Expr, sp.Expr], like: sp.Expr) -> sp.Expr:
    """Σ ½ μ |ẋ|², μ along the rod and at the tip: the kinetic energy, or the dissipation of a dashpot."""
    X, Y, ψ = rod.sleeve
    V = (
        X.diff(t) * sp.cos(ψ) + Y.diff(t) * sp.sin(ψ),
        Y.diff(t) * sp.cos(ψ) - X.diff(t) * sp.sin(ψ),
    )
    h = tuple(map(rod.fed, rod.kind.flux(ψ.diff(t))))
    c = tuple(rod.fed(e) + v for e, v in zip(rod.kind.ENTRANCE, V, strict=True))
    return rod.mesh.speeds(name, h, c, tuple(map(rod.fed, masses)), rod.free, rod.fed(like))


def _potentials(rod: Rod) -> list[Potential]:
    kind, mesh, (X, Y, ψ) = rod.kind, rod.mesh, rod.sleeve
    relaxed = κ0 if rod.curved else ZERO
    straightened = relaxed**2 * (l - η) / 2
    bending = mesh.integral("bending", rod.fed(kind.bent(relaxed) * η / 2), rod.fed(1 / η))
    all_ = l if rod.length is None else rod.length
    fallen = rod.fed(kind.moment(mesh, α - ψ)) + all_ * (X * sp.cos(α) + Y * sp.sin(α))
    inside = sp.cos(α - ψ) * (l - η) ** 2 / 2 if rod.length is None else ZERO
    found = [
        Potential("bending", a * (bending + (straightened if rod.length is None else 0))),
        Potential("weight", -ρ * g * fallen + ρ * g * inside),
    ]
    if kind.STRAIN is not None:
        stretching = mesh.integral("stretching", rod.fed(kind.STRAIN**2 * η / 2), rod.fed(η))
        found.append(Potential("stretching", b * stretching))
    if rod.end_mass:
        below = rod.fed(kind.tip(mesh, α - ψ)) + X * sp.cos(α) + Y * sp.sin(α)
        found.append(Potential("weight of the end mass", -(m_e * g * below)))
    if rod.force is not None:
        pulls = (F * rod.fed(kind.tip(mesh, β - ψ)) for F, β in zip(rod.force, (ZERO, sp.pi / 2), strict=True))
        found.append(Potential("end force", -sp.Add(*pulls)))
    return found


def _losses(rod: Rod) -> list[Any]:
    found: list[Any] = []
    if rod.tip_dashpot:
        found.append(Dissipation("tip_dashpot", speeds(rod, "R", (ZERO, c_tip), c_tip * _speed(rod))))
    if rod.damped:
        R = rod.fed(c_ε * rod.kind.STRAIN_RATE**2 * η / 2)
        found.append(Dissipation("axial_damping", rod.mesh.moving("R", R, rod.fed(c_ε * η) / t**2, rod.free)))
    if rod.sliding_dashpot:
        found.append(Dissipation("sliding_dashpot", c_slide * η.dot**2 / 2))
    if rod.friction:
        kind, mesh = rod.kind, rod.mesh
        M = a * mesh.at_mouth("curvature", kind.CURVATURE, 1 / η)
        V = a * mesh.at_mouth("slope of curvature", kind.CURVATURE_SLOPE, 1 / η**2)
        N = sp.Abs(V) + sp.Abs(M) / l_c
        found.append(GeneralisedForce("mouth_friction", on=η, force=-μ * N * sp.tanh(η.dot / v_ε)))
    return found


def tip(rod: Rod) -> tuple[sp.Expr, sp.Expr]:
    """Where the tip is, in the frame of the sleeve."""
    x, y = (rod.fed(rod.kind.tip(rod.mesh, β)) for β in (ZERO, sp.pi / 2))
    return x, y


def configurational_force(rod: Rod) -> tuple[sp.Expr, sp.Expr]:
    """The outward push of the sleeve: −∂V/∂η without the load along the sleeve, and ½ a κ² of the strong form.

    At rest they are equal: all loads that pull the rod along the sleeve are then in balance with it.  In motion the
    inertia of the bent rod stands between them.
    """
    ψ = rod.sleeve[2]
    V = sp.Add(*(p.energy for p in _potentials(rod)))
    weight = (ρ * l + (m_e if rod.end_mass else ZERO)) * g * sp.cos(α - ψ)
    pull = ZERO if rod.force is None else rod.force[0] * sp.cos(ψ) + rod.force[1] * sp.sin(ψ)
    κ = rod.mesh.at_mouth("curvature", rod.kind.CURVATURE, 1 / η)
    return -V.diff(η) - weight - pull, a * κ**2 / 2
