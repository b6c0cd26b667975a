"""What a run needs to be given, checked by name: values of parameters and a start."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from varmass import shelf
from varmass.compile.first_order import varying_masses
from varmass.compile.source import function
from varmass.derive.affine import affine
from varmass.derive.deriving import derive, reference
from varmass.errors import ExpressionRefused, ValueRefused
from varmass.integrate.path import Array
from varmass.model.phases import Phases
from varmass.model.symbols import t
from varmass.model.system import System

SINGULAR = 1e-13
SUSPICIOUS = 1e10
DETERMINANT = "the determinant of the mass matrix"
ALWAYS = 4  # coordinates, up to which M is looked at before every run


def parameter_values(system: System | Phases, values: Mapping[Any, Any]) -> Array:
    """The parameters in the order of the system."""
    known = [p.name for p in system.parameters]
    return _filled(values, known, {}, "parameter")


def start_state(system: System, start: Mapping[Any, Any]) -> Array:
    """q, then q̇; a speed that is not given is zero."""
    q, u = [s.name for s in system.q], [s.name for s in system.u]
    return _filled(start, q + u, dict.fromkeys(u, 0.0), "start value")


def _filled(given: Mapping[Any, Any], known: list[str], default: dict[str, float], kind: str) -> Array:
    if not isinstance(given, Mapping):
        raise ValueRefused(
            f"the {kind}s are not given by name",
            expected="a dictionary {name: number}",
            got=repr(given),
            hint=_example(known),
        )
    numbers = {str(name): value for name, value in given.items()}
    if len(numbers) < len(given):
        twice = next(name for name in numbers if sum(str(key) == name for key in given) > 1)
        raise ValueRefused(
            f"{kind} {twice!r} is given twice",
            expected="every name once, as a text or as a symbol",
            got=", ".join(f"{key!r}: {value!r}" for key, value in given.items() if str(key) == twice),
            hint=f"{{{twice!r}: …}} alone",
        )
    unknown = [name for name in numbers if name not in known]
    if unknown:
        raise ValueRefused(
            f"unknown {kind} {unknown[0]!r}",
            expected="one of " + (", ".join(known) or "none: the system has no parameters"),
            got=unknown[0],
            hint=shelf.closest(unknown[0], known) if known else "leave it out",
        )
    missing = [name for name in known if name not in numbers and name not in default]
    if missing:
        raise ValueRefused(
            f"missing {kind} {missing[0]!r}",
            expected="a value for each of " + ", ".join(known),
            got=", ".join(numbers) or "nothing",
            hint=f"{{{missing[0]!r}: 1.0, …}}",
        )
    return np.array([_number(name, numbers.get(name, default.get(name)), kind) for name in known], dtype=float)


def _number(name: str, value: Any, kind: str) -> float:
    try:
        number = float(value) if not isinstance(value, bool | str | bytes | np.bool_) else float("nan")
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not np.isfinite(number):
        raise ValueRefused(
            f"{kind} {name!r} is not a finite number",
            expected="a finite real number",
            got=repr(value),
            hint=f"{name}=1.0",
        )
    return number


def _example(known: list[str]) -> str:
    return "{" + ", ".join(f"{name!r}: 1.0" for name in known) + "}"


def masses_at_start(system: System, values: Array, x0: Array, t0: float) -> None:
    """No mass that is zero or negative, and none that is undefined."""
    n = len(system.q)
    for name, m, of in _masses(system):
        try:
            found = of((t0,), x0[:n], x0[n:], values)[0]
        except (ArithmeticError, ValueError, TypeError):
            found = float("nan")
        if not found > 0 or not np.isfinite(found):
            raise ValueRefused(
                f"the mass of {name!r} is not positive at the start",
                expected="m > 0",
                got=f"m = {m} = {found:.6g}",
                hint="start where there is mass; from zero mass, start on the analytic branch at a small positive one",
            )


@lru_cache(maxsize=256)
def _masses(system: System) -> list[tuple[str, Any, Any]]:
    """Every body, its mass, and that as a function of t, q, q̇ and the parameters."""
    motion = ((t,), system.q, system.u, system.parameters)
    return [(b.name, b.mass, function([b.mass], motion)) for b in system.bodies if hasattr(b, "mass")]


def solvable_at_start(system: System, principle: str, model: Any, values: Array, x0: Array, t0: float) -> None:
    """The accelerations exist at the start."""
    rates = model.first_rates(values, x0, t0)
    plausible = bool(np.isfinite(rates).all() and np.abs(rates).max(initial=0) < SUSPICIOUS)
    if plausible and len(system.q) > ALWAYS:
        return
    report = condition(system, principle, values, x0, t0)
    if report is None and np.isfinite(rates).all():
        return
    raise ValueRefused(
        "the accelerations do not exist at the start",
        expected="a mass matrix that can be inverted, and finite forces",
        got=report or "a force that is infinite or undefined",
        hint="start elsewhere, or remove the coordinate that no mass resists",
    )


def condition(system: System, principle: str, values: Array, x: Array, t0: float) -> str | None:
    """Why M cannot be inverted at a state, or None if it can; measured by the parts that M is the sum of."""
    least, most, gross = resistance(system, principle, values, x, t0)
    if not np.isfinite(gross):
        return "an entry of the mass matrix is infinite or undefined"
    if not least > SINGULAR * gross:
        return f"a singular mass matrix, with singular values from {least:.3g} to {most:.3g}"
    return None


def resistance(system: System, principle: str, values: Array, x: Array, t0: float) -> tuple[float, float, float]:
    """The least and the largest singular value of M at a state, and the largest sum of the parts of an entry."""
    n = len(system.q)
    places, _, of = inertias(system, principle)
    try:
        found = np.array(of((t0,), x[:n], x[n : 2 * n], values), dtype=float)
        M, gross = np.zeros((n, n)), np.zeros((n, n))
        np.add.at(M, places, found)
        np.add.at(gross, places, np.abs(found))
        sizes = np.linalg.svd(M, compute_uv=False)
    except (ArithmeticError, ValueError, np.linalg.LinAlgError, ExpressionRefused):
        return np.nan, np.nan, np.nan
    return float(sizes[-1]), float(sizes[0]), float(gross.max())


@lru_cache(maxsize=64)
def inertias(system: System, principle: str) -> tuple[Any, list[Any], Any]:
    """The places and the values of all parts of M: what each term multiplies each acceleration by; in numbers, too."""
    terms = [(term.j, l, a) for term in derive(system, principle).terms for l, a in affine(term.value).along]
    motion = ((t,), system.q, system.u, system.parameters)
    parts = [a for _, _, a in terms]
    return (tuple(j for j, _, _ in terms), tuple(l for _, l, _ in terms)), parts, function(parts, motion)


def smallest(system: System, values: Array, x: Array, x0: Array, t0: float, t1: float) -> tuple[float, str]:
    """What is left of the varying mass that shrank most on the way, and its name; or of the mass matrix."""
    n, shrunk = len(system.q), []
    varying = dict(varying_masses(system))
    for name, m, of in _masses(system):
        if name in varying:
            try:
                before, after = (of((time,), s[:n], s[n : 2 * n], values)[0] for time, s in ((t0, x0), (t1, x)))
                shrunk.append((abs(after / before), f"the mass of {name!r}, m = {m} = {after:.3g},"))
            except (ArithmeticError, ValueError):
                shrunk.append((0.0, f"the mass of {name!r}, m = {m},"))
    if shrunk and min(shrunk)[0] < 1e-3:
        return min(shrunk)
    state = condition(system, reference(system), values, x, t1) or "still regular there"
    ends = [resistance(system, reference(system), values, s, time)[0] for time, s in ((t0, x0), (t1, x))]
    return float(ends[1] / ends[0]), f"{DETERMINANT} ({state})"


def vanished(system: System, guard: str) -> str:
    """The guard with the mass that it watches."""
    watched = (f"{guard}, m = {m}," for name, m in varying_masses(system) if guard == f"the mass of {name!r}")
    return next(watched, guard)
