"""``undertow value``: what a decision or component is worth, as tables or as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import click

from undertow import __version__, games
from undertow.cli import options as opt
from undertow.cli.asked import Course, Setup, Telling, gathered
from undertow.cli.command import Command, keeping
from undertow.cli.compare import cells, difference_record
from undertow.cli.notes import (
    INTERVAL,
    account_record,
    agent_notes,
    evidence_note,
    show_faults,
    told_rules,
)
from undertow.cli.screen import progress_bar, show_line, show_table, show_wrapped
from undertow.cli.verdict import Verdict
from undertow.inference.prices import Left
from undertow.rows.results import Result
from undertow.rules.rulefile import read_settings
from undertow.studies.differences import Difference
from undertow.studies.interventions import HANDICAP
from undertow.studies.valuing import SHARED_GAMES, value
from undertow.studies.worth import Value, precise, told_price
from undertow.wording import counted
from undertow_kernels.core.game import RESULT_DTYPE

HEADS = ("place", "base", "changed", "difference", INTERVAL, "factor")
SEATS = RESULT_DTYPE["score"].shape[0]
ARMS = ("base", "changed", *(f"seat-{i + 1}" for i in range(SEATS)))  # in names of files
PRICE = "price"  # in the path of a condition: known only once all games are played


@click.command("value", cls=Command)
@opt.game_argument
@click.option(
    "--of",
    metavar="OPTION",
    required=True,
    help="A kind of decision, a rule KEY, or KEY.N for an item; KEY=VALUE names the other value.",
)
@click.option("--give", is_flag=True, help="Give a banned decision to one seat alone.")
@opt.players_option
@opt.games_option(None, f"Games in each arm.  [default: {SHARED_GAMES} / players]")
@opt.agent_option
@opt.course_options
@opt.arms_out_option
@opt.force_option
@opt.playing_options
@gathered(setup=Setup, course=Course, telling=Telling)
def value_command(
    *,
    game: str,
    of: str,
    give: bool,
    setup: Setup,
    course: Course,
    telling: Telling,
    out: str | None,
    force: bool,
) -> int:
    """Say what a decision, card or bonus is worth, in wins and points."""
    write = opt.arms_writer(out, ARMS, force=force, quiet=telling.quiet)
    show = partial(_show, course=course, telling=telling, write=write)
    watched = course.fail_if is not None and PRICE not in course.fail_if.path
    with (
        keeping(Value, show),
        setup.rules() as rules,
        progress_bar(game, quiet=telling.quiet) as progress,
    ):
        play = partial(
            value,
            game,
            of=read_settings([of], "--of") if "=" in of else of,
            give=give,
            rules=rules,
            **setup.arguments(),
        )
        course.check(value_record, play)
        found = play(**course.arguments(value_record, watched=watched), progress=progress)
    return show(found)


def value_record(found: Value) -> dict[str, object]:
    """Return the JSON object of a value; what is not known is null."""
    base, change = found.base, found.change
    prices = [price._asdict() for price in found.prices]
    unknown = {"points": None, "low": None, "high": None}
    order: list[dict[str, object]] = [
        {
            "place": row.place,
            "share": difference_record(row.share),
            "mean_score": difference_record(row.mean_score),
        }
        for row in found.order()
    ]
    record: dict[str, object] = {
        "schema": 1,
        "command": "value",
        "game": base.game,
        "players": base.players,
        "games": found.games,
        "seed": base.seed,
        "agents": list(base.agents),
        "rules": dict(base.rules),
        "account": account_record(base.account),
        "of": {"name": change.of, "kind": change.kind, "given": change.given},
        "changed": {
            "agents": [list(result.agents) for result in found.changed],
            "rules": dict(change.rules),
            "told": change.told(),
            "games": found.other,
            "accounts": [account_record(one) for one in found.changed_accounts(0)],
        },
        "mean_score": difference_record(found.mean_score),
        "order": order,
        "tried": [
            {
                "handicap": handicap,
                "left": [left._asdict() for left in found.tried[handicap]],
                "accounts": [account_record(one) for one in found.changed_accounts(handicap)],
            }
            for handicap in sorted(found.tried)
        ],
        "price_whole": found.whole,
    }
    if found.by_place:
        for row, price in zip(order, prices or [unknown] * len(order), strict=True):
            row[PRICE] = price
    else:
        record["share"] = difference_record(found.share)
        record[PRICE] = prices[0] if prices else unknown
    return {
        **record,
        "faults": found.faults,
        "seconds": round(found.seconds, 6),
        "threads": base.threads,
        "version": __version__,
        "reproduce": found.reproduce,
    }


def show_value(found: Value, verdict: Verdict, *, quiet: bool) -> None:
    """Write the tables of a value to stdout; the last line says how to reproduce it."""
    base = found.base
    show_wrapped(found.headline())
    show_wrapped(f"change: {found.change.told()}", "", "    ")
    agents = base.agents[0] if len(set(base.agents)) == 1 else ", ".join(base.agents)
    rules = told_rules(base.rules) or "all rules at their default"
    show_wrapped(f"base: {rules}; agents: {agents}", "", "    ")
    show_line()
    show_wrapped(_summary(found))
    show_line()
    for title, scale, field in (("Wins in %", 100, "share"), ("Mean score", 1, "mean_score")):
        _show_rows(found, title, scale, field)
    _show_price(found)
    _show_accounts(found)
    for note in [] if quiet else _notes(found):
        show_wrapped(note)
    for line in verdict.lines():
        show_wrapped(line)
    where, fault = found.fault or ("", None)
    show_faults(found.faults, fault, f" {where}")
    show_line(f"reproduce: {found.reproduce}  # undertow {__version__}")


def _show(
    found: Value,
    *,
    course: Course,
    telling: Telling,
    write: Callable[[Mapping[str, Result]], None],
) -> int:
    reached = precise(found, course.precision)
    code = course.judge(found, value_record, show_value, telling, reached=reached)
    write({"base": found.base, **_changed_arms(found)})
    return code


def _changed_arms(found: Value) -> dict[str, Result]:
    """Return the changed arms by their names in files."""
    if found.by_place:
        return {"changed": found.changed[0]}
    return {f"seat-{seat}": result for seat, result in enumerate(found.changed, 1)}


def _summary(found: Value) -> str:
    played = found.games * len(found.changed)
    if not found.other:
        none = f"No difference: the change alters none of the {counted(played, 'game')}."
        if found.by_place:
            return none
        return (
            f"{none} Either '{found.change.of}' is never on offer under these rules, or nothing "
            "else is where it is: then vary the rule values that it rests on."
        )
    each = "" if found.by_place else ", each game once for each seat that is changed"
    return f"{found.other:,} of {counted(played, 'changed game')} come out differently{each}."


def _show_rows(found: Value, title: str, scale: float, field: str) -> None:
    rows: list[tuple[str, Difference]] = [(str(r.place), getattr(r, field)) for r in found.order()]
    if not found.by_place or field == "mean_score":
        rows.insert(0, ("any", getattr(found, field)))
    who = "of all seats" if found.by_place else "of the changed seat"
    table = [(name, *cells(difference, scale, ".2f")) for name, difference in rows]
    show_table(f"{title} {who}, by place", HEADS, table)
    show_line()


def _show_price(found: Value) -> None:
    """Write the price, and the handicaps that it was found by."""
    if not found.prices:
        show_line("No price: no handicap was tried.")
        return
    if found.by_place:
        show_wrapped("Price: the handicap that gives one place, alone, the wins of the base again")
        for place, price in enumerate(found.prices, 1):
            show_line(f"    place {place}: {told_price(price)}")
    else:
        show_wrapped("Price: the handicap that gives the changed seat the wins of the base again")
        show_line(f"    {told_price(found.prices[0])}")
    if not found.whole:
        show_line("    The search for it was cut short.")
    show_line()
    places = [f"place {i + 1}" for i in range(len(found.prices))]
    heads = ("handicap", *(places if found.by_place else ["left", INTERVAL]))
    rows = [
        (f"{points:+d}" if points else "0", *_left(found.tried[points]))
        for points in sorted(found.tried)
    ]
    show_table("Difference left, in % of wins", heads, rows)
    show_line()


def _show_accounts(found: Value) -> None:
    """Write how the games of all arms came out."""
    kinds = ("games", "sole", "shared", "capped", "faults")
    rows = [(name, *(f"{n:,}" for n in one[: len(kinds)])) for name, one in found.accounts()]
    show_table("Games by how they came out", ("", *kinds), rows)
    show_line()


def _left(row: Sequence[Left]) -> tuple[str, ...]:
    if len(row) > 1:
        return tuple(f"{100 * left.difference:+.2f}" for left in row)
    return (
        f"{100 * row[0].difference:+.2f}",
        f"{100 * row[0].low:+.2f} to {100 * row[0].high:+.2f}",
    )


def _notes(found: Value) -> list[str]:
    base, change = found.base, found.change
    text = games.find(base.game).components[HANDICAP].text
    whose = (
        "A handicap is handed to one place at a time, in games of its own."
        if found.by_place
        else "Every game is played once for each changed seat, so that no place is favoured. A "
        "banned decision is still taken where nothing else is legal."
    )
    return [
        f"Differences are changed less base, game by game with the same luck, by place in "
        f"turn order (1 = start player). {whose}",
        f"Price: whole handicaps are tried ({HANDICAP}: {text.rstrip('.')}) and neighbours joined "
        "by a straight line: 4.3 stands for 5 in 30 % of games, else 4. Its interval holds the "
        "handicaps at which the difference left may be 0. These agents set the price: they know "
        f"every handicap, and play for and against it. {base.intervals.told()}",
        *agent_notes(base.agents),
        evidence_note(base.game, told_rules(_varied(base.rules, change.rules))),
    ]


def _varied(base: Mapping[str, object], changed: Mapping[str, object]) -> dict[str, object]:
    return {**base, **changed}
