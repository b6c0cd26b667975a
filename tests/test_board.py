"""The derivation on the board is complete, adds up, says what cancels, and is the same in text, LaTeX, JSON and C."""

import json
import re
import subprocess
import unicodedata

import numpy as np
import pytest
import sympy as sp

import varmass as vm
from varmass import shelf
from varmass.compile.source import in_c
from varmass.derive import naive, principles
from varmass.derive.algebra import SYMPY
from varmass.derive.board import Momentum
from varmass.derive.deriving import member
from varmass.derive.laws import LATEX
from varmass.derive.motion import Motion
from varmass.derive.steps import board, cancellations
from varmass.derive.tidy import tidy
from varmass.derive.writing import dotted, typeset
from varmass.model.phases import systems
from varmass.show.equation import svg

mu, g, l, m0 = vm.parameters("mu [kg/m]", "g [m/s^2]", "l [m]", "m0 [kg]")
y = vm.coordinate("y", "m")
CHAIN = vm.System("chain", vm.Particle("part", mass=mu * y, position=[y], streams=vm.at_rest()), vm.Gravity([g]))

BOARD = """\
chain, by lagrange_extended

Lagrange's equations extended to masses m(q, q̇, t): Pesce's formula, as printed.
    d/dt ∂T/∂q̇_j − ∂T/∂q_j = Q̂_j ,   T = Σ ½ m_i v_i²
    Q̂_j = Σ (f_i + Σ_k ṁ_ik w_ik)·∂P_i/∂q_j + Σ { ½ d/dt(∂m_i/∂q̇_j v_i²) − ½ ∂m_i/∂q_j v_i² }

  v                   = ẏ    (part)
  ṁ                   = μ ẏ    (at rest, part)
  w                   = 0    (at rest, part)
  T                   = μ y ẏ²/2    (chain)
  ∂T/∂ẏ               = μ y ẏ
  d/dt ∂T/∂ẏ          = μ y ÿ + μ ẏ²
  ∂T/∂y               = μ ẏ²/2

  terms of y, whose sum is zero:
  d/dt ∂T/∂ẏ          = μ y ÿ + μ ẏ²    (part)
  −∂T/∂y              = -μ ẏ²/2    (part)
  ½ ∂m/∂y v²          = μ ẏ²/2    (part)
  −f·∂P/∂y            = -g μ y    (gravity, part)
  μ ẏ²/2 of −∂T/∂y and ½ ∂m/∂y v² cancels
  μ y ÿ = g μ y - μ ẏ²"""


def test_cayleys_chain_on_the_board_reads_as_in_the_textbook():
    assert board(CHAIN) == BOARD


@pytest.mark.parametrize("name", [*shelf.names(principles), *shelf.names(naive)])
def test_every_member_can_be_written_down(name):
    text, latex = board(CHAIN, name), board(CHAIN, name, latex=True)
    assert (member(name).__doc__ or "").splitlines()[0] in text
    assert latex.count(r"\begin{aligned}") == latex.count(r"\end{aligned}") == 1
    equations = vm.derive(CHAIN, name)
    assert all(term.rule.removeprefix("−") in LATEX for term in equations.terms)
    assert sp.expand(sum(term.expression for term in equations.terms) - equations.residual[0]) == 0


def test_the_half_term_cancels_half_of_the_left_side():
    ((gone, left, terms),) = cancellations(vm.derive(CHAIN, "lagrange_extended"), 0)
    assert (gone, left) == (mu * y.dot**2 / 2, 0)
    assert {term.role for term in terms} == {"inertia", "mass"}


def test_json_can_be_typed_back():
    found = json.loads(vm.derive(CHAIN).json())
    back = sum(vm.read(term["expression"], CHAIN) for term in found["terms"])
    assert sp.expand(back - vm.derive(CHAIN).residual[0]) == 0
    assert vm.audit(CHAIN, claim=found["equations"][0]).claim.verdict == "proper"


def test_text_and_latex_hold_the_equation():
    assert unicodedata.normalize("NFC", "μ y ÿ = g μ y - μ ẏ²") in vm.derive(CHAIN).text()
    assert r"\mu y \ddot{y} &= g \mu y - \mu \dot{y}^{2}" in vm.derive(CHAIN).latex()


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


# What a person would write

LINKS = vm.case("variable_chain", n=2).system


def width(text: str) -> int:
    return max(sum(not unicodedata.combining(c) for c in row) for row in text.splitlines())


def vanishes(e) -> bool:
    """At one point of irrational sines and cosines, to fifty digits."""
    values = {s: sp.Rational(i + 3, 7 * i + 5) for i, s in enumerate(sorted(e.free_symbols, key=str))}
    return abs(e.evalf(50, subs=values)) < 1e-40


