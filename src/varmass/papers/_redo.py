"""A paper redone: each of its items computed, drawn, compared and judged; all that the page and the numbers show."""

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import sympy as sp

from varmass.derive.writing import dotted
from varmass.model.zero import Verdict
from varmass.papers._evidence import Left
from varmass.papers._items import MISSED, Drawing, Item, Number, Read, Shown
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
    """One item in plain values; `failure` says what went wrong, if anything did, and `missed` what it does not show."""
    entry: dict[str, Any] = {
        "paper": paper,
        "name": item.name,
        "kind": item.kind,
        "where": item.where,
        "title": item.title,
        "remark": item.remark,
        "failure": None,
        "missed": None,
    }
    try:
        found = item.find()
        return entry | _found(item, found, f"{paper}-{item.name}") | {"missed": missed(found)}
    except Exception as error:
        return entry | {"failure": f"{type(error).__name__}: {' '.join(str(error).split())}"}


def missed(found: Any) -> str | None:
    """What an item was to show and does not: a number, that an equation holds, that what is printed fails."""
    if isinstance(found, Verdict):
        return None if found else f"not shown to hold: {found.status}"
    if isinstance(found, Shown):
        return None if found.fails.status == "refuted" and found.holds else _not_shown(found)
    if isinstance(found, Read) or found is None:
        return None
    wrong = [n.what for n in (found.numbers if isinstance(found, Drawing) else found) if n.verdict == MISSED]
    return f"not reproduced: {'; '.join(wrong)}" if wrong else None


def _not_shown(found: Shown) -> str:
    return f"not shown: what is printed is {found.fails.status}, what should be is {found.holds.status}"


def _found(item: Item, found: Any, prefix: str) -> dict[str, Any]:
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


def _erratum(item: Item, found: Shown | Read | None) -> dict[str, Any]:
    about = item.about
    if found is None and about["sort"] != "spelling":
        raise TypeError(f"a {about['sort']} is no spelling: say why it fails, or why that cannot be computed")
    fails, holds = map(_verdict, (found.fails, found.holds)) if isinstance(found, Shown) else (None, None)
    return {
        "row": about["row"],
        "sort": about["sort"],
        "certain": about["certain"],
        "printed": _typeset(about["printed"]),
        "correct": _typeset(about["correct"]),
        "texts": [about["printed"], about["correct"]],
        "read": found.reason if isinstance(found, Read) else None,
        "fails": fails,
        "holds": holds,
    }


def _verdict(v: Verdict) -> dict[str, str]:
    """With the residual as a picture, where there is one."""
    said = {"status": v.status, "ground": v.ground}
    return said | ({"left": formula(sp.latex(v.residual), dotted(v.residual))} if isinstance(v, Left) else {})


def _number(n: Number) -> dict[str, Any]:
    return {"what": n.what, "printed": n.printed, "found": n.found, "verdict": n.verdict, "remark": n.remark}


def _typeset(text: str) -> dict[str, str]:
    """LaTeX as a picture, or words as they are."""
    return {"words": text.removeprefix(TEXT)} if text.startswith(TEXT) else {"formula": formula(text, text)}
