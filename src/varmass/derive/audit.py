"""audit(system): do all principles agree, which naive rules would be right here, and what can be known at all."""

from dataclasses import dataclass
from typing import Any

import sympy as sp

from varmass import shelf
from varmass.derive import principles
from varmass.derive.claims import Claim, judge_claim
from varmass.derive.compare import Form, determinant, form, same_motion, same_residual
from varmass.derive.deriving import derive, naive_names, reference
from varmass.derive.dimensions import homogeneous
from varmass.derive.equations import Equations
from varmass.derive.invariance import galilean
from varmass.derive.tidy import READABLE, TERMS, tidy
from varmass.derive.transfer import closure
from varmass.derive.writing import brief
from varmass.errors import PrincipleDoesNotApply, ValueRefused
from varmass.model.calls import asked
from varmass.model.checks import rate
from varmass.model.parts import Energies, Volume
from varmass.model.sizes import longer, spread
from varmass.model.system import System
from varmass.model.zero import PROVED, Verdict, judge

EXPANDED = 3


@dataclass(frozen=True)
class Naive:
    """One naive rule: right or wrong here; the missing force of each coordinate, its power and how to read it."""

    right: bool
    ground: Verdict
    missing: tuple[sp.Expr, ...]
    power: sp.Expr
    remark: str

    @property
    def verdict(self) -> str:
        """right, wrong, or unknown."""
        return "right" if self.right else "unknown" if self.ground.status == "unknown" else "wrong"

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "verdict": self.verdict,
            "missing": [str(e) for e in self.missing],
            "power": str(self.power),
            "powerless": bool(not self.right and self.power == 0),
            "ground": str(self.ground),
            "remark": self.remark,
        }


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
    mass_matrix: dict[str, Any]
    transfer: str
    unknowable: tuple[str, ...]
    claim: Claim | None = None

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
            "unknowable": list(self.unknowable),
        }
        return found | ({"claim": self.claim.to_dict()} if self.claim else {})

    def __str__(self) -> str:
        lines = [f"{self.system.title}: audit against {self.reference}", ""]
        lines += [f"  {name:<20}{verdict}" for name, verdict in self.principles.items()]
        lines += [f"  {name:<20}does not apply: {why}" for name, why in self.outside.items()]
        lines += ["", "naive rules, with the force that has to be added on the right:"]
        for name, n in self.naive.items():
            gap = "right here" if n.right else f"{n.verdict}, missing " + ", ".join(map(brief, n.missing))
            power = "powerless" if n.power == 0 else f"power {brief(n.power)}"
            lines += [f"  {name}  {gap}" + ("" if n.right else f";  {power}")]
        lines += ["", *(f"  boost: {name} {word}" for name, word in self.galilean.items())]
        lines += [f"  ports of {name}: {word}" for name, word in self.ports.items()]
        lines += [f"  mass matrix: {name} {value}" for name, value in self.mass_matrix.items()]
        lines += [f"  the usual Lagrange equation would be {self.transfer}"] if self.transfer else []
        lines += [f"  cannot be known: {text}" for text in self.unknowable]
        if self.claim:
            lines += ["", f"claim: {self.claim.verdict}, {self.claim.ground}", f"  {self.claim.remark}"]
            lines += [f"  add to the left: {text}" for text in self.claim.repair]
        return "\n".join(lines)


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
    candidates = _naive_forms(system)
    return Audit(
        system, name, agreement, outside,
        {n: _naive(system, n, candidate, target) for n, candidate in candidates.items()},
        galilean(system, {name: target, **candidates}), homogeneous(proper), _ports(system), _mass_matrix(proper),
        closure(system, candidates["N1"]) if "N1" in candidates and _exchanging(system) else "",
        _unknowable(system),
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


def _naive_forms(system: System) -> dict[str, Form]:
    found = {}
    for name in naive_names():
        try:
            found[name] = form(derive(system, name))
        except PrincipleDoesNotApply:
            continue
    return found


def _naive(system: System, name: str, candidate: Form, target: Form) -> Naive:
    ground = same_motion(candidate, target)
    gap = (candidate.M - target.M) * sp.Matrix(system.a) - (candidate.r - target.r)
    missing = tuple(sp.S.Zero if ground else tidy(e) for e in gap)
    power = sum((e * u for e, u in zip(missing, system.u, strict=True)), sp.S.Zero)
    power = sp.S.Zero if judge(power, prove=False) else tidy(power)
    return Naive(bool(ground), ground, missing, power, "")


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


def _mass_matrix(equations: Equations) -> dict[str, Any]:
    """det M and where it vanishes; for large systems only its symmetry."""
    M, system = equations.M, equations.system
    symmetric = bool(judge(*(M - M.T), prove=False))
    if len(system.q) > EXPANDED:
        return {"symmetric": symmetric, "det": "not expanded beyond three coordinates", "vanishes": []}
    det = tidy(determinant(M.applyfunc(tidy)))
    if judge(det, prove=False):
        return {"symmetric": symmetric, "det": "0", "vanishes": ["identically: no acceleration is determined"]}
    if longer(det, READABLE) or spread(det) > TERMS:
        return {"symmetric": symmetric, "det": "too long to be read", "vanishes": []}
    det = sp.factor(det)
    factors = dict.fromkeys(tidy(f) for f in _factors(det))
    moving = {*system.q, *system.u}
    return {
        "symmetric": symmetric,
        "det": str(det),
        "vanishes": [f"{f} = 0" for f in factors if f.free_symbols & moving],
    }


def _factors(e: sp.Expr) -> list[sp.Expr]:
    """What the numerator is a product of."""
    top = sp.numer(sp.together(e))
    try:
        return [base for base, _ in sp.factor_list(top)[1]]
    except sp.PolynomialError:
        return [top]


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
