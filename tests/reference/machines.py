"""Belts, carts, balloons, cranes and tethers, each by an equation that its case does not state.

Momentum instead of velocity; packets of mass instead of a stream; the closed whole instead of the open part; inertia
and moments summed over the cable; the attraction of the earth instead of its tide.
"""

import numpy as np
from scipy.integrate import solve_ivp
from scipy.special import jv, yv

NODES, WEIGHTS = np.polynomial.legendre.leggauss(12)


def last(rates, start, until, event=None):
    """The state at the end, and how much time was left when the event happened."""
    found = solve_ivp(rates, (0, until), start, method="DOP853", rtol=1e-12, atol=1e-13, events=event)
    assert found.status == (0 if event is None else 1)
    return found.y[:, -1] if event is None else (found.y[:, -1], until - found.t[-1])


def belt(J, f, k, mu, w, length, until):
    """x and v by the momentum of belt and sand, from rest."""

    def speed(x, p):
        return p / (J + mu * min(x, length))

    def rates(_, state):
        v = speed(*state)
        leaves = mu * v**2 if state[0] > length else 0.0
        return v, f - k * v + mu * v * w - leaves

    def full(_, state):
        return state[0] - length

    full.terminal = True
    (_, p), left = last(rates, (0, 0), until, full)
    x, p = last(rates, (length * (1 + 1e-15), p), left)
    return x, speed(x, p)


def packets(m, rain, leak, wind, u, v, time, n):
    """The speed of a cart that meets a packet of rain n times, and throws one out n times."""
    gain, loss = rain * time / n, leak * time / n
    for _ in range(n):
        v, m = (m * v + gain * wind) / (m + gain), m + gain
        v, m = v + loss * u / m, m - loss
    return v


def balloon(o, until):
    """h and v by the momentum of balloon and air around, of the balloon while its jet lasts."""
    c = np.sqrt(2 * o["p"] / o["rho_gas"])

    def parts(time):
        V = o["V0"] - o["A"] * c * time
        return V, o["M"] + o["rho_gas"] * V, o["kappa"] * o["rho"] * V

    def rates(time, state):
        V, m, around = parts(time)
        v = state[1] / (m + around)
        lost = o["rho_gas"] * o["A"] * c * (v - c)
        drag = o["rho"] * o["C_d"] * np.pi / 2 * (3 * V / 4 / np.pi) ** (2 / 3) * abs(v) * v
        return v, -lost + (o["rho"] * V - m) * o["g"] - drag

    h, momentum = last(rates, (o["h0"], 0), until)
    return h, momentum / sum(parts(until)[1:])


def over(mass, mu, l, of):
    """Σ of(s) dm over a straight cable of length l and the load at its end."""
    s = l * (NODES + 1) / 2
    return mass * of(l) + mu * l / 2 * WEIGHTS @ of(s)


def hoisted(mass, mu, g, length, theta0, until):
    """θ and θ̇ of a cable of prescribed length, by its angular momentum."""

    def inertia(time):
        return over(mass, mu, length(time), lambda s: s**2)

    def rates(time, state):
        return state[1] / inertia(time), -g * np.sin(state[0]) * over(mass, mu, length(time), lambda s: s)

    θ, H = last(rates, (theta0, 0), until)
    return θ, H / inertia(until)


def whole(mass, mu, moved, field, turn, F, start, until):
    """θ, l, θ̇ and l̇ by Hamilton's equations of all that moves, reel and wound cable among it.

    H = ½ p²/moved + ½ h²/I − turn h + F l + ∫ φ dm, h the angular momentum; `field` gives φ(s, θ), ∂φ/∂s and ∂φ/∂θ.
    """

    def inertia(l):
        return over(mass, mu, l, lambda s: s**2)

    def rates(_, state):
        θ, l, h, p = state
        spin = h / inertia(l)
        stretched = spin**2 * over(mass, mu, l, lambda s: s)
        drawn = mass * field(l, θ)[1] + mu * field(l, θ)[0]
        return spin - turn, p / moved, -over(mass, mu, l, lambda s: field(s, θ)[2]), stretched - F - drawn

    θ0, l0, rate, v = start
    θ, l, h, p = last(rates, (θ0, l0, inertia(l0) * (rate + turn), moved * v), until)
    return θ, l, h / inertia(l) - turn, p / moved


def about_the_earth(mass, mu, radius, omega, length, theta0, until):
    """θ and θ̇ of a tether of prescribed length, drawn by the attraction ω² R³/r² itself, in the frame that falls."""

    def inertia(time):
        return over(mass, mu, length(time), lambda s: s**2)

    def rates(time, state):
        c, d = np.cos(state[0]), np.sin(state[0])

        def moment(s):
            pull = omega**2 * radius**3 / np.hypot(radius + s * c, s * d) ** 3
            up, across = omega**2 * radius - pull * (radius + s * c), -pull * s * d
            return s * (c * across - d * up)

        return state[1] / inertia(time) - omega, over(mass, mu, length(time), moment)

    θ, H = last(rates, (theta0, inertia(0) * omega), until)
    return θ, H / inertia(until) - omega


def bessel(p, kappa, u, l0, l):
    """θ/θ₀ from rest of  u² (l θ″ + (1 + p) θ′) + κ θ = 0 ,  θ = l^(−p/2) C_p(2 √(κ l)/u)."""

    def z(l):
        return 2 * np.sqrt(kappa * l) / abs(u)

    # d/dz z^(−p) C_p = −z^(−p) C_(p+1) vanishes at the start.
    a, b = yv(p + 1, z(l0)), -jv(p + 1, z(l0))

    def θ(l):
        return z(l) ** -p * (a * jv(p, z(l)) + b * yv(p, z(l)))

    return θ(l) / θ(l0)
