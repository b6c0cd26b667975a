"""varmass list: the cases, one line each."""

from typing import Any

import click

from varmass import cases, shelf
from varmass.errors import VarmassError


@click.command(short_help="The cases, one line each.")
@click.option("--json", "as_json", is_flag=True, help="Names, titles, options with their defaults, and measures.")
def command(as_json: bool) -> None:
    """The cases, one line each.  A file of your own runs as well: varmass run ./my_chain.py."""
    from varmass.cli.output import print_json

    listed = [(name, _title(name)) for name in shelf.names(cases)]
    if as_json:
        print_json([_described(name, title) for name, title in listed])
        return
    wide = max((len(name) for name, _ in listed), default=0)
    for name, title in listed:
        click.echo(f"{name:<{wide}}  {title}")


def _title(name: str) -> str:
    """What the problem is, or why the file cannot be read."""
    from varmass.cli.signatures import title

    try:
        return title(name)
    except VarmassError as error:
        return f"({error.what}: {error.got})"


def _described(name: str, title: str) -> dict[str, Any]:
    from varmass.cases._find import case
    from varmass.cli.signatures import signature, signed

    try:
        shelf.take(cases, name)
    except VarmassError:
        return {"name": name, "title": title, "options": {}, "measures": []}
    defaults = {p.name: None if p.default is p.empty else p.default for p in signature(signed(name))}
    return {"name": name, "title": title, "options": defaults, "measures": list(case(name).measures)}
