"""derive(system): the equations of motion by one principle."""

from dataclasses import replace
from types import ModuleType

from varmass import shelf
from varmass.derive import naive, principles
from varmass.derive.affine import affine, nil
from varmass.derive.algebra import SYMPY, Algebra
from varmass.derive.equations import Equations, Term
from varmass.derive.motion import Motion
from varmass.errors import ValueRefused
from varmass.model.calls import asked
from varmass.model.system import System


@asked
def derive(system: System, principle: str | None = None, algebra: Algebra = SYMPY) -> Equations:
    """Derive by `principle`: a name from either shelf; by default extended Lagrange, or ports where there is only T."""
    if not isinstance(system, System):
        raise ValueRefused(
            "only a System can be derived",
            expected="a vm.System",
            got=type(system).__name__,
            hint="vm.System('title', …)",
        )
    name = str(principle or default(system))
    motion = Motion(system, algebra)
    found = (term for term in member(name).terms(motion) if not _vanishes(term, algebra))
    kept = tuple(replace(term, system=system) for term in found)
    return Equations(system, name, algebra, kept)


def default(system: System) -> str:
    """The principle for reading: the extended equations wherever all bodies are material points, or closed."""
    points = all(getattr(b, "position", None) is not None or getattr(b, "closed", False) for b in system.bodies)
    coefficients = {
        c
        for b in system.bodies
        for p in getattr(b, "ports", ())
        for c in (p.momentum_coefficient, p.energy_coefficient)
    }
    return "lagrange_extended" if points and coefficients <= {1} else "open_volume"


def reference(system: System) -> str:
    """The principle that the others are measured against, and the one that runs are made with."""
    points = all(getattr(b, "position", None) is not None for b in system.bodies)
    return "meshchersky" if points and default(system) == "lagrange_extended" else "open_volume"


def naive_names() -> list[str]:
    """The names of the naive rules."""
    return shelf.names(naive)


def member(name: str) -> ModuleType:
    """A principle, or a naive rule."""
    proper, wrong = shelf.names(principles), naive_names()
    if name in wrong:
        return shelf.take(naive, name)
    if name in proper:
        return shelf.take(principles, name)
    raise ValueRefused(
        f"there is no principle {name!r}",
        expected="one of " + ", ".join(proper + wrong),
        got=repr(name),
        hint=shelf.closest(name, proper + wrong),
    )


def _vanishes(term: Term, algebra: Algebra) -> bool:
    value = affine(term.value)
    return not value.along and (nil(value.free) or algebra.vanishes(value.free))
