"""Judge an equation that somebody else wrote.

The claim C = 0 is scaled to the derived mass matrix, compared with the proper equations, with each naive rule, with the
sum of any two of their errors, and given the term that repairs it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import sympy as sp

from varmass.derive.compare import Form, adjugate, determinant, form, same_motion, singular
from varmass.derive.deriving import derive, member
from varmass.derive.dimensions import clash
from varmass.derive.floats import exact
from varmass.derive.rules import blind
from varmass.derive.tidy import short
from varmass.derive.transfer import closure
from varmass.errors import ExpressionRefused
from varmass.model.expressions import equation
from varmass.model.foreign import translate
from varmass.model.parts import Particle, Volume
from varmass.model.symbols import t
from varmass.model.system import System, altered
from varmass.model.zero import Verdict, judge

SHOWN = 120


@dataclass(frozen=True)
class Claim:
    """`verdict`: proper, N0…N7, a sum of two, or unknown; `repair`: what to add to each claimed equation."""

    verdict: str
    ground: Verdict
    repair: tuple[str, ...]
    remark: str

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"verdict": self.verdict, "repair": list(self.repair), "remark": self.remark, "ground": str(self.ground)}


def judge_claim(system: System, claim: Any, proper: Form, naive: dict[str, Form]) -> Claim:
    """The verdict on `claim`: text, SymPy expressions or equalities, one for each coordinate."""
    residuals, rounded = exact(read_claim(system, claim))
    found = _judged(system, residuals, proper, naive)
    return replace(found, remark="; ".join(filter(None, (*rounded, found.remark))))


def _judged(system: System, residuals: list[sp.Expr], proper: Form, naive: dict[str, Form]) -> Claim:
    given = _form(system, residuals)
    ground = same_motion(given, proper)
    if ground:
        return Claim("proper", ground, (), _of_energies(system, given) or _accident(system, given))
    if ground.status == "unknown":
        return Claim("unknown", ground, _repair(given, proper), "perhaps proper: no point tells it from what is proper")
    for name, candidate in _candidates(proper, naive):
        ground = same_motion(given, candidate)
        if ground:
            return Claim(name, ground, _repair(given, proper), _meaning(system, name, given))
    wrong_units = [f"not homogeneous: {text}" for e in residuals if (text := clash(e, system))]
    other = ["not what the stated energies give if no mass is exchanged"] if blind(system) else []
    remark = "; ".join((*wrong_units, *other, *filter(None, [closure(system, given)])))
    unlike = "none of the known rules or sums of two; it may contain another force than the system does"
    return Claim(
        "unknown", Verdict("refuted", "differs from every known form"), _repair(given, proper), remark or unlike
    )


def read_claim(system: System, claim: Any) -> list[sp.Expr]:
    """The claimed residuals, in the symbols of the system."""
    rows = claim.split(";") if isinstance(claim, str) else claim
    listed = list(rows) if isinstance(rows, Iterable | sp.MatrixBase) else [rows]
    found = [_one(system, row) for row in listed if not (isinstance(row, str) and not row.strip())]
    if len(found) != len(system.q):
        raise ExpressionRefused(
            "the claim is not complete",
            expected=f"{len(system.q)} equations, for {', '.join(map(str, system.q))}",
            got=str(len(found)),
            hint="separate several equations by ';'",
        )
    return found


def _one(system: System, row: Any) -> sp.Expr:
    if isinstance(row, str):
        return equation(row, system)
    e = row.lhs - row.rhs if isinstance(row, sp.Equality) else row
    e = e.doit() if isinstance(e, sp.Expr) and e.has(sp.Derivative) else e
    if not isinstance(e, sp.Expr):
        raise ExpressionRefused(
            "the claim is not an equation",
            expected="text, an expression or an Eq",
            got=_short(row),
            hint="'y*y.ddot = g*y'",
        )
    read = translate(e, system.q, system.parameters)
    strange = read.free_symbols - {*system.q, *system.u, *system.a, *system.parameters, t}
    if strange or read.atoms(sp.core.function.AppliedUndef):
        names = sorted(map(str, strange or read.atoms(sp.core.function.AppliedUndef)))
        raise ExpressionRefused(
            f"unknown symbol {names[0]!r} in the claim",
            expected=", ".join(map(str, (*system.q, *system.parameters))),
            got=names[0],
            hint="name the symbols as the system does",
        )
    return read


def _form(system: System, residuals: list[sp.Expr]) -> Form:
    """M and r of the claim; it must be linear in the accelerations, and solvable for them."""
    R, a = sp.Matrix(residuals), sp.Matrix(system.a)
    if any(power.exp.is_negative and power.has(*a) for e in residuals for power in e.atoms(sp.Pow)):
        R = sp.Matrix([sp.numer(sp.together(e)) for e in residuals])
    M = R.jacobian(a)
    if not judge(*(e for e in M.reshape(1, len(M)).jacobian(a)), prove=False):
        raise ExpressionRefused(
            "the claim is not linear in the accelerations",
            expected="terms a(q, q̇, t) q̈ + b(q, q̇, t)",
            got=_short(residuals[0]),
            hint="solve it for the accelerations first",
        )
    at_rest = dict.fromkeys(system.a, 0)
    M = M.subs(at_rest)
    if singular(M):
        raise ExpressionRefused(
            "the claim does not determine the accelerations",
            expected=", ".join(map(str, system.a)) + " in the equations",
            got="; ".join(map(_short, residuals)),
            hint="an equation of motion contains q.ddot",
        )
    return Form(M, -R.subs(at_rest))


def _short(row: Any) -> str:
    """As much of what was claimed as is needed to know it again."""
    text = str(row)
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def _candidates(proper: Form, naive: dict[str, Form]) -> Iterable[tuple[str, Form]]:
    """The naive rules that are wrong here, then the sums of two of their errors."""
    wrong = {name: f for name, f in naive.items() if not same_motion(f, proper)}
    yield from wrong.items()
    for (a, f), (b, g) in combinations(wrong.items(), 2):
        yield f"{a}+{b}", Form(f.M + g.M - proper.M, f.r + g.r - proper.r)


def _repair(given: Form, proper: Form) -> tuple[str, ...]:
    """What to add to the left of each claimed equation; in terms of the claim's own accelerations."""
    n = len(given.r)
    if n > 3 or singular(proper.M):
        return ()
    scale = given.M * adjugate(proper.M) / determinant(proper.M)
    missing = given.r - scale * proper.r
    return tuple(str(short(e)) for e in missing)


