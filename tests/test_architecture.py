"""The house is as designed: imports go one way, third parties have homes, all is short enough to read."""

import ast
import importlib.metadata
import re
import subprocess
import sys
import tomllib
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from source_imports import FUNCTIONS, files, imports, module

REPOSITORY = Path(__file__).parents[1]
PACKAGE = REPOSITORY / "src" / "varmass"

# Room → the other rooms that it may import.  A room is the first name below the package.
MAY_IMPORT = {
    "errors": "",
    "shelf": "errors",
    "model": "errors shelf",
    "derive": "model errors shelf",
    "rod": "derive model errors shelf",
    "cases": "rod derive model errors shelf",
    "compile": "derive model errors",
    "integrate": "compile derive model errors shelf __init__",  # a trajectory plots itself by the verb `plot`
    "analyse": "integrate compile derive model errors",
    "study": "analyse integrate compile derive model errors",
    "show": "study analyse integrate derive model errors shelf",
    "papers": "show study analyse integrate compile cases rod derive model errors shelf __init__",
    "studio": "papers show study analyse integrate compile cases rod derive model errors shelf __init__",
    "cli": "studio papers show study analyse integrate compile cases rod derive model errors shelf __init__",
    "__main__": "cli",
    "__init__": "cli studio papers show study analyse integrate compile cases rod derive model errors shelf",
}

# Third party → the only places that may import it.
HOMES = {
    "heyoka": "compile integrate/engines/taylor",
    "sksundae": "integrate/engines/ida integrate/engines/adams",
    "scipy": "compile integrate/engines analyse study",
    "matplotlib": "show",
    "ziamath": "show",
    "resvg_py": "show",
    "click": "cli",
    "rich": "cli",
    "dask": "study",
    "distributed": "study",
    "starlette": "studio",
    "uvicorn": "studio",
}

# Room → third parties that it must never see, wherever else they are at home: `derive` knows no number.
NEVER = {"derive": "numpy scipy heyoka"}

LONGEST_FILE, LONGEST_FUNCTION, LONGEST_INIT = 300, 40, 60
DATA_TABLES: frozenset[str] = frozenset()  # paths below the package of files that are data, and may be long

# In halves, so that this file does not contain what it looks for.
PRIVATE = [
    "".join(halves).encode()
    for halves in (
        ("pypi", ".org"), ("python", "hosted"), ("npm", "js."), ("deb.", "debian"), ("crates", ".io"),
        ("/ro", "ot/"), ("/wo", "rk/"), ("/opt/", "pypi"), ("/opt/", "wheels"),
    )
]  # fmt: skip


def room(file: str) -> str:
    return file.split("/")[0].removesuffix(".py")


def lies_in(file: str, homes: str) -> bool:
    return any(file in (home, f"{home}.py") or file.startswith(f"{home}/") for home in homes.split())


def third_parties(package: Path):
    """Every import of something that is neither ours nor Python's, with the name it begins with."""
    for i in imports(package):
        top = i.target.split(".")[0]
        if top != package.name and top not in sys.stdlib_module_names:
            yield i, top


def upward_imports(package: Path) -> list[str]:
    """Imports between rooms that the table does not have."""
    rooms = {room(file) for file, _ in files(package)}
    complaints = [f"{new}: a room that the table does not know" for new in sorted(rooms - set(MAY_IMPORT))]
    for i in imports(package):
        top, *names = i.target.split(".")
        here, other = room(i.file), names[0] if names and names[0] in rooms | set(MAY_IMPORT) else "__init__"
        if top == package.name and other not in (here, *MAY_IMPORT.get(here, "").split()):
            complaints.append(f"{i.place}: {here} may not import {other}")
    return complaints


def import_cycles(package: Path) -> list[str]:
    """The first circle of modules that need each other before any of them is loaded."""
    graph: dict[str, set[str]] = {module(package, file): set() for file, _ in files(package)}
    for i in imports(package):
        here, parts = module(package, i.file), i.target.split(".")
        prefixes = [".".join(parts[:n]) for n in range(1, len(parts) + 1)]
        known = [name for name in prefixes if name in graph]
        if not i.late and known:
            # To load a.b.c Python loads a and a.b first, unless the importing file itself lies in them.
            outer = [name for name in known[:-1] if not f"{here}.".startswith(f"{name}.")]
            graph[here] |= {known[-1], *outer}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        return [" → ".join(reversed(circle.args[1]))]
    return []


