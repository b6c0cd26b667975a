"""Text that a person types, read as an expression of a system by a whitelist over Python's syntax tree."""

import ast
import unicodedata
from collections.abc import Callable
from typing import Any

import sympy as sp

from varmass import shelf
from varmass.errors import ExpressionRefused
from varmass.model.calls import asked
from varmass.model.symbols import Coordinate, t
from varmass.model.system import System
from varmass.model.values import unreal

LONGEST, LARGEST = 5000, 2**256
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sin": sp.sin, "cos": sp.cos, "tan": sp.tan, "asin": sp.asin, "acos": sp.acos, "atan": sp.atan, "atan2": sp.atan2,
    "sinh": sp.sinh, "cosh": sp.cosh, "tanh": sp.tanh, "exp": sp.exp, "log": sp.log, "sqrt": sp.sqrt, "erf": sp.erf,
    "abs": sp.Abs, "sign": sp.sign, "min": sp.Min, "max": sp.Max,
}  # fmt: skip
OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.Pow: lambda a, b: a**b,
}
ACCENTS = {"\u0307": ".dot", "\u0308": ".ddot"}


@asked
def read(text: str, system: System) -> sp.Expr:
    """An expression in q, q.dot, q.ddot, t, the parameters, numbers and the usual functions; ẏ is y.dot."""
    try:
        tree = ast.parse(_typed(text), mode="eval")
        found = _Reader(system, text).visit(tree.body)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
        detail = getattr(error, "msg", None) or type(error).__name__
        raise _refused(text, "an expression in Python's notation", f"{detail}: {_short(text)}") from None
    if found.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        raise _refused(text, "a finite expression", f"a division by zero in {_short(text)}")
    if unreal(found):
        raise _refused(text, "a real expression", f"{found}, which is not real")
    return sp.sympify(found)


def equation(text: str, system: System) -> sp.Expr:
    """'A = B' as A − B; a text without '=' is an expression that is claimed to vanish."""
    sides = text.replace("==", "=").split("=")
    if len(sides) > 2:
        raise _refused(text, "one equation, with one '='", f"{len(sides) - 1} of them")
    left = read(sides[0], system)
    return left if len(sides) == 1 else left - read(sides[1], system)


def _typed(text: str) -> str:
    if len(text) > LONGEST:
        raise _refused(text, f"at most {LONGEST} characters", f"{len(text)} of them")
    plain = unicodedata.normalize("NFD", text)
    for accent, suffix in ACCENTS.items():
        plain = plain.replace(accent, suffix)
    return unicodedata.normalize("NFC", plain).replace("^", "**").replace("·", "*").replace("−", "-").strip()


class _Reader(ast.NodeVisitor):
    """One method for each kind of syntax that is allowed."""

    def __init__(self, system: System, text: str) -> None:
        self.text = text
        self.known: dict[str, Any] = {s.name: s for s in (*system.q, *system.parameters)} | {"t": t}
        self.known.setdefault("pi", sp.pi)

    def visit_Constant(self, node: ast.Constant) -> Any:
        if isinstance(node.value, int | float) and not isinstance(node.value, bool):
            if not abs(node.value) < float("inf"):
                raise _refused(self.text, "numbers up to 1e308", "a number beyond that")
            return self.checked(sp.Rational(str(node.value)))
        raise _refused(self.text, "numbers, names and functions", repr(node.value))

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id not in self.known:
            raise ExpressionRefused(
                f"unknown symbol {node.id!r}",
                expected="one of " + ", ".join(self.known),
                got=node.id,
                hint=shelf.closest(node.id, list(self.known)),
            )
        return self.known[node.id]

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        base = self.visit(node.value)
        if isinstance(base, Coordinate) and node.attr in ("dot", "ddot"):
            return getattr(base, node.attr)
        raise _refused(self.text, "q.dot or q.ddot of a coordinate q", f"{ast.unparse(node)}")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if not isinstance(node.op, ast.UAdd | ast.USub):
            raise _refused(self.text, "+ or − before a term", ast.unparse(node))
        value = self.visit(node.operand)
        return -value if isinstance(node.op, ast.USub) else value

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        if type(node.op) not in OPERATORS:
            raise _refused(self.text, "+ − * / **", ast.unparse(node))
        a, b = self.visit(node.left), self.visit(node.right)
        if isinstance(node.op, ast.Pow) and b.is_number and abs(b) > 64:
            raise _refused(self.text, "exponents up to 64", str(b))
        return self.checked(OPERATORS[type(node.op)](a, b))

    def visit_Call(self, node: ast.Call) -> Any:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in FUNCTIONS or node.keywords:
            raise ExpressionRefused(
                f"unknown function {ast.unparse(node.func)!r}",
                expected="one of " + ", ".join(FUNCTIONS),
                got=ast.unparse(node.func),
                hint=shelf.closest(ast.unparse(node.func), list(FUNCTIONS)),
            )
        try:
            return FUNCTIONS[name](*(self.visit(a) for a in node.args))
        except TypeError:
            raise _refused(self.text, f"the arguments of {name}", ast.unparse(node)) from None

    def generic_visit(self, node: ast.AST) -> Any:
        raise _refused(self.text, "numbers, names, + − * / ** and functions", type(node).__name__)

    def checked(self, value: Any) -> Any:
        """A number that has not grown beyond all use."""
        if value.is_Rational and max(abs(value.p), value.q) > LARGEST:
            raise _refused(self.text, "numbers of a reasonable size", "a number with hundreds of digits")
        return value


def _refused(text: str, expected: str, got: str) -> ExpressionRefused:
    hint = "for example  y*y.ddot + y.dot**2 - g*y = 0"
    return ExpressionRefused(f"cannot read {_short(text)!r}", expected=expected, got=got, hint=hint)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
