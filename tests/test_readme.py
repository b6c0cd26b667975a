"""The README is true: its code runs, prints what it shows, and its commands do what they say."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from varmass.cli import main
from varmass.cli.commands import reproduce

REPOSITORY = Path(__file__).parents[1]
README = (REPOSITORY / "README.md").read_text("utf-8")
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(language, text) for language, text in FENCED.findall(README)]
PYTHON = [text for language, text in BLOCKS if language == "python"]
SHOWN = [text for language, text in BLOCKS if language == "text"]
COMMANDS = [
    shlex.split(line, comments=True)[1:]
    for language, text in BLOCKS
    if language == "sh"
    for line in text.splitlines()
    if line.startswith("varmass ")
]


@pytest.fixture
def desk(tmp_path, monkeypatch) -> Path:
    """A folder to work in, with the case of one's own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_chain.py").write_text(PYTHON[1], "utf-8")
    return tmp_path


def test_a_system_goes_from_statement_to_picture_in_fifteen_lines(desk):
    assert sum(bool(line.strip()) for line in PYTHON[0].splitlines()) <= 15
    done = subprocess.run([sys.executable, "-c", PYTHON[0]], capture_output=True, text=True, check=False, cwd=desk)
    assert done.returncode == 0, done.stderr
    assert (desk / "chain.png").read_bytes().startswith(b"\x89PNG")
    for line in SHOWN[0].splitlines():
        assert line in done.stdout, line


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_works(desk, monkeypatch, words):
    monkeypatch.setattr(reproduce, "_one", lambda job, place, _: {"name": job.name, "title": job.name, "failure": None})
    monkeypatch.setattr(reproduce, "_write", lambda place, done: None)
    answer = CliRunner().invoke(main, words)
    assert answer.exit_code == 0, answer.output
    for option in ("--out", "--plot"):
        if option in words:
            assert (desk / words[words.index(option) + 1]).exists()


def test_the_case_of_one_s_own_is_what_it_says(desk):
    answer = CliRunner().invoke(main, ["run", "./my_chain.py"])
    assert "Stopped by the event 'highest'" in answer.output


def test_the_disturbances_are_found_as_shown(capsys):
    exec("import varmass as vm\n" + PYTHON[3])
    assert "'h.dot'" in capsys.readouterr().out


def test_the_refusal_is_shown_as_it_is(desk):
    answer = CliRunner().invoke(main, ["run", "cayley_chain", "--nu", "3"])
    assert answer.exit_code == 2
    shown, said = SHOWN[1].splitlines(), answer.stderr.splitlines()
    assert (shown[0], shown[2:]) == (said[0], said[2:])
    first, last = shown[1].split("…")
    assert said[1].startswith(first.rstrip())
    assert said[1].endswith(last.lstrip(", "))


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_every_file_and_verb_that_is_named_exists(file):
    text = (REPOSITORY / file).read_text("utf-8")
    for place in re.findall(r"\]\(([^)#]+)\)", text):
        assert (REPOSITORY / place).exists(), place
    for place in re.findall(r"`((?:src|tests)/[\w./]+)`", text):
        assert (REPOSITORY / place).exists(), place
    verbs = set(re.findall(r"^([a-z]+):.*## ", (REPOSITORY / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)[` ]", text)) <= verbs


def test_principles_and_rules_are_counted_right():
    from varmass import shelf
    from varmass.derive import naive, principles

    words = {6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
    rules = shelf.names(naive)
    assert f"by {words[len(shelf.names(principles))]} independent principles" in README
    assert f"({rules[0]} … {rules[-1]})" in README


def test_every_class_that_is_named_is_there():
    import varmass

    named = re.findall(r"`([A-Za-z_]+)`", README.split("The classes and functions")[1].split("##")[0])
    assert len(named) > 10
    assert set(named) <= set(varmass.__all__)
