"""The command line keeps its contract: what it prints, what it writes, what it refuses, and with which exit code."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import varmass as vm
from varmass import cases, shelf
from varmass.cli import main
from varmass.cli.commands import derive as derive_command
from varmass.cli.signatures import meaning, measures, options

HEAVY = {"sympy", "heyoka", "numpy", "scipy", "matplotlib", "rich", "xarray", "ziamath"}
MINE = '''"""A stone that sheds mass while it falls: its speed is not affected."""
import varmass as vm

def case(m0: float = 2.0, rate: float = 0.1, n: int = 1, law: str = "leak", slow: bool = False, g: float = 9.81):
    """m0, rate: mass at the start, and what it sheds.  n: number of stones."""
    y = vm.coordinate("y", "m", "height")
    m, k, γ = vm.parameters("m0 [kg]", "rate [kg/s]", "g [m/s^2]")
    stone = vm.System(
        "Shedding stone", vm.Particle("stone", mass=n * m - k * vm.t, position=[y], streams=[vm.with_body()]),
        vm.Gravity([-γ]),
    )
    return vm.Case(
        stone, {"m0": m0, "rate": rate, "g": g}, {"y": 100.0}, until=[vm.when(y, name="ground"), 1e3],
        measures={"landing": lambda run: run.t_events["ground"][0], "speed": lambda run: run.final("y.dot")},
    )
'''


@pytest.fixture
def ask():
    def call(*words: object, code: int = 0):
        answer = CliRunner().invoke(main, [str(word) for word in words], prog_name="varmass")
        assert answer.exit_code == code, answer.output
        assert "Traceback" not in answer.output
        return answer

    return call


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "my_stone.py"
    path.write_text(MINE, "utf-8")
    return path


def strictly(text: str):
    """JSON without NaN or infinity."""

    def refuse(word: str):
        raise AssertionError(f"{word} is no JSON")

    return json.loads(text, parse_constant=refuse)


def in_four_parts(text: str) -> list[str]:
    lines = text.rstrip("\n").split("\n")
    assert [line.split()[0] for line in lines[1:]] == ["expected", "got", "try"], text
    assert all(len(line.split()) > 1 for line in lines[1:]), text
    return lines


def in_a_process(*words: object, **how):
    command = [sys.executable, "-m", "varmass", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, **how)


# Help


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"], ["--version"], []])
def test_help_loads_nothing_heavy(words):
    code = f"""
import sys
from varmass.cli import main
try:
    main({words!r})
except SystemExit as left:
    assert left.code == 0
loaded = {HEAVY!r} & {{name.split(".")[0] for name in sys.modules}}
assert not loaded, loaded
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert found.stdout


def test_help_answers_at_once():
    def seconds(*command: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, *command], capture_output=True, check=True)
        return time.perf_counter() - start

    bare = min(seconds("-c", "pass") for _ in range(3))
    assert min(seconds("-m", "varmass", "--help") for _ in range(5)) <= max(0.3, 3 * bare)


def test_help_of_a_case_lists_its_options_with_their_defaults(ask, mine):
    text = ask("run", "cayley_chain", "--help").output
    assert re.search(r"--mu NUMBER +mass per length +\[default: 1\.2\]", text)
    text = ask("derive", mine, "--help").output
    assert re.search(r"--n INTEGER +number of stones +\[default: 1\]", text)
    assert "--slow / --no-slow" in text


@pytest.mark.parametrize("name", shelf.names(cases))
def test_every_option_of_every_case_is_explained(name):
    assert [option.opts[0] for option in options(name, set()) if not option.help] == []


def test_help_names_every_command(ask):
    text = ask("--help").output
    for name in ("list", "derive", "audit", "run", "reproduce", "doctor"):
        assert re.search(rf"^  {name} ", text, re.MULTILINE), name


# List


def test_list_has_a_line_for_each_case(ask):
    lines = ask("list").output.splitlines()
    assert [line.split()[0] for line in lines] == shelf.names(cases)


def test_list_json_states_options_and_measures(ask):
    listed = {entry["name"]: entry for entry in strictly(ask("list", "--json").output)}
    assert list(listed) == shelf.names(cases)
    assert all(set(entry) == {"name", "title", "options", "measures"} for entry in listed.values())
    assert listed["cayley_chain"]["options"]["mu"] == 1.2
    assert "time" in listed["cayley_chain"]["measures"]


