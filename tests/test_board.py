"""The derivation on the board is complete, adds up, says what cancels, and is the same in text, LaTeX, JSON and C."""

import json
import subprocess
import unicodedata

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from varmass import shelf
from varmass.compile.source import in_c
from varmass.derive import naive, principles
from varmass.derive.deriving import member
from varmass.derive.laws import LATEX
from varmass.derive.steps import board, cancellations
from varmass.derive.writing import as_dict, as_latex, as_text, dotted

mu, g, l, m0 = vm.parameters("mu [kg/m]", "g [m/s^2]", "l [m]", "m0 [kg]")
y = vm.coordinate("y", "m")
CHAIN = vm.System("chain", vm.Particle("part", mass=mu * y, position=[y], streams=vm.at_rest()), vm.Gravity([g]))

BOARD = """\
chain, by lagrange_extended

Lagrange's equations extended to masses m(q, q̇, t): Pesce's formula, as printed.
    d/dt ∂T/∂q̇_j − ∂T/∂q_j = Q̂_j ,   T = Σ ½ m_i v_i²
    Q̂_j = Σ (f_i + Σ_k ṁ_ik w_ik)·∂P_i/∂q_j + Σ { ½ d/dt(∂m_i/∂q̇_j v_i²) − ½ ∂m_i/∂q_j v_i² }

  v                   = ẏ    (part)
  ṁ                   = μ ẏ    (at rest)
  w                   = 0    (at rest)
  T                   = μ y ẏ²/2    (chain)
  ∂T/∂ẏ               = μ y ẏ
  d/dt ∂T/∂ẏ          = μ y ÿ + μ ẏ²
  ∂T/∂y               = μ ẏ²/2

  terms of y, whose sum is zero:
  d/dt ∂T/∂ẏ          = μ y ÿ + μ ẏ²    (part)
  −∂T/∂y              = -μ ẏ²/2    (part)
  ½ ∂m/∂y v²          = μ ẏ²/2    (part)
  −f·∂P/∂y            = -g μ y    (gravity)
  μ ẏ² of −∂T/∂y and ½ ∂m/∂y v² cancels
  μ y ÿ = g μ y - μ ẏ²"""


def test_cayleys_chain_on_the_board_reads_as_in_the_textbook():
    assert board(CHAIN) == BOARD


@pytest.mark.parametrize("name", [*shelf.names(principles), *shelf.names(naive)])
def test_every_member_can_be_written_down(name):
    text, latex = board(CHAIN, name), board(CHAIN, name, latex=True)
    assert (member(name).__doc__ or "").splitlines()[0] in text
    assert latex.count(r"\begin{aligned}") == latex.count(r"\end{aligned}") == 1
    equations = vm.derive(CHAIN, name)
    assert all(term.law.removeprefix("−") in LATEX for term in equations.terms)
    assert sp.expand(sum(map(equations.expression, equations.terms)) - equations.residual[0]) == 0


def test_the_half_term_cancels_half_of_the_left_side():
    ((monomial, left, terms),) = cancellations(vm.derive(CHAIN, "lagrange_extended"), 0)
    assert (monomial, left) == (mu * y.dot**2, 0)
    assert {term.role for term in terms} == {"inertia", "mass"}


def test_json_can_be_typed_back():
    found = json.loads(json.dumps(as_dict(vm.derive(CHAIN))))
    back = sum(vm.read(term["expression"], CHAIN) for term in found["terms"])
    assert sp.expand(back - vm.derive(CHAIN).residual[0]) == 0
    assert vm.audit(CHAIN, claim=found["equations"][0]).claim.verdict == "proper"


def test_text_and_latex_hold_the_equation():
    assert unicodedata.normalize("NFC", "μ y ÿ = g μ y - μ ẏ²") in as_text(vm.derive(CHAIN))
    assert r"\mu y \ddot{y} &= g \mu y - \mu \dot{y}^{2}" in as_latex(vm.derive(CHAIN))


def test_the_c_code_compiles_and_computes_the_same(tmp_path):
    theta = vm.coordinate("theta", "rad")
    bob = vm.Particle(
        "bob",
        mass=m0 * (1 + sp.cos(theta) ** 2 / 3),
        position=[l * sp.sin(theta), -l * sp.cos(theta)],
        streams=vm.at_rest(),
    )
    system = vm.System("pendulum", bob, vm.Gravity([0, -g]))
    equations = vm.derive(system)
    given = "double q[] = {0.7}, u[] = {-0.3}, p[] = {2.0, 1.5, 9.81}, M[1], r[1];"
    call = 'equations_of_motion(0, q, u, p, M, r); printf("%.17g %.17g", M[0], r[0]);'
    driver = f"int main(void) {{ {given} {call} }}"
    source = tmp_path / "equations.c"
    source.write_text(f"#include <stdio.h>\n{in_c(equations)}\n{driver}\n")
    subprocess.run(["cc", "-O1", "-o", tmp_path / "run", source, "-lm"], check=True)
    found = [
        float(x) for x in subprocess.run([tmp_path / "run"], capture_output=True, text=True, check=True).stdout.split()
    ]
    values = {theta: 0.7, theta.dot: -0.3} | dict(zip(system.parameters, (2.0, 1.5, 9.81), strict=True))
    expected = [float(equations.M[0].subs(values)), float(equations.r[0].subs(values))]
    assert np.allclose(found, expected, rtol=1e-14, atol=0)


@pytest.mark.parametrize(
    ("power", "read"),
    [
        (y**2, "y²"),
        (y.dot**3, "ẏ³"),
        (y**25, "y²⁵"),
        (y**-2, "y^(-2)"),
        (1 / y, "1/y"),
        (y ** sp.Rational(3, 2), "y^(3/2)"),
        ((y / 2) ** g, "(y/2)^g"),
        (y**2.5, "y^2.5"),
    ],
)
def test_a_power_is_read_as_one_whatever_its_exponent(power, read):
    assert dotted(power) == read
