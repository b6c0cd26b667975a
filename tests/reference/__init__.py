"""Published numbers, and how the software finds each of them: a file for each family, whose functions are marked.

The references are closed forms and quadratures to thirty digits, none of them found by stepping an equation of motion.
What is compared with them is found by runs and derivations alone; a limit is the limit of runs.
"""

import json
import pkgutil
from fractions import Fraction
from functools import cache
from importlib import import_module
from math import nan
from pathlib import Path

import numpy as np

import varmass as vm

FILE = Path(__file__).parents[1] / "data" / "reference_values.json"
VALUES = {e["id"]: e for e in json.loads(FILE.read_text("utf-8"))}
TIGHT = 1e-12
FOUND = {}


def finds(key, *arguments):
    """Mark the function, called with `arguments`, as the one that finds the value of `key`."""

    def keep(function):
        assert key not in FOUND
        FOUND[key] = lambda: function(*arguments)
        return function

    return keep


def all_found():
    """Every mark of every family."""
    for family in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{family.name}")
    return FOUND


@cache
def _run(name, principle, start, until, options):
    case = vm.case(name, **dict(options))
    start, end = {**case.start, **dict(start)}, case.until if until is None else until
    how = {"principle": principle, "events": case.events, "t0": case.t0}
    return case, vm.simulate(case.system, case.values, start, end, **how)


def run(name, principle=None, start=(), until=None, **options):
    """A case and its run."""
    return _run(name, principle, tuple(dict(start).items()), until, tuple(options.items()))


def measure(name, which, principle=None, **options):
    """One measure of the run of a case."""
    case, found = run(name, principle, **options)
    return case.measures[which](found)


def acceleration(found):
    """q̈ of a system with one coordinate at the end of a run, from its derived equation."""
    equations, system = vm.derive(found.system, found.principle), found.system
    point = {p: found.values[p.name] for p in system.parameters}
    point |= {s: found.final(s.name) for s in (*system.q, *system.u)}
    return float((equations.r[0] / equations.M[0]).subs(point))


def limit(terms, nodes, values):
    """Coefficients of an expansion in the given terms through values at the nodes, the first of them the limit."""
    columns = np.array([[term(x) for term in terms] for x in nodes])
    return np.linalg.lstsq(columns, np.array(values), rcond=None)[0]


def distance(found, key):
    """Relative difference from the reference, counted in rationals."""
    true = Fraction(VALUES[key]["value"])
    return float(abs(Fraction(float(found)) - true) / abs(true)) if np.isfinite(found) else nan
