"""No rod is taken that is none: what every case of a rod refuses, it refuses in four parts, before anything is derived.

The cases are found: all on the shelf that state the thickness of a strip or a bending stiffness.
"""

import inspect
from math import inf, nan

import pytest

import varmass as vm
from varmass import cases, shelf
from varmass.cases._find import module, statement
from varmass.errors import ValueRefused

OPTIONS = {name: set(inspect.signature(statement(module(name))).parameters) for name in shelf.names(cases)}
RODS = sorted(name for name, options in OPTIONS.items() if {"h", "alpha", "n"} <= options or {"a", "kappa0"} <= options)
HELD = {"soft_robot_tip"}  # its length is fed: any that is positive can be out
BAD = [
    *({"eta0": x} for x in (0.0, -0.2, nan)),
    *({"eta0": x} for x in (1.0, 1.2)),
    *({"h": x} for x in (0.0, -1e-3, nan, inf)),
    *({"a": x} for x in (0.0, -1.0)),
    *({"a_s": x} for x in (0.0, -1.0)),
    *({name: 0.0} for name in ("rho", "rho_s", "L", "length", "l_c", "v_eps", "contact", "end")),
    *({name: -0.1} for name in ("mu", "c_slide", "c_tip", "m_e", "A", "B", "Omega")),
    *({"n": n} for n in (0, -3)),
    *({name: nan} for name in ("alpha", "g", "mu")),
    {"start": "curled"},
    {"element": "cubic"},
]
WRONG = [
    (name, options)
    for name in RODS
    for options in BAD
    if set(options) <= OPTIONS[name] and not (name in HELD and options.get("eta0", 0) >= 1)
]


def test_the_rods_are_found():
    assert set(RODS) >= {"dancing_rod", "rod_end_mass", "rod_friction", "rod_moving_sleeve", "rod_flexible_sleeve"}
    assert set(RODS) >= {"cantilever", "soft_robot_tip"}


@pytest.mark.parametrize(("name", "options"), WRONG, ids=str)
def test_what_is_no_rod_is_refused_in_four_parts(name, options):
    with pytest.raises(ValueRefused) as refusal:
        vm.case(name, **options)
    assert all((refusal.value.what, refusal.value.expected, refusal.value.got, refusal.value.hint))
    assert next(iter(options)) in str(refusal.value)


@pytest.mark.parametrize(
    "options",
    [{"eta0": 0.0}, {"eta0": 1.0}, {"h": 0.0}, {"g": 0.0}, {"end": 0.0}, {"gamma0": nan}],
    ids=str,
)
def test_so_it_is_with_two_coordinates(options):
    with pytest.raises(ValueRefused, match=next(iter(options))):
        vm.case("dancing_rod_ritz", **options)
