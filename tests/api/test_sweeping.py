"""``sweep``: each cell is a comparison with the base; conclusions say what turns round."""

import _thread
from dataclasses import replace

import pytest

import undertow as ut
from undertow.errors import InputTypeError, InputValueError, Interrupted
from undertow.inference.statistics import share_interval
from undertow.studies.comparison import Comparison
from undertow.studies.sweeping import LESS, MORE, OPEN, Cell, Sweep

PLAY = {"players": 3, "agents": "random", "games": 300, "seed": 7}
GRID = {"provisions": [1, 2], "whirlpool": [False, True]}


@pytest.fixture(scope="module")
def grid():
    return ut.sweep("alarm", vary=GRID, **PLAY)


def test_a_grid_has_every_combination(grid):
    assert [dict(cell.settings) for cell in grid.cells] == [
        {"provisions": p, "whirlpool": w} for p in (1, 2) for w in (False, True)
    ]


def test_a_sweep_is_shown_in_short_and_as_html(grid):
    assert len(repr(grid).splitlines()) == 6
    assert "provisions = 2, whirlpool = true" in repr(grid)
    assert grid._repr_html_().count("<tr>") == 6


def test_one_at_a_time_leaves_out_the_bases_own_values():
    found = ut.sweep("alarm", vary=GRID, oat=True, **PLAY)
    settings = [dict(cell.settings) for cell in found.cells]
    assert settings == [{"provisions": 1}, {"provisions": 2}, {"whirlpool": True}]


def test_a_cell_is_the_comparison_that_compare_makes_but_wider(grid):
    alone = ut.compare("alarm", variant={"provisions": 1}, **PLAY)
    cell = grid.cells[0].comparison
    assert cell.variant.rows.tobytes() == alone.variant.rows.tobytes()
    for one, other in zip(alone.order(), cell.order(), strict=True):
        assert one.share.difference == other.share.difference
        assert other.share.low < one.share.low
    four = Comparison(alone.base, alone.variant, together=4)
    assert cell.order() == four.order()


def test_agents_are_varied_like_rules():
    found = ut.sweep("alarm", vary={"agent": ["greedy"], "agent.2": ["random", "greedy"]}, **PLAY)
    agents = [cell.comparison.variant.agents for cell in found.cells]
    assert agents == [("greedy", "random", "greedy"), ("greedy",) * 3]
    assert not found.by_place


def test_reconstructed_tries_values_without_a_source_and_the_ends_of_their_ranges():
    found = ut.sweep("alarm", reconstructed=True, **{**PLAY, "games": 20})
    components = ut.games.find("alarm").components
    tried = {k: set(c.tries) for k, c in components.items() if c.tag in ("D", "P")}
    for key in tried:
        tried[key] |= {components[key].low, components[key].high}
        tried[key] -= {components[key].value}
    cells = [next(iter(cell.settings.items())) for cell in found.cells]
    played = {key: {v for k, v in cells if k == key} for key in tried}
    assert len(cells) == sum(map(len, played.values()))
    assert tried.pop("provisions") == {1, 2, 6}
    assert played.pop("provisions") == {1, 2}
    assert "at most 4 with 3 players" in found.refused["provisions = 6"]
    assert played == tried
    assert " --reconstructed " in found.reproduce


def test_a_parameter_of_every_agent_varies():
    agents = ["greedy(style=daring)", "greedy", "random"]
    vary = {"agent.forbid": ["turn", "stop"], "agent.3": ["greedy(forbid=sail)"]}
    found = ut.sweep("alarm", vary=vary, **{**PLAY, "agents": agents, "games": 5})
    assert [cell.comparison.variant.agents for cell in found.cells] == [
        (f"greedy(style=daring, forbid={kind})", f"greedy(forbid={kind})", f"greedy(forbid={kind})")
        for kind in ("turn", "stop")
    ]


