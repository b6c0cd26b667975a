"""The part of the page that belongs to one source: its tables, figures and equations, and its errata."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from varmass.show.table import table
from varmass.show.words import number

GOOD = ("reproduced", "reproduced with stated assumption", "proved", "verified")
OPEN = ("not decidable from the paper", "unknown")


def section(paper: Mapping[str, Any]) -> str:
    """One source; `paper` holds name, title, source and the items redone."""
    name, title = escape(paper["name"]), escape(paper["title"])
    return "".join(
        (
            f'<section id="{name}" aria-labelledby="{name}-title">\n<h2 id="{name}-title">{title}</h2>\n',
            f'<p class="quiet">{escape(paper["source"])}</p>\n<p><code>varmass reproduce {name}</code></p>\n',
            *(_item(item) for item in paper["items"] if item["failure"] or item["kind"] in ("table", "figure")),
            _formulas([item for item in paper["items"] if item["kind"] == "formula" and not item["failure"]]),
            *_errata([item for item in paper["items"] if item["kind"] == "erratum" and not item["failure"]]),
            "</section>\n",
        )
    )


def overview(papers: Iterable[Mapping[str, Any]]) -> str:
    """How many things each source says, and what became of them."""
    rows = []
    for paper in papers:
        link = f'<a href="#{escape(paper["name"])}">{escape(paper["name"])}</a>'
        rows.append([link, *map(str, counts(paper["items"]))])
    heads = ("source", "numbers", "of them reproduced", "equations that hold", "errata shown", "spelling", "failures")
    return table(heads, rows, "The sources", right=tuple(range(1, 7)))


def counts(items: Iterable[Mapping[str, Any]]) -> tuple[int, int, int, int, int, int]:
    """Numbers, numbers reproduced, equations that hold, errata shown, matters of spelling, failures."""
    listed = list(items)
    numbers = [n for item in listed for n in item.get("numbers", ())]
    errata = [item for item in listed if item["kind"] == "erratum" and not item["failure"]]
    return (
        len(numbers),
        sum(n["verdict"] in GOOD for n in numbers),
        sum(item["kind"] == "formula" and not item["failure"] and item["holds"]["status"] in GOOD for item in listed),
        sum(item["fails"] is not None and shown(item) for item in errata),
        sum(item["fails"] is None for item in errata),
        sum(bool(item["failure"]) for item in listed),
    )


def shown(erratum: Mapping[str, Any]) -> bool:
    """Is what is printed refuted, and what should be proved or verified?"""
    return erratum["fails"]["status"] == "refuted" and erratum["holds"]["status"] in GOOD


def _item(item: Mapping[str, Any]) -> str:
    anchor = escape(f"{item['paper']}-{item['name']}")
    head = f'<h3 id="{anchor}">{escape(_upper(item["where"]))}. {escape(item["title"])}</h3>\n'
    if item["failure"]:
        return head + f'<p class="bad">{escape(item["failure"])}</p>\n'
    drawing = f'<figure class="large wide">{item["drawing"]}</figure>\n' if item["kind"] == "figure" else ""
    remark = f"<p>{escape(item['remark'])}</p>\n" if item["remark"] else ""
    return head + drawing + remark + _numbers(item["numbers"], item["where"])


def _numbers(found: list[Mapping[str, Any]], where: str) -> str:
    rows = [
        [escape(n["what"]), escape(n["printed"]) or "–", number(n["found"], 8), word(n["verdict"]), escape(n["remark"])]
        for n in found
    ]
    return table(("", "printed", "found", "verdict", "remark"), rows, f"Numbers, {where}", right=(1, 2))


def _formulas(found: list[Mapping[str, Any]]) -> str:
    claims = (
        _claim(item["where"], item["printed"], item["holds"], f"{escape(item['title'])}{_aside(item['remark'])}")
        for item in found
    )
    return f"<h3>Equations that hold as printed</h3>\n{''.join(claims)}" if found else ""


def _errata(found: list[Mapping[str, Any]]) -> Iterator[str]:
    if found:
        yield "<h3>Errata</h3>\n"
    for item in sorted(found, key=lambda item: item["row"]):
        likely = "" if item["certain"] else ", likely"
        yield f'<div class="erratum">\n<h4>{item["row"]}. {escape(_upper(item["where"]))} '
        yield f'<span class="quiet">({escape(item["sort"])}{likely})</span></h4>\n<p>{escape(item["title"])}</p>\n'
        yield f"<p>{escape(item['remark'])}</p>\n" if item["remark"] else ""
        yield _claim("printed", item["printed"], item["fails"])
        yield _claim("should be", item["correct"], item["holds"]) + "</div>\n"


def _claim(where: str, printed: Mapping[str, str], verdict: Mapping[str, str] | None, said: str = "") -> str:
    """A formula with its verdict: side by side where there is room, one below the other where there is none."""
    judged = "spelling" if verdict is None else word(verdict["status"]) + _aside(f"({verdict['ground']})")
    words = f"{said} {judged}" if said else judged
    return (
        f'<div class="claim"><div class="quiet">{escape(where)}</div>'
        f'<div class="wide">{_typeset(printed)}</div><div>{words}</div></div>\n'
    )


def _aside(text: str) -> str:
    return f' <span class="quiet">{escape(text)}</span>' if text else ""


def _typeset(printed: Mapping[str, str]) -> str:
    """The picture of a formula, or words."""
    return f'<span class="formula">{printed["formula"]}</span>' if "formula" in printed else escape(printed["words"])


def word(verdict: str) -> str:
    """A verdict in its colour."""
    kind = "good" if verdict in GOOD else "quiet" if verdict in OPEN else "bad"
    return f'<span class="{kind}">{escape(verdict)}</span>'


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
