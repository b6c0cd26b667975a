"""What was reproduced is used again until something that it depends on changes; a failure is tried again."""

import json

import pytest

from varmass.cli.jobs import jobs
from varmass.cli.kept import kept
from varmass.errors import ValueRefused
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