def test_a_term_says_its_law_its_expression_and_the_body_that_it_belongs_to():
    terms = vm.derive(LINKS).terms
    assert [t.origin for t in terms if t.role == "gravity" and t.j == 0] == ["gravity, mass 1", "gravity, mass 2"]
    assert {(t.source, t.body) for t in terms if t.role == "stream"} == {("sand 2", "mass 2")}
    assert [t.law for t in terms[:2]] == [unicodedata.normalize("NFC", "d/dt ∂T/∂θ\u03071"), "−∂T/∂θ1"]
    first = vm.derive(CHAIN).terms[0]
    assert first.expression == mu * y * y.ddot + mu * y.dot**2
    assert repr(first) == unicodedata.normalize("NFC", "d/dt ∂T/∂ẏ = μ y ÿ + μ ẏ²    (inertia: part)")


@pytest.mark.parametrize("name", [*shelf.names(principles), *shelf.names(naive)])
def test_no_two_terms_of_one_coordinate_have_the_same_source_and_law(name):
    for system in (LINKS, vm.case("two_body").system, vm.case("variable_pendulum").system):
        keys = [(term.j, term.origin, term.law) for term in vm.derive(system, name).terms]
        assert len(set(keys)) == len(keys)


def test_two_angles_are_written_in_their_difference():
    text = board(LINKS)
    kinetic = text.split("\n  T  ")[1].split("∂T/∂")[0]
    assert "cos(θ1 - θ2)" in kinetic
    assert "sin" not in kinetic


def test_a_system_that_is_driven_round_is_written_without_the_angle_of_the_drive():
    assert "ω t" not in vm.derive(vm.case("tethered_payout").system).text()


@pytest.mark.parametrize(
    ("stated", "written"),
    [
        ("sin(a)*cos(b) - cos(a)*sin(b)", "sin(a - b)"),
        ("cos(a)*cos(b) - sin(a)*sin(b)", "cos(a + b)"),
        ("(l*sin(a) + l*sin(b))**2 + (l*cos(a) + l*cos(b))**2", "2*l**2*(cos(a - b) + 1)"),
        ("sin(w*t)*cos(w*t + a) - sin(w*t + a)*cos(w*t)", "-sin(a)"),
        ("l*sin(a)**2 + l*cos(a)**2 + sin(b)", "l + sin(b)"),
        ("3*sin(a)*sin(b) + 5*cos(a)*cos(b)", "3*sin(a)*sin(b) + 5*cos(a)*cos(b)"),
        ("(1 + k*t)**(2*p + 1)/(1 + k*t)", "(k*t + 1)**(2*p)"),
        ("(1 + sin(t/L))**2 - 2*sin(t/L) - 1 + cos(t/L)**2", "1"),
        ("l*sin(a/L)*cos(b/L) - l*cos(a/L)*sin(b/L)", "l*sin(a/L - b/L)"),
        ("(b + 1)*sin(a) - b*sin(a) - sin(a)", "0"),
        ("(1 + k*t)**p*sin(a)**2 + (1 + k*t)**p*cos(a)**2", "(k*t + 1)**p"),
        ("sqrt(g/L)*sin(t*sqrt(g/L))**2 + sqrt(g/L)*cos(t*sqrt(g/L))**2", "sqrt(g/L)"),
    ],
)
def test_the_theorems_of_addition_are_read_from_right_to_left(stated, written):
    found, expected = tidy(sp.sympify(stated)), sp.sympify(written)
    assert found == expected
    assert vanishes(found - sp.sympify(stated))


def test_tidying_a_chain_changes_nothing():
    equations = vm.derive(LINKS)
    for e in (*equations.M, *equations.r, *(term.expression for term in equations.terms)):
        assert vanishes(sp.sympify(e) - tidy(e))


@pytest.mark.parametrize("name", ["lagrange_extended", "meshchersky", "frozen_mass", "hamilton", "cayley_k"])
def test_what_cancels_is_said_once_for_the_terms_that_it_comes_from(name):
    equations = vm.derive(LINKS, name)
    for j in range(2):
        found = [tuple(term.origin + term.law for term in terms) for _, _, terms in cancellations(equations, j)]
        assert len(found) == len(set(found))


def test_the_half_term_of_the_chain_of_two_cancels_whole():
    equations = vm.derive(LINKS)
    (half,) = (term for term in equations.terms if term.role == "mass" and term.j == 1)
    found = [gone for gone, left, terms in cancellations(equations, 1) if half in terms and left == 0]
    assert len(found) == 1
    assert vanishes(found[0] - half.expression)


