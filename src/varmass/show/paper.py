"""The part of the page that belongs to one source: its tables, figures and equations, and its errata."""

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from varmass.show.table import table
from varmass.show.words import number

GOOD = ("reproduced", "reproduced with stated assumption", "proved", "verified")
OPEN = ("not decidable from the paper", "unknown")
WIDTH, COLUMN = re.compile(r'<svg[^>]*\bwidth="([\d.]+)'), 544  # pixels: 34rem, as in the style
HEADS = (
    "source", "numbers", "reproduced", "contradictions", "not decidable", "equations that hold", "errata shown",
    "errata by reading", "spelling", "not reproduced or shown", "failures",
)  # fmt: skip
LISTED = (
    "The numbers up to 62 are those of the list of errata with which this work began; those from 63 on were found on "
    "the way, and each source has a range of its own for them, so that numbers are left out."
)


def section(paper: Mapping[str, Any]) -> str:
    """One source; `paper` holds name, title, source and the items redone."""
    name, title = escape(paper["name"]), escape(paper["title"])
    return "".join(
        (
            f'<section id="{name}" aria-labelledby="{name}-title">\n<h2 id="{name}-title">{title}</h2>\n',
            f'<p class="quiet">{escape(paper["source"])}</p>\n<p><code>varmass reproduce {name}</code></p>\n',
            *(_item(item) for item in paper["items"] if item["failure"] or item["kind"] in ("table", "figure")),
            *(part for heading, found in _groups(paper["items"]) for part in _group(heading, found)),
            "</section>\n",
        )
    )


def _groups(items: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """Equations and errata, those that are not as expected first, under headings that say so."""
    sound = [item for item in items if not item["failure"]]
    for kind, lost, held in (
        ("formula", "Equations that are not shown to hold", "Equations that hold as printed"),
        ("erratum", "Errata that are not shown", "Errata"),
    ):
        yield lost, [item for item in sound if item["kind"] == kind and item["missed"]]
        yield held, [item for item in sound if item["kind"] == kind and not item["missed"]]


def _group(heading: str, found: list[Mapping[str, Any]]) -> Iterator[str]:
    if found:
        yield f"<h3>{heading}</h3>\n"
        yield from _formulas(found) if found[0]["kind"] == "formula" else _errata(found)


def overview(papers: Iterable[Mapping[str, Any]]) -> str:
    """How many things each source says, and what became of them."""
    rows = []
    for paper in papers:
        link = f'<a href="#{escape(paper["name"])}">{escape(paper["name"])}</a>'
        rows.append([link, *map(str, counts(paper["items"]))])
    return table(HEADS, rows, "The sources", right=tuple(range(1, len(HEADS))))


def counts(items: Iterable[Mapping[str, Any]]) -> tuple[int, ...]:
    """What stands under the heads, but for the first; each number, equation and erratum is counted once."""
    listed = list(items)
    sound = [item for item in listed if not item["failure"]]
    verdicts = [n["verdict"] for item in sound for n in item.get("numbers", ())]
    formulas, errata = ([item for item in sound if item["kind"] == kind] for kind in ("formula", "erratum"))
    lost = sum(bool(item["missed"]) for item in formulas + errata)
    return (
        len(verdicts),
        sum(v in GOOD for v in verdicts),
        verdicts.count("the paper contradicts itself"),
        verdicts.count("not decidable from the paper"),
        sum(not item["missed"] for item in formulas),
        sum(bool(item["fails"]) and not item["missed"] for item in errata),
        sum(bool(item["read"]) for item in errata),
        sum(not item["fails"] and not item["read"] for item in errata),
        verdicts.count("not reproduced") + lost,
        len(listed) - len(sound),
    )


def _item(item: Mapping[str, Any]) -> str:
    anchor = escape(f"{item['paper']}-{item['name']}")
    head = f'<h3 id="{anchor}">{escape(_upper(item["where"]))}. {escape(item["title"])}</h3>\n'
    if item["failure"]:
        return head + f'<p class="bad">{escape(item["failure"])}</p>\n'
    drawing = f'<figure class="large wide">{item["drawing"]}</figure>\n' if item["kind"] == "figure" else ""
    remark = f"<p>{escape(item['remark'])}</p>\n" if item["remark"] else ""
    lost = f'<p class="bad">{escape(_upper(item["missed"]))}</p>\n' if item["missed"] else ""
    return head + lost + drawing + remark + _numbers(item["numbers"], item["where"])


def _numbers(found: list[Mapping[str, Any]], where: str) -> str:
    rows = [
        [escape(n["what"]), escape(n["printed"]) or "–", number(n["found"], 8), word(n["verdict"]), escape(n["remark"])]
        for n in found
    ]
    return table(("", "printed", "found", "verdict", "remark"), rows, f"Numbers, {where}", right=(1, 2))


def _formulas(found: list[Mapping[str, Any]]) -> Iterator[str]:
    for item in found:
        said = f"{escape(item['title'])}{_aside(item['remark'])} {_judged(item['holds'])}"
        yield _claim(item["where"], item["printed"], said)


def _errata(found: list[Mapping[str, Any]]) -> Iterator[str]:
    if any(item["row"] > 62 for item in found):
        yield f'<p class="quiet">{LISTED}</p>\n'
    for item in sorted(found, key=lambda item: item["row"]):
        likely = "" if item["certain"] else ", likely"
        yield f'<div class="erratum">\n<h4>{item["row"]}. {escape(_upper(item["where"]))} '
        yield f'<span class="quiet">({escape(item["sort"])}{likely})</span></h4>\n<p>{escape(item["title"])}</p>\n'
        yield f"<p>{escape(item['remark'])}</p>\n" if item["remark"] else ""
        if item["fails"]:
            yield _claim("printed", item["printed"], _judged(item["fails"]))
            yield _claim("should be", item["correct"], _judged(item["holds"])) + "</div>\n"
        else:
            why = f"by reading, not computed{_aside(f'({reason})')}" if (reason := item["read"]) else "spelling"
            yield _claim("printed", item["printed"], why) + _claim("should be", item["correct"], "") + "</div>\n"


def _judged(verdict: Mapping[str, str]) -> str:
    """A verdict with its ground, and in letters of its own what is left of an equation that is refuted."""
    if "left" not in verdict:
        return word(verdict["status"]) + _aside(f"({verdict['ground']})")
    said = f"({verdict['ground'].partition(': what is left is ')[0]}); left is"
    return f'{word(verdict["status"])}{_aside(said)}<div class="wide formula">{verdict["left"]}</div>'


def _claim(where: str, printed: Mapping[str, str], words: str) -> str:
    """A formula with its verdict: side by side where there is room, one below the other where there is none."""
    size = WIDTH.search(printed.get("formula", ""))
    long = " long" if size and float(size[1]) > COLUMN else ""
    return (
        f'<div class="claim{long}"><div class="quiet">{escape(where)}</div>'
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
