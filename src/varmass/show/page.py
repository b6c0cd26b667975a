"""One page that needs nothing but itself: every source with its verdicts, every case with its equation and its run."""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from textwrap import dedent
from typing import Any

from varmass.derive.writing import dotted
from varmass.show import paper
from varmass.show.table import table
from varmass.show.words import number

CODE, EMPHASIS = re.compile(r"`([^`]+)`"), re.compile(r"(?<![\w)*])\*(\w[\w ]*)\*(?![\w(*])")
HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
"""
PAPERS = (
    "What the sources print, computed anew and judged: a number is reproduced when it agrees to its last printed "
    "digit; an equation holds when what it claims is <em>proved</em> or <em>verified</em>; an erratum is shown when "
    "the printed statement is <em>refuted</em> and the corrected one holds.  Proved is what is symbolically zero, or a "
    "sum whose terms have one dimension.  Verified or refuted is what was computed and found true or false, as the "
    "words beside it say: an expression at random rational points, or numbers that are compared.  An erratum "
    "<em>by reading</em> is one that no computation can show."
)
CASES = (
    "Every case on the shelf, stated as its source states it, derived, audited and run with its defaults. "
    "<em>Closure</em> is what the books of energy and momentum leave unaccounted, relative to the largest amount in "
    "them (the worse of the two in the first table); <em>error</em> is the largest difference from a closed form, "
    "relative to its largest value."
)


def page(title: str, papers: Sequence[Mapping[str, Any]], entries: Sequence[Mapping[str, Any]], foot: str) -> str:
    """The page: sources, then cases; an entry holds plain values, texts, and pictures as SVG elements."""
    style = files("varmass.show").joinpath("page.css").read_text("utf-8")
    parts = [
        HEAD.format(title=escape(title), style=style),
        f"<header>\n<h1>{escape(title)}</h1>\n</header>\n<main>\n",
        f"<p>{PAPERS}</p>\n{paper.overview(papers)}" if papers else "",
        f"<p>{CASES}</p>\n{_overview(entries)}" if entries else "",
        *map(paper.section, papers),
        *("".join(_section(entry)) for entry in entries),
        f"</main>\n<footer>{escape(foot)}</footer>\n</body>\n</html>\n",
    ]
    return "".join(parts)


def _overview(entries: Sequence[Mapping[str, Any]]) -> str:
    rows = []
    for e in entries:
        link = f'<a href="#{escape(e["name"])}">{escape(e["name"])}</a>'
        if e["failure"]:
            rows.append([link, f'<span class="bad">{escape(e["failure"])}</span>', "", ""])
            continue
        worst = (_worst(e["run"]["ledger"]), _worst(e["errors"]))
        rows.append([link, escape(e["run"]["outcome"].replace("_", " ")), *map(_small, worst)])
    return table(("case", "outcome", "closure", "error"), rows, "All cases", right=(2, 3))


def _section(e: Mapping[str, Any]) -> Iterator[str]:
    yield f'<section id="{escape(e["name"])}" aria-labelledby="{escape(e["name"])}-title">\n'
    yield f'<h2 id="{escape(e["name"])}-title">{escape(e["title"])}</h2>\n'
    yield from _prose(e["problem"])
    yield f"<p><code>varmass run {escape(e['name'])}</code></p>\n"
    if e["failure"]:
        yield f'<p class="bad">{escape(e["failure"])}</p>\n</section>\n'
        return
    yield f'<h3>Equation of motion</h3>\n<div class="wide equation">{e["equation"]}</div>\n'
    yield '<div class="columns">\n<div>\n'
    yield _terms(e)
    yield _audit(e["audit"]) if e["audit"] else ""
    yield f"</div>\n<div>\n<h3>Motion</h3>\n<figure>{e['figure']}\n<figcaption>{escape(e['run']['message'])} "
    yield f"({escape(e['run']['principle'])}, {escape(e['run']['engine'])})</figcaption></figure>\n"
    yield _numbers(e)
    yield "</div>\n</div>\n</section>\n"


def _prose(text: str) -> Iterator[str]:
    """The paragraphs of a docstring after its first line; what is set in is a formula, a source has its own line."""
    for block in re.split(r"\n\n|\n(?=Sources?:)", text.strip())[1:]:
        if block.startswith("    "):
            yield f"<pre>{escape(dedent(block))}</pre>\n"
        else:
            said = EMPHASIS.sub(r"<em>\1</em>", CODE.sub(r"<code>\1</code>", escape(" ".join(block.split()))))
            yield f"<p{' class=quiet' if block.startswith('Source') else ''}>{said}</p>\n"


def _terms(e: Mapping[str, Any]) -> str:
    rows = [[escape(x) for x in (t["role"], t["source"], t["law"], t["expression"])] for t in e["terms"]]
    return table(("role", "source", "as the principle prints it", "here"), rows, f"Its terms, by {e['principle']}")


def _audit(found: Mapping[str, Any]) -> str:
    agree = [[escape(name), escape(status)] for name, status in found["principles"].items()]
    agree += [[escape(name), f"does not apply: {escape(why)}"] for name, why in found["outside"].items()]
    naive = []
    for name, (right, told) in found["naive"].items():
        good = "does not arise here" if told else "right here"
        verdict = f'<span class="good">{good}</span>' if right else '<span class="bad">wrong</span>'
        naive.append([escape(name), verdict, escape(told)])
    first = table(("principle", "agrees with the others"), agree, "Audit: the principles")
    second = table(("rule", "verdict", "force that it forgets"), naive, "Audit: the naive rules")
    return f'<div class="row">{first}{second}</div>\n'


def _numbers(e: Mapping[str, Any]) -> str:
    run = e["run"]
    said, measures = e["measured"], []
    for name, value in run["measures"].items():
        measures.append([escape(name), number(value, 10), f'<span class="quiet">{escape(said[name])}</span>'])
    ledger = [[escape(kind.partition("_")[0]), _small(value)] for kind, value in run["ledger"].items()]
    errors = [[escape(dotted(name)), _small(value)] for name, value in e["errors"].items()]
    tables = (
        table(("measure", "value", ""), measures, "Measures", right=(1,)),
        table(("books", "closure"), ledger, "Ledger", right=(1,)),
        table(("state", "error"), errors, "Against the closed form", right=(1,)),
    )
    return f'<div class="row">{"".join(tables)}</div>\n'


def _worst(found: Mapping[str, float]) -> float | None:
    """The largest; None if there is none, or one that does not exist."""
    return None if any(x != x for x in found.values()) else max(found.values(), default=None)


def _small(x: float | None) -> str:
    return number(x, 2)