def test_what_cancels_in_part_says_how_much_and_what_is_left():
    """2 ẏ² against −½ ẏ²: half of it cancels, and three halves are left."""
    d = vm.parameters("d [kg/m]")
    bead = vm.Particle("bead", mass=m0, position=[y])
    push, pull = (vm.Force(name, on="bead", force=[k * d * y.dot**2]) for name, k in (("push", 2), ("pull", -0.5)))
    system = vm.System("bead", bead, push, pull)
    ((gone, left, terms),) = cancellations(vm.derive(system), 0)
    assert (gone, left) == (d * y.dot**2 / 2, -3 * d * y.dot**2 / 2)
    assert [term.source for term in terms] == ["push", "pull"]
    said = "  d ẏ²/2 of −f·∂P/∂y (push, bead) and −f·∂P/∂y (pull, bead) cancels,\n    -3 d ẏ²/2 is left"
    assert said in board(system)


@pytest.mark.parametrize("principle", ["hamilton", "port_hamiltonian"])
@pytest.mark.parametrize("case", ["moon_pool", "cayley_chain", "variable_pendulum", "variable_chain", "lifting_crane"])
def test_the_hamiltonian_on_the_board_obeys_hamiltons_equation_for_the_speeds(case, principle):
    """∂H/∂p = q̇ where p = ∂T/∂q̇; and of a port-Hamiltonian system −∂H/∂q contains the spring."""
    system = LINKS if case == "variable_chain" else vm.case(case).system
    lines = list(member(principle).board(Motion(system, SYMPY)))
    momenta = [line.value for line in lines if line.law == "p_{q}"]
    (H,) = (line.value for line in lines if line.law == "H")
    p = sorted(H.atoms(Momentum), key=str)
    assert len(p) == len(momenta) == len(system.q)
    at_speed = dict(zip(p, momenta, strict=True))
    for symbol, u in zip(p, system.u, strict=True):
        assert vanishes(sp.diff(H, symbol).subs(at_speed) - u)
    if case == "moon_pool":
        assert H.subs(p[0], 0) == (system.q[0] ** 2 / 2 if principle == "port_hamiltonian" else 0)


def test_without_a_hamiltonian_there_is_a_kinetic_momentum():
    lines = list(member("hamilton").board(Motion(vm.case("velocity_mass").system, SYMPY)))
    assert [line.law for line in lines if line.law in ("π_{q}", "p_{q}", "H")] == ["π_{q}"]


x = vm.coordinate("x", "m")
F, T = vm.parameters("F [N]", "T [s]")


@pytest.mark.parametrize(
    ("e", "text", "latex"),
    [
        (sp.Piecewise((-F, vm.t < T), (0, True)), "{-F for t < T, 0 after}", r"- F & \text{for}\: t < T"),
        (sp.Piecewise((1, x.dot > 0), (0, True)), "{1 for ẋ > 0, 0 otherwise}", r"0 & \text{otherwise}"),
        (sp.Piecewise((1, vm.t >= T), (0, True)), "{1 for t ≥ T, 0 before}", r"t \geq T"),
        (F * sp.Abs(x), "F |x|", r"\left|{x}\right|"),
        (F * sp.sign(x.dot), "F sign(ẋ)", r"\operatorname{sgn}\left(\dot{x}\right)"),
        (sp.Max(F, x), "max(F, x)", r"\max\left(F, x\right)"),
        (sp.Min(F, x), "min(F, x)", r"\min\left(F, x\right)"),
        (F * vm.parameters("eps") * x, "F eps x", r"F \, \mathrm{eps} \, x"),
        (vm.parameters("k_max"), "k_max", r"k_{\mathrm{max}}"),
        (vm.coordinate("theta1").dot, "θ\u03071", r"\dot{\theta}_{1}"),
        (sp.sin(vm.parameters("mu")), "sin(μ)", r"\sin{\left(\mu \right)}"),
    ],
)
def test_cases_conditions_and_words_are_written_as_on_paper(e, text, latex):
    assert dotted(e) == unicodedata.normalize("NFC", text)
    assert latex in typeset(e)


@pytest.mark.parametrize("case", ["variable_chain", "rocket", "tethered_payout", "lifting_crane", "balloon"])
def test_no_line_is_much_longer_than_a_hundred_characters(case):
    for system in systems(vm.case(case).system).values():
        assert width(board(system)) <= 130
        assert width(vm.derive(system).text()) <= 125
        for row in (board(system, latex=True) + vm.derive(system).latex()).split("\\\\"):
            assert len(row) < 600


def test_a_long_equation_is_a_picture_of_bounded_width():
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg(vm.derive(LINKS).latex()))
    wide, high = map(float, size.groups())
    assert wide < 1000
    assert wide > high
