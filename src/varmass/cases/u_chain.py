"""The folded chain: one end stays where it is, the other falls beside it, and link after link passes over the fold.

    ẍ = g + e ẋ²/(2 u) ,   u = L − x ,   the falling arm: m = ½ μ u, its links leave with w = (1 − e/2) ẋ
    ½ ẋ² uᵉ + g u^(1 + e)/(1 + e) = const

    e = 1  lossless    a link leaves with half the speed of its arm;  ẍ > g, the fall takes 0.847 of a stone's time
    e = 0  inelastic   a link leaves with the full speed, and the standing arm stops it;  ẍ = g
    e = 2              a link leaves at rest, w = 0: a law that creates energy

The usual Lagrange equation of the whole chain, T − V, is the case e = 1 and no other: that it conserves energy is no
proof that a chain does.  Chains that were measured fall with e near 1 (arXiv:1110.6035).  The trap is w = 0, which is
right for links that come from a heap, and here doubles the pull at the fold.  The support has to carry what weight and
momentum leave over, N = μ g L − d(m ẋ)/dt.
Source: M. G. Calkin, R. H. March, Am. J. Phys. 57 (1989) 154–157; C. W. Wong, K. Yasui, Am. J. Phys. 74 (2006) 490–496.
"""

from math import nan, sqrt
from typing import Any

from varmass.cases._along import acceleration, arrival, instant, nearest, state_at
from varmass.errors import ValueRefused
from varmass.model.case import Case
from varmass.model.events import when
from varmass.model.parts import Gravity, Particle
from varmass.model.streams import ratio
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System


def case(
    length: float = 1.0,
    g: float = 9.81,
    mu: float = 1.0,
    e: float = 1.0,
    x0: float = 0.0,
    v0: float = 0.0,
    place: float = 0.5,
    link: float = 0.01,
) -> Case:
    """length: of the chain.  g: gravity.  mu: mass per length.  e: 1 for a lossless fold … 0 for an inelastic one.

    x0: how far the free end hangs below the fixed one at the start.  v0: its speed there.

    place: part of the length at which speed, acceleration and support are measured.

    link: length of the last link, with which the run ends; the first integral tells the time of the rest.

    Measures.  fall_time: until the last link has come down.  by_free_fall: the same by that of a stone.
    time, speed, acceleration, support: at the place; the acceleration by g, the force on the support by the weight of
    the chain.
    """
    _refuse_other_chains(length, g, mu, e, x0, v0, place, link)
    x = coordinate("x", "m", "how far the free end has fallen")
    L, γ, μ, ε, λ, ξ = parameters("length [m]", "g [m/s^2]", "mu [kg/m]", "e", "link [m]", "place")
    chain = System(
        "Folded chain",
        Particle("falling arm", mass=μ * (L - x) / 2, position=[x], streams=[ratio(1 - ε / 2, name="fold")]),
        Gravity([γ]),
        parameters=[λ, ξ],
    )

    return Case(
        system=chain,
        values={"length": length, "g": g, "mu": mu, "e": e, "link": link, "place": place},
        start={"x": x0, "x.dot": v0},
        until=when(L - x - λ, name="last link", direction="falling"),
        measures=_measures(length, g, x0, v0),
        exact=_exact(length, g, e, x0, v0),
        events=(when(x - ξ * L, name="place", direction="rising", terminal=False),),
    )


def _measures(L: float, g: float, x0: float, v0: float) -> dict[str, Any]:
    """The time of fall, also by that of a stone; at the place all else, the acceleration by g, the support by μ g L."""
    stone = (sqrt(v0**2 + 2 * g * (L - x0)) - v0) / g

    def fall_time(run: Any) -> float:
        return arrival(run, L) if len(run.t_events.get("last link", ())) else nan

    def there(run: Any) -> tuple[float, float, float]:
        x, v = (state_at(run, "place", name) for name in run.names)
        return x, v, acceleration(run, (x, v))

    def support(x: float, v: float, a: float) -> float:
        """By weight, less d(m ẋ)/dt."""
        return 1 - ((L - x) * a - v**2) / (2 * g * L)

    return {
        "fall_time": fall_time,
        "by_free_fall": lambda run: fall_time(run) / stone,
        "time": lambda run: instant(run, "place"),
        "speed": lambda run: there(run)[1],
        "acceleration": lambda run: there(run)[2] / g,
        "support": lambda run: support(*there(run)),
    }


def _exact(L: float, g: float, e: float, x0: float, v0: float) -> dict[str, Any]:
    """The point of the orbit ½ ẋ² uᵉ + g u^(1 + e)/(1 + e) = const nearest to a point of the run."""

    def integral(u: Any, v: Any) -> Any:
        return v**2 * u**e / 2 + g * u ** (1 + e) / (1 + e)

    def state(run: Any) -> Any:
        x, v = run.state("x"), run.state("x.dot")
        u = L - x
        excess = integral(u, v) - integral(L - x0, v0)
        return nearest(x, v, excess, -(u ** (e - 1)) * (e * v**2 / 2 + g * u), v * u**e)

    return {"x": lambda run: state(run)[0], "x.dot": lambda run: state(run)[1]}


def _refuse_other_chains(
    length: float, g: float, mu: float, e: float, x0: float, v0: float, place: float, link: float
) -> None:
    if not (length > 0 and g > 0 and mu > 0 and 0 <= e <= 2):
        raise ValueRefused(
            "there is no such chain",
            expected="length, g and mu positive, and 0 ≤ e ≤ 2",
            got=f"length = {length:g}, g = {g:g}, mu = {mu:g}, e = {e:g}",
            hint="length=1, g=9.81, mu=1, e=1",
        )
    if not (-length < x0 < place * length < length - link < length and v0 >= 0):
        raise ValueRefused(
            "this chain does not fall past that place",
            expected="−length < x0 < place × length < length − link, and v0 not upwards",
            got=f"x0 = {x0:g}, v0 = {v0:g}, place = {place:g}, link = {link:g}, length = {length:g}",
            hint="x0=0, v0=0, place=0.5, link=0.01",
        )
