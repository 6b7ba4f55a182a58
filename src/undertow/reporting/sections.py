"""What a page says of each kind of answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from undertow import plots
from undertow.boards import spaces_used
from undertow.cli.notes import INTERVAL, told_rules
from undertow.cli.sweep import STANDS
from undertow.errors import InputValueError
from undertow.reporting.answers import (
    Compare,
    Conclusion,
    Ladder,
    MeanGain,
    Place,
    PlaceGain,
    Portion,
    Run,
    ShareGain,
    Sweep,
    Tournament,
)
from undertow.reporting.parts import (
    Cell,
    Section,
    Table,
    between,
    count,
    factor,
    number,
    percent,
    told,
)
from undertow.reporting.sources import Source
from undertow.results import Result
from undertow.sweeping import LESS, MORE, OPEN
from undertow.varying import label
from undertow.wording import counted

KINDS = {
    Run: "a run",
    Compare: "a comparison",
    Sweep: "a sweep",
    Tournament: "a tournament",
    Ladder: "a ladder",
}
Gain = ShareGain | MeanGain
GAINS = ("base", "variant", "difference", INTERVAL, "factor")
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
    return found


def _run(found: Section, answer: Run, result: Result | None) -> None:
    found.about.append(_arm("Played", answer.agents, answer.rules))
    found.tables += [
        _places("Wins by place in turn order (1 = start player)", "place", answer.order),
        _places("Wins by seat", "seat", answer.seats),
        _lengths(answer),
        _endings(answer.endings, answer.ending_shares),
    ]
    found.draw(plots.win_chart(answer.order, "place"), "Wins by place in turn order")
    if len(set(answer.agents)) > 1:
        found.draw(plots.win_chart(answer.seats, "seat"), "Wins by seat")
    _draw_endings(found, answer.ending_shares)
    if result is None:
        found.notes.append("Distributions and spaces need rows, which a .parquet file holds.")
    else:
        found.draw(plots.length_chart(result), "Distribution of the length in turns")
        found.draw(plots.score_chart(result), "Distribution of the scores by place")
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
    found.draw(plots.space_chart(use), "Spaces used", f"Counted: {use.board.use}. {again}")


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
        found.tables.append(_gains(f"Wins in % {by}", head, _numbered(rows, "share"), 100))
        found.tables.append(_gains(f"Mean score {by}", head, _numbered(rows, "mean_score"), 1))
    found.tables.append(_gains("Length in turns", "", [("mean", answer.length)], 1))
    found.tables.append(_gains("Endings, in %", "", _spelled(answer.endings), 100))
    shares = [row.share for row in answer.order]
    found.draw(plots.won_gains("place", shares), "What the variant changes: wins by place")
    scores = [row.mean_score for row in answer.order]
    found.draw(plots.scored_gains("place", scores), "What the variant changes: mean scores")
    if answer.base.agents != answer.variant.agents or len(set(answer.base.agents)) > 1:
        seats = [row.share for row in answer.seats]
        found.draw(plots.won_gains("seat", seats), "What the variant changes: wins by seat")
    found.draw(plots.ending_gains(answer.endings), "What the variant changes: endings")
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
        found.tables.append(_gains(title, "", list(zip(names, rows, strict=True)), 100))
        found.draw(plots.cell_gains(by, i + 1, names, rows), f"Wins of {by} {i + 1} in each cell")
    lengths = [(name, cell.length) for name, cell in zip(names, answer.cells, strict=True)]
    found.tables.append(_gains("Length in turns", "", lengths, 1))
    found.points += [_standing(row, by) for row in answer.conclusions]
    found.notes.append(f"{PAIRED} The intervals of all cells hold together.")
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
    found.tables.append(_meetings(names, answer.beats))
    found.tables.append(_endings(answer.endings, answer.ending_shares))
    found.draw(plots.agent_chart(answer.shares, names, answer.even), "Wins by agent")
    tuples = [(r.agent, r.rating, r.low, r.high) for r in answer.ratings]
    found.draw(plots.rating_chart(tuples), "Ratings")
    found.draw(plots.beats_chart(names, answer.beats), "Who beats whom")
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
    found.draw(plots.step_chart(answer.steps, names, answer.parameter), title)
    found.notes.append("The intervals hold together; a game that nobody wins counts half.")


def _places(title: str, head: str, rows: Sequence[Place]) -> Table:
    heads = (head, "share %", INTERVAL, "wins", "shared", "mean score", INTERVAL)
    cells = [
        [
            told(i),
            percent(row.share),
            between(row.low, row.high, scale=100),
            count(row.wins),
            count(row.shared),
            [number(row.mean_score)],
            between(row.mean_low, row.mean_high),
        ]
        for i, row in enumerate(rows, 1)
    ]
    return Table(title, heads, cells)


def _lengths(answer: Run) -> Table:
    found = answer.length
    quantiles = (
        ("median", found.median, found.median_low, found.median_high),
        ("5 %", found.p5, found.p5_low, found.p5_high),
        ("95 %", found.p95, found.p95_low, found.p95_high),
    )
    rows = [
        [told(name), count(value), between(low, high, ",")] for name, value, low, high in quantiles
    ]
    return Table("Length", ("", "turns", INTERVAL), rows)


def _endings(endings: Mapping[str, int], shares: Mapping[str, Portion]) -> Table:
    rows = [
        [
            told(name.replace("_", " ")),
            count(endings.get(name, 0)),
            percent(row.share),
            between(row.low, row.high, scale=100),
        ]
        for name, row in shares.items()
    ]
    return Table("Endings", ("", "games", "share %", INTERVAL), rows)


def _draw_endings(found: Section, shares: Mapping[str, Portion]) -> None:
    found.draw(plots.ending_chart(list(shares), list(shares.values())), "How games end")


def _numbered(rows: Sequence[PlaceGain], name: str) -> list[tuple[str, Gain]]:
    return [(str(i), getattr(row, name)) for i, row in enumerate(rows, 1)]


def _spelled(endings: Mapping[str, ShareGain]) -> list[tuple[str, Gain]]:
    return [(name.replace("_", " "), gain) for name, gain in endings.items()]


def _gains(title: str, head: str, rows: Iterable[tuple[str, Gain]], scale: float) -> Table:
    cells: list[list[Cell]] = [
        [
            told(name),
            [number(row.base, scale=scale)],
            [number(row.variant, scale=scale)],
            [number(row.difference, "+.2f", scale)],
            between(row.low, row.high, "+.2f", scale, "to"),
            factor(row.factor),
        ]
        for name, row in rows
    ]
    return Table(title, (head, *GAINS), cells)


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


def _meetings(names: Sequence[str], beats: Sequence[Sequence[Portion | None]]) -> Table:
    cells: list[list[Cell]] = [
        [
            told(f"{i} {name}"),
            *(
                ["-"]
                if cell is None
                else [*percent(cell.share), " (", *between(cell.low, cell.high, scale=100), ")"]
                for cell in row
            ),
        ]
        for i, (name, row) in enumerate(zip(names, beats, strict=True), 1)
    ]
    heads = ("% better than", *(str(i) for i in range(1, len(names) + 1)))
    return Table(f"Who beats whom ({INTERVAL})", heads, cells)


def _arm(what: str, agents: Sequence[str], rules: Mapping[str, object]) -> str:
    who = agents[0] if len(set(agents)) == 1 else ", ".join(agents)
    return f"{what}: {_rules(rules)} Agents: {who}."


def _rules(rules: Mapping[str, object]) -> str:
    return f"{told_rules(rules) or 'all rules at their default'}."


def _faults(found: Section, faults: int) -> None:
    if faults:
        found.notes.append(f"{counted(faults, 'game')} ended in a fault; nobody wins those.")
