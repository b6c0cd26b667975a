"""A paper redone: each of its items computed, drawn, compared and judged; all that the page and the numbers show."""

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

from varmass.model.zero import Verdict
from varmass.papers._items import Drawing, Item, Number, Shown
from varmass.show.figures.curves import draw
from varmass.show.inline import formula, inline
from varmass.show.plot import drawn, files

TEXT = "text: "


def items(paper: ModuleType) -> Iterator[Item]:
    """All items, chapter by chapter, in the order in which they stand there."""
    for chapter in paper.CHAPTERS:
        module = import_module(f"{paper.__name__}.{chapter}")
        own = (f for f in vars(module).values() if getattr(f, "__module__", "") == module.__name__)
        yield from (f.item for f in own if hasattr(f, "item"))


def redo(item: Item, paper: str) -> dict[str, Any]:
    """One item in plain values; `failure` says what went wrong, if anything did."""
    entry: dict[str, Any] = {
        "paper": paper,
        "name": item.name,
        "kind": item.kind,
        "where": item.where,
        "title": item.title,
        "remark": item.remark,
        "failure": None,
    }
    try:
        return entry | _found(item, f"{paper}-{item.name}")
    except Exception as error:
        return entry | {"failure": f"{type(error).__name__}: {' '.join(str(error).split())}"}


def _found(item: Item, prefix: str) -> dict[str, Any]:
    found = item.find()
    if item.kind == "table":
        return {"numbers": [_number(n) for n in found]}
    if item.kind == "figure":
        return _figure(found, prefix, item.title)
    if item.kind == "formula":
        latex = item.about["latex"]
        return {"printed": _typeset(latex), "texts": [latex], "holds": _verdict(found)}
    return _erratum(item, found)


def _figure(found: Drawing, prefix: str, title: str) -> dict[str, Any]:
    picture = draw(found.panels, found.columns)
    clear = drawn(picture, "svg", transparent=True).decode()
    return {
        "numbers": [_number(n) for n in found.numbers],
        "drawing": inline(clear, prefix, title),
        "files": files(picture),
    }


def _erratum(item: Item, found: Shown | None) -> dict[str, Any]:
    about = item.about
    fails, holds = (None, None) if found is None else map(_verdict, (found.fails, found.holds))
    return {
        "row": about["row"],
        "sort": about["sort"],
        "certain": about["certain"],
        "printed": _typeset(about["printed"]),
        "correct": _typeset(about["correct"]),
        "texts": [about["printed"], about["correct"]],
        "fails": fails,
        "holds": holds,
    }


def _verdict(v: Verdict) -> dict[str, str]:
    return {"status": v.status, "ground": v.ground}


def _number(n: Number) -> dict[str, Any]:
    return {"what": n.what, "printed": n.printed, "found": n.found, "verdict": n.verdict, "remark": n.remark}


def _typeset(text: str) -> dict[str, str]:
    """LaTeX as a picture, or words as they are."""
    return {"words": text.removeprefix(TEXT)} if text.startswith(TEXT) else {"formula": formula(text, text)}
