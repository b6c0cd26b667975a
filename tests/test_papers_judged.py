"""What is not as expected is said: in the progress, on the page, in the numbers and by the exit code."""

import json
import re
from functools import partial
from pathlib import Path

import pytest
import sympy as sp
from click.testing import CliRunner

from varmass import papers, shelf
from varmass.cli import gathered, jobs, main
from varmass.model.zero import Verdict
from varmass.papers._evidence import checked, zero
from varmass.papers._items import (
    ASSUMING,
    CONTRADICTED,
    MISSED,
    REPRODUCED,
    UNDECIDABLE,
    Number,
    Read,
    Shown,
    disputed,
    erratum,
    formula,
    measured,
    rounded,
    table,
)
from varmass.papers._redo import items, redo
from varmass.papers._shares import announced
from varmass.show import paper
from varmass.show.page import page

README = Path(__file__).parents[1] / "README.md"
x = sp.Symbol("x")
TYPO = {"printed": "x = y", "correct": "x = x"}
LOST = (("numbers_of_a_table", "not reproduced: one"), ("an_equation", "not shown to hold: refuted"),
        ("an_erratum", "what is printed is proved"))  # fmt: skip


def said(right):
    """A table, an equation and three errata; `right` says whether the first three are as expected."""

    @table("Table 1")
    def numbers_of_a_table() -> tuple[Number, ...]:
        """Two numbers."""
        return rounded("one", "1.0", 1.0 if right else 1.1), rounded("two", "2.0", 2.0)

    @formula("eq. (1)", "x = x")
    def an_equation() -> Verdict:
        """Something is itself."""
        return zero(x * (1 - right))

    @erratum(1, "eq. (2)", "sign or factor", **TYPO)
    def an_erratum() -> Shown:
        """A sign."""
        return Shown(zero(2 * x * int(right)), zero(sp.S.Zero))

    @erratum(63, "eq. (3)", "typo", **TYPO)
    def a_number() -> Read:
        """A number."""
        return Read("a number is <no> formula")

    @erratum(64, "eq. (4)", "spelling", **TYPO)
    def a_letter() -> None:
        """A letter."""

    return [f.item for f in (numbers_of_a_table, an_equation, an_erratum, a_number, a_letter)]


def made(right):
    return {"name": "p", "title": "P", "source": "S", "items": [redo(item, "p") for item in said(right)]}


def counted(right):
    return dict(zip(paper.HEADS[1:], paper.counts(made(right)["items"]), strict=True))


def test_each_item_is_counted_as_what_it_is():
    as_expected = {"numbers": 2, "reproduced": 2, "equations that hold": 1, "errata shown": 1, "errata by reading": 1,
                   "spelling": 1}  # fmt: skip
    lost = as_expected | {"reproduced": 1, "equations that hold": 0, "errata shown": 0, "not reproduced or shown": 3}
    empty = dict.fromkeys(paper.HEADS[1:], 0)
    assert counted(True) == empty | as_expected
    assert counted(False) == empty | lost


def test_what_is_not_as_expected_stands_under_a_heading_that_says_so():
    text = paper.section(made(False))
    parts = dict(re.findall(r"<h3[^>]*>(.*?)</h3>(.*?)(?=<h3|</section>)", text, re.DOTALL))
    assert "Equations that hold as printed" not in parts
    assert "Something is itself" in parts["Equations that are not shown to hold"]
    assert "A sign." in parts["Errata that are not shown"]
    assert "A sign." not in parts["Errata"]
    assert "Not reproduced: one" in parts["Table 1. Two numbers."]
    assert "not shown" not in paper.section(made(True))


def test_an_erratum_that_is_not_computed_says_why_and_only_a_misspelling_is_called_one():
    text = paper.section(made(True))
    reading, spelling = text.split('<div class="erratum">')[2:]
    assert "by reading, not computed" in reading
    assert "a number is &lt;no&gt; formula" in reading
    assert "spelling" not in reading
    assert "spelling" in spelling

    @erratum(1, "eq. (1)", "contradiction", **TYPO)
    def a_contradiction() -> None:
        """It says nothing."""

    assert "a contradiction is no spelling" in redo(a_contradiction.item, "p")["failure"]