# Derive


def test_derive_prints_dotted_letters(ask):
    text = ask("derive", "cayley_chain").output
    assert "ÿ" in text
    assert "y.dot" not in text
    assert "hanging part" in text


@pytest.mark.parametrize(
    ("kind", "has"),
    [
        ("text", "ÿ"),
        ("latex", r"\ddot{y}"),
        ("svg", "<svg"),
        ("json", '"right_side"'),
        ("c", "void cayley_chain(double t, const double *q"),
    ],
)
def test_derive_writes_every_format(ask, tmp_path, kind, has):
    printed = ask("derive", "cayley_chain", "--format", kind).stdout
    assert has in printed
    file = tmp_path / "equations"
    ask("derive", "cayley_chain", "--format", kind, "--out", file)
    assert file.read_text("utf-8").rstrip("\n") == printed.rstrip("\n")


def test_derive_json_can_be_typed_back(ask):
    found = strictly(ask("derive", "cayley_chain", "--format", "json").output)
    assert found["case"] == "cayley_chain"
    assert "y.ddot" in found["equations"][0]


def test_derive_draws_a_png(ask, tmp_path):
    from PIL import Image

    assert ask("derive", "cayley_chain", "--format", "png").stdout_bytes.startswith(b"\x89PNG")
    ask("derive", "cayley_chain", "--out", tmp_path / "equation.png")
    with Image.open(tmp_path / "equation.png") as picture:
        assert picture.width > picture.height > 50


@pytest.mark.parametrize(("ending", "kind"), derive_command.ENDINGS.items())
def test_the_ending_of_the_file_chooses_the_format(ask, tmp_path, ending, kind):
    file = tmp_path / f"equations{ending}"
    ask("derive", "cayley_chain", "--out", file)
    assert file.read_bytes() == ask("derive", "cayley_chain", "--format", kind).stdout_bytes.rstrip(b"\n") + (
        b"\n" if file.read_bytes().endswith(b"\n") else b""
    )


def test_derive_shows_the_steps(ask, tmp_path):
    assert "cancels" in ask("derive", "cayley_chain", "--steps").output
    assert r"\begin{aligned}" in ask("derive", "cayley_chain", "--steps", "--format", "latex").output
    ask("derive", "cayley_chain", "--steps", "--out", tmp_path / "board.svg")
    in_four_parts(ask("derive", "cayley_chain", "--steps", "--format", "c", code=2).stderr)


def test_derive_by_another_principle(ask):
    assert "by meshchersky" in ask("derive", "cayley_chain", "--principle", "meshchersky").output
    assert "ẏ²/2" in ask("derive", "cayley_chain", "--principle", "N0").output
    in_four_parts(ask("derive", "cayley_chain", "--principle", "nobody", code=2).stderr)


def test_derive_gives_a_lagrangian_and_what_is_conserved(ask, tmp_path):
    text = ask("derive", "cayley_chain", "--first-integral").output
    assert re.search(r"multiplier +y/μ\n +Lagrangian +g y³/3 \+ y² ẏ²/2\n +conserved +-g y³/3 \+ y² ẏ²/2\n", text)
    assert "proved" in text
    assert "y ẏ²/2" in ask("derive", "cayley_chain", "--first-integral", "--principle", "N0").output
    assert "e = 3" in ask("derive", "cayley_chain", "--first-integral", "--e", 0.5).output
    assert "none found" in ask("derive", "accreting_oscillator", "--first-integral").output
    for ending in ("tex", "svg", "png", "json", "txt"):
        for case in ("buquoy_chain", "accreting_oscillator"):
            ask("derive", case, "--first-integral", "--out", tmp_path / f"{case}.{ending}")
            assert (tmp_path / f"{case}.{ending}").stat().st_size > 100


def test_derive_writes_the_sides_of_a_switch_and_the_phases_as_json(ask):
    found = strictly(ask("derive", "buquoy_chain", "--first-integral", "--json").output)
    assert found == strictly(ask("derive", "buquoy_chain", "--first-integral", "--format", "json").output)
    assert [side["where"] for side in found["sides"]] == ["mu*z.dot > 0", "mu*z.dot <= 0"]
    assert vm.read(found["sides"][0]["conserved"], vm.case("buquoy_chain").system).has(vm.coordinate("z", "m").dot)
    phases = strictly(ask("derive", "rocket_staged", "--first-integral", "--json").output)["phases"]
    assert [phase["sides"][0]["kind"] for phase in phases.values()] == ["momentum", "energy"] * 2
    (side,) = strictly(ask("derive", "accreting_oscillator", "--first-integral", "--json").output)["sides"]
    assert (side["conserved"], side["where"], side["kind"]) == (None, None, "none")


