"""Expressions as they are typed, as they are read, and in LaTeX; long sums in lines."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

import sympy as sp
from sympy.printing.latex import LatexPrinter
from sympy.printing.str import StrPrinter

from varmass.derive.laws import LATEX
from varmass.model.symbols import Coordinate, Rate, Time
from varmass.model.system import System

LINE, WIDE = 200, 100
NAME = re.compile(r"\b([A-Za-z][A-Za-z0-9_]*)(\.d?dot)?")
POWER, RAISED = re.compile(r"\*\*(\d+)(?![\d.])"), str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
MARKS = {"": ("", ""), ".dot": ("\u0307", "'"), ".ddot": ("\u0308", "''")}
GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
    "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ",
    "psi": "ψ", "omega": "ω", "Phi": "Φ", "Omega": "Ω", "Delta": "Δ",
}  # fmt: skip
WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{2,}")  # in LaTeX, and no command
BESIDE = re.compile(r"(\\mathrm\{\w+\}) (?=\w|\\[a-z])|(?<=[\w}]) (?=\\mathrm)")  # a word and another factor
DOTTED = re.compile(r"\\(d?dot)\{([^{}_]+|\\mathrm\{[^{}]+\})_\{([^{}]*|\\mathrm\{\w+\})\}\}")
SIGNS = {">": (">", ">"), "<": ("<", "<"), ">=": ("≥", r"\geq"), "<=": ("≤", r"\leq"), "!=": ("≠", r"\neq")}


def plain(e: Any) -> str:
    """An expression as it can be typed."""
    return str(e)


def dotted(e: Any) -> str:
    """An expression as it is read: ẏ for y.dot, μ for mu, height' for height.dot."""
    text = POWER.sub(lambda found: found[1].translate(RAISED), NAME.sub(_lettered, _Reading().doprint(e)))
    return unicodedata.normalize("NFC", text.replace("**", "^").replace("*", " "))


def typeset(e: Any) -> str:
    """An expression in LaTeX: a name of several letters is a word, and dots stand on the letter, not on its index."""
    text = DOTTED.sub(r"\\\1{\2}_{\3}", _Typesetting().doprint(e))
    return BESIDE.sub(r"\1 \\, ", text)


def padded(text: str, width: int) -> str:
    """`text` filled up to a width on the screen, where an accent takes no place."""
    return text + " " * max(1, width - length(text))


def length(text: str) -> int:
    """The places that a text takes on the screen."""
    return sum(not unicodedata.combining(c) for c in text)


def brief(e: Any) -> str:
    """An expression cut to a line; JSON has all of it."""
    text = dotted(e)
    return text if len(text) <= LINE else f"{text[:LINE]}… ({len(sp.Add.make_args(e))} terms; all of them in --json)"


def law(rule: str, system: System, j: int, latex: bool = False) -> str:
    """The printed form of a rule for coordinate j; a leading minus is kept."""
    q, u = system.q[j], system.u[j]
    if latex:
        sign = "-" if rule.startswith("−") else ""
        return sign + LATEX[rule.removeprefix("−")].replace("{q}", typeset(q)).replace("{u}", typeset(u))
    return rule.replace("{q}", dotted(q)).replace("{u}", dotted(u))


def lines(e: Any, write: Callable[[Any], str] = dotted, width: int = WIDE) -> list[str]:
    """A sum that is read in one line of the width, or in several that begin with + or −."""
    if length(dotted(e)) <= width or isinstance(e, sp.MatrixBase):
        return [write(e)]
    groups: list[list[sp.Expr]] = [[]]
    for term in _terms(e, width):
        if groups[-1] and length(dotted(sp.Add(*groups[-1], term, evaluate=False))) > width:
            groups.append([])
        groups[-1].append(term)
    first, *others = (write(sp.Add(*group, evaluate=False) if group[1:] else group[0]) for group in groups)
    return [first, *(f"- {other[1:].lstrip()}" if other.startswith("-") else f"+ {other}" for other in others)]


