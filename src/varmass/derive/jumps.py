"""The jump of the speeds at an instant at which a phase takes over, mass joins or leaves, or something is hit.

    Σ J⁺·(m⁺ v⁺ − m⁻ v⁻ − Σ Δm w − I) = Aᵀ Λ ,      A q̇⁺ + b = −e ġ⁻

Letters: ⁻ before, ⁺ after; J = ∂P/∂q, m mass, v velocity; Δm > 0 captured, < 0 separated, with the absolute velocity w;
I a blow; g the gap of what is hit (restitution e) or latches (e = 0), ġ⁺ = A q̇⁺ + b its rate, Λ its impulse.
A speed that the map gives stands in place of its balance.
With R = m⁺ v⁺ − m⁻ v⁻ − Σ Δm w − I, the impulse of all guides on a body, the energy changes by

    Δ Σ ½ m v² = Σ Δm (½ w² − ½ (w − v⁺)·(w − v⁻)) + I·(v⁺ + v⁻)/2 + ½ R·(v⁻ − v⁺) + R·∂P⁺/∂t + Σ J⁺·R q̇⁺
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import sympy as sp

from varmass.derive.algebra import SYMPY
from varmass.derive.conditions import Gap, gap
from varmass.derive.ledger import PLANES, Book
from varmass.derive.motion import BodyOf, Motion
from varmass.errors import PrincipleDoesNotApply
from varmass.model.jumps import CONDITIONS, EXCHANGES, Capture, Impulse
from varmass.model.parts import Potential
from varmass.model.phases import Switch
from varmass.model.symbols import Rate
from varmass.model.system import System


@dataclass(frozen=True)
class Exchanged:
    """Δm and w of one exchange of a body."""

    name: str
    mass: sp.Expr
    w: sp.Matrix


@dataclass(frozen=True)
class Struck:
    """A body through the jump: all that stands in the equation, as expressions of q⁻, q̇⁻, q̇⁺ and t."""

    name: str
    m: tuple[sp.Expr, sp.Expr]
    P: tuple[sp.Matrix, sp.Matrix]
    v: tuple[sp.Matrix, sp.Matrix]
    J: tuple[sp.Matrix, ...]
    drift: sp.Matrix
    exchanged: tuple[Exchanged, ...]
    blow: sp.Matrix
    phi: sp.Expr

    @property
    def reaction(self) -> sp.Matrix:
        """R."""
        carried = sum((x.mass * x.w for x in self.exchanged), sp.zeros(*self.blow.shape))
        return self.m[1] * self.v[1] - self.m[0] * self.v[0] - carried - self.blow


class Jump:
    """The law of one switch between two systems."""

    def __init__(self, before: System, after: System, switch: Switch) -> None:
        self.before, self.after, self.switch = before, after, switch
        self.speeds = tuple(Rate(f"{q.name}.after", q.unit) for q in after.q)
        self._old = {b.name: b for b in Motion(before, SYMPY).bodies}
        self._new = {b.name: b for b in Motion(after, SYMPY).bodies}
        given, own = dict(switch.map), {q.name: q for q in before.q}
        self.given = given
        self.places = tuple(given.get(q.name, own.get(q.name, q)) for q in after.q)
        self._at = dict(zip((*after.q, *after.u), (*self.places, *self.speeds), strict=True))

    @property
    def carries_over(self) -> bool:
        """Does all go on as it is?  So where nothing is stated and bodies, masses and coordinates stay the same."""
        bodies = (
            [
                (b.name, getattr(b, "mass", None), getattr(b, "position", None), getattr(b, "kinetic", None))
                for b in s.bodies
            ]
            for s in (self.before, self.after)
        )
        first, second = bodies
        return not self.switch.jump and not self.given and self.before.q == self.after.q and first == second

    def old(self, name: str) -> BodyOf | None:
        """A body as the phase that ends has it."""
        return self._old.get(name)

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        """What is hit or latches, as both phases see it."""
        return tuple(gap(part, self) for part in self._conditions)

    @cached_property
    def impulses(self) -> tuple[sp.Symbol, ...]:
        """Λ of every gap that has to be stopped."""
        return tuple(sp.Symbol(f"Λ {g.name}", real=True) for g in self._stopped)

    @cached_property
    def bodies(self) -> tuple[Struck, ...]:
        """All bodies of the new phase."""
        return tuple(self._struck(b) for b in self._new.values())

    @cached_property
    def M(self) -> sp.Matrix:
        """Σ m⁺ J⁺·J⁺."""
        n = range(len(self.after.q))
        return sp.Matrix([[sum((b.m[1] * b.J[j].dot(b.J[l]) for b in self.bodies), sp.S.Zero) for l in n] for j in n])

    @cached_property
    def momentum(self) -> sp.Matrix:
        """What M q̇⁺ − Aᵀ Λ is equal to; for a body without a place no law gives it."""
        if len(self.bodies) < len(self.after.bodies) and any(u.name not in self.given for u in self.after.u):
            name = next(b.name for b in self.after.bodies if b.name not in self._new)
            raise PrincipleDoesNotApply(
                f"no jump can be derived for {name!r}",
                expected="bodies with a position",
                got="a kinetic energy alone, which does not say how the matter moves",
                hint="vm.Switch(…, map={'y.dot': …}) with every speed",
            )
        rest = dict.fromkeys(self.speeds, 0)
        columns = [[b.J[j].dot(-b.reaction.xreplace(rest)) for b in self.bodies] for j in range(len(self.after.q))]
        return sp.Matrix([sum(column, sp.S.Zero) for column in columns])

    @cached_property
    def A(self) -> sp.Matrix:
        """∂ġ⁺/∂q̇⁺."""
        return sp.Matrix(len(self._stopped), len(self.after.q), [a for g in self._stopped for a in g.A])

    @cached_property
    def rebound(self) -> sp.Matrix:
        """What A q̇⁺ is equal to: −e ġ⁻ − b."""
        return sp.Matrix(len(self._stopped), 1, [g.rebound for g in self._stopped])

    def books(self) -> Iterator[Book]:
        """What the jump brings to each content, in q⁻, q̇⁻, t, q̇⁺ and Λ."""
        yield from self._energy()
        for j, q in enumerate(self.after.q):
            if q in self.before.q:
                i = self.before.q.index(q)
                gone = [sp.Matrix(b.J[i]) for b in self._gone]
                yield from self._along(("momentum", q.name), [b.J[j] for b in self.bodies], gone)
                yield from self._guided(j, i)
        for kind, of, arm in self._axes():
            arms = [arm(b.P[1]) for b in self.bodies]
            yield from self._along((kind, of), arms, [arm(sp.Matrix(b.P)) for b in self._gone])
            guided = (b.reaction.dot(x) for b, x in zip(self.bodies, arms, strict=True))
            yield Book(kind, of, "guides", sum(guided, sp.S.Zero))

    @property
    def _conditions(self) -> list[Any]:
        return [part for part in self.switch.jump if isinstance(part, CONDITIONS)]

    @property
    def _stopped(self) -> list[Gap]:
        return [g for g in self.gaps if not g.holds_by_itself]

    def _guides(self, j: int) -> sp.Expr:
        """The impulse of all guides along a coordinate: Σ Λ A, or what it takes to give the speed of the map."""
        if self.after.u[j].name in self.given:
            return sum((b.reaction.dot(b.J[j]) for b in self.bodies), sp.S.Zero)
        return sum((a * Λ for a, Λ in zip(self.A[:, j], self.impulses, strict=True)), sp.S.Zero)

    def _struck(self, b: BodyOf) -> Struck:
        old = self._old.get(b.name)
        v_new = sp.Matrix(b.v).xreplace(self._at)
        v_old = v_new if old is None else sp.Matrix(old.v)
        P_new = sp.Matrix(b.P).xreplace(self._at)
        m = (sp.S.Zero if old is None else sp.sympify(old.m), sp.sympify(b.m).xreplace(self._at))
        if m[1].has(*self.speeds):
            raise PrincipleDoesNotApply(
                f"no jump can be derived for {b.name!r}",
                expected="a mass that depends on q and t",
                got=f"m = {b.m}",
                hint="vm.Switch(…, map={'y.dot': …})",
            )
        blow = sum(
            (_fit(p.impulse, len(b.P)) for p in self.switch.jump if isinstance(p, Impulse) and p.on == b.name),
            sp.zeros(len(b.P), 1),
        )
        return Struck(
            b.name,
            m,
            (P_new if old is None else sp.Matrix(old.P), P_new),
            (v_old, v_new),
            tuple(sp.Matrix(column).xreplace(self._at) for column in b.J),
            sp.Matrix(b.drift).xreplace(self._at),
            tuple(self._exchanged(b.name, m, v_old)),
            blow,
            -sp.Matrix(b.field).dot(P_new),
        )

    def _exchanged(self, name: str, m: tuple[sp.Expr, sp.Expr], v: sp.Matrix) -> Iterator[Exchanged]:
        parts = [p for p in self.switch.jump if isinstance(p, EXCHANGES) and p.on == name]
        stated = sum((_signed(p) for p in parts if p.mass is not None), sp.S.Zero)
        for p in parts:
            if isinstance(p, Capture) or p.velocity is not None:
                w = _fit(p.velocity, len(v))
            else:
                w = v + (_fit((sp.S.Zero,) if p.relative is None else p.relative, len(v)))
            yield Exchanged(p.name, m[1] - m[0] - stated if p.mass is None else _signed(p), w)

    def _energy(self) -> Iterator[Book]:
        lost = drive = sp.S.Zero
        for b in self.bodies:
            for x in b.exchanged:
                amounts = x.mass * (x.w.dot(x.w) / 2 + b.phi), -x.mass * (x.w - b.v[1]).dot(x.w - b.v[0]) / 2
                for names, amount in zip(
                    (("carried_in", "carried_out"), ("dissipated", "injected")), amounts, strict=True
                ):
                    yield _joule(names[0], SYMPY.choose(x.mass, amount, sp.S.Zero))
                    yield _joule(names[1], SYMPY.choose(x.mass, sp.S.Zero, amount))
            lost += b.reaction.dot(b.v[0] - b.v[1]) / 2
            drive += b.reaction.dot(b.drift)
        for p in self.switch.jump:
            if isinstance(p, Impulse):
                mean = next(b.v[0] + b.v[1] for b in self.bodies if b.name == p.on)
                yield _joule(f"impulse: {p.name}", _fit(p.impulse, len(mean)).dot(mean) / 2)
        pushed = sum((self._guides(j) * u for j, u in enumerate(self.speeds)), sp.S.Zero)
        yield _joule(" and ".join(c.name for c in self._conditions) or "locking", lost + pushed)
        yield _joule("drive", drive)
        for left in self._gone:
            v = sp.Matrix(left.v)
            yield _joule("carried_out", -left.m * (v.dot(v) / 2 - sp.Matrix(left.field).dot(sp.Matrix(left.P))))
        V = [sum((p.energy for p in s.kind(Potential)), sp.S.Zero) for s in (self.before, self.after)]
        yield _joule("springs", V[1].xreplace(self._at) - V[0])

    def _along(self, key: tuple[str, str], arms: list[sp.Matrix], gone: list[sp.Matrix]) -> Iterator[Book]:
        """What mass and blows bring to a momentum, given the arm of each body that stays and of each that is gone."""
        of = list(zip(self.bodies, arms, strict=True))
        carried = sum((x.mass * x.w.dot(arm) for b, arm in of for x in b.exchanged), sp.S.Zero)
        lost = (b.m * sp.Matrix(b.v).dot(arm) for b, arm in zip(self._gone, gone, strict=True))
        yield Book(*key, "carried", carried - sum(lost, sp.S.Zero))
        yield Book(*key, "loads", sum((b.blow.dot(arm) for b, arm in of), sp.S.Zero))

    def _guided(self, j: int, i: int) -> Iterator[Book]:
        """What conditions, and a new way in which the coordinate moves the bodies, do to its momentum."""
        of = "momentum", self.after.q[j].name
        yield Book(*of, "guides", self._guides(j))
        turned = sp.S.Zero
        for b in self.bodies:
            if b.name in self._old:
                turned += b.m[0] * b.v[0].dot(b.J[j] - sp.Matrix(self._old[b.name].J[i]))
        yield Book(*of, "geometry", turned)

    @property
    def _gone(self) -> list[BodyOf]:
        return [b for name, b in self._old.items() if name not in self._new]

    def _axes(self) -> Iterator[tuple[str, str, Callable[[sp.Matrix], sp.Matrix]]]:
        """Axes of translation and of rotation about the origin, each with the arm of a body at P."""
        sizes = {len(b.P) for b in (*self._old.values(), *self._new.values())}
        if len(sizes) != 1 or len(self._new) != len(self.after.bodies):
            return
        size = sizes.pop()
        for x in range(size):
            yield "linear", "xyz"[x], partial(_along_axis, x)
        for name, x, y in PLANES.get(size, ()):
            yield "angular", name, partial(_about_axis, x, y)


def _along_axis(x: int, P: sp.Matrix) -> sp.Matrix:
    return sp.eye(len(P))[:, x]


def _about_axis(x: int, y: int, P: sp.Matrix) -> sp.Matrix:
    arm = sp.zeros(*P.shape)
    arm[x], arm[y] = -P[y], P[x]
    return arm


def _fit(v: Any, size: int) -> sp.Matrix:
    return sp.Matrix(v if len(v) == size else v * size)


def _signed(part: Any) -> sp.Expr:
    return part.mass if isinstance(part, Capture) else -part.mass


def _joule(name: str, amount: sp.Expr) -> Book:
    return Book("energy", "total", name, amount)
