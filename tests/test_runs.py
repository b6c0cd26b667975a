"""A run keeps what it has computed, writes what it knows, and says numbers or nothing: never NaN."""

import json

import numpy as np
import pytest
from scipy.integrate import quad

import varmass as vm
from varmass.integrate.files import write
from varmass.integrate.outcome import Outcome

y = vm.coordinate("y", "m", "length of the hanging part")
mu, g, m, k = vm.parameters("mu [kg/m]", "g [m/s^2]", "m [kg]", "k [N/m^3]")
CHAIN = vm.System("chain", vm.Particle("part", mass=mu * y, position=[y], streams=vm.at_rest()), vm.Gravity([g]))
RUNAWAY = vm.System("runaway", vm.Particle("p", mass=m, position=[y]), vm.Force("push", on="p", force=[k * y**3]))


def chain_run(**options):
    crossing = vm.when(y - 2, name="two metres", terminal=False)
    return vm.simulate(CHAIN, {"mu": 1.2, "g": 9.81}, {"y": 0.5}, vm.when(y - 5), events=[crossing], **options)


def test_a_trajectory_has_scipys_names_and_can_be_called_anywhere():
    run = chain_run()
    assert run.y.shape == (2, len(run.t))
    assert (run.status, run.success) == (1, True)
    assert run.state("y")[-1] == pytest.approx(5, rel=1e-14)
    middle = run(run.t[-1] / 2)
    assert np.allclose(middle[0] ** 2 * middle[1] ** 2, 2 / 3 * 9.81 * (middle[0] ** 3 - 0.125), rtol=1e-13)
    assert run.y_events["two metres"][0] == pytest.approx(2, rel=1e-14)
    for wrong in (-1.0, run.t[-1] + 1, np.nan):
        with pytest.raises(vm.VarmassError):
            run(wrong)


@pytest.mark.parametrize("engine", ["taylor", "dop853"])
def test_the_terms_along_a_run_add_up_to_nothing(engine):
    run = chain_run(engine=engine)
    for at in (None, np.linspace(0, run.t[-1], 7)):
        terms = run.terms(at)
        size = max(np.abs(row).max() for row in terms.values())
        assert np.abs(sum(terms.values())).max() < 1e-13 * size
    assert ("y", "part", "½ ∂m/∂y v²") not in terms
    assert len(terms) == 3


def test_two_bodies_have_a_weight_each():
    bodies = [vm.Particle(name, mass=n * m, position=[y]) for name, n in (("one", 1), ("other", 2))]
    run = vm.simulate(vm.System("two", *bodies, vm.Gravity([-g])), {"m": 3, "g": 10}, {"y": 0}, 1.0)
    weights = {source: row for (_, source, law), row in run.terms([0.5]).items() if law == "−f·∂P/∂y"}
    assert weights == {"gravity, one": pytest.approx([30]), "gravity, other": pytest.approx([60])}


@pytest.mark.parametrize("mu", [1e-6, 1.0, 1e6])
def test_a_book_that_is_round_off_alone_does_not_shorten_the_steps(mu):
    """The force of a guide that is not needed, in any unit of mass."""
    values, start, end = {"mu": mu, "g": 9.81}, {"y": 0.5}, vm.when(y - 5)
    runs = [vm.simulate(CHAIN, values, start, end, engine="dop853", ledger=kept) for kept in (True, False)]
    assert len(runs[0].t) <= 1.5 * len(runs[1].t)
    assert runs[0].ledger().energy_closure <= 1e-11


def test_a_motion_whose_series_overflows_at_the_start_says_so():
    run = vm.simulate(CHAIN, {"mu": 1, "g": 1.7557607030962666e34}, {"y": 1}, 1.0, ledger=False)
    assert run.outcome is Outcome.NOT_FINITE
    assert np.isfinite(run.t).all()