@pytest.mark.skipif(not any(Path(d, "cc").exists() for d in os.get_exec_path()), reason="no C compiler here")
def test_the_c_function_compiles(ask, tmp_path):
    source = tmp_path / "chain.c"
    ask("derive", "cayley_chain", "--out", source)
    subprocess.run(
        ["cc", "-std=c99", "-Wall", "-Wextra", "-Wno-unused", "-c", source, "-o", tmp_path / "chain.o"], check=True
    )


# Audit


def test_audit_json_has_the_keys_of_the_contract(ask):
    found = strictly(ask("audit", "cayley_chain", "--json").output)
    assert found["case"] == "cayley_chain"
    assert {"principles", "naive", "galilean", "dimensions", "ports", "mass_matrix"} <= set(found)
    assert "claim" not in found
    assert all(p["status"] == "proved" for p in found["principles"].values())
    assert found["naive"]["N0"]["verdict"] == "wrong"
    assert found["naive"]["N0"]["missing"] == ["-mu*y.dot**2/2"]


def test_audit_judges_a_claim(ask):
    right = strictly(ask("audit", "cayley_chain", "--claim", "y*y.ddot + y.dot**2 - g*y = 0", "--json").output)
    wrong = strictly(ask("audit", "cayley_chain", "--claim", "y*y.ddot + y.dot**2/2 - g*y = 0", "--json").output)
    assert right["claim"]["verdict"] == "proper"
    assert wrong["claim"]["verdict"] == "N0"
    assert wrong["claim"]["repair"]
    assert "N0" in ask("audit", "cayley_chain", "--claim", "y*y.ddot + y.dot**2/2 - g*y = 0").output


@pytest.mark.parametrize("claim", ["y*y.ddot +", "__import__('os').system('true') = 0", "z.ddot = 0", ""])
def test_a_claim_that_cannot_be_read_is_refused(ask, claim):
    in_four_parts(ask("audit", "cayley_chain", "--claim", claim, code=2).stderr)


# Run


def test_run_json_has_the_keys_of_the_contract(ask):
    found = strictly(ask("run", "cayley_chain", "--json").output)
    assert list(found) == [
        "case", "values", "principle", "engine", "outcome", "message", "t", "state", "measures", "ledger",
    ]  # fmt: skip
    assert (found["case"], found["engine"], found["outcome"]) == ("cayley_chain", "taylor", "event")
    assert found["message"].startswith("Stopped by the event 'all hanging'")
    assert found["values"]["mu"] == 1.2
    assert set(found["state"]) == {"y", "y.dot"}
    assert found["state"]["y"] == pytest.approx(10)
    assert found["measures"]["time"] == found["t"]
    assert set(found["ledger"]) == {"energy_closure", "momentum_closure"}
    assert max(found["ledger"].values()) < 1e-12


def test_run_prints_nothing_but_the_object_with_json():
    found = in_a_process("run", "cayley_chain", "--json")
    assert found.returncode == 0
    assert found.stderr == ""
    strictly(found.stdout)


def test_run_for_people_shows_outcome_state_measures_and_books(ask):
    text = ask("run", "cayley_chain").output
    for words in ("Stopped by the event", "ẏ", "m s⁻¹", "length of the hanging part", "dissipated", "closure"):
        assert words in text, words


def test_options_of_the_case_stand_anywhere(ask):
    before = strictly(ask("run", "--mu", 3, "cayley_chain", "--json").output)
    after = strictly(ask("run", "cayley_chain", "--json", "--mu=3").output)
    assert before == after
    assert before["values"]["mu"] == 3


def test_options_of_the_command_reach_the_run(ask):
    words = ("--until", 0.5, "--engine", "dop853", "--tol", 1e-9, "--principle", "N0")
    found = strictly(ask("run", "cayley_chain", *words, "--json").output)
    assert (found["outcome"], found["t"]) == ("reached_end", 0.5)
    assert (found["engine"], found["principle"]) == ("dop853", "N0")


