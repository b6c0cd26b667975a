"""Pictures and pages show what was found: drawn, not blank, with names and units, and complete in themselves."""

import io
import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest
import sympy as sp
from click.testing import CliRunner
from PIL import Image

import varmass as vm
from varmass import cases, papers, shelf
from varmass.cli import main
from varmass.cli.commands import reproduce
from varmass.errors import ValueRefused
from varmass.model.units import parse
from varmass.show import equation
from varmass.show.inline import formula, inline
from varmass.show.page import page
from varmass.show.plot import PANELS, drawn, plot
from varmass.show.words import letter, number, unit

ALONE = {"link", "script", "iframe", "img", "object", "embed", "base", "source", "audio", "video"}
VOID = {"meta", "br", "hr", "img", "link", "input"}


@pytest.fixture(scope="module")
def chain():
    return vm.simulate_case(vm.case("cayley_chain"))


@pytest.fixture(scope="module")
def swing():
    """Two coordinates, events that pass, and an end by a mass that vanishes."""
    x, a = vm.coordinate("x", "m", "place of the cart"), vm.coordinate("theta_1", "rad", "angle of the arm")
    m, k, c, g, l = vm.parameters("m [kg]", "k [kg/s]", "c [N/m]", "g [m/s^2]", "l [m]")
    system = vm.System(
        "Leaking pendulum on a cart",
        vm.Particle("cart", mass=m, position=[x, 0]),
        vm.Particle(
            "bob", mass=m - k * vm.t, position=[x + l * sp.sin(a), -l * sp.cos(a)], streams=[vm.with_body()]
        ),
        vm.Gravity([0, -g]),
        vm.Potential("spring", c * x**2 / 2),
    )  # fmt: skip
    values, start = {"m": 1, "k": 0.1, "c": 20, "g": 9.81, "l": 1}, {"x": 0, "theta_1": 1}
    passing = vm.when(a, name="bottom", terminal=False)
    return vm.simulate(system, values, start, 20.0, events=[passing])


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


# Figures


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_a_figure_is_written_in_every_format(chain, tmp_path, kind):
    file = tmp_path / f"chain.{kind}"
    chain.plot(file)
    assert file.stat().st_size > 5000


def test_a_figure_is_drawn_and_not_blank(chain):
    picture = opened(drawn(plot(chain), "png"))
    assert picture.size[0] == 1024
    colours = {colour for _, colour in picture.getcolors(1 << 24)}
    assert {(0, 0x72, 0xB2), (0xD5, 0x5E, 0), (0, 0x9E, 0x73)} <= colours  # a coordinate, a speed, an event


def test_each_state_has_a_panel_with_its_letter_and_unit(swing):
    figure = plot(swing)
    labels = [ax.get_ylabel() for ax in figure.axes]
    assert labels == ["$x$ [m]", r"$\dot{x}$ [m s⁻¹]", r"$\theta_{1}$", r"$\dot{\theta}_{1}$ [s⁻¹]"]
    assert [ax.get_xlabel() for ax in figure.axes] == ["", "", "$t$ [s]", "$t$ [s]"]
    assert [ax.get_title("left") for ax in figure.axes] == ["place of the cart", "", "angle of the arm", ""]
    assert [ax.get_ylabel() for ax in plot(swing, columns=1).axes] == labels


def test_the_curve_passes_through_every_step(chain):
    for ax, row in zip(plot(chain).axes, chain.y, strict=True):
        t, y = ax.lines[0].get_data()
        assert np.isin(chain.t, t).all()
        assert y[np.isin(t, chain.t)] == pytest.approx(row, rel=1e-12)
        assert len(t) > 500


def test_events_are_marked_where_the_curve_is_then(swing):
    times = swing.t_events["bottom"]
    for row, ax in zip((0, 2, 1, 3), plot(swing).axes, strict=True):  # x, ẋ, θ, θ̇
        t, y = ax.lines[-1].get_data()
        assert t == pytest.approx(times)
        assert y == pytest.approx(swing(times)[row], abs=1e-9)


def test_title_and_outcome_stand_above(swing):
    said = " ".join(text.get_text() for text in plot(swing).texts)
    assert "Leaking pendulum on a cart" in said
    assert "vanished" in said
    assert not plot(swing, titled=False).texts


@pytest.mark.parametrize("width", [3.0, 4.2, 6.4])
def test_a_legend_of_many_events_is_not_cut_and_covers_nothing(width):
    figure = plot(vm.simulate_case(vm.case("rocket_staged")), columns=1, width=width, titled=False)
    drawn(figure, "png")
    (legend,) = figure.legends
    box = legend.get_window_extent()
    assert len(legend.get_texts()) == 4
    assert box.x0 >= 0
    assert box.x1 <= figure.bbox.width
    assert box.y1 <= figure.bbox.height
    assert box.y0 >= max(ax.get_tightbbox().y1 for ax in figure.axes)


