"""Meshchersky's equation as M q̈ = r, for machines: added up over the bodies first, projected afterwards.

    M_jl = Σ_i [ m_i J_ij·J_il − Σ_k (w_ik − v_i)·J_ij ∂m_ik/∂q̇_l − ∂f_i/∂q̈_l·J_ij ]
    r_j  = Σ_i [ f⁰_i + Σ_k ṁ⁰_ik (w_ik − v_i) − m_i γ_i ]·J_ij − ∂V/∂q_j − ∂R/∂q̇_j + Q_j

with J_ij = ∂P_i/∂q_j, v̇_i = Σ_l J_il q̈_l + γ_i, and ṁ⁰, f⁰ the parts of ṁ, f that contain no acceleration.  It is the
principle `meshchersky` without the memory of its terms.  All links beyond a joint have one J_ij: their masses and
forces are added from the tip inwards, each joint taking over the sum of the one before it, and the number of
operations grows as n² where body by body it grows as n³.  The same sum at any accelerations is

    r − M q̈ = Σ_i (f_i + Σ_k ṁ_ik (w_ik − v_i) − m_i v̇_i)·J_ij − …
"""

from collections.abc import Sequence
from typing import Any

from varmass.derive.affine import affine, dot, minus, nil, scaled, times, total
from varmass.derive.applied import at_coordinates
from varmass.derive.motion import BodyOf, Motion

Matrix = list[list[Any]]
Vector = tuple[Any, ...]
Alike = list[tuple[Vector, tuple[int, ...]]]


class Sum:
    """Σ x over some bodies, component by component; no partial sum is formed twice."""

    def __init__(self, x: Sequence[Vector]) -> None:
        self.known: dict[tuple[int, ...], Vector] = {(i,): x_i for i, x_i in enumerate(x)}

    def __call__(self, bodies: tuple[int, ...]) -> Vector:
        if bodies not in self.known:
            pairs = zip(self(bodies[:-1]), self.known[bodies[-1:]], strict=True)
            self.known[bodies] = tuple(map(total, pairs))
        return self.known[bodies]


def projected(motion: Motion) -> tuple[Matrix, list[Any]]:
    """M and r."""
    bodies, n = motion.point_bodies("meshchersky"), motion.n
    alike, m = [_alike(bodies, j) for j in n], Sum([(b.m,) for b in bodies])
    lower = [[_inertia(m, alike[j], alike[l]) for l in range(j + 1)] for j in n]
    M = [[lower[max(j, l)][min(j, l)] for l in n] for j in n]
    for l in n:
        if any(_yields(b, l) for b in bodies):
            push = Sum([_push(b, l) for b in bodies])
            for j in n:
                M[j][l] = total((M[j][l], times(-1, _along(push, alike[j]))))
    return M, balance(motion, [0] * len(n))


def balance(motion: Motion, a: Sequence[Any]) -> list[Any]:
    """r − M a, what is left over at accelerations a."""
    bodies = motion.point_bodies("meshchersky")
    force = Sum([_force(motion, b, a) for b in bodies])
    rest = [_along(force, _alike(bodies, j)) for j in motion.n]
    for term in at_coordinates(motion):
        rest[term.j] = total((rest[term.j], times(-1, term.value)))
    return rest


def _alike(bodies: Sequence[BodyOf], j: int) -> Alike:
    """The bodies that coordinate j moves, the last one first, gathered by their common J."""
    found: dict[Vector, list[int]] = {}
    for i in reversed(range(len(bodies))):
        if not all(map(nil, bodies[i].J[j])):
            found.setdefault(bodies[i].J[j], []).append(i)
    return [(J, tuple(members)) for J, members in found.items()]


def _inertia(m: Sum, of_j: Alike, of_l: Alike) -> Any:
    """Σ m J_j·J_l over the bodies that both coordinates move; m J_j is one for all l."""
    both = ((J, K, tuple(i for i in js if i in ls)) for J, js in of_j for K, ls in of_l)
    return total(dot(scaled(m(bodies)[0], J), K) for J, K, bodies in both if bodies)


def _along(x: Sum, alike: Alike) -> Any:
    """Σ x·J."""
    return total(dot(x(bodies), J) for J, bodies in alike)


def _force(motion: Motion, b: BodyOf, a: Sequence[Any]) -> Vector:
    """f − Σ ṁ (v − w) − m v̇ at accelerations a."""
    inertia = [scaled(affine(s.mass_rate).at(a), minus(b.v, s.w)) for s in b.streams]
    inertia.append(scaled(b.m, _acceleration(motion, b, a)))
    forces = [tuple(affine(x).at(a) for x in f) for _, _, f in b.forces]
    return minus(_added(forces, len(b.v)), _added(inertia, len(b.v)))


def _acceleration(motion: Motion, b: BodyOf, a: Sequence[Any]) -> Vector:
    """v̇ = Σ J a + γ, γ = Σ dJ/dt q̇ + d/dt ∂P/∂t."""
    turning = [[motion.rate(x) for x in J] for J in b.J]
    columns = zip(b.drift, zip(*b.J, strict=True), zip(*turning, strict=True), strict=True)
    return tuple(total((motion.rate(d), dot(turned, motion.u), dot(J, a))) for d, J, turned in columns)


def _added(vectors: Sequence[Vector], size: int) -> Vector:
    return tuple(map(total, zip(*vectors, strict=True))) or (0,) * size


def _yields(b: BodyOf, l: int) -> bool:
    """Does ṁ or f contain q̈_l?"""
    parts = [*(s.mass_rate for s in b.streams), *(x for _, _, f in b.forces for x in f)]
    return any(k == l for x in parts for k, _ in affine(x).along)


def _push(b: BodyOf, l: int) -> Vector:
    """Σ (w − v) ∂m/∂q̇_l + ∂f/∂q̈_l."""
    pushes = [scaled(_slope(s.mass_rate, l), minus(s.w, b.v)) for s in b.streams]
    return _added([*pushes, *(tuple(_slope(x, l) for x in f) for _, _, f in b.forces)], len(b.v))


def _slope(x: Any, l: int) -> Any:
    """∂x/∂q̈_l."""
    return dict(affine(x).along).get(l, 0)
