"""audit(system): do all principles agree, which naive rules would be right here, and what can be known at all."""

from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass import shelf
from varmass.derive import principles
from varmass.derive.claims import Claim, judge_claim
from varmass.derive.compare import Form, form, same_residual
from varmass.derive.deriving import derive, reference
from varmass.derive.dimensions import homogeneous
from varmass.derive.invariance import galilean
from varmass.derive.rules import Naive, naive_forms, naive_rules
from varmass.derive.transfer import closure
from varmass.derive.vanishing import MassMatrix, mass_matrix
from varmass.derive.weight import disguised
from varmass.errors import PrincipleDoesNotApply, ValueRefused
from varmass.model.calls import asked
from varmass.model.checks import rate
from varmass.model.parts import Energies, Volume
from varmass.model.system import System
from varmass.model.zero import PROVED, Verdict, judge


@dataclass(frozen=True)
class Audit:
    """All findings on one system."""

    system: System
    reference: str
    principles: dict[str, Verdict]
    outside: dict[str, str]
    naive: dict[str, Naive]
    galilean: dict[str, str]
    dimensions: dict[str, str]
    ports: dict[str, str]
    inertia: MassMatrix
    transfer: str
    weight: tuple[str, ...]
    unknowable: tuple[str, ...]
    claim: Claim | None = None

    @property
    def mass_matrix(self) -> dict[str, Any]:
        """Symmetry, det M, and where it vanishes, as in the JSON."""
        return self.inertia.to_dict()

    def to_dict(self) -> dict[str, Any]:
        """For JSON, in the form of the command-line contract."""
        found: dict[str, Any] = {
            "system": self.system.title,
            "reference": self.reference,
            "principles": {name: {"status": v.status, "ground": v.ground} for name, v in self.principles.items()},
            "outside_scope": self.outside,
            "naive": {name: n.to_dict() for name, n in self.naive.items()},
            "galilean": self.galilean,
            "dimensions": self.dimensions,
            "ports": self.ports,
            "mass_matrix": self.mass_matrix,
            "transfer": self.transfer,
            "weight": list(self.weight),
            "unknowable": list(self.unknowable),
        }
        return found | ({"claim": self.claim.to_dict()} if self.claim else {})

    def __str__(self) -> str:
        from varmass.derive.telling import told

        return told(self)


@asked
def audit(system: System, claim: Any = None) -> Audit:
    """Every formulation and every naive rule on one system, and somebody else's equations if given."""
    if not isinstance(system, System):
        raise ValueRefused(
            "only a System can be audited",
            expected="a vm.System",
            got=type(system).__name__,
            hint="vm.System('title', …)",
        )
    name = reference(system)
    proper = derive(system, name)
    target = form(proper)
    agreement, outside = _agreement(system, name, target)
    candidates = naive_forms(system)
    return Audit(
        system, name, agreement, outside, naive_rules(system, candidates, target),
        galilean(system, {name: target, **candidates}), homogeneous(proper), _ports(system), mass_matrix(proper),
        closure(system, candidates["N1"]) if "N1" in candidates and _exchanging(system) else "",
        disguised(system), _unknowable(system),
        None if claim is None else judge_claim(system, claim, target, candidates),
    )  # fmt: skip


def _agreement(system: System, name: str, target: Form) -> tuple[dict[str, Verdict], dict[str, str]]:
    agreement, outside = {name: PROVED}, {}
    for other in shelf.names(principles):
        if other == name:
            continue
        try:
            agreement[other] = same_residual(form(derive(system, other)), target)
        except PrincipleDoesNotApply as refusal:
            outside[other] = refusal.got
    return dict(sorted(agreement.items())), outside


def _exchanging(system: System) -> bool:
    return any(b.mass.free_symbols - set(system.parameters) for b in system.bodies if hasattr(b, "mass"))


def _ports(system: System) -> dict[str, str]:
    """Σ ṁ = dm/dt of every body; a system that breaks it is refused when it is stated."""
    found = {}
    for b in system.bodies:
        if isinstance(b, Energies):
            found[b.name] = "closed: nothing enters or leaves" if b.closed else "unknown: no port is stated"
        elif isinstance(b, Volume):
            flow = sum(
                p.density_area * sum((v - u) * n for v, u, n in zip(p.velocity, p.boundary, p.normal, strict=True))
                for p in b.ports
            )
            found[b.name] = str(judge(rate(b.mass, system.q) + flow))
        else:
            shares = [s.mass for s in b.streams]
            missing = rate(b.mass - sp.Add(*shares), system.q) if shares and None not in shares else sp.S.Zero
            found[b.name] = str(judge(missing))
    return found


def _unknowable(system: System) -> tuple[str, ...]:
    """What a kinetic energy alone leaves open."""
    silent = [b for b in system.bodies if getattr(b, "position", None) is None]
    open_ = ", ".join(b.name for b in silent if not getattr(b, "closed", False))
    bodies = ", ".join(b.name for b in silent)
    exchange = "whether a coefficient of T is a mass that is exchanged, and with what velocity (the half terms)"
    return (
        *((f"{open_}: {exchange}",) if open_ else ()),
        *((f"{bodies}: linear and angular momentum, and the behaviour under a boost",) if silent else ()),
        *((f"{open_}: whether a weight in V acts on material points",) if open_ else ()),
    )
