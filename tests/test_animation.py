"""A motion in the plane is shown as a page that needs nothing else, as GIF and WebP, and as a strip."""

import json
import re

import numpy as np
import pytest
from PIL import Image

import varmass as vm
from varmass.cli import main
from varmass.errors import ValueRefused
from varmass.show.animation import animate, strip


@pytest.fixture(scope="module")
def dance():
    case = vm.case("dancing_rod", n=3, end=0.4)
    return case, vm.simulate_case(case, ledger=False)


def test_what_is_drawn_is_the_rod(dance):
    """As long as it is at all instants, from the inner end to a tip that is where the run has it."""
    case, run = dance
    lines = case.drawn(run, np.array([0.0, 0.2, 0.4]))
    steps = np.diff(lines["rod"], axis=1)
    assert np.linalg.norm(steps, axis=2).sum(axis=1) == pytest.approx([1.0] * 3, rel=1e-12)
    assert lines["rod"][-1, -1] == pytest.approx([case.measures["tip_x"](run), case.measures["tip_y"](run)], abs=2e-4)
    assert lines["force"][0, 1, 0] == 0


def test_the_page_fetches_nothing_and_holds_the_motion(dance, tmp_path):
    case, run = dance
    animate(run, case.drawn, tmp_path / "rod.html")
    page = (tmp_path / "rod.html").read_text("utf-8")
    assert not re.search(r"https?:|src=|@\w+@", page)
    motion = json.loads(re.search(r'id="motion">(.*?)</script>', page, re.DOTALL)[1])
    assert len(motion["t"]) == len(motion["lines"][1]["at"]) == 400
    assert motion["t"][-1] == pytest.approx(0.4)


@pytest.mark.parametrize("ending", ["gif", "webp"])
def test_pictures_move(dance, tmp_path, ending):
    case, run = dance
    animate(run, case.drawn, tmp_path / f"rod.{ending}")
    with Image.open(tmp_path / f"rod.{ending}") as picture:
        assert picture.n_frames > 20
        first = np.array(picture.convert("L"))
        picture.seek(picture.n_frames - 1)
        assert (np.array(picture.convert("L")) != first).any()


def test_a_strip_is_drawn(dance, tmp_path):
    case, run = dance
    assert len(strip(run, case.drawn).axes) == 12
    animate(run, case.drawn, tmp_path / "rod.png")
    with Image.open(tmp_path / "rod.png") as picture:
        assert picture.width > 800
        assert len(set(picture.convert("L").tobytes())) > 10


def test_an_ending_that_does_not_move_is_refused(dance, tmp_path):
    with pytest.raises(ValueRefused, match="nothing here writes"):
        animate(dance[1], dance[0].drawn, tmp_path / "rod.mp3")


def test_the_command_line_writes_it(tmp_path, capsys):
    file = tmp_path / "rod.html"
    arguments = ["run", "rod_moving_sleeve", "--end", "0.1", "--tol", "1e-6", "--animate", str(file)]
    with pytest.raises(SystemExit) as done:
        main(arguments)
    assert done.value.code in (0, None)
    assert "<canvas" in file.read_text("utf-8")


def test_a_case_without_a_shape_says_so(tmp_path, capsys):
    with pytest.raises(SystemExit) as done:
        main(["run", "rocket", "--animate", str(tmp_path / "rocket.html")])
    assert done.value.code == 2
    assert "does not say how it looks" in capsys.readouterr().err
