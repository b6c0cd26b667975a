"""What was reproduced is used again until something that it depends on changes; a failure is tried again."""

import json
from functools import partial

import pytest
from click.testing import CliRunner

from varmass.cli import gathered, main
from varmass.cli import jobs as jobs_room
from varmass.cli.jobs import Job, jobs
from varmass.cli.kept import _digest, kept
from varmass.errors import ValueRefused
from varmass.model.zero import PROVED
from varmass.papers._items import formula


@pytest.fixture
def source(tmp_path):
    file = tmp_path / "source.py"
    file.write_text("one = 1\n", "utf-8")
    return file


def counted(result):
    calls = []
    return calls, lambda: calls.append(1) or {"failure": None, "value": result}


def test_a_result_is_used_again(tmp_path, source):
    calls, make = counted(0.1)
    assert kept(tmp_path, "a", [source], make) == ({"failure": None, "value": 0.1}, False)
    assert kept(tmp_path, "a", [source], make) == ({"failure": None, "value": 0.1}, True)
    assert len(calls) == 1


@pytest.mark.parametrize("change", ["another source", "another key", "no JSON", "gone"])
def test_a_result_is_made_anew_when_it_may_be_another(tmp_path, source, change, monkeypatch):
    calls, make = counted(0.1)
    kept(tmp_path, "a", [source], make)
    file = tmp_path / ".kept" / "a.json"
    other = tmp_path / "other.py"
    other.write_text("two = 2\n", "utf-8")
    if change == "another key":
        file.write_text(json.dumps({"key": "0", "entry": {}}), "utf-8")
    elif change == "no JSON":
        file.write_text("{", "utf-8")
    elif change == "gone":
        file.unlink()
    _, known = kept(tmp_path, "a", [other if change == "another source" else source], make)
    assert not known
    assert len(calls) == 2


def test_a_failure_is_not_kept(tmp_path, source):
    for _ in range(2):
        found, known = kept(tmp_path, "a", [source], lambda: {"failure": "no fuel"})
        assert (found["failure"], known) == ("no fuel", False)


def test_all_papers_and_cases_are_jobs_of_different_names_unless_some_are_asked_for():
    every = [job.name for job in jobs(())]
    assert len(set(every)) == len(every)
    assert [job.name for job in jobs(("rocket",))] == ["rocket"]
    assert {job.of for job in jobs(("pesce_2006",))} == {"pesce_2006"}
    with pytest.raises(ValueRefused, match="no paper and no case 'pesce'"):
        jobs(("pesce",))


def test_an_item_is_named_after_its_chapter_so_that_two_chapters_may_speak_of_the_same_thing():
    @formula("eq. (1)", "x = x")
    def the_equation_of_motion():
        """Something is itself."""

    assert the_equation_of_motion.item.name == "test_kept.the_equation_of_motion"


# A page over a page


def one(paper, title, stop=False):
    """An item that draws a figure, as far as files are concerned; or at which the user interrupts."""
    if stop:
        raise KeyboardInterrupt
    holds = {"status": PROVED.status, "ground": PROVED.ground}
    about = {"paper": paper, "name": "c.item", "kind": "formula", "where": "eq. (1)", "title": title, "remark": ""}
    entry = about | {"printed": {"words": "x"}, "texts": ["x"], "holds": holds, "failure": None, "missed": None}
    return entry | {"files": {"svg": "PHN2Zy8+"}}


@pytest.fixture
def reproduced(tmp_path, monkeypatch):
    """The command, on three papers of one item each; `stop` names one at which it is interrupted."""
    sources = {}
    for name in ("handout", "pesce_2006", "pesce_2015"):
        sources[name] = tmp_path / f"{name}.py"
        sources[name].write_text("", "utf-8")

    def command(*names, stop=""):
        def listed(wanted):
            return [
                Job(name, "c.item", "paper", (file,), partial(one, name, f"Of {name}.", name == stop))
                for name, file in sources.items()
                if not wanted or name in wanted
            ]

        for room in (jobs_room, gathered):
            monkeypatch.setattr(room, "jobs", listed)
        answer = CliRunner().invoke(main, ["reproduce", *names, "--out", str(tmp_path / "page")])
        assert answer.exit_code == 0, answer.output
        return answer.stderr

    def change(name):
        sources[name].write_text("other", "utf-8")
        _digest.cache_clear()

    return command, change, tmp_path / "page"


def on(page):
    """The papers that the page has, in order; its numbers and its figures have the same."""
    text = (page / "index.html").read_text("utf-8")
    found = [name for name in ("handout", "pesce_2006", "pesce_2015") if f"Of {name}." in text]
    numbers = json.loads((page / "numbers.json").read_text("utf-8"))
    assert [paper["paper"] for paper in numbers["papers"]] == found
    assert sorted(file.name.split(".")[0] for file in (page / "figures").iterdir()) == found
    return found


def test_what_a_page_has_of_other_papers_stays_there(reproduced):
    command, _, page = reproduced
    command("pesce_2015")
    assert on(page) == ["pesce_2015"]
    command("handout")
    assert on(page) == ["handout", "pesce_2015"]
    command()
    command("pesce_2006")
    assert on(page) == ["handout", "pesce_2006", "pesce_2015"]


def test_what_has_changed_goes_with_its_figures_unless_it_is_redone(reproduced):
    command, change, page = reproduced
    command()
    change("pesce_2006")
    command("handout")
    assert on(page) == ["handout", "pesce_2015"]
    command("pesce_2006")
    assert on(page) == ["handout", "pesce_2006", "pesce_2015"]


def test_an_interrupted_run_never_leaves_less(reproduced):
    command, _, page = reproduced
    command("handout", "pesce_2006", stop="pesce_2006")
    assert on(page) == ["handout"]
    command()
    whole = (page / "index.html").read_text("utf-8")
    (page / ".kept" / "pesce_2006.c.item.json").unlink()
    assert "stays as it was: 1 of its parts" in command(stop="pesce_2006")
    assert (page / "index.html").read_text("utf-8") == whole
    assert len(on(page)) == 3
    command("pesce_2006")
    (page / ".kept" / "handout.c.item.json").unlink()
    command("handout", stop="handout")
    assert len(on(page)) == 3
