"""What commands take. Values are checked by the Python interface, so that both say the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from undertow.cli.conditions import Condition, read_condition
from undertow.cli.screen import show_message
from undertow.dice import REQUIREMENTS
from undertow.errors import InputError, InputValueError, shown
from undertow.rows.results import Result
from undertow.rules.rulefile import read_rules, read_settings
from undertow.storage.arm_files import arm_paths, write_arms

F = TypeVar("F", bound=Callable[..., Any])

_REAL = re.compile(r"[+-]?\d{0,30}\.?\d{1,30}(?:e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)
_DURATION = re.compile(r"(\d{1,30}(?:\.\d{1,30})?)([smh]?)", re.ASCII)
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}
_WHOLE = re.compile(r"[+-]?\d{1,60}(?:_\d{1,60})*", re.ASCII)


def number(value: object) -> object:
    """Return the int that a text spells, or the text itself: the later check names the range."""
    text = str(value)
    return int(text) if _WHOLE.fullmatch(text.strip()) else text


def values(text: str) -> list[object]:
    """Return the numbers of a list such as 3,5; what is none stays text for the later check."""
    return [number(word) for word in re.split(r"[,\s]+", text) if word]


def real(value: object) -> object:
    """Return the number that a text spells, or the text itself: the later check names the range."""
    text = str(value)
    return float(text) if _REAL.fullmatch(text.strip()) else text


def duration(value: object) -> object:
    """Return the seconds that a text spells, as 90, 90s, 10m or 2h, or the text itself."""
    found = _DURATION.fullmatch(str(value).strip())
    return float(found[1]) * _SECONDS[found[2]] if found else str(value)


def condition(context: click.Context, option: click.Parameter, text: str | None) -> object:
    """Return the condition that a text spells, if there is one."""
    return None if text is None else read_condition(text)


game_argument = click.argument("game")
players_option = click.option(
    "-p",
    "--players",
    type=number,
    metavar="N",
    help="Players; the game's greatest number by default.",
)
agent_option = click.option(
    "-a",
    "--agent",
    "agents",
    metavar="AGENT",
    multiple=True,
    help="Once: every seat. Repeated: seat by seat. greedy if left out.",
)
seed_option = click.option(
    "--seed",
    type=number,
    metavar="N",
    help="Where all chance comes from; drawn and shown if left out.",
)
threads_option = click.option(
    "--threads",
    type=number,
    metavar="N",
    help="Threads; one per processor by default, four at most.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object instead.")
quiet_option = click.option(
    "-q", "--quiet", is_flag=True, help="The result alone: no progress bar, no explanations."
)

out_option = click.option(
    "-o",
    "--out",
    metavar="NAME",
    help="One row a game: a file .parquet, .csv or .jsonl; any other name is a run folder.",
)
force_option = click.option(
    "--force", is_flag=True, help="Replace a file or run that is there already."
)
resume_option = click.option(
    "--resume", is_flag=True, help="Play what is missing of the run in the folder of -o."
)
shard_option = click.option(
    "--shard", metavar="I/K", help="Play the I-th of K parts of the games alone; 'merge' joins."
)
scheduler_option = click.option(
    "--scheduler", metavar="ADDRESS", help="Play on the workers of a Dask scheduler."
)
arms_out_option = click.option(
    "-o",
    "--out",
    metavar="FILE",
    help="One row a game, a file for each arm: NAME.parquet makes NAME.base.parquet and others.",
)


_DICE_OPTIONS = (
    click.option(
        "--need",
        "needs",
        metavar="NAME",
        multiple=True,
        help=f"{', '.join(REQUIREMENTS)}. Repeated: one of them will do.",
    ),
    click.option(
        "--coral",
        "corals",
        type=number,
        metavar="N",
        multiple=True,
        help="Coral to claim, 3 to 10. Repeated: one up to 6 and one from 7 on.",
    ),
    click.option("-n", "--dice", metavar="N|A-B", help="Dice rolled, up to 24; 1-8 by default."),
    click.option("--stored", type=values, metavar="V,V", default="", help="Dice stored before."),
    click.option(
        "--strength", type=number, metavar="N", help="Dice of a roll that may be used; else all."
    ),
    click.option(
        "--roll", type=values, metavar="V,V", help="Dice at hand: which to store for the next -n?"
    ),
    click.option("--room", type=number, metavar="N", help="Dice that can be stored, for --roll."),
)


variant_agent_option = click.option(
    "--variant-agent",
    "variant_agents",
    metavar="AGENT",
    multiple=True,
    help="Who plays the variant, as -a; the same agents by default.",
)
rules_option = click.option(
    "--rules",
    "rule_files",
    metavar="FILE.toml",
    multiple=True,
    help="Rule values from a file; 'undertow rules GAME --toml' writes one.",
)


def settings_option(option: str, name: str, what: str) -> Callable[[F], F]:
    """Return an option that takes rule values, ``KEY=VALUE``, under a parameter's name."""
    return click.option(
        option, name, metavar="KEY=VALUE", multiple=True, help=f"{what}; may be repeated."
    )