def test_a_file_of_one_s_own_runs_by_its_path(ask, mine):
    found = strictly(ask("run", mine, "--m0", 3, "--g", 10, "--json").output)
    assert found["case"] == str(mine)
    assert found["t"] == pytest.approx(20**0.5)
    assert found["measures"] == {"landing": found["t"], "speed": pytest.approx(-(2000**0.5))}
    assert "Shedding stone" in ask("derive", mine, "--n", 2).output


def test_a_file_of_one_s_own_is_read_once_and_what_it_prints_is_not_among_the_results(ask, mine):
    mine.write_text('print("read")\n' + mine.read_text("utf-8"), "utf-8")
    answer = ask("run", mine, "--json")
    assert strictly(answer.stdout)["outcome"] == "event"
    assert answer.stderr.count("read") == 1


def test_a_run_that_is_not_drawn_loads_nothing_that_draws():
    code = """
import sys
from varmass.cli import main
try:
    main(["run", "tower", "--json"])
except SystemExit as left:
    assert left.code == 0
assert "matplotlib" not in sys.modules
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr


def test_a_run_that_fails_is_a_result_and_a_missing_measure_is_null(ask, mine):
    found = strictly(ask("run", mine, "--rate", 1.0, "--json").output)
    assert found["outcome"] == "mass_vanished"
    assert found["t"] == pytest.approx(2)
    assert found["measures"]["landing"] is None
    assert "This run has no 'landing'" in found["message"]
    assert "vanished" in ask("run", mine, "--rate", 1.0).output


def test_a_motion_that_grows_without_bound_has_no_nan(ask, tmp_path):
    file = tmp_path / "burst.py"
    file.write_text(BURST, "utf-8")
    found = strictly(ask("run", file, "--json").output)
    assert found["outcome"] in ("not_finite", "step_collapsed")
    assert found["t"] == pytest.approx(1.8540746773, rel=1e-9)
    assert not re.search(r"\bnan\b", ask("run", file).output)


BURST = """
import varmass as vm

def case():
    y, (k, m) = vm.coordinate("y", "m"), vm.parameters("k [N/m^3]", "m [kg]")
    push = vm.Force("push", on="stone", force=[k * y**3])
    stone = vm.System("Burst", vm.Particle("stone", mass=m, position=[y]), push)
    return vm.Case(stone, {"k": 1.0, "m": 1.0}, {"y": 1.0}, until=1e3)
"""


@pytest.mark.parametrize("ending", [".nc", ".csv", ".json", ".parquet"])
def test_what_is_written_can_be_read_back(ask, tmp_path, ending):
    file = tmp_path / f"chain{ending}"
    final = strictly(ask("run", "cayley_chain", "--out", file, "--json").output)["state"]["y"]
    assert READERS[ending](file) == pytest.approx(final, abs=0)


def from_netcdf(file: Path) -> float:
    import xarray

    with xarray.open_dataset(file, engine="h5netcdf") as data:
        assert data["y"].attrs["units"] == "m"
        return float(data["y"][-1])


def from_csv(file: Path) -> float:
    rows = [row for row in csv.reader(file.read_text("utf-8").splitlines()) if not row[0].startswith("#")]
    return float(rows[-1][rows[0].index("y [m]")])


def from_json(file: Path) -> float:
    return strictly(file.read_text("utf-8"))["columns"]["y"]["values"][-1]


def from_parquet(file: Path) -> float:
    import pyarrow.parquet

    return pyarrow.parquet.read_table(file)["y"][-1].as_py()


READERS = {".nc": from_netcdf, ".csv": from_csv, ".json": from_json, ".parquet": from_parquet}


@pytest.mark.parametrize(("ending", "magic"), [(".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")])
def test_a_run_is_drawn(ask, tmp_path, ending, magic):
    file = tmp_path / f"chain{ending}"
    ask("run", "cayley_chain", "--plot", file)
    assert file.read_bytes().startswith(magic)


SWING = """
import sympy as sp
import varmass as vm

