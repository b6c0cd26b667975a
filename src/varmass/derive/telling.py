"""An audit as text, for people: formulas in the letters of paper, long ones cut to a line."""

from collections.abc import Collection, Iterator
from typing import Any

import sympy as sp

from varmass.derive.claims import Claim
from varmass.derive.rules import Naive
from varmass.derive.shown import cut, line
from varmass.derive.vanishing import MassMatrix
from varmass.derive.writing import dotted


def told(audit: Any) -> str:
    """Principles, rules, boost, ports, mass matrix, what cannot be known, and the claim."""
    lines = [f"{audit.system.title}: audit against {audit.reference}", ""]
    lines += [f"  {name:<20}{verdict}" for name, verdict in audit.principles.items()]
    lines += [f"  {name:<20}does not apply: {why}" for name, why in audit.outside.items()]
    lines += ["", "naive rules, with the force that has to be added on the right:"]
    lines += [f"  {line}" for name, n in audit.naive.items() for line in _rule(name, n)]
    lines += ["", *_legend(audit.naive.values())]
    lines += ["", *(f"  boost: {line}" for line in _boost(audit.galilean))]
    lines += [f"  ports of {name}: {word}" for name, word in audit.ports.items()]
    lines += [f"  mass matrix: {_matrix(audit.inertia)}"]
    lines += [f"  the usual Lagrange equation would be {audit.transfer}"] if audit.transfer else []
    lines += [f"  {text}" for text in audit.weight]
    lines += [f"  cannot be known: {text}" for text in audit.unknowable]
    return "\n".join(lines + (_claim(audit.claim) if audit.claim else []))


def _rule(name: str, n: Naive) -> Iterator[str]:
    if n.verdict != "wrong":
        right = "right here" if n.arises else f"does not arise here: {n.remark}"
        yield f"{name}  {right if n.right else f'unknown: {n.remark or n.ground.ground}'}"
        return
    power = "powerless" if n.power == 0 else f"power {line(n.power)}"
    yield f"{name}  wrong, missing {', '.join(map(line, n.missing))};  {power}"
    yield f"      momentum from nowhere: {n.momentum}"


def _legend(rules: Collection[Naive]) -> Iterator[str]:
    """What the momenta are, where any is spoken of."""
    wrong = [n for n in rules if str(n.momentum)]
    if wrong:
        yield "  power and momentum are per unit of time; p_q is the momentum Σ m v·∂P/∂q of a coordinate q"
    if any(not n.momentum.linear for n in wrong):
        yield "  the linear momentum of the whole is not told: its guides share in it, or the energies hide it"


def _boost(found: dict[str, str]) -> Iterator[str]:
    """All rules of one fate in one line; a sentence by itself."""
    alike: dict[str, list[str]] = {}
    for name, word in found.items():
        alike.setdefault(word, []).append(name)
    for word, names in alike.items():
        yield f"{', '.join(names)}: {word}" if " " in word else f"{', '.join(names)} {word}"


def _matrix(M: MassMatrix) -> str:
    symmetric = "symmetric" if M.symmetric else "not symmetric, for a mass depends on a speed"
    if M.undecided:
        return f"{symmetric}; det M is {M.det}, and where it vanishes is undecided"
    if M.det == 0:
        return f"{symmetric}; det M = 0 identically: no acceleration is determined"
    where = [f"vanishes where {_zero(*place)}" for place in M.where("vanishes")]
    where += [f"vanishes where {_zero(*place)}, for negative parameters only" for place in M.where("positive")]
    where += [f"may vanish (undecided) where {_zero(*place)}" for place in M.where("undecided")]
    return f"{symmetric}; det M = {line(M.det)}, which {', '.join(where) or 'vanishes nowhere'}"


def _zero(f: Any, condition: Any) -> str:
    return f"{line(f)} = 0" + ("" if condition == sp.true else f" and {dotted(condition)}")


def _claim(claim: Claim) -> list[str]:
    lines = ["", f"claim: {claim.verdict}, {claim.ground}", *([f"  {claim.remark}"] if claim.remark else [])]
    return lines + [f"  add to the left: {cut(text)}" for text in claim.repair]
