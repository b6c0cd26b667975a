"""Under which exchange would an equation be right?  One degree of freedom.

For a particle, the ratio λ of w = λ v; for an open volume, the traction τ at its port.
"""

from dataclasses import replace

import sympy as sp

from varmass.derive.compare import Form
from varmass.derive.deriving import derive
from varmass.model.parts import Particle, Volume
from varmass.model.streams import ratio
from varmass.model.symbols import Parameter, Time
from varmass.model.system import System, altered
from varmass.model.units import NONE

LAMBDA = Parameter("lambda_", NONE)
TAU = Parameter("tau_", NONE)


def closure(system: System, claim: Form) -> str:
    """The exchange law for which the claim would be the proper equation, in words; '' if there is none."""
    if len(system.q) != 1:
        return ""
    lam = _solved(system, claim, LAMBDA, _with_ratio(system))
    if lam is not None and not lam.free_symbols - set(system.parameters):
        return f"right if mass is exchanged with w = λ v, λ = {lam}"
    tau = _solved(system, claim, TAU, _with_traction(system))
    if tau is not None:
        return f"right if the traction at the port is {tau}"
    return ""


def _solved(system: System, claim: Form, unknown: Parameter, parts: tuple[object, ...] | None) -> sp.Expr | None:
    if parts is None:
        return None
    law = altered(system, parts, unknown)
    equations = derive(law, "meshchersky")
    M, r = equations.M[0], equations.r[0]
    gap = sp.expand(claim.M[0] * r - M * claim.r[0])
    slope = gap.diff(unknown)
    if slope.has(unknown) or sp.simplify(slope) == 0:
        return None
    found = sp.simplify(-gap.subs(unknown, 0) / slope)
    return None if any(s.name.endswith(".ddot") or isinstance(s, Time) for s in found.free_symbols) else found


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