def case():
    a, (g, l, m) = vm.coordinate("a", "rad"), vm.parameters("g [m/s^2]", "l [m]", "m [kg]")
    bob = vm.Particle("bob", mass=m, position=[l * sp.sin(a), -l * sp.cos(a)])
    open("stated", "w").close()
    return vm.Case(vm.System("Swing", bob, vm.Gravity([0, -g])), {"g": 9.81, "l": 1.0, "m": 1.0}, {"a": 1.0}, until=1e9)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_stopped_keeps_what_it_has(tmp_path, number):
    (tmp_path / "swing.py").write_text(SWING, "utf-8")
    for patience in (1, 5, 20):  # of a machine that is busy
        code, printed, said = stopped(tmp_path, number, patience)
        if code != 130:
            break
    assert code == 0, said
    found = strictly(printed)
    assert found["outcome"] == "interrupted"
    assert found["t"] > 0
    assert (tmp_path / "swing.csv").stat().st_size > 1000


def stopped(folder: Path, number: int, patience: float) -> tuple[int, str, str]:
    """Run a swing that swings for long, and send a signal when it has been stated for a while."""
    command = [sys.executable, "-m", "varmass", "run", "swing.py", "--json", "--out", "swing.csv"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=folder, **pipes) as process:
        while not (folder / "stated").exists() and process.poll() is None:
            time.sleep(0.05)
        time.sleep(patience)
        process.send_signal(number)
        printed, said = process.communicate(timeout=100)
    return process.returncode, printed, said


# Refusals


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["nonsense"], "nonsense"),
        (["run"], "CASE"),
        (["run", "caley_chain"], "cayley_chain"),
        (["run", "no_such_file.py"], "no_such_file.py"),
        (["run", "cayley_chain", "--nu", 3], "--mu"),
        (["run", "cayley_chain", "--mu", "much"], "'much'"),
        (["run", "cayley_chain", "--mu", "nan"], "'nan'"),
        (["run", "cayley_chain", "--mu"], "--mu"),
        (["run", "cayley_chain", "and", "more"], "and more"),
        (["run", "cayley_chain", "--y0", 20], "20"),
        (["run", "cayley_chain", "--until", -1], "-1"),
        (["run", "cayley_chain", "--tol", 1], "tolerance"),
        (["run", "cayley_chain", "--engine", "steam"], "steam"),
        (["run", "cayley_chain", "--principle", "faith"], "faith"),
        (["run", "cayley_chain", "--out", "chain.xls"], ".xls"),
        (["run", "cayley_chain", "--out", "no/such/place.nc"], "mkdir"),
        (["run", "cayley_chain", "--plot", "chain.bmp"], ".bmp"),
        (["derive", "cayley_chain", "--format", "word"], "word"),
        (["derive", "cayley_chain", "--out", "no/such/place.tex"], "mkdir"),
        (["derive", "cayley_chain", "--format", "json", "--out", "equation.png"], "equation.json"),
        (["derive", "cayley_chain", "--json", "--format", "svg"], "svg"),
        (["derive", "cayley_chain", "--first-integral", "--format", "c"], "svg, png, json"),
        (["derive", "cayley_chain", "--first-integral", "--steps"], "both"),
        (["derive", "two_body", "--first-integral"], "2 coordinates"),
        (["derive", "van_der_pol_mass", "--first-integral"], "epsilon*x.dot*(1 - x**2)"),
        (["reproduce", "caley_chain"], "cayley_chain"),
    ],
)
def test_a_mistake_is_refused_in_four_parts(ask, words, named):
    answer = ask(*words, code=2)
    assert answer.stdout == ""
    assert named in "\n".join(in_four_parts(answer.stderr))