def _meaning(system: System, name: str, given: Form) -> str:
    """What the rule is, and under which exchange it would be right."""
    rules = [(member(n).__doc__ or "").splitlines()[0].rstrip(".") for n in name.split("+")]
    return "; ".join((*rules, *filter(None, [closure(system, given)])))


def _of_energies(system: System, given: Form) -> str:
    """Said when the claim agrees with energies that do not tell whether the coefficients of T are exchanged masses."""
    if not blind(system):
        return ""
    several = "in several coordinates the law of transfer decides, of which the energies say nothing"
    alone = "no one ratio w = λ v makes it right"
    otherwise = closure(system, given) or (several if len(system.q) > 1 else alone)
    return (
        "this is what the stated energies give if no mass is exchanged, and they do not say whether it is; "
        f"if a coefficient of T is a mass that varies: {otherwise}"
    )


def _accident(system: System, given: Form) -> str:
    """Said when T and V alone give the proper equation although mass crosses the boundary."""
    mass = [b.mass for b in system.kind(Particle, Volume)]
    if not any(m.free_symbols - set(system.parameters) for m in mass):
        return ""
    blind = derive(altered(system, tuple(map(_sealed, system.parts))), "N1")
    if not same_motion(given, form(blind)):
        return ""
    return (
        "proper by accident: the usual Lagrange equation of T − V, blind to the exchanged mass, gives the same, "
        "because here the stream, port and mass terms cancel; with another closure it would be wrong"
    )


def _sealed(part: Any) -> Any:
    """The volume without the tractions at its ports."""
    if not isinstance(part, Volume):
        return part
    return replace(part, ports=tuple(replace(p, traction=(sp.S.Zero,) * len(p.traction)) for p in part.ports))