def rule_options(command: F) -> F:
    """Add ``--set`` and ``--rules``."""
    command = rules_option(command)
    return settings_option("--set", "settings", "A rule value, after --rules")(command)


def course_options(command: F) -> F:
    """Add what lets the number of games depend on what is seen."""
    for option in (
        click.option(
            "--fail-if",
            callback=condition,
            metavar="EXPR",
            help="PATH OP NUMBER over the JSON object; exit 3 if true, 4 if not decided.",
        ),
        click.option(
            "--time", type=duration, metavar="T", help="Play no longer: seconds, 10m or 2h."
        ),
        click.option("--max-games", type=number, metavar="N", help="Play no more games."),
        click.option(
            "--precision",
            type=real,
            metavar="W",
            help="Play until the interval of each share is so narrow, as 0.01.",
        ),
    ):
        command = option(command)
    return command


def dice_options(command: F) -> F:
    """Add what ``dice`` takes: what is wanted, of how many dice, beside which."""
    for option in reversed(_DICE_OPTIONS):
        command = option(command)
    return command


def games_option(default: int | None, meaning: str) -> Callable[[F], F]:
    """Return ``-n``."""
    return click.option(
        "-n",
        "--games",
        type=number,
        metavar="N",
        default=default,
        show_default=True,
        help=meaning,
    )


def playing_options(command: F) -> F:
    """Add what all commands take that play games anew: seed, rules, threads and how to show."""
    for option in (quiet_option, json_option, threads_option, rule_options, seed_option):
        command = option(command)
    return command


@contextmanager
def chosen_rules(
    rule_files: Sequence[str], settings: Sequence[str], option: str = "--set"
) -> Iterator[dict[str, object]]:
    """Yield the rule values of the file with those of ``--set``, or another option, on top.

    An error about values of the file then names the file.
    """
    if len(rule_files) > 1:
        raise InputValueError(f"--rules takes one rule file, not {len(rule_files)}")
    from_file = read_rules(rule_files[0]) if rule_files else {}
    set_here = read_settings(settings, option)
    try:
        yield {**from_file, **set_here}
    except InputError as error:
        wrong = set(error.rules)
        if not wrong & (from_file.keys() - set_here.keys()):
            raise
        beside = f" and {option}" if wrong & set_here.keys() else ""
        raise type(error)(f"rule file {shown(rule_files[0])}{beside}: {error}") from None


def arms_writer(
    out: str | None, arms: Sequence[str], *, force: bool, quiet: bool
) -> Callable[[Mapping[str, Result]], None]:
    """Return what writes the rows of arms to the files of ``-o``; refuse wrong ones at once."""
    if force and out is None:
        raise InputValueError("--force replaces the file of -o; no file is named")
    paths = {} if out is None else arm_paths(out, arms, force=force)

    def write(results: Mapping[str, Result]) -> None:
        if not paths:
            return
        write_arms(paths, results, force=force)
        if not quiet:
            names = ", ".join(shown(str(paths[arm])) for arm in results)
            show_message(f"rows written to {names}")

    return write


def chosen_agents(agents: Sequence[str]) -> str | list[str] | None:
    """Return one agent for every seat, the list of several, or None for the game's default."""
    if len(agents) > 1:
        return list(agents)
    return agents[0] if agents else None


@dataclass(frozen=True)
class Until:
    """Whether a condition is decided by what was seen so far.

    Attributes
    ----------
    condition : Condition
    record : callable
        What was seen, to the JSON object that the condition is about.
    """

    condition: Condition
    record: Callable[[Any], Mapping[str, object]]

    @property
    def options(self) -> tuple[str, ...]:
        """The command's options that ask this again."""
        return self.condition.options

    def __call__(self, seen: object) -> bool:
        """Return whether it is decided."""
        finding = self.condition.find(self.record(seen))
        return finding.verdict is not None and finding.low is not None


def until(
    condition: Condition | None, record: Callable[[Any], Mapping[str, object]]
) -> Until | None:
    """Return what a watched batch waits for, if a condition was given."""
    return None if condition is None else Until(condition, record)
