"""varmass doctor: what is installed, and what of it really works; each ability is tried, not guessed."""

import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

CASE = "dancing_rod_ritz"  # its mass does not vary: any engine runs it


@click.command(short_help="What is installed, and what of it works.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on the standard output.")
def command(as_json: bool) -> None:
    """What is installed, which engines and extras work.  The exit code is 1 if something that should work does not."""
    found = examination()
    if as_json:
        from varmass.cli.output import print_json

        print_json(found)
    else:
        click.echo("\n".join(_lines(found)))
    if not found["works"]:
        click.get_current_context().exit(1)


def examination() -> dict[str, Any]:
    """Versions, and every ability with a remark: how long it took, or what went wrong."""
    from importlib.metadata import version

    abilities = {name: _tried(work) for name, work in _abilities()}
    return {
        "varmass": version("varmass"),
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "encoding": sys.stdout.encoding or "unknown",
        "packages": _versions(""),
        "abilities": {name: verdict for name, verdict in abilities.items() if not name.startswith("engine ")},
        "engines": {n.removeprefix("engine "): verdict for n, verdict in abilities.items() if n.startswith("engine ")},
        "extras": {"cluster": _versions("cluster")},
        "works": all(verdict["works"] for verdict in abilities.values()),
    }


def _abilities() -> Iterator[tuple[str, Callable[[], Any]]]:
    """What a whole installation can do, each tried on one small case."""
    from varmass import shelf
    from varmass.integrate import cache, engines

    yield "state a system", _case
    yield "derive", lambda: _derived().M
    for name in shelf.names(engines):
        yield f"engine {name}", partial(_ran, name)
    yield "cache of compiled models", lambda: _writable(cache.folder())
    yield "formula as a picture", _formula
    yield "figure of a run", lambda: _ran("dop853").plot()
    for ending in (".nc", ".csv", ".json", ".parquet"):
        yield f"write {ending}", partial(_written, ending)


def _tried(work: Callable[[], Any]) -> dict[str, Any]:
    start = time.perf_counter()
    try:
        work()
    except Exception as error:
        return {"works": False, "remark": f"{type(error).__name__}: {' '.join(str(error).split())}"}
    return {"works": True, "remark": f"{time.perf_counter() - start:.2f} s"}


def _versions(extra: str) -> dict[str, str | None]:
    """The packages that varmass declares, with the version that is there."""
    import re
    from importlib.metadata import PackageNotFoundError, requires, version

    found: dict[str, str | None] = {}
    for line in requires("varmass") or ():
        wanted = re.search(r"extra\s*==\s*['\"](\w+)", line)
        if (wanted[1] if wanted else "") == extra:
            name = re.split(r"[^\w.-]", line)[0]
            try:
                found[name] = version(name)
            except PackageNotFoundError:
                found[name] = None
    return found


def _case() -> Any:
    from varmass.cases._find import case

    return case(CASE)


def _derived() -> Any:
    from varmass.derive.deriving import derive

    return derive(_case().system)


def _ran(engine: str) -> Any:
    from varmass.integrate.simulate import simulate_case

    return simulate_case(_case(), 0.5, engine=engine)


def _formula() -> None:
    from varmass.show.equation import png

    png(_derived().latex())


def _written(ending: str) -> None:
    from varmass.integrate import files

    with tempfile.TemporaryDirectory() as folder:
        files.write(_ran("dop853"), Path(folder) / f"run{ending}")


def _writable(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryFile(dir=folder):
        pass


def _lines(found: dict[str, Any]) -> Iterator[str]:
    yield f"varmass {found['varmass']}, Python {found['python']}, {found['platform']}, {found['encoding']}"
    yield "packages"
    yield from (f"  {name:<26}{version or 'missing'}" for name, version in found["packages"].items())
    for title in ("engines", "abilities"):
        yield title
        for name, verdict in found[title].items():
            yield f"  {name:<26}{'works' if verdict['works'] else 'FAILS'}   {verdict['remark']}"
    for extra, packages in found["extras"].items():
        there = all(packages.values())
        yield f"extra {extra}: " + ("installed" if there else f"not installed (pip install 'varmass[{extra}]')")
    yield "all works" if found["works"] else "something that should work does not"
