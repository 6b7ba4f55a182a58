"""``undertow report``: files to one page, and what it says of those that are none."""

import json
from pathlib import Path

import pytest

from undertow import cli

pytest.importorskip("matplotlib")
pytest.importorskip("jinja2")

LADDER = ["ladder", "alarm", "-p", "2", "-n", "4", "--budgets", "1,2", "--seed", "7", "--json"]


@pytest.fixture
def do(tmp_path, monkeypatch, capsys):
    """Return a function that runs a command in a folder with files; exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)

    def do(*arguments):
        code = cli.main(list(arguments))
        return code, *capsys.readouterr()

    Path("ladder.json").write_text(do(*LADDER)[1])
    return do


def test_a_page_is_written_and_said_so_on_stderr(do):
    assert do("run", "alarm", "-p", "2", "-n", "5", "--seed", "7", "-o", "run.parquet")[0] == 0
    code, out, err = do("report", "run.parquet", "ladder.json", "-o", "page.html")
    assert (code, out, err) == (0, "", "undertow: report of 2 files written to 'page.html'\n")
    page = Path("page.html").read_text()
    assert "undertow run alarm -p 2 -n 5 -a greedy --seed 7" in page
    assert "undertow ladder alarm -p 2" in page


def test_json_says_what_was_written(do):
    code, out, err = do("report", "ladder.json", "-o", "page.html", "--json", "-q")
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "schema": 1,
        "command": "report",
        "out": "page.html",
        "files": ["ladder.json"],
    }


def test_a_page_that_exists_is_kept_unless_forced(do):
    Path("page.html").write_text("mine")
    code, out, err = do("report", "ladder.json", "-o", "page.html")
    assert (code, out) == (2, "")
    assert "'page.html' exists already (4 bytes); --force" in err
    assert Path("page.html").read_text() == "mine"
    assert do("report", "ladder.json", "-o", "page.html", "--force", "-q") == (0, "", "")
    assert len(Path("page.html").read_text()) > 1000


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["report"], 2, "report needs FILES; see 'undertow report -h'"),
        (["report", "ladder.json"], 2, "report needs --out; see 'undertow report -h'"),
        (["report", "ladder.json", "-o", "a.pdf"], 2, "'a.pdf' must end in .html: a report is a"),
        (["report", "ladder.json", "-o", "no/a.html"], 5, "cannot write 'no/a.html': there is no"),
        (["report", "gone.parquet", "-o", "a.html"], 5, "cannot read 'gone.parquet': No such file"),
        (["report", "gone.json", "-o", "a.html"], 5, "cannot read 'gone.json': No such file"),
        (["report", "rows.csv", "-o", "a.html"], 5, "'rows.csv' holds rows alone; only a .parquet"),
        (["report", "cut.json", "-o", "a.html"], 5, "'cut.json' is damaged: it is no JSON object"),
    ],
)
def test_a_mistake_is_one_line_and_an_exit_code(do, arguments, code, complaint):
    Path("cut.json").write_text(Path("ladder.json").read_text()[:200])
    found, out, err = do(*arguments)
    assert (found, out) == (code, "")
    assert err.startswith(f"undertow: {complaint}")
    assert err.count("\n") == 1
    assert not Path("a.html").exists()


def test_a_damaged_file_of_rows_is_status_5(do):
    do("run", "alarm", "-p", "2", "-n", "5", "--seed", "7", "-o", "run.parquet")
    data = bytearray(Path("run.parquet").read_bytes())
    data[100] ^= 1
    Path("run.parquet").write_bytes(data)
    code, _, err = do("report", "run.parquet", "-o", "a.html")
    assert code == 5
    assert "'run.parquet' is damaged" in err


def test_a_missing_library_is_status_1_and_named(do, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)
    code, _, err = do("report", "ladder.json", "-o", "a.html")
    assert (code, err) == (1, 'undertow: jinja2 is missing: pip install "undertow[plot]"\n')


def test_an_agent_in_a_file_of_rows_is_not_run(do):
    Path("mine.py").write_text("class A:\n    def act(self, view, legal, rng):\n        return 0\n")
    do("run", "alarm", "-p", "2", "-n", "2", "-a", "mine.py:A", "--seed", "7", "-o", "a.parquet")
    Path("mine.py").write_text("from pathlib import Path\nPath('ran').touch()\n")
    assert do("report", "a.parquet", "-o", "a.html")[0] == 0
    assert not Path("ran").exists()
    assert "for built-in agents only" in Path("a.html").read_text()
