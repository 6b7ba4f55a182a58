"""Plots show the numbers of their results, with units, and need matplotlib only when drawn."""

import re
import sys
from dataclasses import replace

import numpy as np
import pytest

import undertow as ut
from undertow.cli.replay import from_seed, steps
from undertow.drawing.boards import spaces_used
from undertow.drawing.canvas import label
from undertow.errors import InputTypeError, InputValueError, MissingExtraError

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("agg")
from matplotlib import pyplot  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402

HOW = {"games": 60, "agents": "greedy", "seed": 7}


@pytest.fixture(scope="module")
def results():
    return {
        "run": ut.simulate("alarm", players=3, **HOW),
        "compare": ut.compare("alarm", players=3, variant={"provisions": 1}, **HOW),
        "sweep": ut.sweep("alarm", players=3, vary={"provisions": [1, 2]}, **HOW),
        "tournament": ut.tournament(
            "alarm", players=2, agents=["random", "greedy"], games=60, seed=7
        ),
        "ladder": ut.ladder("alarm", players=2, budgets=[1, 2], games=60, seed=7),
        "value": ut.value("alarm", of={"provisions": 1}, players=3, **HOW),
        "sensitivity": ut.sensitivity(
            "alarm", players=3, vary={"provisions": [1, 3], "token_limit": [1, 4]}, samples=4, **HOW
        ),
    }


PLOTS = [
    *(("run", name) for name in ("order", "shares", "length", "scores", "endings", "spaces")),
    *(("compare", name) for name in ("order", "shares", "scores", "endings")),
    *(("sweep", name) for name in ("order", "shares")),
    *(("tournament", name) for name in ("shares", "ratings", "beats")),
    ("ladder", "steps"),
    *(("value", name) for name in ("order", "scores", "price", "left")),
    ("sensitivity", "factors"),
]


@pytest.fixture(autouse=True)
def _close():
    yield
    pyplot.close("all")


def fresh():
    return Figure().subplots()


def dots(ax):
    """Return the values of the dots, and the intervals, from the top."""
    values = next(line for line in ax.lines if line.get_marker() == "o").get_xdata()
    bounds = [
        tuple(line.get_xdata())
        for line in ax.lines
        if len(set(line.get_ydata())) == 1
        and len(line.get_xdata()) == 2
        and line.get_marker() != "o"
    ]
    return np.asarray(values), np.asarray(bounds)


@pytest.mark.parametrize(("kind", "name"), PLOTS)
def test_a_plot_draws_on_the_axes_given_and_else_on_new_ones(results, kind, name):
    plot = getattr(results[kind].plot, name)
    given = fresh()
    assert plot(given) is given
    new = plot()
    assert new is not given
    assert new.get_title(loc="left")
    if name != "spaces":  # a board has no axes
        assert new.get_xlabel()


def test_every_plot_of_every_result_is_tested(results):
    there = {
        (kind, name)
        for kind, result in results.items()
        for name in dir(result.plot)
        if not name.startswith("_")
    }
    assert there == set(PLOTS)


def test_dots_are_the_shares_and_lines_their_intervals(results):
    result = results["run"]
    values, bounds = dots(result.plot.order(fresh()))
    assert values == pytest.approx([100 * row.share for row in result.order()])
    assert bounds == pytest.approx(np.array([[100 * r.low, 100 * r.high] for r in result.order()]))


def test_differences_have_the_intervals_of_the_comparison(results):
    found = results["compare"]
    values, bounds = dots(found.plot.shares(fresh()))
    rows = [row.share for row in found.shares()]
    assert values == pytest.approx([100 * row.difference for row in rows])
    assert bounds == pytest.approx(np.array([[100 * r.low, 100 * r.high] for r in rows]))


def test_a_number_without_an_interval_has_a_dot_alone():
    few = ut.compare(
        "alarm", players=3, variant={"provisions": 2}, agents="greedy", games=20, seed=7
    )
    assert few.order()[0].mean_score.low is None
    values, bounds = dots(few.plot.scores(fresh()))
    assert (len(values), len(bounds)) == (3, 0)