def strangers(package: Path) -> list[str]:
    """Third parties outside their home, or in a room that must never see them."""
    return [
        f"{i.place}: {top} does not belong here"
        for i, top in third_parties(package)
        if (top in HOMES and not lies_in(i.file, HOMES[top])) or top in NEVER.get(room(i.file), "").split()
    ]


def undeclared(package: Path) -> list[str]:
    """Third parties that are imported but that `pyproject.toml` does not ask for, or only for tests."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = sum((extras[name] for name in extras if name not in ("test", "bench")), project["dependencies"])
    plain = {re.match(r"[\w.-]+", line)[0].lower().replace("_", "-") for line in asked}
    installed = importlib.metadata.packages_distributions()
    return [
        f"{i.place}: {top} is not among the dependencies"
        for i, top in third_parties(package)
        if not plain & {name.lower().replace("_", "-") for name in installed.get(top, [top])}
    ]


def too_long(package: Path) -> list[str]:
    """Files and functions beyond the limits.  A docstring does not count towards its function."""
    complaints = []
    for file, tree in files(package):
        if file in DATA_TABLES:
            continue
        limit = LONGEST_INIT if file.endswith("__init__.py") else LONGEST_FILE
        lines = len((package / file).read_text("utf-8").splitlines())
        if lines > limit:
            complaints.append(f"{file}: {lines} lines, at most {limit}")
        for node in ast.walk(tree):
            if isinstance(node, FUNCTIONS) and (lines := body_length(node)) > LONGEST_FUNCTION:
                name = f"{file}:{node.lineno}: {getattr(node, 'name', 'lambda')}"
                complaints.append(f"{name} has {lines} lines, at most {LONGEST_FUNCTION}")
    return complaints


def body_length(node: ast.AST) -> int:
    lines = node.end_lineno - node.lineno + 1
    match getattr(node, "body", None):
        case [ast.Expr(value=ast.Constant(value=str())) as docstring, *_]:
            lines -= docstring.end_lineno - docstring.lineno + 1
    return lines


def published(repository: Path) -> list[Path]:
    """What git tracks; without git, as in an unpacked archive, everything that no tool made."""
    tracked = b""
    with suppress(FileNotFoundError):
        command = ["git", "-C", repository, "ls-files", "-z"]
        tracked = subprocess.run(command, capture_output=True, check=False).stdout
    made = {".git", ".venv", "build", "dist", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"}
    everything = (p for p in repository.rglob("*") if not made & set(p.relative_to(repository).parts))
    named = (repository / name for name in tracked.decode().split("\0"))
    return [p for p in (named if tracked else everything) if p.is_file()]


def private_words(repository: Path) -> list[str]:
    """Hosts of package registries, and paths of one machine, in what we publish."""
    return [
        f"{path.relative_to(repository)}: contains {needle.decode()}"
        for path in published(repository)
        for needle in PRIVATE
        if needle in path.read_bytes()
    ]


@pytest.mark.parametrize("check", [upward_imports, import_cycles, strangers, undeclared, too_long])
def test_the_package_is_built_as_designed(check):
    assert check(PACKAGE) == []


def test_nothing_published_names_a_registry_or_a_place_on_one_machine():
    assert private_words(REPOSITORY) == []


def test_the_table_itself_goes_one_way():
    table = {here: set(others.split()) - {"__init__"} for here, others in MAY_IMPORT.items()}
    del table["__init__"]  # the façade takes from every room when it is asked, and rests on none
    order = list(TopologicalSorter(table).static_order())
    assert order[0] == "errors"
    assert set(order) <= set(MAY_IMPORT)


def test_the_lists_name_what_exists():
    here = {file for file, _ in files(PACKAGE)}
    assert "errors.py" in here
    assert here >= DATA_TABLES
