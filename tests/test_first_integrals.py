"""Every first integral that is constructed for a case of the shelf is constant along its run, to 1e-12 of its terms."""

from functools import cache
from typing import Literal, get_args, get_origin

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from varmass import cases, shelf
from varmass.cli.signatures import signature, signed
from varmass.errors import PrincipleDoesNotApply, ValueRefused
from varmass.model.phases import systems

KEPT, SAMPLES = 1e-12, 2000
NAMES = shelf.names(cases)

# Options beside the defaults and beside the words that an option may take, which are found; each has a first integral.
FURTHER = [
    ("buquoy_chain", {"F": 0.0, "z0": 1.0, "v0": 4.0}),
    ("buquoy_chain", {"z0": 0.5, "v0": -2.0, "swings": 5}),
    ("cable_reel", {"C_f": 0.0, "R": 4.0, "l0": 50.0}),
    ("cayley_chain", {"e": 0.5, "F": 2.0}),
    ("cayley_chain", {"y0": 0.0}),
    ("meteorite_earth", {"epsilon": 1.0, "gain": 5.0}),
    ("rocket", {"b": 8.0, "T": 60.0}),
    ("simple_particle", {"k": 1.0, "F": 0.2, "x0": 0.1, "v0": 0.3}),
    ("simple_particle", {"k": 2.0, "F": 1.0, "x0": 0.1, "law": "exp"}),
    ("tower", {"Phi": 0.19, "v0": 0.16}),
    ("u_chain", {"e": 0.5, "x0": -0.3, "v0": 1.0}),
    ("u_chain", {"e": 0.0}),
    ("variable_chain", {"n": 1}),
    ("variable_pendulum", {"theta0": 3.0}),
    ("velocity_mass", {"c": 300.0, "T": 1000.0}),
    ("water_column", {"wave": 0.0, "zeta0": -3.0, "closure": "lossless"}),
    ("water_column", {"wave": 0.0, "zeta0": 4.0, "closure": "jet", "end": 30.0}),
    ("water_column", {"wave": 0.0, "zeta0": -5.0, "closure": "sharp", "chamber": "linear", "end": 30.0}),
]
# Cases of which all that is found has a first integral, in every phase and on every side of a switch.
ALWAYS = {
    "buquoy_chain", "cable_reel", "cayley_chain", "meteorite_earth", "moon_pool", "raindrop", "rocket",
    "rocket_staged", "simple_particle", "sphere_impact", "tower", "u_chain", "velocity_mass",
}  # fmt: skip


def words(name):
    """The defaults of a case, and each word that one of its options may take."""
    yield {}
    for option in signature(signed(name)):
        if get_origin(option.annotation) is Literal:
            yield from ({option.name: word} for word in get_args(option.annotation) if word != option.default)


def stated(name, options):
    try:
        return vm.case(name, **options).system
    except ValueRefused:
        return None


def runs():
    found = [(name, options) for name in NAMES for options in words(name)] + FURTHER
    return [(n, o) for n, o in found if (s := stated(n, o)) is not None and len(s.q) == 1]


RUNS = runs()


def label(value):
    return value if isinstance(value, str) else ",".join(f"{k}={v}" for k, v in value.items()) or "default"


every_run = pytest.mark.parametrize(("name", "options"), RUNS, ids=label)


def must(name, options):
    return name in ALWAYS or (name, options) in FURTHER


@cache
def _integrals(name, options):
    try:
        return {phase: vm.first_integrals(s) for phase, s in systems(stated(name, dict(options))).items()}
    except PrincipleDoesNotApply:
        return {}


def integrals(name, options):
    """phase → one for each side of its switches; none where there is no Lagrangian."""
    return _integrals(name, tuple(options.items()))


def function(e, system, values):
    """Of x, ẋ and t; a parameter that is 0 is exactly 0."""
    numbers = {p: sp.Float(values[p.name]) if values[p.name] else sp.S.Zero for p in system.parameters}
    found = sp.lambdify([*system.q, *system.u, vm.t], sp.sympify(e).xreplace(numbers))
    return lambda t, x, u: found(x, u, t) + np.zeros_like(t)


def motion(leg):
    """t, x and ẋ at the steps, and densely between them."""
    between = np.linspace(leg.t[0], leg.t[-1], SAMPLES)
    at_steps, dense = (np.array(list(leg.states(*at).values())) for at in ((), (between,)))
    t, states = np.concatenate([leg.t, between]), np.concatenate([at_steps, dense], axis=1)
    order = np.argsort(t, kind="stable")
    return t[order], *states[:, order]


def drifts(integral, leg):
    """|C(t) − C(0)| relative to the largest term until t, on each stretch on the integral's side of the switch."""
    of = np.array(motion(leg))
    here = function(integral.where, leg.system, leg.values)(*of).astype(bool)
    terms = [function(e, leg.system, leg.values) for e in sp.Add.make_args(integral.conserved)]
    for stretch in np.split(np.arange(len(here)), np.flatnonzero(np.diff(here)) + 1):
        if here[stretch[0]]:
            parts = np.array([term(*of[:, stretch]) for term in terms])
            kept, size = parts.sum(axis=0), np.maximum.accumulate(np.abs(parts).max(axis=0))
            yield stretch, np.abs(kept - kept[0]) / np.where(size > 0, size, 1.0)


@every_run
def test_it_is_constant_along_the_run(name, options):
    found = vm.simulate_case(vm.case(name, **options))
    for leg in found.legs:
        covered = np.zeros(SAMPLES + len(leg.t), dtype=bool)
        for integral in integrals(name, options).get(leg.phase, ()):
            for stretch, drift in drifts(integral, leg) if integral.kind != "none" else ():
                assert drift.max() <= KEPT, (integral.kind, str(integral.where), drift.max())
                covered[stretch] = True
        assert covered.all() or not must(name, options)


@every_run
def test_it_is_proved_or_verified_and_where_it_must_be_there_it_is_no_open_quadrature(name, options):
    sides = [side for phase in integrals(name, options).values() for side in phase]
    assert sides or not must(name, options)
    for side in sides:
        assert side.verdict
        assert (side.conserved is None) == (side.kind == "none")
        assert not must(name, options) or not side.conserved.has(sp.Integral)


def test_what_is_always_there_is_on_the_shelf_and_not_all_of_the_shelf_has_one():
    assert {name for name, _ in RUNS} > ALWAYS
    assert not integrals("van_der_pol_mass", {})  # its damping depends on the place
    assert [side.kind for side in integrals("accreting_oscillator", {})[""]] == ["none"]


def test_a_wrong_integral_is_not_constant_along_the_run():
    """That of Cayley's chain by the usual Lagrange equation, along the proper motion."""
    case = vm.case("cayley_chain")
    (leg,) = vm.simulate_case(case).legs
    ((_, drift),) = drifts(vm.first_integral(case.system, "N0"), leg)
    assert drift.max() > 0.1
    (leg,) = vm.simulate_case(case, principle="N0").legs
    ((_, drift),) = drifts(vm.first_integral(case.system, "N0"), leg)
    assert drift.max() <= KEPT