def test_a_value_shows_its_prices_and_what_handicaps_leave(results):
    found = results["value"]
    values, _ = dots(found.plot.price(fresh()))
    want = [np.nan if price.points is None else price.points for price in found.prices]
    assert values == pytest.approx(want, nan_ok=True)
    values, bounds = dots(found.plot.left(fresh(), place=2))
    rows = [found.tried[points][1] for points in sorted(found.tried)]
    assert values == pytest.approx([100 * row.difference for row in rows])
    assert bounds == pytest.approx(np.array([[100 * r.low, 100 * r.high] for r in rows]))
    with pytest.raises(InputValueError, match="there is no price to draw"):
        replace(found, prices=()).plot.price()


def test_a_sensitivity_shows_mu_and_sigma_against_luck(results):
    found = results["sensitivity"]
    ax = found.plot.factors(fresh(), output="turns")
    rows = sorted(found.outputs[3].factors, key=lambda row: -row.mu_star)
    values, bounds = dots(ax)
    assert values == pytest.approx([n for row in rows for n in (row.mu_star, row.sigma)])
    assert len(bounds) == 4
    bars = [line.get_xdata()[0] for line in ax.lines if len(set(line.get_ydata())) == 2]
    assert bars == pytest.approx([row.luck for row in rows])
    with pytest.raises(InputValueError, match="output must be one of place 1"):
        found.plot.factors(output="place 4")


def test_a_sweep_shows_the_place_asked_for(results):
    found = results["sweep"]
    values, _ = dots(found.plot.order(fresh(), place=3))
    want = [100 * cell.comparison.order()[2].share.difference for cell in found.cells]
    assert values == pytest.approx(want)
    with pytest.raises(InputValueError, match="place must be a whole number from 1 to 3, not 4"):
        found.plot.order(place=4)


def test_of_very_many_cells_those_that_change_most_are_drawn(monkeypatch, results):
    monkeypatch.setattr("undertow.drawing.charting.MOST_CELLS", 1)
    found = results["sweep"]
    ax = found.plot.order(fresh())
    changes = [100 * cell.comparison.order()[0].share.difference for cell in found.cells]
    assert dots(ax)[0] == pytest.approx([max(changes, key=abs)])
    assert ax.get_title(loc="left").endswith("of 2 cells")


def test_bars_of_the_length_are_the_games_by_their_turns(results):
    result = results["run"]
    bars = {round(bar.get_x()): bar.get_height() for bar in result.plot.length(fresh()).patches}
    turns, counts = np.unique(result.rows["turns"], return_counts=True)
    want = dict(zip(turns.tolist(), (100 * counts / result.games).tolist(), strict=True))
    assert {at: height for at, height in bars.items() if height} == pytest.approx(want)


def test_a_few_very_long_games_do_not_hide_the_others():
    result = ut.simulate("alarm", players=3, games=300, agents="greedy", seed=7)
    assert "not drawn" not in result.plot.length(fresh()).get_xlabel()
    result.turn_counts[:] = 0
    result.turn_counts[[10, 11, 12, 700]] = [100, 150, 49, 1]
    ax = result.plot.length(fresh())
    assert ax.get_xlabel() == "turns (1 beyond 12 not drawn)"
    assert [bar.get_height() for bar in ax.patches] == pytest.approx([100 / 3, 50, 49 / 3])


def test_scores_mark_the_median_of_each_place(results):
    result = results["run"]
    ax = result.plot.scores(fresh())
    marks = [line.get_xdata()[0] for line in ax.lines if line.get_xdata()[0] == line.get_xdata()[1]]
    scores = result.rows["score"][:, :3]
    first = result.rows["first"].astype(int)
    by_place = [scores[np.arange(60), (first + place) % 3] for place in range(3)]
    want = [np.quantile(s, 0.5, method="inverted_cdf") + 0.5 for s in by_place]  # mid bar
    assert marks == want