def test_a_cell_that_is_the_base_in_other_words_is_left_out():
    def swept(agents, **vary):
        return ut.sweep("alarm", vary=vary, **{**PLAY, "agents": agents, "games": 5})

    found = swept("greedy", **{"agent.memory": ["perfect", "none"]})
    assert [cell.label for cell in found.cells] == ["agent.memory = none"]
    assert found.refused == {"agent.memory = perfect": "it is the base"}
    named = swept("greedy(style=daring, forbid=[])", agent=["greedy(style=daring)", "greedy"])
    assert [cell.label for cell in named.cells] == ["agent = greedy"]
    ways = ut.games.find("alarm").agents
    style, feature = list(ways.styles)[1], next(iter(ways.features))
    weight = ways.styles[style].get(feature, 0)
    weighed = swept(f"greedy(style={style})", **{f"agent.{feature}": [weight, weight + 1]})
    assert [cell.settings[f"agent.{feature}"] for cell in weighed.cells] == [weight + 1]
    assert (
        found.base.results.tobytes()
        == ut.simulate(
            "alarm", **{**PLAY, "agents": "greedy(memory=perfect)", "games": 5}
        ).results.tobytes()
    )


def test_a_watched_sweep_plays_all_cells_on_until_it_is_precise():
    play = {**PLAY, "games": None}
    found = ut.sweep("alarm", vary=GRID, precision=0.4, **play)
    rows = [row.share for cell in found.cells for row in cell.comparison.order()]
    assert all(row.high - row.low <= 0.4 for row in rows)
    assert 256 <= found.base.games == found.cells[2].comparison.games < 100_000
    assert " --precision 0.4 " in found.reproduce
    again = ut.sweep("alarm", vary=GRID, precision=0.4, max_games=found.base.games, **play)
    assert again.cells[3].comparison.order() == found.cells[3].comparison.order()


def test_a_sweep_may_stop_for_a_reason_of_the_callers_own():
    seen = []

    def until(sweep):
        seen.append(sweep.base.games)
        return len(seen) == 2

    found = ut.sweep("alarm", vary=GRID, until=until, **{**PLAY, "games": None})
    assert seen == [256, found.base.games]


def test_a_base_may_vary_too():
    found = ut.sweep("alarm", base={"provisions": 2}, vary={"provisions": [2, 3]}, **PLAY)
    assert dict(found.base.rules) == {"provisions": 2}
    assert [dict(cell.comparison.variant.rules) for cell in found.cells] == [{}]


def won_by(first, second, capped=0):
    """Return a result of two players where place 1 and place 2 win so many games."""
    result = ut.simulate("alarm", players=2, agents="random", seed=7, games=first + second + capped)
    rows = result.results.copy()
    rows["first"], rows["ending"] = 0, 8
    rows["side"][:, :2] = 0, 1
    rows["winners"] = [1] * first + [2] * second + [0] * capped
    rows["ending"][first + second :] = 1

    return replace(result, results=rows)


def test_conclusions_tell_cells_that_agree_from_those_that_are_open_or_turned_round():
    base = won_by(350, 250)
    others = {"same": won_by(349, 251), "even": won_by(300, 300), "turned": won_by(200, 300, 100)}
    cells = tuple(
        Cell({"cell": name}, Comparison(base, other, together=3)) for name, other in others.items()
    )
    first, second = Sweep(base, cells, {}, ()).conclusions
    assert (first.standing, second.standing) == (MORE, LESS)
    assert (first.more, first.open) == (("cell = same",), ("cell = even",))
    assert first.turned == first.less == ("cell = turned",)
    assert second.turned == second.more == ("cell = turned",)
    assert first.share == 350 / 600


def test_a_base_that_is_even_is_turned_round_by_nothing():
    base = won_by(300, 300)
    cell = Cell({"cell": "a"}, Comparison(base, won_by(350, 250)))
    first, _ = Sweep(base, (cell,), {}, ()).conclusions
    assert (first.standing, first.more, first.turned) == (OPEN, ("cell = a",), ())


