"""A test that cannot fail is no test: each check of the architecture, on a small house wrong in one way."""

from pathlib import Path

import pytest

from test_architecture import (
    HOMES,
    PRIVATE,
    import_cycles,
    private_words,
    strangers,
    too_long,
    undeclared,
    upward_imports,
)


@pytest.fixture
def house(tmp_path):
    """Build a package from its files: {path below the package: source}."""

    def build(sources: dict[str, str]) -> Path:
        for name, source in sources.items():
            path = tmp_path / "varmass" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source, "utf-8")
        return tmp_path / "varmass"

    return build


IN_A_CASE = "cases/a.py:1: cases may not import integrate"
UPWARD = "model/deep/a.py:1: model may not import derive"


@pytest.mark.parametrize(
    ("file", "source", "complaint"),
    [
        ("model/deep/a.py", "import varmass.derive.audit", UPWARD),
        ("model/deep/a.py", "import varmass.errors, varmass.derive as d", UPWARD),
        ("model/deep/a.py", "from varmass.derive import audit", UPWARD),
        ("model/deep/a.py", "from varmass import derive", UPWARD),
        ("model/deep/a.py", "from varmass.derive import *", UPWARD),
        ("model/deep/a.py", "from ...derive import audit", UPWARD),
        ("model/deep/a.py", "from ... import derive", UPWARD),
        ("model/deep/a.py", "def f(): from ...derive import audit", UPWARD),
        ("model/deep/a.py", "importlib.import_module('varmass.derive')", UPWARD),
        ("model/deep/a.py", "import_module('...derive', __package__)", UPWARD),
        ("model/deep/a.py", "if TYPE_CHECKING: from varmass.derive import audit", UPWARD),
        ("model/deep/__init__.py", "from ...derive import audit", UPWARD.replace("a.py", "__init__.py")),
        ("model/__init__.py", "from ..derive import audit", UPWARD.replace("deep/a.py", "__init__.py")),
        ("errors.py", "from . import model", "errors.py:1: errors may not import model"),
        ("show/a.py", "from varmass import simulate", "show/a.py:1: show may not import __init__"),
        ("cases/a.py", "import varmass as vm", "cases/a.py:1: cases may not import __init__"),
        ("cases/a.py", "from varmass.integrate import engines", IN_A_CASE),
        ("papers/a.py", "from varmass import studio", "papers/a.py:1: papers may not import studio"),
        ("studio/a.py", "import varmass.cli", "studio/a.py:1: studio may not import cli"),
        ("utils.py", "", "utils: a room that the table does not know"),
    ],
)
def test_an_import_against_the_flow_is_seen(house, file, source, complaint):
    assert upward_imports(house({file: source})) == [complaint]


@pytest.mark.parametrize(
    "sources",
    [
        {"model/a.py": "from varmass.model.b import y", "model/b.py": "from .a import x"},
        # A file goes back through the door of its own room.
        {"model/__init__.py": "from .a import x", "model/a.py": "from varmass.model import y"},
        # A neighbour comes in by the door, which opens on a file that needs the neighbour.
        {"model/__init__.py": "from . import a", "model/a.py": "import varmass.show", "model/b.py": "",
         "show/__init__.py": "import varmass.model.b"},
    ],
)  # fmt: skip
def test_a_circle_at_import_time_is_seen(house, sources):
    (circle,) = import_cycles(house(sources))
    first, *_, last = circle.split(" → ")
    assert first == last


def test_no_circle_is_seen_where_python_meets_none(house):
    late = "def f(): from varmass.model.a import x\nif TYPE_CHECKING: from varmass.model import a"
    door, a = "from . import a", "from . import b"
    assert import_cycles(house({"model/__init__.py": door, "model/a.py": a, "model/b.py": late})) == []


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("show/a.py", "import heyoka"),
        ("integrate/engines/dop853.py", "def run(): import heyoka as hy"),
        ("integrate/engines/taylor.py", "from sksundae import ida"),
        ("analyse/a.py", "from matplotlib import pyplot"),
        ("cliff.py", "import click"),
        ("derive/a.py", "import numpy as np"),
        ("derive/principles/a.py", "import scipy.optimize"),
        ("rod/a.py", "from scipy.linalg import eigh"),
        ("cases/a.py", "import heyoka"),
        ("integrate/a.py", "import dask.distributed"),
    ],
)
def test_a_third_party_away_from_home_is_seen(house, file, source):
    assert [c.split(":")[0] for c in strangers(house({file: source}))] == [file]


def test_third_parties_at_home_are_left_in_peace(house):
    homes = {f"{homes.split()[-1]}.py": f"import {name}" for name, homes in HOMES.items()}
    assert strangers(house({**homes, "rod/a.py": "import numpy"})) == []


def test_a_third_party_that_nobody_asked_for_is_seen(house):
    complaints = undeclared(house({"show/a.py": "import json, numpy, resvg_py, dask, six, pytest"}))
    assert complaints == [f"show/a.py:1: {name} is not among the dependencies" for name in ("six", "pytest")]


def test_what_is_too_long_is_seen_and_a_docstring_is_free(house):
    package = house({
        "model/a.py": "x = 0\n" * 301,
        "model/b.py": "x = 0\n" * 300,
        "model/__init__.py": "x = 0\n" * 61,
        "show/f.py": 'class A:\n  async def f(self):\n    """One.\n\n    Two."""\n' + "    x = 0\n" * 40,
        "show/g.py": 'def g():\n    """One.\n\n    Two."""\n' + "    x = 0\n" * 39,
    })  # fmt: skip
    assert too_long(package) == [
        "model/__init__.py: 61 lines, at most 60",
        "model/a.py: 301 lines, at most 300",
        "show/f.py:2: f has 41 lines, at most 40",
    ]


def test_a_private_word_is_seen_with_and_without_git(tmp_path, monkeypatch):
    for name in ("notes.md", "scratch.md", "build/log", "bin/git"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"see " + PRIVATE[0] + b" for more")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (tmp_path / "bin" / "git").write_text("#!/bin/sh\nprintf 'notes.md\\0gone.md\\0'\n")
    (tmp_path / "bin" / "git").chmod(0o755)
    complaint = f"{{}}: contains {PRIVATE[0].decode()}"
    assert private_words(tmp_path) == [complaint.format("notes.md")]
    (tmp_path / "bin" / "git").unlink()
    assert sorted(private_words(tmp_path)) == [complaint.format(name) for name in ("notes.md", "scratch.md")]