@pytest.mark.parametrize("name", shelf.names(papers))
def test_only_errata_of_that_sort_are_spelling(name):
    errata = [item for item in items(shelf.take(papers, name)) if item.kind == "erratum"]
    silent = {i.name for i in errata if i.find.__annotations__["return"] is None}
    assert silent == {i.name for i in errata if i.about["sort"] == "spelling"}
    for item in errata:
        if item.find.__annotations__["return"] is Read:
            assert item.find().reason


def test_the_numbers_of_errata_that_are_our_own_are_explained():
    assert "from 63 on were found on the way" in paper.section(made(True))
    only_old = made(True) | {"items": [redo(item, "p") for item in said(True)[:3]]}
    assert "from 63 on" not in paper.section(only_old)


def test_a_long_formula_has_the_row_for_itself():
    short, long = ({"formula": f'<svg role="img" width="{w}"></svg>'} for w in (paper.COLUMN, paper.COLUMN + 1))
    assert 'class="claim"' in paper._claim("eq. (1)", short, "")
    assert 'class="claim long"' in paper._claim("eq. (1)", long, "")


def test_what_is_left_of_an_erratum_is_drawn():
    (found,) = (i for i in made(True)["items"] if i["name"].endswith("an_erratum"))
    assert "<svg" in found["fails"]["left"]
    assert found["fails"]["left"] in paper.section(made(True))


def told(monkeypatch, folder, right):
    """What the command says of these items."""
    listed = [jobs.Job("pesce_2006", i.name, "paper", (), partial(redo, i, "pesce_2006")) for i in said(right)]
    for module in (jobs, gathered):
        monkeypatch.setattr(module, "jobs", lambda names: listed)
    return CliRunner().invoke(main, ["reproduce", "--out", str(folder)])


def test_the_command_says_what_is_not_as_expected_and_ends_with_the_code_1(monkeypatch, tmp_path):
    answer = told(monkeypatch, tmp_path, right=False)
    assert answer.exit_code == 1
    *progress, last = answer.stderr.splitlines()
    for line, (name, why) in zip(progress, LOST, strict=False):
        assert why in line
        assert name in last
    assert last.startswith("3 of 5 are not reproduced or shown: ")
    found = json.loads((tmp_path / "numbers.json").read_text("utf-8"))["papers"][0]["items"]
    assert [bool(item["missed"]) for item in found] == [True] * 3 + [False] * 2


def test_the_command_is_content_where_all_is_as_expected(monkeypatch, tmp_path):
    answer = told(monkeypatch, tmp_path, right=True)
    assert answer.exit_code == 0
    assert "not" not in answer.stderr.replace("not computed", "")


# What is called a contradiction is one


@pytest.mark.parametrize(
    ("printed", "other", "found", "verdict"),
    [
        ("9.8", "10.0", 9.98, CONTRADICTED),
        ("9.8", "10.0", 9.81, CONTRADICTED),
        ("9.8", "10.0", 9.9, MISSED),
        ("10.0", "10.0", 9.98, ASSUMING),
        ("11", "11.3", 11.3, ASSUMING),
        ("9.9", "10.0", 9.95, ASSUMING),
    ],
)
def test_two_numbers_are_a_contradiction_only_beyond_their_rounding(printed, other, found, verdict):
    assert disputed("t", printed, other, found, "the load").verdict == verdict


@pytest.mark.parametrize(
    ("premises", "value", "found", "verdict"),
    [(0, 1, 0.0, CONTRADICTED), (1, 1, 1.0, REPRODUCED), (0, 1, 1.0, MISSED), (0, 1, 0.5, MISSED)],
)
def test_a_coefficient_is_a_contradiction_only_where_the_premises_give_another(premises, value, found, verdict):
    number = announced("c", "1", sp.Integer(premises), sp.Integer(value), found, "")
    assert number.verdict == verdict


def test_a_measurement_agrees_within_three_of_its_errors_and_contradicts_nothing():
    near, far = (measured("a", 0.3204, 0.0010, found, "why").verdict for found in (0.3230, 1 / 3))
    assert (near, far) == (REPRODUCED, UNDECIDABLE)


# The words


@pytest.mark.parametrize("place", ["page", "README"])
def test_verified_is_said_to_cover_statements_about_numbers_for_which_it_is_used(place):
    assert checked(True, "1 is 1").status == "verified"
    text = README.read_text("utf-8") if place == "README" else page("P", [made(True)], [], "")
    said = " ".join(text.split())
    for words in ("random rational points", "numbers that are compared", "whose terms have one dimension"):
        assert words in said
