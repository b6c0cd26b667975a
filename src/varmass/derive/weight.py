"""A weight in disguise: a potential that is the mass of a body times something linear in its position.

    V = m φ , φ = −c P + const. :   −∂V/∂q = m c ∂P/∂q − φ ∂m/∂q

As the weight in a field c its last term is rule N4.  Where −∂V/∂q = m k ∂P/∂q for another constant k, it is the weight
in a field k of a body that takes up its mass at zero potential, as V = −½ μ g y² is of a chain of mass μ y.
"""

from collections.abc import Iterator
from typing import Any

import sympy as sp

from varmass.derive.tidy import READABLE, TERMS, short
from varmass.derive.writing import dotted
from varmass.model.parts import Particle, Potential, Volume
from varmass.model.sizes import longer, spread
from varmass.model.symbols import t
from varmass.model.system import System


def disguised(system: System) -> tuple[str, ...]:
    """What is to be said of potentials that look like a weight."""
    bodies = [b for b in system.kind(Particle, Volume) if b.position is not None]
    return tuple(text for V in system.kind(Potential) for b in bodies for text in _told(V, b, system))


def _told(V: Potential, b: Any, system: System) -> Iterator[str]:
    grown = [q for q in system.q if q in b.mass.free_symbols]
    ratio = V.energy / b.mass
    if not grown or longer(ratio, READABLE) or spread(ratio) > TERMS:
        return
    phi = short(ratio)
    c = _field(phi, b, system)
    if c is None or not c.free_symbols - {t} or c.free_symbols & b.mass.free_symbols:
        return
    spurious = ", ".join(f"{dotted(short(-phi * b.mass.diff(q)))} in the equation of {dotted(q)}" for q in grown)
    k = _field(V.energy, b, system, by=b.mass)
    yield (
        f"the potential {V.name!r} is the mass of {b.name!r} times {dotted(phi)}.  If that is its weight in the field "
        f"{dotted(c)}, it is taken through the mass, −∂(mφ)/∂q (rule N4), and wrong by the force {spurious}: "
        "state Gravity, which acts on material points"
        + (f".  In the field {dotted(k)} it is right, if mass joins at zero potential" if k not in (None, c) else "")
    )


def _field(V: sp.Expr, b: Any, system: System, by: sp.Expr = sp.S.One) -> sp.Expr | None:
    """The c, free of q, with −∂V/∂q = by × c ∂P/∂q for one component of the position; None if there is none."""
    for P in b.position:
        slopes = [(V.diff(q), by * P.diff(q)) for q in system.q if q in V.free_symbols | P.free_symbols]
        if slopes and all(below != 0 for _, below in slopes):
            found = {short(-above / below) for above, below in slopes}
            if len(found) == 1 and not (c := found.pop()).free_symbols & {*system.q, *system.u} and c != 0:
                return c
    return None
