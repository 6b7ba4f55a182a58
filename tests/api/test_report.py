"""A report is one page: nothing is loaded from elsewhere, its numbers are those of the results."""

import json
import math
import re
import sys
from html.parser import HTMLParser

import numpy as np
import pytest

import undertow as ut
from undertow.errors import InputTypeError, InputValueError, MissingExtraError, ResultFileError
from undertow.reporting.sources import MOST_BYTES, record_of

pytest.importorskip("matplotlib")
pytest.importorskip("jinja2")

HOW = {"games": 40, "agents": "greedy", "seed": 7}
VARIED = {"provisions": [1, 3], "whirlpool": [True, False]}
KINDS = ["run", "compare", "sweep", "tournament", "ladder", "value", "rule", "morris", "sobol"]
LOADING = {"script", "link", "iframe", "img", "image", "object", "embed", "video", "audio", "base"}


class Page(HTMLParser):
    """What a browser finds in a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.numbers, self.words = [], [], [], []
        self.feed(text)
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag == "data":
            self.numbers.append(float(dict(attrs)["value"]))

    def handle_data(self, data):
        self.words.append(data)


def numbers_in(record):
    """Yield every number of a JSON object."""
    if isinstance(record, dict | list):
        for inner in record.values() if isinstance(record, dict) else record:
            yield from numbers_in(inner)
    elif isinstance(record, int | float) and not isinstance(record, bool):
        yield float(record)


def summed(record):
    """Yield the numbers of the arms of a handicap, which a page adds up, kind by kind."""
    for row in [record.get("changed"), *record.get("tried", [])]:
        if isinstance(row, dict):
            kinds = ("games", "sole", "shared", "capped", "faults")
            yield from ([arm[kind] for arm in row["accounts"]] for kind in kinds)


@pytest.fixture(scope="module")
def results():
    return [
        ut.simulate("alarm", players=3, **HOW),
        ut.compare("alarm", players=3, variant={"provisions": 1}, **HOW),
        ut.sweep("alarm", players=3, vary={"provisions": [1, 2]}, **HOW),
        ut.tournament("alarm", players=2, agents=["random", "greedy"], games=60, seed=7),
        ut.ladder("alarm", players=2, budgets=[1, 2], games=60, seed=7),
        ut.value("alarm", of="turn", players=3, **HOW),
        ut.value("alarm", of={"provisions": 1}, players=3, **HOW),
        *(
            ut.sensitivity("alarm", players=3, vary=VARIED, samples=4, method=method, **HOW)
            for method in ("morris", "sobol")
        ),
    ]


@pytest.fixture(scope="module")
def page(results, tmp_path_factory):
    return ut.report(*results, out=tmp_path_factory.mktemp("page") / "all.html").read_text()


def test_nothing_is_loaded_from_elsewhere(page):
    found = Page(page)
    assert not LOADING & set(found.tags)
    for name, value in found.attributes:
        if name in {"src", "href", "xlink:href", "srcset", "data", "action", "poster"}:
            assert value.startswith("#")
        assert not name.startswith("on")
        assert "//" not in (value or "")
    assert set(re.findall(r"url\((.)", page)) == {"#"}
    assert "@import" not in page


def test_what_is_referred_to_within_the_page_is_there_once(page):
    found = Page(page)
    ids = [value for name, value in found.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    wanted = [v[1:] for n, v in found.attributes if n in {"href", "xlink:href"}]
    wanted += re.findall(r"url\(#([^)]*)\)", page)
    assert set(wanted) <= set(ids)


@pytest.mark.parametrize("which", range(len(KINDS)), ids=KINDS)
def test_the_numbers_of_a_page_are_those_of_the_json_object(results, page, which):
    section = re.search(rf'<section id="r{which + 1}">(.*?)</section>', page, re.DOTALL)[1]
    record = json.loads(json.dumps(record_of(results[which])))
    tables = section.partition("<details>")[0]  # the spaces used are in no JSON object
    shown, told = Page(tables).numbers, set(numbers_in(record))
    assert len(shown) >= 5
    told |= {sum(n) for n in summed(record)}
    assert all(number in told for number in shown)
    for rows in ("order", "seats", "shares", "steps", "ratings"):
        for row in record.get(rows, []):
            wanted = row["share"] if isinstance(row.get("share"), dict) else row
            for name in ("share", "difference", "low", "high", "rating"):
                if isinstance(wanted.get(name), float):
                    assert wanted[name] in shown


def test_numbers_read_as_they_are(page):
    for value, text in re.findall(r'<data value="([^"]*)">([^<]*)</data>', page):
        seen, exact = float(text.replace(",", "")), float(value)
        places = len(text.partition(".")[2])
        assert any(
            math.isclose(seen, exact * scale, abs_tol=0.5001 * 10**-places) for scale in (1, 100)
        )


def test_the_page_says_how_to_play_each_result_again(page, results):
    told = Page(page).text
    for result in results:
        assert result.reproduce in told


def test_the_page_says_what_its_numbers_rest_on(results, tmp_path):
    told = Page(ut.report(results[3], out=tmp_path / "a.html").read_text()).text
    assert "greedy : the legal decision whose features" in told
    assert "sees what its seat may know" in told
    components = ut.games.find("alarm").components
    open_values = [key for key, c in components.items() if c.tag in "DP"]
    assert f"{len(open_values)} of {len(components)} rule values are reconstructed" in told
    kept = re.search(r"for these values alone: ([^.]*)\.", told)[1].split(", ")
    assert kept == open_values
    others = re.search(r"(\d+) other rule values were not varied either", told)[1]
    assert int(others) == len(components) - len(open_values)


def test_a_reconstructed_value_that_was_varied_is_told_apart(tmp_path):
    key = "pendulum_hit"
    assert ut.games.find("alarm").components[key].tag == "P"
    found = ut.compare("alarm", players=3, variant={key: 0.5}, games=30, agents="greedy", seed=7)
    told = Page(ut.report(found, out=tmp_path / "a.html").read_text()).text
    assert key not in re.search(r"for these values alone: ([^.]*)\.", told)[1]
    assert re.search(rf"{key} 0\.4 0\.5 P, proposed", told)


def test_a_file_of_rows_gives_the_page_of_its_result(tmp_path):
    result = ut.simulate("pond", players=2, games=30, agents="greedy", seed=7)
    result.to_parquet(tmp_path / "run.parquet")
    one = ut.report(result, out=tmp_path / "a.html").read_text()
    other = ut.report(tmp_path / "run.parquet", out=tmp_path / "b.html").read_text()
    source = f'<p class="source">from {tmp_path}/run.parquet</p>'
    assert source in other
    assert "".join(other.replace(source, "").split()) == "".join(one.split())


def test_a_page_is_the_same_each_time(results, tmp_path):
    pages = [ut.report(results[0], out=tmp_path / f"{i}.html").read_text() for i in range(2)]
    assert pages[0] == pages[1]


def test_a_json_object_says_as_much_as_its_result_without_rows(results, page, tmp_path):
    paths = []
    for number, result in enumerate(results):
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_text(json.dumps(record_of(result)))
    found = Page(ut.report(*paths, out=tmp_path / "a.html").read_text())
    whole = Page(page)
    spaces = 2 * 16  # uses and shares of the tokens' places
    own = sum(3 * (1 + len(row.places)) for row in results[0].averages())  # with intervals
    assert len(found.numbers) == len(whole.numbers) - spaces - own
    assert "Distributions, averages and spaces need rows" in found.text


def test_what_users_name_is_text(tmp_path):
    name = """<script>alert<!--$x_{$&'".py"""
    (tmp_path / name).write_text(
        "class A:\n    def act(self, view, legal, rng):\n        return 0\n"
    )
    agent = f"{tmp_path}/{name}:A"
    result = ut.simulate("alarm", players=2, games=3, agents=[agent, "greedy"], seed=7)
    text = ut.report(result, out=tmp_path / "a.html").read_text()
    found = Page(text)
    assert "script" not in found.tags
    assert agent in found.text
    assert "No map of the spaces used" in found.text


def test_letters_that_the_font_lacks_and_no_letters_at_all_do_no_harm(tmp_path):
    record = record_of(
        ut.tournament("alarm", players=2, agents=["random", "greedy"], games=4, seed=7)
    )
    text = json.dumps(record).replace('"random"', '"\\u9b5a \\ud83d\\udc19 \\u0007"')
    (tmp_path / "a.json").write_text(text)
    found = ut.report(tmp_path / "a.json", out=tmp_path / "a.html").read_text()
    assert "\u9b5a \U0001f419" in found


def test_cells_whose_short_labels_are_alike_are_all_told(tmp_path):
    begun = ["upgrade", "shark", "shell", "upgrade", "shark", "shell"]
    tracks = [[*begun, "shell"], [*begun, "upgrade", "shell"]]
    found = ut.sweep(
        "kingdoms", players=2, vary={"track": tracks}, games=5, agents="random", seed=7
    )
    assert len({cell.label for cell in found.cells}) == 1
    page = Page(ut.report(found, out=tmp_path / "a.html").read_text())
    assert (
        page.text.count(found.cells[0].label) == 2 * 3 + 2 * 2
    )  # in each table, and where it is open


@pytest.mark.parametrize("which", [5, 6], ids=["value", "rule"])
def test_what_a_change_is_worth_is_told_with_its_price_and_its_games(results, page, which):
    found = results[which]
    section = re.search(rf'<section id="r{which + 1}">(.*?)</section>', page, re.DOTALL)[1]
    text = Page(section).text
    assert found.change.told() in text
    for place, row in enumerate(found.order(), 1):
        assert f"{place} {100 * row.share.base:.2f} {100 * row.share.variant:.2f}" in text
    for price in found.prices:
        assert price.points is None or f"{price.points:.2f}" in text
    for name, account in found.accounts():
        assert f"{name} {account.games} {account.sole} {account.shared}" in text


@pytest.mark.parametrize("which", [7, 8], ids=["morris", "sobol"])
def test_what_hangs_on_what_is_told_for_every_quantity(results, page, which):
    found = results[which]
    section = re.search(rf'<section id="r{which + 1}">(.*?)</section>', page, re.DOTALL)[1]
    shown = Page(section).numbers
    for output in found.outputs:
        for row in output.factors:
            assert all(number in shown for number in row)
    text = Page(section).text
    assert "Varied: provisions: 1 to 3, rounded; whirlpool: one of true, false." in text
    assert section.count("<figure ") == len(found.outputs) == 4


def test_averages_of_the_games_own_columns_are_those_of_the_rows(page, results):
    result = results[0]
    section = re.search(r"<details><summary>Averages.*?</details>", page, re.DOTALL)[0]
    shown = Page(section).numbers
    for row in result.averages():
        values = result.columns[row.name].astype(float)
        seats = values[:, :3] if values.ndim == 2 else values
        assert row.mean.value == pytest.approx(seats.mean())
        assert all(number in shown for mean in (row.mean, *row.places) for number in mean)
        if values.ndim == 2:
            firsts = result.results["first"]
            third = [seats[game, (first + 2) % 3] for game, first in enumerate(firsts.tolist())]
            assert row.places[2].value == pytest.approx(np.mean(third))


def test_conclusions_are_told_in_words(results, page):
    row = results[2].conclusions[0]
    told = f"Place 1 has {100 * row.share:.2f} % of the games won and may win evenly in the base;"
    assert row.standing == "open"
    assert f"{told} may win evenly in provisions = 1 / provisions = 2." in Page(page).text


def test_a_sequence_of_seeds_is_told_as_text(tmp_path):
    seed = np.random.SeedSequence(3)
    result = ut.simulate("alarm", players=2, games=3, agents="greedy", seed=seed)
    assert "SeedSequence(3" in ut.report(result, out=tmp_path / "a.html").read_text()


def test_a_page_is_replaced_only_if_asked(results, tmp_path):
    out = tmp_path / "a.html"
    out.write_text("mine")
    with pytest.raises(InputValueError, match="exists already"):
        ut.report(results[4], out=out)
    assert out.read_text() == "mine"
    ut.report(results[4], out=out, force=True)
    assert "ladder" in out.read_text()


def test_a_report_takes_results_and_paths_and_writes_pages(results, tmp_path):
    with pytest.raises(InputTypeError, match="made of results and files, not 3"):
        ut.report(3, out=tmp_path / "a.html")
    with pytest.raises(InputValueError, match=r"must end in \.html"):
        ut.report(results[4], out=tmp_path / "run.parquet", force=True)
    with pytest.raises(InputValueError, match="needs a result or a file"):
        ut.report(out=tmp_path / "a.html")


def _record(**changes):
    record = record_of(ut.ladder("alarm", players=2, budgets=[1, 2], games=4, seed=7))
    return {**record, **changes}


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "is no Parquet file"),
        (b"PAR1 and no more", "is no Parquet file"),
        (b"{", "is damaged: it is no JSON object"),
        (b'{"a": ' + b"[" * 5000 + b"]" * 5000 + b"}", "is damaged: it is no JSON object"),
        (b"{}", "is of undertow None, this is undertow"),
        (_record(version="0.0.1"), "is of undertow '0.0.1'"),
        (_record(command="dice"), "is not what a report shows: Invalid value 'dice'"),
        (_record(game="chess"), "is of the game 'chess'; there are alarm"),
        (_record(players=9), "its rules are not those of this version: players must be"),
        (_record(rules={"provisons": 2}), "did you mean 'provisions'"),
        (_record(steps=[]), "is not what a report shows: Expected `array` of length >= 1"),
        (_record(steps=[{}]), "missing required field `lower`"),
    ],
)
def test_a_file_that_is_no_result_is_told(tmp_path, data, complaint):
    path = tmp_path / "some.json"
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    with pytest.raises(ResultFileError, match=re.escape(complaint)) as told:
        ut.report(path, out=tmp_path / "a.html")
    assert "some.json" in str(told.value)
    assert not (tmp_path / "a.html").exists()


@pytest.mark.parametrize("rows", ["order", "seats"])
def test_a_list_that_was_cut_is_told(results, tmp_path, rows):
    record = record_of(results[1])
    record[rows] = record[rows][:2]
    (tmp_path / "cut.json").write_text(json.dumps(record))
    with pytest.raises(ResultFileError, match=f"{rows} with a wrong number of entries"):
        ut.report(tmp_path / "cut.json", out=tmp_path / "a.html")


def test_a_huge_file_is_not_read_to_its_end(tmp_path):
    with (tmp_path / "huge.json").open("wb") as file:
        file.write(b"{")
        file.truncate(MOST_BYTES + 2)
    with pytest.raises(ResultFileError, match="has more than 64 MiB"):
        ut.report(tmp_path / "huge.json", out=tmp_path / "a.html")


@pytest.mark.parametrize("library", ["jinja2", "matplotlib"])
def test_without_a_library_the_extra_is_named(monkeypatch, results, tmp_path, library):
    for name in [name for name in sys.modules if name.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(
        MissingExtraError, match=f'{library} is missing: pip install "undertow.plot'
    ):
        ut.report(results[0], out=tmp_path / "a.html")