def test_a_run_that_kept_only_its_end_is_drawn_as_points():
    case = vm.case("cayley_chain")
    axes = plot(vm.simulate_case(case, dense=False)).axes
    assert axes[0].lines[0].get_marker() == "."


def test_a_large_system_is_shown_in_part(swing):
    n = PANELS // 2 + 1
    xs = [vm.coordinate(f"x_{i}", "m") for i in range(n)]
    m, f = vm.parameters("m [kg]", "f [N]")
    beads = [vm.Particle(f"bead {i}", mass=m, position=[x]) for i, x in enumerate(xs)]
    pushes = [vm.Force(f"push {i}", on=f"bead {i}", force=[f]) for i in range(n)]
    run = vm.simulate(
        vm.System("Beads", *beads, *pushes), {"m": 1, "f": 1}, dict.fromkeys(map(str, xs), 0.0), 1.0, engine="dop853"
    )
    figure = plot(run)
    assert len(figure.axes) == PANELS
    assert f"of {n} coordinates" in " ".join(text.get_text() for text in figure.texts)


def test_a_picture_shows_itself_in_a_notebook(chain):
    assert chain.plot()._repr_png_().startswith(b"\x89PNG")


def test_drawing_leaves_matplotlib_as_it_was(chain):
    import matplotlib

    before = dict(matplotlib.rcParams)
    drawn(plot(chain), "svg")
    assert dict(matplotlib.rcParams) == before


def test_the_same_run_gives_the_same_file(chain):
    assert drawn(plot(chain), "svg") == drawn(plot(chain), "svg")


@pytest.mark.parametrize("name", ["chain.bmp", "chain", "nowhere/chain.png"])
def test_a_file_that_cannot_be_written_is_refused(chain, tmp_path, name):
    with pytest.raises(ValueRefused, match="try"):
        chain.plot(tmp_path / name)


# Formulas


def test_a_formula_is_drawn_and_not_blank():
    latex = vm.derive(vm.case("cayley_chain").system)._repr_latex_().strip("$\n")
    picture = opened(equation.png(latex))
    assert picture.width > picture.height > 50
    dark = np.asarray(picture).min(axis=2) < 128
    assert 0.02 < dark.mean() < 0.5


@pytest.mark.parametrize(
    "latex",
    [r"\underbrace{\dot m\,(w-v)}_{\text{stream}}", r"\begin{pmatrix} m & 0 \\ 0 & m \end{pmatrix}",
     r"\begin{cases} - k & \text{for}\: t < T \\ 0 & \text{otherwise} \end{cases}",
     r"\frac{\partial T}{\partial \dot y}"],
)  # fmt: skip
def test_braces_matrices_and_cases_can_be_drawn(latex):
    assert equation.svg(latex).count("<path") >= 3


def test_every_law_of_the_principles_can_be_drawn():
    from varmass.derive.laws import LATEX

    for latex in LATEX.values():
        assert "<path" in equation.svg(latex.replace("{q}", "y").replace("{u}", r"\dot y"))


def test_a_formula_that_cannot_be_drawn_is_refused():
    with pytest.raises(ValueRefused, match="cannot be drawn"):
        equation.svg(r"\frac{1")


def test_drawing_leaves_ziamath_as_it_was():
    from ziamath.config import config

    before = config.svg2, config.precision
    equation.svg("x")
    assert (config.svg2, config.precision) == before


# Words


@pytest.mark.parametrize(("text", "shown"), [("kg m/s^2", "kg m s⁻²"), ("1", ""), ("m^(1/2)", "m¹ᐟ²")])
def test_units_are_written_with_raised_exponents(text, shown):
    assert unit(parse(text)) == shown


def test_numbers_have_a_true_minus_and_none_is_a_dash():
    assert number(-1.5e-7) == "−1.5e−07"
    assert number(None) == number(float("nan")) == "–"


def test_dots_stand_on_the_letter_and_not_on_its_index():
    assert letter(vm.coordinate("q_2").ddot) == r"$\ddot{q}_{2}$"


# Pages


