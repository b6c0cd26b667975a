"""Trajectories as files, each with units, labels, versions and the model's text inside."""

import csv
import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from varmass.errors import ValueRefused
from varmass.integrate.accounts import units
from varmass.model.dimensions import dimension

if TYPE_CHECKING:
    import xarray


def write(run: Any, file: Any) -> None:
    """By the ending of the name: .nc, .csv, .json or .parquet."""
    writers = {".nc": to_netcdf, ".csv": to_csv, ".json": to_json, ".parquet": to_parquet}
    path = _path(file)
    if path.suffix not in writers:
        raise ValueRefused(
            f"no writer for {path.name!r}",
            expected="a name ending in " + ", ".join(writers),
            got=path.suffix or "no ending",
            hint=str(path.with_suffix(".nc")),
        )
    writers[path.suffix](run, path)


def _path(file: Any) -> Path:
    try:
        return Path(file)
    except TypeError:
        raise ValueRefused("this is no file name", expected="a path", got=repr(file), hint="'run.nc'") from None


@contextmanager
def _place(file: Any) -> Iterator[Path]:
    """Where a file can be written; what the disk objects to is refused."""
    path = _path(file)
    if not path.parent.is_dir() or path.is_dir():
        raise ValueRefused(
            f"cannot write to {path}",
            expected="a file in an existing folder",
            got="a folder" if path.is_dir() else f"no folder {path.parent}",
            hint=f"mkdir -p {path.parent}" if not path.is_dir() else str(path / "run.nc"),
        )
    try:
        yield path
    except OSError as error:
        raise ValueRefused(
            f"cannot write to {path}",
            expected="a place that may be written, with room",
            got=error.strerror or str(error),
            hint="another folder",
        ) from error


def about(run: Any) -> dict[str, Any]:
    """All that is known of a run beside its numbers."""
    packages = ("varmass", "heyoka", "sympy", "numpy", "scipy")
    return {
        "title": run.system.title,
        "model": str(run.system),
        "principle": run.principle,
        "engine": run.engine,
        "tolerance": run.tolerance,
        "values": run.values,
        "outcome": run.outcome.word,
        "message": run.message,
        "events": {name: times.tolist() for name, times in run.t_events.items()},
        "ledger": run.ledger().to_dict() if run.kept_books else None,
        "versions": {name: version(name) for name in packages},
    }


def _json(found: Any, indent: int | None = None) -> str:
    """Strict JSON: a number that is not finite is null."""
    return json.dumps(_finite(found), ensure_ascii=False, allow_nan=False, indent=indent)


def _finite(found: Any) -> Any:
    if isinstance(found, dict):
        return {key: _finite(value) for key, value in found.items()}
    if isinstance(found, list):
        return [_finite(value) for value in found]
    return None if isinstance(found, float) and not np.isfinite(found) else found


def columns(run: Any) -> dict[str, tuple[Any, str, str]]:
    """name → (values, unit, meaning), time first; the books as they filled."""
    found = {"t": (run.t, str(run.system.time), "time")}
    for s, row in zip((*run.system.q, *run.system.u), run.y, strict=True):
        meaning = s.meaning or ("speed" if s.name.endswith(".dot") else "coordinate")
        found[s.name] = (row, str(dimension(s, run.system.time)), meaning)
    for (kind, of, name), row in run.filled().items():
        unit = next(filter(None, (units(leg.system).get((kind, of)) for leg in run.legs)), "")
        found[f"{kind} {of}: {name}"] = (row, unit, "book of the ledger")
    return found


def to_xarray(run: Any) -> "xarray.Dataset":
    """A Dataset over t; what is known of the run is one JSON text among the attributes."""
    import xarray

    listed = columns(run)
    data = {
        name: ("t", values, {"units": unit, "long_name": meaning}) for name, (values, unit, meaning) in listed.items()
    }
    times = data.pop("t")
    return xarray.Dataset(data, coords={"t": times}, attrs={"varmass": _json(about(run))})


def to_netcdf(run: Any, file: Any) -> None:
    """NetCDF-4 through h5netcdf."""
    with _place(file) as path:
        to_xarray(run).to_netcdf(path, engine="h5netcdf")


def to_csv(run: Any, file: Any) -> None:
    """A heading of comments, a row of names with units, then the numbers to the last digit."""
    listed = columns(run)
    with _place(file) as path, path.open("w", newline="", encoding="utf-8") as out:
        for line in _json(about(run), indent=1).splitlines():
            out.write(f"# {line}\n")
        writer = csv.writer(out)
        writer.writerow([f"{name} [{unit}]" if unit else name for name, (_, unit, _) in listed.items()])
        writer.writerows(np.array([values for values, _, _ in listed.values()]).T.tolist())


def to_json(run: Any, file: Any) -> None:
    """One object: what is known of the run, and its columns."""
    listed = {name: {"unit": unit, "values": values.tolist()} for name, (values, unit, _) in columns(run).items()}
    with _place(file) as path:
        path.write_text(_json({**about(run), "columns": listed}), encoding="utf-8")


def to_parquet(run: Any, file: Any) -> None:
    """Parquet, with what is known of the run in the schema's metadata."""
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.table({name: values for name, (values, _, _) in columns(run).items()})
    text = {"varmass": _json(about(run))}
    with _place(file) as path:
        pyarrow.parquet.write_table(table.replace_schema_metadata(text), path)