def test_cells_that_alter_no_game_or_that_nobody_wins_confirm_nothing():
    base = won_by(350, 250)
    others = {"same": won_by(350, 250), "lost": won_by(0, 0, 600), "other": won_by(340, 260)}
    cells = tuple(
        Cell({"cell": name}, Comparison(base, other, together=3)) for name, other in others.items()
    )
    found = Sweep(base, cells, {}, ())
    assert found.silent == {"cell = same": "alters no game", "cell = lost": "nobody wins"}
    first = found.conclusions[0]
    assert (first.more, first.less, first.open) == (("cell = other",), (), ())


def test_conclusions_hold_together_over_base_and_cells():
    base = won_by(330, 270)  # more than even alone, not among 100 cells
    assert share_interval(0.55, 600, 2)[0] > 0.5
    cell = Cell({"cell": "a"}, Comparison(base, base))
    assert Sweep(base, (cell,) * 100, {}, ()).conclusions[0].standing == OPEN


def test_games_that_nobody_wins_conclude_nothing():
    base = won_by(0, 0, 30)
    cell = Cell({"cell": "a"}, Comparison(base, base))
    assert Sweep(base, (cell,), {}, ()).conclusions[0].standing == OPEN


@pytest.mark.parametrize(
    ("wrong", "error", "line"),
    [
        ({}, InputValueError, r"values by key \(--vary KEY=V,V\), or reconstructed"),
        ({"vary": GRID, "reconstructed": True}, InputValueError, "one of them"),
        ({"vary": 3}, InputTypeError, "vary must be a mapping"),
        ({"vary": {"provisions": 3}}, InputTypeError, "vary takes a list of values for provisions"),
        ({"vary": {"provisions": [3]}}, InputValueError, "values that differ from the base's"),
        ({"vary": {"provisions": [9]}}, InputValueError, "provisions must be a whole number"),
        ({"vary": {"provison": [2]}}, InputValueError, "did you mean 'provisions'"),
        ({"vary": {"agent.4": ["random"]}}, InputValueError, "agent.4 must be .* from 1 to 3"),
        (
            {"vary": {"agent.x": ["random"]}},
            InputValueError,
            "agent 'random.x=random.': unknown parameter 'x'",
        ),
        ({"vary": {"target": [[6, 5, 4]] * 40, "provisions": [2] * 40}}, InputValueError, "1000"),
    ],
)
def test_what_is_not_allowed_is_refused(wrong, error, line):
    with pytest.raises(error, match=line):
        ut.sweep("alarm", **PLAY, **wrong)


def stopped_at(share, games=40_000):
    """Return the exception of a sweep of two cells that is stopped part of the way through."""

    def progress(finished, of):
        if finished >= share * of:
            _thread.interrupt_main()

    vary = {"provisions": [1, 2]}
    with pytest.raises(Interrupted) as caught:
        ut.sweep("alarm", vary=vary, progress=progress, threads=1, **{**PLAY, "games": games})
    return caught.value


def test_an_interrupt_keeps_the_games_so_far_of_the_first_cell():
    stopped = stopped_at(0.34)
    games = stopped.result.base.games
    assert 0 < games < 40_000
    assert str(stopped) == (f"interrupted: {games:,} of 40,000 games of the first of 2 cells kept")
    alone = ut.compare("alarm", variant={"provisions": 1}, **{**PLAY, "games": games})
    found = stopped.result.cells[0].comparison
    assert found.variant.results.tobytes() == alone.variant.results.tobytes()
    assert found.order() == Comparison(alone.base, alone.variant, together=2).order()


def test_an_interrupt_keeps_finished_cells_and_says_what_it_drops():
    stopped = stopped_at(0.67)
    assert stopped.result.base.games == 40_000
    assert [cell.label for cell in stopped.result.cells] == ["provisions = 1"]
    told = "1 of 2 cells finished and kept; not the next, which has "
    assert str(stopped).startswith(f"interrupted: {told}")


def test_progress_counts_the_games_of_all_cells():
    seen = []
    ut.sweep("alarm", vary={"provisions": [1, 2]}, progress=lambda *a: seen.append(a), **PLAY)
    assert seen[-1] == (900, 900)
