"""What a page says of each kind of answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from undertow.cli.notes import INTERVAL, told_rules
from undertow.cli.sweep import STANDS
from undertow.drawing import charting
from undertow.drawing.boards import spaces_used
from undertow.errors import InputValueError
from undertow.reporting.answers import (
    Compare,
    Conclusion,
    Ladder,
    Morris,
    Portion,
    Run,
    Screened,
    Sobol,
    Sweep,
    Tournament,
    Value,
)
from undertow.reporting.parts import (
    Cell,
    Section,
    Table,
    between,
    count,
    number,
    percent,
    told,
)
from undertow.reporting.sources import Source
from undertow.reporting.tables import (
    accounts,
    averages,
    effects,
    ending_table,
    gains,
    indices,
    lengths,
    meetings,
    numbered,
    places,
    prices,
    remaining,
    spelled,
)
from undertow.rows.results import Result
from undertow.studies.sweeping import LESS, MORE, OPEN
from undertow.studies.varying import label
from undertow.wording import counted

KINDS = {
    Run: "a run",
    Compare: "a comparison",
    Sweep: "a sweep",
    Tournament: "a tournament",
    Ladder: "a ladder",
    Value: "what a change is worth",
    Morris: "a sensitivity by Morris",
    Sobol: "a sensitivity by Sobol",
}
PAIRED = (
    "Differences are variant less base, game by game with the same luck in both. Factor: how many "
    "times as many games arms of different luck would need; - where that is infinite or undefined. "
    "A dot without a line has an interval that is unknown."
)


def section_of(source: Source, anchor: str) -> Section:
    """Return what a page says of an answer; ``anchor`` is its name within the page."""
    answer = source.answer
    title = (
        f"{source.loaded.game.title}, {KINDS[type(answer)]}: {counted(answer.players, 'player')}, "
        f"{counted(answer.games, 'game')}, seed {answer.seed}"
    )
    found = Section(title, [], source.name, answer.reproduce, anchor=anchor)
    match answer:
        case Run():
            _run(found, answer, source.result)
        case Compare():
            _compare(found, answer)
        case Sweep():
            _sweep(found, answer)
        case Tournament():
            _tournament(found, answer)
        case Ladder():
            _ladder(found, answer)
        case Value():
            _value(found, answer)
        case Morris() | Sobol():
            _sensitivity(found, answer)
    return found


def _run(found: Section, answer: Run, result: Result | None) -> None:
    found.about.append(_arm("Played", answer.agents, answer.rules))
    found.tables += [
        places("Wins by place in turn order (1 = start player)", "place", answer.order),
        places("Wins by seat", "seat", answer.seats),
        lengths(answer),
        ending_table(answer.endings, answer.ending_shares),
    ]
    found.draw(charting.win_chart(answer.order, "place"), "Wins by place in turn order")
    if len(set(answer.agents)) > 1:
        found.draw(charting.win_chart(answer.seats, "seat"), "Wins by seat")
    _draw_endings(found, answer.ending_shares)
    if result is None:
        found.notes.append(
            "Distributions, averages and spaces need rows, which a .parquet file holds."
        )
    else:
        found.draw(charting.length_chart(result), "Distribution of the length in turns")
        found.draw(charting.score_chart(result), "Distribution of the scores by place")
        found.tables.append(averages(result))
        _spaces(found, result)
    found.notes.append(
        "A win shared by m sides counts 1/m. The intervals of a column hold together."
    )


def _spaces(found: Section, result: Result) -> None:
    try:
        use = spaces_used(result)
    except InputValueError as error:
        found.notes.append(f"No map of the spaces used: {error}.")
        return
    first, last = use.first, use.first + use.games - 1
    again = f"Rows do not hold where moves went: games {first} to {last} were played again."
    uses = max(1, int(use.counts.sum()))
    rows = [
        [told(space.name), count(used), percent(used / uses)]
        for space, used in zip(use.spaces, use.counts.tolist(), strict=True)
    ]
    found.tables.append(Table("Spaces used", ("space", "uses", "%"), rows, folded=True))
    found.draw(charting.space_chart(use), "Spaces used", f"Counted: {use.board.use}. {again}")


def _compare(found: Section, answer: Compare) -> None:
    found.about += [
        _arm("Base", answer.base.agents, answer.base.rules),
        _arm("Variant", answer.variant.agents, answer.variant.rules),
        f"{answer.changed:,} of {counted(answer.games, 'game')} come out differently.",
    ]
    for head, by, rows in (
        ("place", "by place in turn order (1 = start player)", answer.order),
        ("seat", "by seat", answer.seats),
    ):
        found.tables.append(gains(f"Wins in % {by}", head, numbered(rows, "share"), 100))
        found.tables.append(gains(f"Mean score {by}", head, numbered(rows, "mean_score"), 1))
    found.tables.append(gains("Length in turns", "", [("mean", answer.length)], 1))
    found.tables.append(gains("Endings, in %", "", spelled(answer.endings), 100))
    shares = [row.share for row in answer.order]
    found.draw(charting.won_gains("place", shares), "What the variant changes: wins by place")
    scores = [row.mean_score for row in answer.order]
    found.draw(charting.scored_gains("place", scores), "What the variant changes: mean scores")
    if answer.base.agents != answer.variant.agents or len(set(answer.base.agents)) > 1:
        seats = [row.share for row in answer.seats]
        found.draw(charting.won_gains("seat", seats), "What the variant changes: wins by seat")
    found.draw(charting.ending_gains(answer.endings), "What the variant changes: endings")
    found.notes.append(PAIRED)
    _faults(found, answer.faults)


def _sweep(found: Section, answer: Sweep) -> None:
    found.about.append(_arm("Base", answer.agents, answer.rules))
    found.about.append(f"{counted(len(answer.cells), 'cell')}, each of the games of the base.")
    by = "seat" if any(c.seat is not None for c in answer.conclusions) else "place"
    names = [label(cell.settings) for cell in answer.cells]
    for i in range(answer.players):
        rows = [(c.seats if by == "seat" else c.order)[i].share for c in answer.cells]
        title = f"Wins of {by} {i + 1}, in %"
        found.tables.append(gains(title, "", list(zip(names, rows, strict=True)), 100))
        found.draw(
            charting.cell_gains(by, i + 1, names, rows), f"Wins of {by} {i + 1} in each cell"
        )
    turns = [(name, cell.length) for name, cell in zip(names, answer.cells, strict=True)]
    found.tables.append(gains("Length in turns", "", turns, 1))
    found.points += [_standing(row, by) for row in answer.conclusions]
    found.notes.append(f"{PAIRED} The intervals of all cells hold together.")
    found.notes += [f"Confirms nothing: {name} ({why})." for name, why in answer.silent.items()]
    found.notes += [f"Left out: {name} ({why})." for name, why in answer.refused.items()]
    _faults(found, answer.faults)


def _tournament(found: Section, answer: Tournament) -> None:
    deals = counted(answer.deals, "deal")
    found.about += [f"Rules: {_rules(answer.rules)}", f"{deals}, each played in all seatings."]
    names = [row.agent for row in answer.shares]
    rows = [
        [
            told(row.agent),
            percent(row.share),
            between(row.low, row.high, scale=100),
            *(count(n) for n in (row.wins, row.shared, row.games)),
        ]
        for row in answer.shares
    ]
    heads = ("agent", "share %", INTERVAL, "wins", "shared", "games")
    even = f"{100 * answer.even:.2f}"
    found.tables.append(Table(f"Win shares a side (even: {even} %)", heads, rows))
    ratings = [[told(r.agent), [number(r.rating)], between(r.low, r.high)] for r in answer.ratings]
    found.tables.append(Table("Ratings (mean 0)", ("agent", "rating", INTERVAL), ratings))
    found.tables.append(meetings(names, answer.beats))
    found.tables.append(ending_table(answer.endings, answer.ending_shares))
    found.draw(charting.agent_chart(answer.shares, names, answer.even), "Wins by agent")
    tuples = [(r.agent, r.rating, r.low, r.high) for r in answer.ratings]
    found.draw(charting.rating_chart(tuples), "Ratings")
    found.draw(charting.beats_chart(names, answer.beats), "Who beats whom")
    found.notes.append(
        "A share is of one win for each side that an agent plays. The intervals of a table hold "
        "together. Ratings are Plackett-Luce: 1 more wins 2.7 times as often."
    )


def _ladder(found: Section, answer: Ladder) -> None:
    found.about += [f"Rules: {_rules(answer.rules)}", f"{answer.agent} by {answer.parameter}."]
    names = [f"{step.lower} → {step.higher}" for step in answer.steps]
    rows = [
        [
            told(name),
            percent(step.share),
            between(step.low, step.high, scale=100),
            count(step.games),
            count(step.unwon),
            told("yes" if step.pays else "no"),
        ]
        for name, step in zip(names, answer.steps, strict=True)
    ]
    heads = ("step", "share %", INTERVAL, "games", "won by nobody", "pays")
    title = f"The higher {answer.parameter} against the lower (even: 50.00 %)"
    found.tables.append(Table(title, heads, rows))
    found.draw(charting.step_chart(answer.steps, names, answer.parameter), title)
    found.notes.append("The intervals hold together; a game that nobody wins counts half.")


def _value(found: Section, answer: Value) -> None:
    changed, one = answer.changed, answer.share
    played = counted(len(changed.accounts) * answer.games, "changed game")
    found.about += [
        f"Change: {changed.told}.",
        _arm("Base", answer.agents, answer.rules),
        f"{changed.games:,} of {played} come out differently.",
    ]
    who = "of all seats" if one is None else "of the changed seat"
    wins = numbered(answer.order, "share")
    points = [("any", answer.mean_score), *numbered(answer.order, "mean_score")]
    found.tables += [
        gains(
            f"Wins in % {who}, by place in turn order (1 = start player)",
            "place",
            wins if one is None else [("any", one), *wins],
            100,
            "changed",
        ),
        gains(f"Mean score {who}, by place", "place", points, 1, "changed"),
    ]
    shares = [row.share for row in answer.order]
    found.draw(charting.won_gains("place", shares), f"What the change makes: wins {who}")
    scores = [row.mean_score for row in answer.order]
    found.draw(charting.scored_gains("place", scores), f"What the change makes: mean score {who}")
    _price(found, answer)
    every = [("base", [answer.account]), ("changed", changed.accounts)]
    every += [(f"handicap {t.handicap:+d}", t.accounts) for t in answer.tried if t.handicap]
    found.tables.append(accounts(every))
    found.notes.append(PAIRED.replace("variant", "changed"))
    _faults(found, answer.faults)


def _price(found: Section, answer: Value) -> None:
    """Add the prices of a value, and the handicaps that they were found by."""
    rows = [answer.price] if answer.price else [row.price for row in answer.order if row.price]
    if not answer.tried or not rows:
        found.notes.append("No price: no handicap was tried.")
        return
    found.tables += [prices(rows), remaining(answer.tried)]
    found.draw(charting.price_chart(rows), "The handicap that undoes the change")
    left = {row.handicap: row.left for row in answer.tried}
    for curve in range(len(rows)):
        found.draw(charting.left_chart(left, curve), "Difference left by each handicap")
    found.notes.append(
        "Price: the handicap, in points, that gives the changed seat (or one place alone) the wins "
        "of the base again; its interval holds the handicaps at which the difference left may be 0."
    )
    if not answer.price_whole:
        found.notes.append("The search for the price was cut short.")


def _sensitivity(found: Section, answer: Morris | Sobol) -> None:
    points = counted(answer.points, "point")
    found.about += [
        _arm("Values that do not vary", answer.agents, answer.rules),
        f"{points} of {counted(answer.games, 'game')}; {answer.samples} samples.",
        "Varied: " + "; ".join(f"{row.key}: {row.told}" for row in answer.factors) + ".",
    ]
    keys = [row.key for row in answer.factors]
    for output in answer.outputs:
        draw = charting.morris_chart if isinstance(output, Screened) else charting.sobol_chart
        found.draw(draw(output, keys), f"What hangs on what: {output.name}")
        found.tables.append(effects(output) if isinstance(output, Screened) else indices(output))
    found.notes.append(
        "mu*: mean size of what a factor's whole range changes. sigma: how much that depends on "
        "the others, or bends. luck: the mu* that a change of luck alone would show with so many "
        "games; a mu* near it tells nothing."
        if isinstance(answer, Morris)
        else "S1: part of the variance over the ranges that a factor makes alone; ST: with all "
        "others. luck: part of it that chance would make if every point had luck of its own; they "
        "share theirs, so that it is less."
    )
    found.notes.append("Intervals are bootstrapped over samples, each at 95 % by itself.")
    _faults(found, answer.faults)


def _draw_endings(found: Section, shares: Mapping[str, Portion]) -> None:
    found.draw(charting.ending_chart(list(shares), list(shares.values())), "How games end")


def _standing(row: Conclusion, by: str) -> Cell:
    """Return whether a place wins more or less than evenly, and where."""
    groups = ((MORE, row.more), (LESS, row.less), (OPEN, row.open))
    cells = [f"; {STANDS[kind]} in {' / '.join(names)}" for kind, names in groups if names]
    return [
        f"{by.capitalize()} {row.place or row.seat} has ",
        number(row.share, scale=100),
        f" % of the games won and {STANDS[row.standing]} in the base",
        "".join(cells) + ".",
    ]


def _arm(what: str, agents: Sequence[str], rules: Mapping[str, object]) -> str:
    who = agents[0] if len(set(agents)) == 1 else ", ".join(agents)
    return f"{what}: {_rules(rules)} Agents: {who}."


def _rules(rules: Mapping[str, object]) -> str:
    return f"{told_rules(rules) or 'all rules at their default'}."


def _faults(found: Section, faults: int) -> None:
    if faults:
        found.notes.append(f"{counted(faults, 'game')} ended in a fault; nobody wins those.")