def test_every_kind_of_file_reads_back_with_units_labels_versions_and_the_model(tmp_path):
    import pyarrow.parquet
    import xarray

    run = chain_run()
    for ending in ("nc", "csv", "json", "parquet"):
        write(run, tmp_path / f"run.{ending}")
    with xarray.open_dataset(tmp_path / "run.nc", engine="h5netcdf") as found:
        assert np.array_equal(found["y"].values, run.state("y"))
        assert found["y.dot"].attrs["units"] == "m s^-1"
        assert found["y"].attrs["long_name"] == "length of the hanging part"
        about = json.loads(found.attrs["varmass"])
    assert about["model"] == str(CHAIN)
    assert set(about["versions"]) >= {"varmass", "heyoka", "sympy"}
    assert json.loads((tmp_path / "run.json").read_text())["columns"]["y"]["values"] == run.state("y").tolist()
    rows = [line for line in (tmp_path / "run.csv").read_text().splitlines() if not line.startswith("#")]
    assert rows[0].startswith("t [s],y [m],y.dot [m s^-1]")
    assert "energy total: dissipated [kg m^2 s^-2]" in rows[0].split(",")
    assert "momentum y: loads [kg m s^-1]" in rows[0].split(",")
    assert float(rows[-1].split(",")[1]) == run.final("y")
    table = pyarrow.parquet.read_table(tmp_path / "run.parquet")
    assert table["y"].to_pylist() == run.state("y").tolist()
    assert json.loads(table.schema.metadata[b"varmass"])["title"] == "chain"


@pytest.mark.parametrize("engine", ["taylor", "dop853"])
def test_a_motion_that_runs_away_ends_in_words_and_finite_numbers(engine, tmp_path):
    run = vm.simulate(RUNAWAY, {"m": 1, "k": 1}, {"y": 1}, 100, engine=engine)
    assert run.outcome in (Outcome.NOT_FINITE, Outcome.STEP_COLLAPSED)
    assert np.isfinite(run.y).all()
    assert 1.8 < run.t[-1] < 1.9
    write(run, tmp_path / "run.json")
    json.loads((tmp_path / "run.json").read_text(), parse_constant=pytest.fail)


@pytest.mark.parametrize("engine", ["taylor", "dop853"])
def test_an_interrupted_run_keeps_what_it_has(engine):
    def impatient(t):
        if t > 0.3:
            raise KeyboardInterrupt

    swing = vm.System("swing", vm.Particle("p", mass=m, position=[y]), vm.Force("pull", on="p", force=[-k * y**3]))
    run = vm.simulate(swing, {"m": 1, "k": 1e6}, {"y": 1}, 1e3, engine=engine, progress=impatient)
    assert run.outcome is Outcome.INTERRUPTED
    assert 0.25 < run.t[-1] < 1e3
    assert len(run.t) > 3
    assert np.isfinite(run.y).all()


def test_a_chain_thrown_up_ends_where_its_mass_vanishes():
    run = vm.simulate(CHAIN, {"mu": 1.2, "g": 9.81}, {"y": 1, "y.dot": -10}, 10)
    assert not run.success
    assert "part" in run.message
    assert "mass" in run.message
    exact = quad(lambda Y: Y / np.sqrt(100 + 2 / 3 * 9.81 * (Y**3 - 1)), 0, 1, epsabs=1e-14)[0]
    assert run.t[-1] == pytest.approx(exact, rel=1e-9)


def test_the_clock_of_a_case_starts_where_the_case_says():
    case = vm.Case(CHAIN, {"mu": 1.2, "g": 6.0}, {"y": 1.0, "y.dot": 2.0}, until=[vm.when(y - 9), 50.0], t0=1.0)
    run = vm.simulate_case(case)
    assert run.t[0] == 1.0
    assert run.state("y") == pytest.approx(run.t**2, rel=1e-13)
    assert vm.simulate_case(case, t0=0.0).t[-1] == pytest.approx(run.t[-1] - 1.0, rel=1e-13)
