"""The two commands about disturbances say what the verbs find, draw it, and refuse what has no answer."""

import json
from math import pi

import numpy as np
import pytest
from click.testing import CliRunner

import varmass as vm
from varmass.cli.door import Door

PERIOD = f"{pi:.16g}"
MANY = ("--over", "k=0.1:2:1000", "--over", "epsilon=0:0.9:1000")


def call(*words):
    return CliRunner().invoke(Door(), words, standalone_mode=False)


def said(*words):
    found = call(*words, "--json")
    assert found.exception is None, found.exception
    return json.loads(found.stdout)


def test_variations_prints_the_matrices_and_the_slopes_of_events():
    found = said("variations", "cayley_chain")
    expected = vm.disturbance(vm.simulate_case(vm.variations(vm.case("cayley_chain"), by="all")))
    assert np.allclose(found["Phi"], expected.Phi(), rtol=1e-12)
    assert np.allclose(found["Psi"], expected.Psi(), rtol=1e-12)
    assert found["parameters"] == [p.name for p in expected.by]
    assert found["events"]["all hanging"]["slopes"]["y"] == pytest.approx(expected.event("all hanging").g[0])
    symbols = said("variations", "cayley_chain", "--symbols")
    assert np.allclose(found["Phi"], symbols["Phi"], rtol=1e-11)


def test_variations_carries_deviations():
    found = said("variations", "rocket_dispersion", "--parameter", "u1", "--sigma", "u1=10")
    row = dict(zip(found["states"], found["Psi"], strict=True))
    assert found["deviations"] == pytest.approx({name: abs(10 * slope) for name, (slope,) in row.items()})
    text = call("variations", "rocket_dispersion", "--parameter", "u1", "--sigma", "u1=10").stdout
    assert "deviation of h" in text
    assert "largest growth" in text


def test_stability_finds_rest_multipliers_loci_and_a_chart():
    rest = said("stability", "variable_pendulum")
    assert rest["point"] == {"theta": 0.0}
    assert sorted(im for _, im in rest["eigenvalues"]) == pytest.approx([-np.sqrt(9.81), np.sqrt(9.81)])
    one = said("stability", "mathieu_mass", "--Omega", "2", "--period", PERIOD)
    assert "unstable" in one["verdict"]
    loci = said("stability", "mathieu_mass", "--Omega", "2", "--period", PERIOD, "--over", "k=0.8:1.2:3")
    assert [x["at"] for x in loci["loci"]] == pytest.approx([0.8, 1.0, 1.2])
    assert loci["loci"][1]["multipliers"] == one["multipliers"]
    over = ("--over", "k=0.8:1.2:3", "--over", "epsilon=0.1:0.3:2")
    chart = said("stability", "mathieu_mass", "--Omega", "2", "--period", PERIOD, *over)
    assert chart["over"] == ["k", "epsilon"]
    assert chart["growth"][1][1] == pytest.approx(max(abs(complex(*z)) for z in one["multipliers"]))
    assert "█" in call("stability", "mathieu_mass", "--Omega", "2", "--period", PERIOD, *over).stdout


@pytest.mark.parametrize(
    "words",
    [
        ("variations", "cayley_chain"),
        ("stability", "variable_pendulum"),
        ("stability", "mathieu_mass", "--period", "3.92699"),
        ("stability", "mathieu_mass", "--period", "3.92699", "--over", "k=0.5:1:4", "--over", "epsilon=0:0.5:3"),
    ],
)
def test_each_has_a_figure(words, tmp_path):
    file = tmp_path / "figure.png"
    assert call(*words, "--plot", str(file)).exception is None
    assert file.read_bytes().startswith(b"\x89PNG")
    assert file.stat().st_size > 5000


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("stability", "rocket_staged"), "no point of rest"),
        (("stability", "mathieu_mass", "--over", "k=0:1:3"), "cannot be charted"),
        (("stability", "mathieu_mass", "--period", "1", "--over", "k=1"), "cannot be read"),
        (("stability", "mathieu_mass", "--period", "1", "--over", "kk=0:1:3"), "no parameter 'kk'"),
        (("stability", "mathieu_mass", "--period", "1", "--over", "k=0:1:3", "--over", "k=0:2:3"), "cannot be charted"),
        (("stability", "mathieu_mass", "--period", "3.9"), "do not come back after this period"),
        (("stability", "mathieu_mass", "--period", "3.9", "--over", "k=0.1:2:99999999"), "cannot be read"),
        (("stability", "mathieu_mass", "--period", "3.9", *MANY), "too many points"),
        (("variations", "cayley_chain", "--sigma", "y"), "cannot be read"),
        (("variations", "cayley_chain", "--parameter", "nonsense"), "no parameter 'nonsense'"),
    ],
)
def test_what_has_no_answer_is_refused(words, what):
    assert what in str(call(*words).exception)


def test_a_deviation_that_is_given_twice_is_refused():
    found = call("variations", "cayley_chain", "--sigma", "y=1", "--sigma", "y=2")
    assert isinstance(found.exception, vm.VarmassError)
    assert "twice" in str(found.exception)
