"""Equations as text, LaTeX, JSON and C."""

import re
import unicodedata
from typing import Any

import sympy as sp

from varmass.derive.equations import Equations, Term
from varmass.derive.laws import LATEX
from varmass.derive.tidy import tidy

LINE = 200
NAME = re.compile(r"\b([A-Za-z][A-Za-z0-9_]*)(\.d?dot)?")
POWER, RAISED = re.compile(r"\*\*(\d+)(?![\d.])"), str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
MARKS = {"": ("", ""), ".dot": ("\u0307", "'"), ".ddot": ("\u0308", "''")}
GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
    "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ",
    "psi": "ψ", "omega": "ω", "Phi": "Φ", "Omega": "Ω", "Delta": "Δ",
}  # fmt: skip


def plain(e: Any) -> str:
    """An expression as it can be typed."""
    return str(e)


def dotted(e: Any) -> str:
    """An expression as it is read: ẏ for y.dot, μ for mu, height' for height.dot."""
    text = POWER.sub(lambda found: found[1].translate(RAISED), NAME.sub(_lettered, str(e)))
    return unicodedata.normalize("NFC", text.replace("**", "^").replace("*", " "))


def padded(text: str, width: int) -> str:
    """`text` filled up to a width on the screen, where an accent takes no place."""
    return text + " " * max(1, width - sum(not unicodedata.combining(c) for c in text))


def brief(e: Any) -> str:
    """An expression cut to a line; JSON has all of it."""
    text = dotted(e)
    return text if len(text) <= LINE else f"{text[:LINE]}… ({len(sp.Add.make_args(e))} terms; all of them in --json)"


def _lettered(found: re.Match[str]) -> str:
    stem = found[1].rstrip("0123456789_")
    rest = found[1][len(stem) :]
    accent, prime = MARKS[found[2] or ""]
    letter = GREEK.get(stem, stem)
    return letter + accent + rest if len(letter) == 1 else found[1] + prime


def law(text: str, equations: Any, j: int, latex: bool = False) -> str:
    """The printed form of a law for coordinate j; a leading minus is kept."""
    q, u = equations.system.q[j], equations.system.u[j]
    if latex:
        sign = "-" if text.startswith("−") else ""
        return sign + LATEX[text.removeprefix("−")].replace("{q}", sp.latex(q)).replace("{u}", sp.latex(u))
    return text.replace("{q}", dotted(q)).replace("{u}", dotted(u))


def equation(equations: Equations, j: int) -> sp.Equality:
    """The equation of coordinate j, accelerations on the left."""
    left = sum((tidy(a) * s for a, s in zip(equations.M.row(j), equations.system.a, strict=True)), sp.S.Zero)
    return sp.Equality(left, tidy(equations.r[j]), evaluate=False)


def as_text(equations: Equations) -> str:
    """Title, equations, and the terms with role and source."""
    lines = [f"{equations.system.title}, by {equations.principle}", ""]
    for j in range(len(equations.system.q)):
        e = equation(equations, j)
        lines += [f"  {dotted(e.lhs)} = {dotted(e.rhs)}"]
    lines += ["", "where the terms come from (their sum is zero):"]
    for j, q in enumerate(equations.system.q):
        lines += [f"  {q.name}:"] if len(equations.system.q) > 1 else []
        lines += [_row(equations, term) for term in equations.terms if term.j == j]
    return "\n".join(lines)


def _row(equations: Equations, term: Term) -> str:
    value = dotted(tidy(equations.expression(term)))
    printed = padded(law(term.law, equations, term.j), 26)
    return f"  {padded(term.role, 18)}{padded(term.source, 20)}{printed}{value}"


def as_latex(equations: Equations) -> str:
    """One aligned block, an equation a line."""
    n = range(len(equations.system.q))
    rows = (equation(equations, j) for j in n)
    lines = " \\\\\n".join(f"{sp.latex(e.lhs)} &= {sp.latex(e.rhs)}" for e in rows)
    return f"\\begin{{aligned}}\n{lines}\n\\end{{aligned}}"


def as_dict(equations: Equations) -> dict[str, Any]:
    """For JSON: everything as text that can be typed back."""
    s = equations.system
    return {
        "system": s.title,
        "principle": equations.principle,
        "coordinates": [q.name for q in s.q],
        "parameters": {p.name: str(p.unit) for p in s.parameters},
        "mass_matrix": [[plain(tidy(a)) for a in equations.M.row(j)] for j in range(len(s.q))],
        "right_side": [plain(tidy(a)) for a in equations.r],
        "equations": [f"{plain(e.lhs)} = {plain(e.rhs)}" for e in (equation(equations, j) for j in range(len(s.q)))],
        "terms": [
            {
                "coordinate": s.q[t.j].name,
                "role": t.role,
                "source": t.source,
                "law": law(t.law, equations, t.j),
                "expression": plain(tidy(equations.expression(t))),
            }
            for t in equations.terms
        ],
    }
