"""The first-order form of a problem, ẋ = F(x, t), in an engine's algebra."""

from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from varmass.compile.projection import balance, projected
from varmass.compile.radicands import radicands
from varmass.compile.solve import Adder, Solver, solver
from varmass.derive.affine import dot, minus
from varmass.derive.algebra import Algebra
from varmass.derive.deriving import derive, naive_names, reference
from varmass.derive.ledger import Book, books
from varmass.derive.motion import Motion
from varmass.model.events import Event
from varmass.model.parts import Particle, Volume
from varmass.model.symbols import Rate
from varmass.model.system import System


@dataclass(frozen=True)
class FirstOrder:
    """States are q, then q̇, then the books of the ledger.

    M and r are in q, q̇ and t; `accelerations` are their solution, or the symbols q̈ for an engine that solves
    numerically, and then `proper` is the reference form that it also has to solve, for `proper_symbols`;
    `guards` are the varying masses, without their denominators, which may have poles where nothing else has: where none
    of them vanishes but M is singular, the motion itself is.
    `radicands` stand under the roots; `pointwise` is a form that was summed over points, from the last one inwards.
    """

    motion: Motion
    pointwise: bool
    system: System
    M: list[list[Any]]
    r: list[Any]
    accelerations: list[Any]
    proper: tuple[Any, Any] | None
    books: tuple[Book, ...]
    guards: tuple[tuple[str, Any], ...]
    events: tuple[tuple[Event, Any], ...]
    radicands: tuple[Any, ...]

    def solver(self, add: Adder) -> Solver:
        """Of M q̈ = r, for any r."""
        return solver(self.M, symmetric_mass(self.system), add)

    def balance(self, a: list[Any]) -> list[Any]:
        """r − M a at accelerations a."""
        if self.pointwise:
            return balance(self.motion, a)
        return list(minus(self.r, (dot(row, a) for row in self.M)))

    @property
    def titles(self) -> tuple[Book, ...]:
        """The books without their rates: all that is left to know of them once they are compiled."""
        return tuple(replace(book, rate=None) for book in self.books)


def first_order(
    system: System, principle: str, events: tuple[Event, ...], ledger: bool, algebra: Algebra, symbolic: bool
) -> FirstOrder:
    """Derive and arrange; `symbolic` asks for the accelerations as formulas."""
    motion = Motion(system, algebra)
    pointwise = symbolic and principle == "meshchersky"
    M, r = projected(motion) if pointwise else _matrices(system, principle, algebra)
    reference_form = _matrices(system, reference(system), algebra) if ledger and principle in naive_names() else None
    a = solver(M, symmetric_mass(system))(r) if symbolic else [algebra.lift(x) for x in system.a]
    kept: tuple[Book, ...] = ()
    if ledger:
        kept = tuple(books(motion, a, _proper(system, reference_form, algebra, symbolic, a)))
    guards = tuple((f"the mass of {name!r}", algebra.lift(sp.fraction(m)[0])) for name, m in varying_masses(system))
    lifted = tuple((e, algebra.lift(e.expression)) for e in events)
    under_roots = tuple(map(algebra.lift, radicands(system)))
    proper = None if symbolic else reference_form
    return FirstOrder(motion, pointwise, system, M, r, a, proper, kept, guards, lifted, under_roots)


def proper_symbols(system: System) -> tuple[Rate, ...]:
    """The accelerations that the reference gives, beside those of a naive run."""
    return tuple(Rate(f"{q.name}.proper", q.unit) for q in system.q)


def symmetric_mass(system: System) -> bool:
    """M is symmetric when no mass depends on the speeds, and no traction on the accelerations."""
    of_speed = any(b.mass.diff(u) != 0 for b in system.kind(Particle, Volume) for u in system.u)
    tractions = {s for b in system.kind(Volume) for p in b.ports for e in p.traction for s in e.free_symbols}
    return not of_speed and tractions.isdisjoint(system.a)


def varying_masses(system: System) -> list[tuple[str, Any]]:
    """The bodies whose mass is not a constant, with their masses."""
    constant = set(system.parameters)
    return [(b.name, b.mass) for b in system.kind(Particle, Volume) if b.mass.free_symbols - constant]


def _matrices(system: System, principle: str, algebra: Algebra) -> tuple[list[list[Any]], list[Any]]:
    equations = derive(system, principle, algebra)
    return equations.mass_matrix(), equations.right_side()


def _proper(system: System, form: Any, algebra: Algebra, symbolic: bool, a: list[Any]) -> list[Any]:
    if form is None:
        return a
    return (
        solver(form[0], symmetric_mass(system))(form[1])
        if symbolic
        else [algebra.lift(x) for x in proper_symbols(system)]
    )
