"""A particle whose mass is any m(q, q̇, t), in a plane with two coordinates; it stands for all.

P, m, f and v_o are polynomials with unknown coefficients, P and m of degree 2: at one point their derivatives are those
of any function, and none of higher order occur.
"""

import sympy as sp

from varmass.derive.deriving import derive
from varmass.model.checks import rate
from varmass.model.parts import Force, Particle
from varmass.model.streams import Stream, absolute
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System
from varmass.papers._evidence import generic

q = coordinate("q_1"), coordinate("q_2")
u = tuple(s.dot for s in q)
P = sp.Matrix([generic("a", *q, t), generic("b", *q, t)])
v = P.applyfunc(lambda e: rate(e, q))
f = sp.Matrix([generic("f", *q, *u, t, degree=1), generic("g", *q, *u, t, degree=1)])
v_o = sp.Matrix([generic("w", *q, *u, t, degree=1), generic("z", *q, *u, t, degree=1)])
μ, m_t, m = parameters("mu"), generic("n", t), generic("m", *q, *u, t)
v2 = v.dot(v)
BOTH = (0, 1)


def d(e: sp.Expr) -> sp.Expr:
    """d/dt along the motion."""
    return rate(e, q)


def moving(mass: sp.Expr, *streams: Stream) -> System:
    """The particle with that mass."""
    return System(
        "A particle of any mass",
        Particle("particle", mass=mass, position=P, streams=streams),
        Force("force", on="particle", force=f),
        coordinates=q,
        time="1",
    )


def extended(mass: sp.Expr) -> list[sp.Expr]:
    """Σ (f + ṁ v_o)·∂P/∂q + ½ d/dt(∂m/∂q̇ v²) − ½ ∂m/∂q v²."""
    return [
        (f + d(mass) * v_o).dot(P.diff(q[j])) + d(mass.diff(u[j]) * v2) / 2 - mass.diff(q[j]) * v2 / 2
        for j in BOTH
    ]  # fmt: skip


def lagrange_against_momentum(mass: sp.Expr, Q: list[sp.Expr]) -> list[sp.Expr]:
    """d/dt ∂T/∂q̇ − ∂T/∂q − Q, less what Meshchersky's equation gives along each coordinate."""
    streams = () if mass == μ else (absolute(v_o),)
    proper = derive(moving(mass, *streams), "meshchersky").residual
    T = mass * v2 / 2
    return [d(T.diff(u[j])) - T.diff(q[j]) - Q[j] - proper[j] for j in BOTH]
