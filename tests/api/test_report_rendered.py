"""A browser shows the page whole: something is drawn, and nothing is wider than the window.

Needs Chromium (Debian: ``apt-get install chromium``).
"""

import re
import shutil
import subprocess

import numpy as np
import pytest

import undertow as ut

image = pytest.importorskip("matplotlib.image")
pytest.importorskip("jinja2")

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
WIDTHS = (1280, 400)
MEASURE = """<script>parent.postMessage([innerWidth, document.documentElement.scrollWidth,
document.querySelectorAll("svg").length].join(), "*")</script>"""
# A frame may be narrower than the 500 pixels that a window has at least.
FRAME = """<!DOCTYPE html><script>onmessage = event => document.title = event.data</script>
<iframe src="measured.html" style="border: 0; width: {}px; height: 2000px"></iframe>"""

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium to render pages (Debian: apt-get install chromium)"
)


def browse(folder, *options):
    """Run Chromium without a window; return what it writes to stdout."""
    return subprocess.run(
        [
            *(CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
            *(f"--user-data-dir={folder}/profile", "--force-device-scale-factor=1", *options),
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A page of all kinds of results, with long names and many columns."""
    how = {"games": 40, "agents": "greedy", "seed": 7}
    several = ["random", "greedy", "greedy(memory=none)", "greedy(memory=fading, half_life=12)"]
    return ut.report(
        ut.simulate("kingdoms", players=6, games=10, agents="greedy", seed=7),
        ut.compare("alarm", players=4, variant={"provisions": 1}, **how),
        ut.sweep(
            "alarm", players=3, vary={"provisions": [1, 2], "long_voyage": [False, True]}, **how
        ),
        ut.tournament("alarm", players=2, agents=several, games=60, seed=7),
        ut.ladder("alarm", players=2, budgets=[1, 2, 4], games=20, seed=7),
        out=tmp_path_factory.mktemp("page") / "page.html",
    )


@pytest.mark.parametrize("opened", [False, True], ids=["folded", "unfolded"])
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_window(page, tmp_path, width, opened):
    text = page.read_text()
    measured = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    measured = measured.replace("</body>", f"{MEASURE}</body>")
    if opened:
        measured = measured.replace("<details>", "<details open>")
    (tmp_path / "measured.html").write_text(measured)
    (tmp_path / "frame.html").write_text(FRAME.format(width))
    where = f"file://{tmp_path}/frame.html"
    seen = browse(tmp_path, "--virtual-time-budget=5000", "--dump-dom", where)
    inner, scrolled, drawings = map(int, re.search(r"<title>([^<]*)", seen)[1].split(","))
    assert inner == width
    assert scrolled <= width
    assert drawings == text.count("<svg")


@pytest.mark.parametrize("width", WIDTHS)
def test_text_and_drawings_are_seen(page, tmp_path, width):
    shot = tmp_path / "page.png"
    browse(tmp_path, f"--window-size={width},3000", f"--screenshot={shot}", f"file://{page}")
    seen = image.imread(shot)[..., :3]
    assert seen.shape[:2] == (3000, width)
    dark = (seen < 0.5).any(axis=2)
    assert 0.01 < dark.mean() < 0.5
    assert dark.any(axis=1).mean() > 0.3  # down to the end of the window
    blue = np.abs(seen - [0, 0x72 / 255, 0xB2 / 255]).max(axis=2) < 0.02
    assert blue.sum() > 500  # intervals and bars
