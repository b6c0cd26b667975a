"""What is known by sums over the points of a mesh, patch by patch: a few fields, and all that is said of them there.

An energy that contains such sums linearly, Σ C_i I_i + rest, is the sum of C_i e_i over the points of each, and the
rest is a point of its own, at which no field is known.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.sparse as ss
import sympy as sp

from varmass.errors import PrincipleDoesNotApply
from varmass.model.functional import Functional, Local
from varmass.model.parts import Dissipation, Energies, GeneralisedForce, Potential
from varmass.model.symbols import t
from varmass.model.system import System

ZERO = sp.S.Zero
HERE = Local((), (), sp.Symbol("here", real=True), (0.0,), (1.0,), ZERO)


@dataclass
class Patch:
    """Points with the same fields; `kinetic`, `potential`, `dissipation` and `loads` are in them, per weight.

    `books` are the rates at which energy comes from outside, by name.
    """

    local: Local
    fields: dict[sp.Symbol, tuple[sp.Symbol, Any]] = field(default_factory=dict)
    kinetic: sp.Expr = ZERO
    potential: sp.Expr = ZERO
    dissipation: sp.Expr = ZERO
    loads: dict[Any, sp.Expr] = field(default_factory=dict)
    books: dict[str, sp.Expr] = field(default_factory=dict)

    def met(self, local: Local, n: int, columns: list[int]) -> None:
        """Fields of one more sum over these points, on all n coordinates."""
        for f, rate, Φ in local.fields:
            whole = np.zeros((len(Φ), n))
            whole[:, columns] = Φ
            known = self.fields.get(f, (None, None))[0]
            self.fields[f] = (rate or known or sp.Dummy(f"{f}_t", real=True), ss.csr_matrix(whole))

    def contains(self, symbol: sp.Symbol) -> bool:
        """Does anything here depend on it?"""
        every = (self.kinetic, self.potential, self.dissipation, *self.loads.values())
        return symbol in self.loads or any(e.has(symbol) for e in every)


def can_be_assembled(system: System) -> bool:
    """Is it closed, and are all its kernels sums over points?"""
    kinds = system.kind(Energies, Potential, Dissipation, GeneralisedForce)
    kernels = [f.kernel for part in kinds for f in _expression(part).atoms(Functional)]
    closed = len(kinds) == len(system.parts) and all(b.closed for b in system.kind(Energies))
    return bool(kernels) and closed and all(kernel.local is not None for kernel in kernels)


def patches(system: System) -> list[Patch]:
    """All of a system, each coordinate that is no field's among the fields of the patches that know it."""
    found: dict[Any, Patch] = {}
    for part in system.parts:
        for local, e in _sums(_expression(part)):
            patch = found.setdefault((local.places, local.weights), Patch(local))
            patch.met(local, len(system.q), [system.q.index(q) for q in local.q])
            _book(patch, part, e, system)
    for patch in found.values():
        for j, q in enumerate(system.q):
            if patch.contains(q) or patch.contains(q.dot):
                ones = np.zeros((len(patch.local.weights), len(system.q)))
                ones[:, j] = 1.0
                patch.fields[q] = (q.dot, ss.csr_matrix(ones))
    return list(found.values())


def _book(patch: Patch, part: Any, e: sp.Expr, system: System) -> None:
    """Where a part belongs, and what it does to the energy."""
    in_time = e.diff(t)
    if isinstance(part, Energies):
        patch.kinetic += e
        _add(patch, "drive", -in_time)
    elif isinstance(part, Potential):
        patch.potential += e
        _add(patch, f"spring in time: {part.name}", in_time)
    elif isinstance(part, Dissipation):
        patch.dissipation += e
        rates = [rate for rate, _ in patch.fields.values()] + list(system.u)
        _add(patch, f"damping: {part.name}", -sp.Add(*(e.diff(u) * u for u in rates)))
    else:
        patch.loads[part.on] = patch.loads.get(part.on, ZERO) + e
        _add(patch, f"load: {part.name}", e * part.on.dot)


def _add(patch: Patch, name: str, rate: sp.Expr) -> None:
    if rate != 0:
        patch.books[name] = patch.books.get(name, ZERO) + rate


def _expression(part: Any) -> sp.Expr:
    names = ("kinetic", "energy", "function", "force")
    found: sp.Expr = next((getattr(part, name) for name in names if hasattr(part, name)), ZERO)
    return found


def _sums(e: sp.Expr) -> Iterator[tuple[Local, sp.Expr]]:
    """The sums over points that e is made of, and the rest; all at one point may be in any formula."""
    met = sorted(e.atoms(Functional), key=str)
    local = [f.kernel.local for f in met]
    if met and len({(x.places, x.weights) for x in local}) == 1 and local[0].weights == (1.0,):
        whole = e.xreplace({f: x.density for f, x in zip(met, local, strict=True)})
        for x in local:
            yield x, ZERO
        yield local[0], whole
        return
    stand_ins = {f: sp.Dummy() for f in met}
    plain = e.xreplace(stand_ins)
    for f, x in zip(met, local, strict=True):
        C = plain.diff(stand_ins[f])
        if f.order or C.free_symbols & set(stand_ins.values()):
            raise PrincipleDoesNotApply(
                "this cannot be assembled from the points of a mesh",
                expected="energies that contain integrals linearly",
                got=str(e),
                hint="engine taylor",
            )
        yield x, C * x.density
    rest = plain.xreplace(dict.fromkeys(stand_ins.values(), ZERO))
    if rest != 0:
        yield HERE, rest
