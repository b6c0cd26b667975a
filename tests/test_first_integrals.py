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

# Options beside the defaults and beside the words that an option may take, which are found.
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
# The equation of van der Pol has a damping that depends on the place.
NO_LAGRANGIAN = {"van_der_pol_mass"}


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


@cache
def _integrals(name, options):
    return {phase: vm.first_integrals(s) for phase, s in systems(stated(name, dict(options))).items()}


def integrals(name, options):
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
    if name in NO_LAGRANGIAN:
        pytest.skip("refused, as another test says")
    found = vm.simulate_case(vm.case(name, **options))
    assert found.success
    for leg in found.legs:
        on_some_side = np.zeros(SAMPLES + len(leg.t), dtype=bool)
        for integral in integrals(name, options)[leg.phase]:
            for stretch, drift in drifts(integral, leg) if integral.kind != "none" else ():
                assert drift.max() <= KEPT, (integral.kind, str(integral.where), drift.max())
                on_some_side[stretch] = True
        assert on_some_side.all() or name not in ALWAYS


@every_run
def test_it_is_proved_or_verified_and_never_left_as_a_quadrature(name, options):
    if name in NO_LAGRANGIAN:
        with pytest.raises(PrincipleDoesNotApply):
            integrals(name, options)
        return
    for integral in (one for side in integrals(name, options).values() for one in side):
        assert integral.verdict
        assert (integral.conserved is None) == (integral.kind == "none")
        assert integral.kind != "none" or name not in ALWAYS
        assert integral.conserved is None or not integral.conserved.has(sp.Integral)


def test_a_wrong_integral_is_not_constant_along_the_run():
    """That of Cayley's chain by the usual Lagrange equation, along the proper motion."""
    case = vm.case("cayley_chain")
    (leg,) = vm.simulate_case(case).legs
    ((_, drift),) = drifts(vm.first_integral(case.system, "N0"), leg)
    assert drift.max() > 0.1
    (leg,) = vm.simulate_case(case, principle="N0").legs
    ((_, drift),) = drifts(vm.first_integral(case.system, "N0"), leg)
    assert drift.max() <= KEPT
