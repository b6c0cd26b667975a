"""Three hundred malformed inputs: never a traceback, never NaN for an answer, every refusal with its four parts."""

import contextlib
import io
import json
import math
import re

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import varmass as vm
from varmass.cli import main

JUNK = [
    "",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "abc",
    "--",
    "0",
    "-1",
    "1,5",
    "0x",
    "None",
    "True",
    "\u2212" + "3",
    "1e-400",
    "y",
    "[1]",
    "*",
]
CASES = [
    "cayley_chain",
    "tower",
    "rocket",
    "moon_pool",
    "velocity_mass",
    "nobody",
    "../etc",
    "",
    "cayley-chain",
    "x.py",
    ".",
]
OPTIONS = [
    "--mu",
    "--g",
    "--y0",
    "--F",
    "--K",
    "--Phi",
    "--until",
    "--tol",
    "--engine",
    "--principle",
    "--nothing",
    "-z",
]
CLAIMS = [
    "y.ddot",
    "y.ddot = ",
    "= 0",
    "y.ddot = g = 0",
    "y.ddot/0",
    "__class__",
    "y.dot.dot",
    "y.ddot*y.ddot = 0",
    "sin(y.ddot) = 0",
    "q = 0",
]
FILES = ["nowhere/run.nc", "run.xyz", "run", ".nc", "/proc/run.csv"]


def spoken(arguments):
    """The exit code and what was said on both streams."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(args=arguments, prog_name="varmass")
        except SystemExit as leaving:
            code = leaving.code
    return code or 0, out.getvalue(), err.getvalue()


def four_parts(refusal):
    """What, expected, got, try: none is empty."""
    assert all(part.strip() for part in (refusal.what, refusal.expected, refusal.got, refusal.hint))


def answered(arguments):
    """The rules for any answer."""
    code, out, err = spoken(arguments)
    assert code in (0, 2), (arguments, err)
    assert "Traceback" not in out + err
    if code == 2:
        lines = [line.split()[0] for line in err.strip().splitlines()[-3:] if line.strip()]
        assert lines == ["expected", "got", "try"], (arguments, err)
    elif "--json" in arguments and "--help" not in arguments:
        found = json.loads(out, parse_constant=pytest.fail)
        assert found or found == []
    assert not re.search(r"\b(nan|NaN|inf|Infinity)\b", out), arguments
    return code


junk = st.one_of(st.sampled_from(JUNK), st.text(max_size=12), st.floats().map(str), st.integers().map(str))
options = st.lists(st.tuples(st.sampled_from(OPTIONS), junk), max_size=3).map(
    lambda pairs: [x for pair in pairs for x in pair]
)


@settings(max_examples=120)
@given(st.sampled_from(CASES), options)
def test_run_answers_or_refuses(case, given_options):
    answered(["run", case, *given_options, "--json"])


@settings(max_examples=60)
@given(st.sampled_from(CASES[:2]), st.one_of(st.sampled_from(CLAIMS), st.text(max_size=40)))
def test_audit_answers_or_refuses(case, claim):
    answered(["audit", case, "--claim", claim, "--json"])


@settings(max_examples=40)
@given(st.sampled_from(["derive", "list", "doctor", "sweep", "nothing", "audit"]), st.lists(junk, max_size=3))
def test_any_command_answers_or_refuses(command, rest):
    answered([command, *rest])


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("option", ["--out", "--plot"])
def test_a_file_that_cannot_be_written_is_refused_before_the_run(option, file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert answered(["run", "cayley_chain", option, file]) == 2


VALUES = st.one_of(
    st.sampled_from(
        [math.nan, math.inf, -math.inf, None, "1", "", [], {}, True, 1j, sp.oo, sp.nan, sp.Symbol("z"), -1, 0, 1e308]
    ),
    st.floats(),
    st.text(max_size=5),
)
y = vm.coordinate("y", "m")
mu, g = vm.parameters("mu [kg/m]", "g [m/s^2]")
CHAIN = vm.System("chain", vm.Particle("part", mass=mu * y, position=[y], streams=vm.at_rest()), vm.Gravity([g]))


@settings(max_examples=80)
@given(VALUES, VALUES, VALUES, VALUES)
def test_simulate_answers_with_numbers_or_refuses(mass, gravity, start, end):
    try:
        run = vm.simulate(CHAIN, {"mu": mass, "g": gravity}, {"y": start}, end, ledger=False)
    except vm.VarmassError as refusal:
        four_parts(refusal)
        return
    assert run.message
    assert all(math.isfinite(x) for row in run.y for x in row)


PARTS = st.sampled_from(
    [
        y,
        y.dot,
        y.ddot,
        mu,
        g,
        sp.Symbol("a"),
        sp.sin(y),
        1,
        0,
        1.5,
        "m",
        None,
        math.nan,
        [y, y],
        [],
        sp.oo,
        vm.t,
        y / 0 * 0,
    ]
)


@settings(max_examples=100)
@given(PARTS, PARTS, PARTS, PARTS)
def test_a_statement_is_a_system_or_is_refused(mass, position, stream, force):
    try:
        body = vm.Particle("body", mass=mass, position=position, streams=vm.absolute(stream))
        system = vm.System("any", body, vm.Gravity(force))
        assert vm.derive(system).M.shape[0] == len(system.q)
    except vm.VarmassError as refusal:
        four_parts(refusal)
