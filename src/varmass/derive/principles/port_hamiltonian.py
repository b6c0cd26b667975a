"""The port-Hamiltonian form: the mass of each body is a state, fed through its streams.

    x = (q, p, μ) ,   H = p·q̇ − T + V + Σ μ_i φ_i ,   μ̇_ik = u_k = ṁ_ik
    ṗ_j = −∂H/∂q_j|_{p,μ} + Σ_k w_k·∂P/∂q_j u_k + Q_j

with dp/dt taken along μ̇ = u, and φ the potential per mass of the field.  Masses that depend on the speeds would
make u an algebraic loop, and are outside its scope.
"""

from collections.abc import Iterator
from typing import Any

from varmass.derive.affine import Affine, affine, dot, half, nil, times, total
from varmass.derive.applied import applied
from varmass.derive.board import Line, hamiltonian, velocities
from varmass.derive.equations import Term
from varmass.derive.motion import BodyOf, Motion
from varmass.errors import PrincipleDoesNotApply


def terms(motion: Motion) -> Iterator[Term]:
    """ṗ with the mass as a state; the field acts through −∂(μφ)/∂q at fixed μ."""
    for i, b in enumerate(motion.point_bodies("port_hamiltonian")):
        _in_scope(motion, b)
        yield from _body(motion, b, motion.algebra.symbol(f"μ?{i}"))
    for term in applied(motion):
        if term.role != "gravity":
            yield term


def _body(motion: Motion, b: BodyOf, mu: object) -> Iterator[Term]:
    d, replace = motion.partial, motion.algebra.replace

    def at_mass(e: Any) -> Any:
        return 0 if nil(e) else replace(e, {mu: b.m})

    per_mass = half(dot(b.v, b.v))
    phi = times(-1, dot(b.field, b.P))
    for j in motion.n:
        q, u = motion.q[j], motion.u[j]
        p = times(mu, d(per_mass, u))
        fed = [times(at_mass(d(p, mu)), s.mass_rate) for s in b.streams]
        along = affine(motion.rate(p))
        p_dot = Affine(at_mass(along.free), tuple((l, at_mass(a)) for l, a in along.along))
        dH = at_mass(total((times(-1, d(times(mu, per_mass), q)), d(times(mu, phi), q))))
        yield Term(j, "inertia", b.name, p_dot + total(fed), "ṗ along μ̇ = u")
        yield Term(j, "inertia", b.name, dH, "∂H/∂{q}|p,μ")
        for s in b.streams:
            yield Term(j, "stream", s.name, -(s.mass_rate * dot(s.w, b.J[j])), "−w·∂P/∂{q} u", b.name)


def _in_scope(motion: Motion, b: BodyOf) -> None:
    if any(not nil(motion.partial(b.m, u)) for u in motion.u):
        raise PrincipleDoesNotApply(
            "port_hamiltonian cannot treat this system",
            expected="masses that depend on q and t only",
            got=f"the mass of {b.name!r} depends on a speed: its rate is an algebraic loop",
            hint="principle frozen_mass",
        )


def board(motion: Motion) -> Iterator[Line]:
    """Velocities, momenta and H."""
    yield from velocities(motion)
    yield from hamiltonian(motion, potentials=True)
