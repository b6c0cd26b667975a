"""A new case is one file: it is listed, derived, audited, run with its books, and has its place on the page."""

import json
import os
import subprocess
import sys

import pytest

CASE = '''"""A sledge that loads snow: m = m₀ + ρ x, taken up from rest.

    (m₀ + ρ x) ẍ + ρ ẋ² = F

Forget that m depends on x, and half of ρ ẋ² is lost.
Source: this test.
"""

from varmass.model.case import Case
from varmass.model.parts import Force, Particle
from varmass.model.streams import at_rest
from varmass.model.symbols import coordinate, parameters
from varmass.model.system import System


def case(m0: float = 10.0, rho: float = 2.0, F: float = 5.0) -> Case:
    """m0: empty sledge.  rho: snow per length.  F: pull."""
    x = coordinate("x", "m", "way")
    m, ρ, f = parameters("m0 [kg]", "rho [kg/m]", "F [N]")
    sledge = System(
        "Snow sledge",
        Particle("sledge", mass=m + ρ * x, position=[x], streams=[at_rest(name="snow")]),
        Force("pull", on="sledge", force=[f]),
    )
    values = {"m0": m0, "rho": rho, "F": F}

    def momentum(run):
        return (m0 + rho * run.final("x")) * run.final("x.dot")

    return Case(sledge, values, {"x": 0.0}, 3.0, {"momentum": momentum})
'''


@pytest.fixture
def ask(tmp_path):
    (tmp_path / "snow_sledge.py").write_text(CASE, "utf-8")

    def asked(*words, code=0):
        command = [sys.executable, "-m", "varmass", *words]
        environment = {**os.environ, "VARMASS_CASES": str(tmp_path)}
        found = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert found.returncode == code, found.stderr
        return found.stderr if code else found.stdout

    return asked


def test_one_file_on_the_path_of_the_shelf_is_all(ask, tmp_path):
    assert "snow_sledge" in {case["name"] for case in json.loads(ask("list", "--json"))}
    assert "ρ ẋ²" in ask("derive", "snow_sledge")
    verdicts = json.loads(ask("audit", "snow_sledge", "--json"))
    assert {p["status"] for p in verdicts["principles"].values()} == {"proved"}
    assert verdicts["naive"]["N0"]["verdict"] == "wrong"
    run = json.loads(ask("run", "snow_sledge", "--F", "4", "--json"))
    assert run["measures"]["momentum"] == pytest.approx(4 * 3, rel=1e-13)
    assert max(run["ledger"].values()) <= 1e-12
    ask("reproduce", "snow_sledge", "--out", str(tmp_path / "page"))
    assert 'id="snow_sledge"' in (tmp_path / "page" / "index.html").read_text("utf-8")


def test_one_file_that_does_not_run_does_not_hide_the_others(ask, tmp_path):
    (tmp_path / "broken.py").write_text("def case(:", "utf-8")
    lines = {line.split()[0]: line for line in ask("list").splitlines()}
    assert "SyntaxError" in lines["broken"]
    assert "snow" in lines["snow_sledge"]
    assert "SyntaxError" in ask("run", "broken", code=2)


def test_a_file_is_not_passed_over_for_one_of_the_same_name(ask, tmp_path):
    (tmp_path / "tower.py").write_text(CASE, "utf-8")
    assert "called tower" in ask("run", "tower", code=2)