def test_a_file_that_cannot_be_written_is_refused_before_the_run(ask, tmp_path, monkeypatch):
    monkeypatch.setattr("varmass.integrate.simulate.simulate_case", lambda *_, **__: pytest.fail("it was run"))
    in_four_parts(ask("run", "cayley_chain", "--out", tmp_path / "missing" / "chain.nc", code=2).stderr)
    in_four_parts(ask("run", "cayley_chain", "--out", tmp_path, code=2).stderr)
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    in_four_parts(ask("reproduce", "cayley_chain", "--out", blocked, code=2).stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk here")
def test_a_disk_that_is_full_costs_the_file_but_not_the_result(ask, tmp_path):
    (tmp_path / "full.csv").symlink_to("/dev/full")
    answer = ask("run", "cayley_chain", "--out", tmp_path / "full.csv", "--json", code=2)
    assert strictly(answer.stdout)["outcome"] == "event"
    in_four_parts(answer.stderr)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("import nowhere_to_be_found", "ModuleNotFoundError"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("def case(a: float = 1.0): raise SystemExit(3)", "SystemExit: 3"),
        ("x = 1", "case"),
        ("def case(a: float = 1.0): return a", "vm.Case"),
        ("def case(a: float = 1.0): return 1 / (a - 1)", "ZeroDivisionError"),
        ("def case(a: dict = {}): return a", "dict"),
        ("def case(a: float): return a", "--a"),
        ("import varmass as vm\ndef case(): vm.Particle('p', mass=1, position=[0], streams=vm.at_rest)", "at_rest(…)"),
        ("import varmass as vm\ndef case(): vm.Particle('p', mas=1, position=[0])", "mass=…"),
    ],
)
def test_a_file_that_states_no_case_is_refused(ask, tmp_path, text, named):
    file = tmp_path / "mine.py"
    file.write_text(text)
    assert named in "\n".join(in_four_parts(ask("run", file, code=2).stderr))


def test_our_own_failure_is_said_in_one_sentence(ask, monkeypatch):
    import varmass.derive.audit  # noqa: F401

    def fail(*_, **__):
        raise RuntimeError("the roof is leaking")

    monkeypatch.setattr(sys.modules["varmass.derive.audit"], "audit", fail)
    said = ask("audit", "cayley_chain", code=1).stderr
    assert "our fault" in said
    assert "the roof is leaking" in said
    assert "VARMASS_DEBUG=1" in said
    monkeypatch.setenv("VARMASS_DEBUG", "1")
    answer = CliRunner().invoke(main, ["audit", "cayley_chain"])
    assert answer.exit_code == 1
    assert "Traceback" in answer.stderr


@pytest.mark.parametrize("name", ["tol", "json", "help", "case"])
def test_an_option_of_the_case_that_the_command_has_too_gets_a_longer_name(ask, tmp_path, name):
    file = tmp_path / "mine.py"
    file.write_text(MINE.replace("rate: float = 0.1, n", f"rate: float = 0.1, {name}: float = 0.0, n"), "utf-8")
    assert f"--case-{name}" in ask("run", file, "--help").output
    assert strictly(ask("run", file, f"--case-{name}", 3, "--json").output)["outcome"] == "event"


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_reader_who_leaves_early_is_left_in_peace():
    command = f"{sys.executable} -m varmass list --json | head -c 1; echo ${{PIPESTATUS[0]}}"
    found = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert found.stderr == ""
    assert found.stdout.split() == ["[0"] or found.stdout.split() == ["[", "0"]


def test_a_terminal_without_our_letters_still_gets_an_answer():
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    assert in_a_process("derive", "cayley_chain", env=ascii_only).returncode == 0
    found = in_a_process("list", "--json", env=ascii_only)
    assert found.returncode == 0
    strictly(found.stdout)


# Doctor


def test_doctor_finds_everything_working(ask):
    found = strictly(ask("doctor", "--json").output)
    assert found["works"] is True
    assert all(engine["works"] for engine in found["engines"].values())
    assert found["packages"]["sympy"]
    assert "all works" in ask("doctor").output


def test_doctor_says_what_does_not_work(ask, monkeypatch):
    def broken(*_, **__):
        raise ImportError("no font")

    monkeypatch.setattr("varmass.show.equation.png", broken)
    assert re.search(r"formula as a picture +FAILS +ImportError: no font", ask("doctor", code=1).output)


def test_a_case_in_phases_is_derived_audited_and_run_phase_by_phase(ask, tmp_path):
    text = ask("derive", "rocket_staged").output
    assert [line for line in text.splitlines() if line.startswith("Phase")] == [
        "Phase first stage", "Phase coast", "Phase second stage", "Phase payload"
    ]  # fmt: skip
    assert set(strictly(ask("derive", "rocket_staged", "--format", "json").output)["phases"]) >= {"coast", "payload"}
    assert "--phase 'first stage'" in ask("derive", "rocket_staged", "--format", "c", code=2).output
    assert "void rocket_staged" in ask("derive", "rocket_staged", "--format", "c", "--phase", "coast").output
    audit = strictly(ask("audit", "rocket_staged", "--json").output)
    assert {"principles", "naive", "galilean", "mass_matrix", "phases"} <= set(audit)
    assert audit["phases"]["coast"]["naive"]["N2"]["verdict"] == "right"
    assert audit["phases"]["first stage"]["naive"]["N2"]["verdict"] == "wrong"
    in_four_parts(ask("audit", "rocket_staged", "--phase", "nowhere", code=2).output)
    run = strictly(ask("run", "rocket_staged", "--json", "--out", tmp_path / "run.csv").output)
    assert [leg["switch"] for leg in run["phases"]] == ["burn-out", "separation", "second burn-out", ""]
    assert len((tmp_path / "run.csv").read_text("utf-8").splitlines()) > 20


