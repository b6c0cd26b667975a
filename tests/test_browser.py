"""The page opens in a browser: it asks the network for nothing, complains of nothing, and fits its window."""

import json
import shutil
import struct
import subprocess

import pytest
from click.testing import CliRunner

from varmass.cli import main

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--hide-scrollbars",
)  # fmt: skip
NARROWEST = 500  # of a window that the browser makes; narrower ones are made by hand
MEASURE = """<script>
document.documentElement.style.width = "{width}px"
document.title = document.body.scrollWidth
</script>"""
CUT = """<script>
document.title = [...document.querySelectorAll(".wide")].filter(e => e.scrollWidth > e.clientWidth + 1).length
</script>"""

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium here: on Debian, apt install chromium")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    answer = CliRunner().invoke(main, ["reproduce", "pesce_2006", "rocket_staged", "tower", "--out", str(folder)])
    assert answer.exit_code == 0, answer.output
    return folder / "index.html"


def browse(page, folder, *options):
    """What the browser prints, on its standard output and beside it."""
    command = [BROWSER, *QUIET, f"--user-data-dir={folder / 'profile'}", *options, page.as_uri()]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return found.stdout, found.stderr


def asked_for(log):
    """The addresses of all requests that a page began, in a log of the network; the browser has some of its own."""
    events = (e.get("params", {}) for e in json.loads(log.read_text("utf-8"))["events"])
    return {e["url"] for e in events if "url" in e and e.get("initiator", "not an origin") != "not an origin"}


def test_the_page_asks_for_nothing_and_complains_of_nothing(page, tmp_path):
    log = tmp_path / "net.json"
    dom, said = browse(page, tmp_path, f"--log-net-log={log}", "--enable-logging=stderr", "--dump-dom")
    assert dom.rstrip().endswith("</html>")
    assert "CONSOLE" not in said
    assert [url for url in asked_for(log) if not url.startswith(("file:", "data:", "chrome"))] == []


def test_a_page_that_does_ask_is_caught(tmp_path):
    page, log = tmp_path / "index.html", tmp_path / "net.json"
    page.write_text("<img src='http://127.0.0.1:9/x.png'><script>console.error('no')</script></html>", "utf-8")
    _, said = browse(page, tmp_path, f"--log-net-log={log}", "--enable-logging=stderr", "--dump-dom")
    assert "CONSOLE" in said
    assert any(url.startswith("http://127.0.0.1:9") for url in asked_for(log))


def counted(page, folder, window, script):
    """The number that a script finds in a page, in a window of some width."""
    measured = folder / "measured.html"
    measured.write_text(page.read_text("utf-8").replace("</body>", f"{script}</body>"), "utf-8")
    dom, _ = browse(measured, folder, f"--window-size={max(window, NARROWEST)},900", "--dump-dom")
    return int(dom.partition("<title>")[2].partition("</title>")[0])


def width_of(page, folder, window):
    """How wide the content of a page is."""
    return counted(page, folder, window, MEASURE.format(width=window))


def test_no_formula_of_this_page_is_cut_in_a_wide_window(page, tmp_path):
    assert counted(page, tmp_path, 1400, CUT) == 0


def test_a_formula_that_is_cut_is_caught(tmp_path):
    page = tmp_path / "index.html"
    formula = "<div style='overflow-x: auto' class='wide'><div style='width: 1500px'>x</div></div>"
    page.write_text(f"<!doctype html><title></title><body>{formula}</body></html>", "utf-8")
    assert counted(page, tmp_path, 1400, CUT) == 1


@pytest.mark.parametrize("window", [400, 1400])
def test_the_page_is_no_wider_than_its_window(page, tmp_path, window):
    assert width_of(page, tmp_path, window) <= window


def test_a_page_that_is_too_wide_is_caught(tmp_path):
    page = tmp_path / "index.html"
    page.write_text("<!doctype html><title></title><body><div style='width: 450px'>wide</div></body></html>", "utf-8")
    assert width_of(page, tmp_path, 400) > 400


def test_the_page_is_drawn(page, tmp_path):
    picture = tmp_path / "page.png"
    browse(page, tmp_path, "--window-size=1400,2000", f"--screenshot={picture}")
    content = picture.read_bytes()
    assert struct.unpack(">II", content[16:24]) == (1400, 2000)
    assert len(content) > 100_000