class Outline(HTMLParser):
    """What a page consists of, and whether its elements are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags, self.ids, self.links, self.open = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.ids += [value for name, value in attrs if name == "id"]
        self.links += [value for name, value in attrs if name in ("href", "src", "xlink:href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def outline_of_a_page_that_stands_alone(text: str) -> Outline:
    outline = Outline(text)
    assert outline.open == []
    assert not ALONE & set(outline.tags)
    assert len(outline.ids) == len(set(outline.ids))
    assert {link.removeprefix("#") for link in outline.links} <= set(outline.ids)
    assert not re.findall(r"(?:https?:)?//[\w.]+", re.sub(r'xmlns(?::\w+)?="[^"]*"', "", text))
    assert "url(#" in text or "url(" not in text
    assert "@import" not in text
    return outline


@pytest.fixture(scope="module")
def redone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    answer = CliRunner().invoke(main, ["reproduce", "cayley_chain", "rocket", "--out", str(folder)])
    assert answer.exit_code == 0, answer.output
    return answer, folder


def test_the_page_stands_alone_and_has_a_section_for_each_case(redone):
    _, folder = redone
    text = (folder / "index.html").read_text("utf-8")
    outline = outline_of_a_page_that_stands_alone(text)
    assert {"cayley_chain", "rocket"} <= set(outline.ids)
    assert outline.tags.count("section") == 2
    assert outline.tags.count("svg") == 4
    assert {"header", "main", "footer", "figure", "figcaption", "caption"} <= set(outline.tags)
    assert text.count("<h1") == 1
    assert 'name="viewport"' in text
    assert "prefers-color-scheme: dark" in text


def test_the_page_says_what_was_found(redone):
    _, folder = redone
    text = (folder / "index.html").read_text("utf-8")
    assert "of the work of weight and pull" in text
    for words in ("all hanging", "right here", "wrong", "proved", "Against the closed form", "Tsiolkovsky", "ẏ"):
        assert words in text, words


def test_the_numbers_are_strict_json_and_agree_with_the_closed_forms(redone):
    _, folder = redone
    found = json.loads((folder / "numbers.json").read_text("utf-8"), parse_constant=pytest.fail)["cases"]
    assert [entry["case"] for entry in found] == ["cayley_chain", "rocket"]
    for entry in found:
        assert max(entry["errors"].values()) < 1e-12
        assert max(entry["ledger"].values()) < 1e-12
        assert set(entry["principles"].values()) <= {"proved", "verified"}


def test_there_is_a_line_of_progress_for_each_case(redone):
    answer, folder = redone
    lines = answer.stderr.splitlines()
    assert [line.split()[:2] for line in lines] == [["1/2", "cayley_chain"], ["2/2", "rocket"]]
    assert answer.stdout.strip() == str(folder / "index.html")


def test_all_cases_are_redone_unless_some_are_named(monkeypatch, tmp_path):
    def failed(job, place, count):
        plain = {"name": job.what or job.of, "title": "A <title>", "problem": "A <case>.\n\n    a & b"}
        return plain | {"paper": job.of, "kind": "figure", "where": "fig. <1>", "failure": "no & why"}

    monkeypatch.setattr(reproduce, "_one", failed)
    answer = CliRunner().invoke(main, ["reproduce", "--out", str(tmp_path)])
    assert answer.exit_code == 1
    outline = outline_of_a_page_that_stands_alone((tmp_path / "index.html").read_text("utf-8"))
    assert {*shelf.names(cases), *shelf.names(papers)} <= set(outline.ids)
    assert "section" in outline.tags


def test_a_case_that_fails_does_not_stop_the_others(monkeypatch, tmp_path):
    import varmass.cases.rocket as rocket

    def case() -> vm.Case:
        raise RuntimeError("no fuel")

    monkeypatch.setattr(rocket, "case", case)
    answer = CliRunner().invoke(main, ["reproduce", "rocket", "cayley_chain", "--out", str(tmp_path)])
    assert answer.exit_code == 1
    second, first = json.loads((tmp_path / "numbers.json").read_text("utf-8"))["cases"]
    assert first == {"case": "rocket", "failure": "RuntimeError: no fuel"}
    assert second["outcome"] == "event"
    assert "1 of 2 failed: rocket" in answer.stderr


@pytest.mark.slow
def test_every_case_on_the_shelf_is_redone(tmp_path):
    answer = CliRunner().invoke(main, ["reproduce", "--out", str(tmp_path)])
    assert answer.exit_code == 0, answer.output
    outline = outline_of_a_page_that_stands_alone((tmp_path / "index.html").read_text("utf-8"))
    assert set(shelf.names(cases)) <= set(outline.ids)


def test_two_pictures_in_one_page_do_not_share_names(chain):
    file = drawn(plot(chain), "svg").decode()
    text = page("Twice", [], [], "") + inline(file, "a", "once") + inline(file, "b", "<again>")
    assert "&lt;again&gt;" in text
    assert "#0072b2" not in inline(file, "a", "once")
    ids = re.findall(r'\sid="([^"]*)"', text)
    assert ids
    assert len(ids) == len(set(ids))


def test_a_formula_too_long_for_a_picture_is_text():
    assert formula("x + " * 2000, "x < y").startswith("<pre>x &lt; y")
