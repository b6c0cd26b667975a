"""A run for a person to read."""

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from varmass.cli.output import width
from varmass.cli.signatures import meaning, measures
from varmass.derive.writing import dotted
from varmass.show.words import number, unit, unit_of

MANY = 12  # legs of a run that are listed
ROUND_OFF = 1e-13  # books that hold no more than this part of their account are left out


def show(run: Any, found: dict[str, Any]) -> None:
    """Outcome, final state, measures, and the ledger with its books."""
    console = Console(width=width(), highlight=False)
    console.print(Text(run.system.title, style="bold"))
    console.print(Text(found["message"], style="green" if run.success else "yellow"))
    how = ", ".join(f"{name} = {number(x)}" for name, x in run.values.items())
    console.print(Text(f"{run.principle}, {run.engine} to {run.tolerance:g}" + (f"; {how}" if how else ""), "dim"))
    for table in (_phases(found), _state(run, found), _measures(found), _ledger(run)):
        if table.row_count:
            console.print()
            console.print(table)
    energy, momentum = (number(x, 2) for x in found["ledger"].values())
    console.print(Text(f"closure   energy {energy}   momentum {momentum}   (relative)"))


def _phases(found: dict[str, Any]) -> Table:
    table = _table("phase", "from", "to", "")
    legs = found.get("phases", [])
    for leg in legs[:MANY]:
        table.add_row(leg["name"], number(leg["start"]), number(leg["end"]), Text(leg["switch"], "dim"))
    if len(legs) > MANY:
        table.add_row(f"… and {len(legs) - MANY} more", "", "", "")
    return table


def _state(run: Any, found: dict[str, Any]) -> Table:
    table = _table("state at the end", "", "unit", "")
    table.add_row("t", number(found["t"], 12), unit(run.system.time), Text("time", "dim"))
    for s in (s for s in (*run.system.q, *run.system.u) if s.name in found["state"]):
        table.add_row(dotted(s), number(found["state"][s.name], 12), unit_of(s, run.system), Text(s.meaning, "dim"))
    return table


def _measures(found: dict[str, Any]) -> Table:
    table, explained = _table("measures", "", ""), measures(found["case"])
    for name, value in found["measures"].items():
        table.add_row(name, number(value, 12), Text(meaning(name, explained), "dim"))
    return table


def _ledger(run: Any) -> Table:
    table = _table("ledger", "start", "end", "change", "unaccounted")
    for account in run.ledger().accounts:
        title = account.kind if account.of == "total" else f"{account.kind} {account.of}"
        change = account.end - account.start
        table.add_row(title, *(number(x) for x in (account.start, account.end, change)), number(account.gap, 2))
        for name, amount in account.books.items():
            if abs(amount) > ROUND_OFF * account.size:
                table.add_row(Text(f"  {name}", "dim"), "", "", Text(number(amount), "dim"), "")
    return table


def _table(*heads: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for i, head in enumerate(heads):
        text = head in ("unit", "") and i > 1
        table.add_column(head, justify="left" if i == 0 or text else "right", no_wrap=i == 0)
    return table
