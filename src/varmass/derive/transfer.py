"""Under which exchange would an equation be right?  One degree of freedom.

For a particle, the ratio λ of w = λ v; for an open volume, the traction τ at its port.  A kinetic energy alone,
T = ½ m q̇², is taken for that of a particle of mass m.
"""

from dataclasses import replace
from typing import Any

import sympy as sp

from varmass.derive.compare import Form, form
from varmass.derive.deriving import derive, reference
from varmass.derive.tidy import READABLE, short
from varmass.derive.writing import dotted
from varmass.model.parts import Energies, Particle, Volume
from varmass.model.sizes import longer
from varmass.model.streams import ratio
from varmass.model.symbols import Parameter, t
from varmass.model.system import System, altered
from varmass.model.units import NONE
from varmass.model.zero import judge

LAMBDA = Parameter("λ?", NONE)  # names that no system can have
TAU = Parameter("τ?", NONE)


def closure(system: System, claim: Form) -> str:
    """The exchange law for which the claim would be the proper equation, in words; '' if there is none."""
    if len(system.q) != 1:
        return ""
    system = _as_particle(system)
    if reference(system) != "meshchersky":
        return ""
    gap, slope = _gap(system, claim, LAMBDA, _with_ratio(system))
    ratio_wanted = None if slope is None else _constant(gap, slope, (*system.q, *system.u, t))
    if ratio_wanted is not None:
        return f"right if mass is exchanged with w = λ v, λ = {dotted(ratio_wanted)}"
    gap, slope = _gap(system, claim, TAU, _with_traction(system))
    if slope is not None and not longer(gap, READABLE):
        return f"right if the traction at the port is {dotted(short(-gap / slope))}"
    return ""


def _gap(system: System, claim: Form, unknown: Parameter, parts: tuple[object, ...] | None) -> Any:
    """The claim is proper where gap + slope × unknown = 0; (None, None) if the unknown does not enter linearly."""
    if parts is None:
        return None, None
    law = form(derive(altered(system, parts, unknown), "meshchersky"))
    whole = claim.M[0] * law.r[0] - law.M[0] * claim.r[0]
    slope = whole.diff(unknown)
    if slope.has(unknown) or judge(slope, prove=False):
        return None, None
    return whole.subs(unknown, 0), slope


def _constant(gap: sp.Expr, slope: sp.Expr, moving: tuple[sp.Symbol, ...]) -> sp.Expr | None:
    """The λ with gap + slope × λ = 0 wherever the motion is; None if it is not one and the same."""
    if not judge(*(gap.diff(s) * slope - gap * slope.diff(s) for s in moving), prove=False):
        return None
    somewhere = {s: sp.Rational(2 + i, 7) for i, s in enumerate(moving)}
    top, bottom = (e.subs(somewhere) for e in (gap, slope))
    if not bottom.free_symbols and bottom == 0:
        return None
    found = short(-top / bottom)
    return found if judge(gap + slope * found, prove=False) else None


def _as_particle(system: System) -> System:
    """With a particle of mass 2 T/q̇² in place of a kinetic energy that is all there is of one."""
    (u,), bodies = system.u, system.bodies
    T = bodies[0].kinetic if len(bodies) == 1 and isinstance(bodies[0], Energies) else None
    if T is None or any(e.subs(u, 0) != 0 for e in (T, T.diff(u))):
        return system
    particle = Particle(bodies[0].name, mass=sp.cancel(2 * T / u**2), position=[system.q[0]], streams=ratio(0))
    return altered(system, tuple(particle if p is bodies[0] else p for p in system.parts))


def _with_ratio(system: System) -> tuple[object, ...] | None:
    if system.kind(Volume) or not any(b.streams for b in system.kind(Particle)):
        return None
    return tuple(
        replace(b, streams=tuple(ratio(LAMBDA, mass=s.mass, name=s.name) for s in b.streams))
        if isinstance(b, Particle)
        else b
        for b in system.parts
    )


def _with_traction(system: System) -> tuple[object, ...] | None:
    volumes = system.kind(Volume)
    if len(volumes) != 1 or volumes[0].position is None or len(volumes[0].ports) != 1 or len(volumes[0].position) != 1:
        return None
    port = replace(volumes[0].ports[0], traction=(TAU,))
    return tuple(replace(p, ports=(port,)) if p is volumes[0] else p for p in system.parts)
