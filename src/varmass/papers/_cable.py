"""A cable that runs off a reel, in whole and in parts, as the paper of 2006 and the lecture of 2015 state it."""

from typing import Any

from varmass.model.checks import rate
from varmass.model.parts import Force, Particle
from varmass.model.streams import with_body
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System

θ = coordinate("theta", "rad", "turn of the reel")
u, a = θ.dot, θ.ddot
I, μ, R, L, β, g, τ, F_f, C_f, ρ, A, D, depth = parameters(
    "I [kg m^2]", "mu [kg/m]", "R [m]", "L [m]", "beta", "g [m/s^2]", "tau [N]", "F_f [N]",
    "C_f", "rho [kg/m^3]", "A [m^2]", "D [m]", "depth [m]",
)  # fmt: skip
m_R, m_S = μ * (L - R * θ), μ * R * θ
T_1 = (I + m_R * R**2) * u**2 / 2
INERTIA = I + μ * L * R**2
WEIGHT = (1 - β) * μ * g * R * θ
TRACTION = m_S * ((1 - β) * g - R * a)
ERRONEOUS = μ * R**3 * u**2 / 2
FRICTION = -C_f * ρ * D * R**3 * θ * u**2 / 2
REEL = Particle("reel", mass=I / R**2, position=[R * θ])

WOUND = System(
    "Reel and wound cable",
    REEL,
    Particle("wound cable", mass=m_R, position=[R * θ], streams=[with_body()]),
    Force("traction", on="reel", force=[τ]),
)
HANGING = System(
    "Hanging cable",
    Particle("hanging cable", mass=m_S, position=[R * θ], streams=[with_body()]),
    Force("weight in water", on="hanging cable", force=[WEIGHT]),
    Force("friction", on="hanging cable", force=[F_f]),
    Force("traction", on="hanging cable", force=[-τ]),
)


def whole(friction: Any, *more: Any) -> System:
    """Reel and all of the cable: no mass varies."""
    cable = Particle("cable", mass=μ * L, position=[R * θ])
    forces = Force("weight in water", on="cable", force=[WEIGHT]), Force("friction", on="cable", force=[friction])
    return System("Reel and cable", REEL, cable, *forces, *more, parameters=[depth])


def d(e: Any) -> Any:
    """d/dt along the motion."""
    return rate(e, (θ,))


def lagrange(e: Any) -> Any:
    """d/dt ∂e/∂θ̇ − ∂e/∂θ."""
    return d(e.diff(u)) - e.diff(θ)
