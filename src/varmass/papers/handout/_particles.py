"""N = 2 particles in a plane with n = 2 coordinates stand for all; δ is the variation, at a time that is held.

Their places, the potential and the forces are polynomials with unknown coefficients: at one point their derivatives
are those of any functions.
"""

import sympy as sp

from varmass.model.checks import rate
from varmass.model.parts import Force, Particle, Potential
from varmass.model.symbols import coordinate, parameters, t
from varmass.model.system import System
from varmass.papers._evidence import generic

q, δq = (coordinate("q_1"), coordinate("q_2")), (coordinate("dq_1"), coordinate("dq_2"))
u, δu = [e.dot for e in q], [e.dot for e in δq]
M = parameters("m_1", "m_2")
R = [sp.Matrix([generic(f"{c}{i}", *q, t) for c in "ab"]) for i in (1, 2)]
F = [sp.Matrix([generic(f"{c}{i}", *q, *u, t, degree=1) for c in "fg"]) for i in (1, 2)]
V = generic("V", *q, t)
BODIES = [Particle(f"particle {i}", mass=m, position=p) for i, m, p in zip((1, 2), M, R, strict=True)]
LOADS = [Force(f"force {i}", on=b.name, force=f) for i, b, f in zip((1, 2), BODIES, F, strict=True)]
POTENTIAL = Potential("potential", V)
FREE = System("Two particles alone", *BODIES, time="1")
FORCED = System("Two particles", *BODIES, *LOADS, time="1")
BOTH = System("Two particles in a field", *BODIES, *LOADS, POTENTIAL, time="1")


def d(e: sp.Expr) -> sp.Expr:
    """d/dt along the motion, and along the varied one."""
    return rate(e, (*q, *δq))


def δ(e: sp.Expr) -> sp.Expr:
    """δe = Σ ∂e/∂q δq + ∂e/∂q̇ δq̇."""
    pairs = (*zip(q, δq, strict=True), *zip(u, δu, strict=True))
    return sp.Add(*(e.diff(s) * v for s, v in pairs))


VELOCITIES = [p.applyfunc(d) for p in R]
ACCELERATIONS = [v.applyfunc(d) for v in VELOCITIES]
DISPLACEMENTS = [p.applyfunc(δ) for p in R]
T = sp.Add(*(m * v.dot(v) / 2 for m, v in zip(M, VELOCITIES, strict=True)))
WORK = sp.Add(*(f.dot(e) for f, e in zip(F, DISPLACEMENTS, strict=True)))
Q = [sp.Add(*(f.dot(p.diff(s)) for f, p in zip(F, R, strict=True))) for s in q]


def virtual(residuals: list[sp.Expr]) -> sp.Expr:
    """Σ (the equation of motion of q_k) δq_k."""
    return sp.Add(*(e * s for e, s in zip(residuals, δq, strict=True)))