def test_a_matrix_tells_who_beats_whom(results):
    found = results["tournament"]
    told = {text.get_position(): text.get_text() for text in found.plot.beats(fresh()).texts}
    beats = found.beats()
    assert told == {
        (1, 0): f"{100 * beats[0][1].share:.1f}",
        (0, 1): f"{100 * beats[1][0].share:.1f}",
    }


WORDS = {  # what a move that uses a space says in words, and the space
    "alarm": r"turns token \d()",
    "kingdoms": r"(?:sets a unit on|brings it to) (.*)",
    "pond": r"moves .* to (\w\d)",
    "poseidon": r"swims from .* to (.*)",
}


@pytest.mark.parametrize("game", ut.games.names())
def test_the_uses_of_spaces_are_those_that_a_replay_tells(game):
    result = ut.simulate(game, players=3, games=3, agents="greedy", seed=7)
    loaded = ut.load(game, players=3)
    told = [
        found
        for index in range(3)
        for again in [from_seed(loaded, "greedy", 7, index)]
        for step in steps(again.loaded, again.match)
        if (found := re.fullmatch(WORDS[game], step.text))
    ]
    use = spaces_used(result)
    assert (use.first, use.games, int(use.counts.sum())) == (0, 3, len(told))
    if told[0][1]:
        want = {name: sum(found[1] == name for found in told) for name in {f[1] for f in told}}
        names = [space.name for space in use.spaces]
        assert {n: c for n, c in zip(names, use.counts.tolist(), strict=True) if c} == want


def test_the_tokens_turned_are_those_of_the_rows():
    result = ut.simulate("alarm", players=3, games=40, agents="greedy", seed=7)
    assert spaces_used(result).counts.sum() == result.columns["turned"].sum()


@pytest.mark.parametrize("game", ut.games.names())
def test_spaces_of_a_board_have_a_name_and_a_place_of_their_own(game):
    found = ut.games.find(game)
    for players in (found.seats[0], found.seats[-1]):
        spaces = found.board.spaces(ut.load(game, players=players).rules.values)
        assert len({space.name for space in spaces}) == len(spaces)
        places = np.array([(space.x, space.y) for space in spaces])
        gaps = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
        assert gaps[~np.eye(len(spaces), dtype=bool)].min() == pytest.approx(1)


def test_games_of_users_agents_are_not_played_again(tmp_path):
    (tmp_path / "mine.py").write_text(
        "class Mine:\n    def act(self, view, legal, rng):\n        return 0\n"
    )
    result = ut.simulate("alarm", players=2, games=1, agents=f"{tmp_path}/mine.py:Mine", seed=7)
    (tmp_path / "mine.py").write_text("raise RuntimeError('run again')")
    with pytest.raises(InputValueError, match=r"for built-in agents only; not .*mine\.py:Mine"):
        result.plot.spaces()


def test_an_agent_that_thinks_too_long_is_refused(monkeypatch, results):
    monkeypatch.setattr("undertow.drawing.boards.SECONDS", -1.0)
    with pytest.raises(InputValueError, match="one takes more than"):
        results["run"].plot.spaces()


def test_axes_are_axes(results):
    with pytest.raises(InputTypeError, match="ax must be matplotlib Axes, not 3"):
        results["run"].plot.order(3)


def test_without_matplotlib_the_extra_is_named(monkeypatch, results):
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match=re.escape('pip install "undertow[plot]"')):
        results["run"].plot.order()


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("greedy", ["greedy"]),
        ("a$b$c", [r"a\$b\$c"]),
        ("two\nlines\x00", ["two?lines?"]),
        ("", [""]),
        (" ".join(["word"] * 40), ["word word word word word", "word word word word word"]),
    ],
)
def test_a_label_has_short_lines_and_no_formula(text, lines):
    found = label(text).splitlines() or [""]
    assert found[:2] == lines
    assert len(found) <= 3