def _terms(e: sp.Expr, width: int) -> Iterator[sp.Expr]:
    """The terms of a sum in order; the longest bracket of one that is too long for a line is multiplied out."""
    for term in e.as_ordered_terms():
        brackets = [x for x in term.args if isinstance(x, sp.Add)] if isinstance(term, sp.Mul) else []
        if brackets and length(dotted(term)) > width:
            longest = max(brackets, key=sp.count_ops)
            yield from _terms(sp.Add(*(term / longest * x for x in longest.args)), width)
        else:
            yield term


def _lettered(found: re.Match[str]) -> str:
    stem = found[1].rstrip("0123456789_")
    rest = found[1][len(stem) :]
    accent, prime = MARKS[found[2] or ""]
    letter = "_".join(GREEK.get(part, part) for part in stem.split("_"))
    return letter + accent + rest if len(letter) == 1 else letter + rest + prime


def _facing(c: Any) -> Any:
    """A condition with what varies on its left."""
    return c.reversed if c.rhs.has(Time, Coordinate, Rate) and not c.lhs.has(Time, Coordinate, Rate) else c


def _else(e: sp.Piecewise) -> str:
    """How the last case is called: after or before an instant, or otherwise."""
    first = e.args[0].cond
    facing = _facing(first) if isinstance(first, sp.core.relational.Relational) else None
    if len(e.args) != 2 or facing is None or not isinstance(facing.lhs, Time):
        return "otherwise"
    return {"<": "after", "<=": "after", ">": "before", ">=": "before"}.get(facing.rel_op, "otherwise")


class _Reading(StrPrinter):  # type: ignore[misc]
    """SymPy's text, with cases, conditions and absolute values as on paper."""

    def _print_Piecewise(self, e: sp.Piecewise) -> str:
        last = _else(e)
        said = (f"{self._print(x)} {last if c == sp.true else f'for {self._print(c)}'}" for x, c in e.args)
        return "{" + ", ".join(said) + "}"

    def _print_Relational(self, c: Any) -> str:
        facing = _facing(c)
        sign = SIGNS[facing.rel_op][0] if facing.rel_op in SIGNS else "="
        return f"{self._print(facing.lhs)} {sign} {self._print(facing.rhs)}"

    def _print_And(self, c: Any) -> str:
        return " and ".join(sorted(map(self._print, c.args)))

    def _print_Or(self, c: Any) -> str:
        return " or ".join(sorted(map(self._print, c.args)))

    def _print_Abs(self, e: sp.Abs) -> str:
        return f"|{self._print(e.args[0])}|"

    def _print_Max(self, e: Any) -> str:
        return f"{e.func.__name__.lower()}({', '.join(map(self._print, e.args))})"

    _print_Min = _print_Max


class _Typesetting(LatexPrinter):  # type: ignore[misc]
    """SymPy's LaTeX, with words upright and conditions as on paper."""

    def _print_Symbol(self, e: Any, style: str = "plain") -> str:
        return WORD.sub(r"\\mathrm{\g<0>}", super()._print_Symbol(e, style))

    def _print_Piecewise(self, e: sp.Piecewise) -> str:
        last = _else(e)
        rows = (
            rf"{self._print(x)} & " + (rf"\text{{{last}}}" if c == sp.true else rf"\text{{for}}\: {self._print(c)}")
            for x, c in e.args
        )
        return r"\begin{cases} " + r" \\ ".join(rows) + r" \end{cases}"

    def _print_Relational(self, c: Any) -> str:
        facing = _facing(c)
        sign = SIGNS[facing.rel_op][1] if facing.rel_op in SIGNS else "="
        return f"{self._print(facing.lhs)} {sign} {self._print(facing.rhs)}"

    def _print_sign(self, e: Any, exp: Any = None) -> str:
        sign = rf"\operatorname{{sgn}}\left({self._print(e.args[0])}\right)"
        return sign if exp is None else f"{sign}^{{{exp}}}"