def test_the_law_of_each_jump_is_derived(ask):
    text = ask("derive", "rocket_staged").output
    assert text.count("Jump at ") == 3
    assert "Jump at separation: coast → second stage (first shell dropped)\n  where t = T1 + coast" in text
    assert "ḣ⁺ = ḣ + push shell2/payload" in text
    one = ask("derive", "rocket_staged", "--phase", "coast").output
    assert one.count("Jump at ") == 1
    assert one.startswith("Coasting, by")
    assert "Jump" not in ask("derive", "rocket_staged", "--phase", "payload").output
    assert r"\Rightarrow\; \dot{h}^{+} &= \dot{h}" in ask("derive", "rocket_staged", "--format", "latex").output
    jumps = strictly(ask("derive", "rocket_staged", "--json").output)["jumps"]
    assert [jump["to"] for jump in jumps] == ["coast", "second stage", "payload"]
    assert [jump["after"]["h.dot⁺"] for jump in (jumps[0], jumps[2])] == ["h.dot", "h.dot + push*shell2/payload"]
    alone = strictly(ask("derive", "rocket_staged", "--phase", "coast", "--json").output)
    assert (alone["case"], [jump["event"] for jump in alone["jumps"]]) == ("rocket_staged", ["separation"])
    assert "jumps" not in strictly(ask("derive", "cayley_chain", "--json").output)


def test_the_page_names_the_phases_and_shows_what_happens_between_them(ask, tmp_path):
    ask("reproduce", "rocket_staged", "--out", tmp_path)
    page = (tmp_path / "index.html").read_text("utf-8")
    for caption in ("first stage", "payload", "Jump at separation: coast → second stage (first shell dropped)"):
        assert f'<p class="quiet">{caption}</p>\n<svg role="img"' in page
    (case,) = strictly((tmp_path / "numbers.json").read_text("utf-8"))["cases"]
    assert [jump["event"] for jump in case["jumps"]] == ["burn-out", "separation", "second burn-out"]


# What a measure is


OTHERWISE = [("buquoy_chain", {"F": 0.0, "z0": 1.0, "v0": 5.0}), ("rocket", {"g": 0.0}),
             ("simple_particle", {"k": 1.0, "x0": 0.5, "F": 0.0}),
             ("water_column", {"wave": 0.0, "zeta0": 0.3}), ("tethered_payout", {"payout": "brake"})]  # fmt: skip


@pytest.mark.parametrize(("name", "chosen"), [*((name, {}) for name in shelf.names(cases)), *OTHERWISE])
def test_every_measure_is_explained_apart_from_the_options(name, chosen):
    explained, found = measures(name), vm.case(name, **chosen).measures
    assert [measure for measure in found if not meaning(measure, explained)] == []
    assert not any("Measures" in (option.help or "") for option in options(name, set()))


def test_measures_are_explained_below_a_run_and_in_the_help(ask, mine):
    for words in (("run", "cayley_chain"), ("run", "cayley_chain", "--help")):
        assert re.search(r"lost_fraction .*of the work of weight and pull", ask(*words).stdout)
    said = 'number of stones.\n\n    Measures.  landing: when it is down."""'
    mine.write_text(MINE.replace('number of stones."""', said), "utf-8")
    assert re.search(r"landing .* when it is down", ask("run", mine).stdout)
    assert re.search(r"--n .*number of stones  \[", ask("run", mine, "--help").stdout)


def test_a_number_at_the_end_of_a_name_is_one_of_a_row():
    explained = {"max": "a top", "u2": "its own"}
    assert [meaning(name, explained) for name in ("max1", "max12", "u2", "u1")] == ["a top", "a top", "its own", ""]
