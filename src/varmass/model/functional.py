"""Quantities that are known by a kernel, as an integral over a rod is, and not by one formula.

To the model and to the principles such a quantity is one symbol-like expression of its arguments, which has
derivatives; how it is computed only the kernel knows, for whatever algebra asks.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, partial
from typing import Any, cast

import sympy as sp

FLOW = -1  # in an order: ∂/∂t + Σ q̇ ∂/∂q, at q̈ = 0


@dataclass(frozen=True)
class Local:
    """Σ w e over points at which e is known by fields f = Φ q, their rates, the place, and all that is not of a point.

    `fields` are f, its rate if e contains it, and Φ, whose columns belong to the coordinates `q`.
    """

    q: tuple[Any, ...]
    fields: tuple[tuple[sp.Symbol, sp.Symbol | None, Any], ...]
    place: sp.Symbol
    places: tuple[float, ...]
    weights: tuple[float, ...]
    density: sp.Expr


class Kernel(ABC):
    """A frozen value: its arguments are symbols, and `like` is an expression of the same dimension.

    Kernels of one content are one; the digest of a content is made once, and not stored with it.
    """

    name: str
    arguments: tuple[sp.Symbol, ...]
    like: sp.Expr
    flows: bool  # does it know its own flow?

    @cached_property
    def digest(self) -> str:
        """Of all that is stated."""
        return hashlib.sha256(repr(self).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __getstate__(self) -> dict[str, Any]:
        stated = {f.name for f in fields(cast(Any, self))}
        return {name: x for name, x in self.__dict__.items() if name in stated}

    @property
    def local(self) -> Local | None:
        """What it is the sum of, if it is one over points."""
        return None

    @abstractmethod
    def at(self, arguments: Sequence[Any], functions: dict[Any, Callable[..., Any]]) -> Any:
        """What can be asked for [order], where the arguments have these values: numbers, or an algebra's expressions.

        An order is a sorted tuple of places among the arguments: () the value, (2, 5) a second derivative.
        """


class Functional(sp.Expr):
    """A kernel, or one of its derivatives, at its arguments."""

    is_real = True
    kernel: Kernel
    order: tuple[int, ...]

    def __new__(cls, kernel: Kernel, order: tuple[int, ...], *arguments: sp.Expr) -> "Functional":
        found = super().__new__(cls, *arguments)
        found.kernel, found.order = kernel, order
        return found  # type: ignore[no-any-return]

    @property
    def func(self) -> Any:
        """What builds this again from its arguments."""
        return partial(Functional, self.kernel, self.order)

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (self.kernel, self.order, *self.args)

    def _hashable_content(self) -> tuple[Any, ...]:
        return (self.kernel.digest, str(self.order), *self.args)

    def derived(self, place: int) -> "Functional":
        """∂/∂ one argument, or the flow."""
        return Functional(self.kernel, tuple(sorted((*self.order, place))), *self.args)

    def _eval_derivative(self, s: sp.Symbol) -> sp.Expr:
        slopes = ((i, a.diff(s)) for i, a in enumerate(self.args) if s in a.free_symbols)
        return sp.Add(*(slope * self.derived(i) for i, slope in slopes))

    def _sympystr(self, printer: Any) -> str:
        by = [printer.doprint(self.args[i]) for i in self.order if i != FLOW]
        return self.kernel.name + (f"[{', '.join(by)}]" if by else "") + ("'" if FLOW in self.order else "")

    def _latex(self, printer: Any) -> str:
        by = " ".join(printer.doprint(self.args[i]) for i in self.order if i != FLOW)
        text = self.kernel.name + (rf"_{{,{by}}}" if by else "")
        return rf"({text})^{{\boldsymbol{{\cdot}}}}" if FLOW in self.order else text


def functional(kernel: Kernel) -> Functional:
    """The quantity itself, of the symbols that the kernel names."""
    return Functional(kernel, (), *kernel.arguments)
