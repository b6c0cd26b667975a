"""The nomenclature: letters with two meanings, and quantities with two letters."""

from varmass.model.symbols import parameters, t
from varmass.papers._evidence import added, all_hold, none_holds, zero
from varmass.papers._items import Shown, erratum

ω, W0, R, traction, clock, m, m_D, ρ, A, μ = parameters(
    "omega [1/s]", "W0 [m/s]", "R [m]", "tau [N]", "t_star", "m [kg]", "m_D [kg]", "rho [kg/m^3]", "A [m^2]",
    "mu [kg/m]",
)  # fmt: skip


@erratum(
    18,
    "nomenclature; before eq. (11), eq. (22); before eq. (29)",
    "contradiction",
    printed=r"\begin{aligned}&t\text{ and }t = \omega t,\ t = W_0t/R; \quad \tau\text{ and }\tau(\theta) \\"
    r" &\beta = m/m_D\text{ and }\beta = \rho A/\mu \\"
    r" &M = \mu L\text{ and }m_r = m-m_s = \mu(L-R\theta)\end{aligned}",
    correct=r"\begin{aligned}&t^* = \omega t,\ t^* = W_0t/R; \quad \tau(\theta) \\"
    r" &\beta_S = m/m_D,\ \beta_C = \rho A/\mu; \quad m = \mu L\end{aligned}",
)
def letters_with_two_meanings() -> Shown:
    """t is the time and a dimensionless time, τ a dimensionless time and a tension, β two ratios of masses.

    The list has τ for the dimensionless time, but the text uses t for it.  All of the cable is both M and m; m is also
    the mass of the sphere, M the number of coordinates in (3), R the radius of pipe, sphere and reel.
    """
    clashes = none_holds(added(t, ω * t), added(t, W0 * t / R), added(clock, traction), zero(m / m_D - ρ * A / μ))
    names = all_hold(added(clock, ω * t), added(clock, W0 * t / R), added(clock, m / m_D, ρ * A / μ))
    return Shown(clashes, names)


@erratum(
    63,
    "sections on the equations, the water column and the cable; references",
    "spelling",
    printed="text: “Metchersky”; “Neuman”; “infinity acceleration”; “the viscous friction force C_f”; "
    "“Caseta, L. And Pesce”",
    correct="text: Meshchersky; Neumann; infinite acceleration; the coefficient of friction C_f; Casetta, L. and Pesce",
)
def words() -> None:
    """Names, and words that mean something else."""
