"""The commands that answer a question by playing: ``run``, ``compare``, ``plan``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import partial

import click

from undertow import games as all_games
from undertow.cli import options as opt
from undertow.cli.command import Command, keeping
from undertow.cli.compare import compare_record, show_compare
from undertow.cli.conditions import Condition
from undertow.cli.exits import FAILED, FINE
from undertow.cli.plan import show_plans, show_plans_json
from undertow.cli.run import run_record, show_run
from undertow.cli.screen import progress_bar, show_message
from undertow.cli.verdict import judged
from undertow.errors import InputValueError
from undertow.playing.cluster import cluster
from undertow.rows.results import Result
from undertow.rules.rulefile import read_settings
from undertow.studies import comparison
from undertow.studies.comparison import Comparison, compare
from undertow.studies.planning import plan
from undertow.studies.simulation import precise, simulate
from undertow.studies.watching import DEFAULT_GAMES
from undertow.wording import counted


@click.command("run", cls=Command)
@opt.game_argument
@opt.players_option
@opt.games_option(None, f"Games to play.  [default: {DEFAULT_GAMES}]")
@opt.agent_option
@opt.course_options
@opt.out_option
@opt.force_option
@opt.resume_option
@opt.shard_option
@opt.scheduler_option
@opt.playing_options
def run_command(
    *,
    game: str,
    players: int | None,
    games: int | None,
    agents: tuple[str, ...],
    seed: int | None,
    rule_files: tuple[str, ...],
    settings: tuple[str, ...],
    precision: float | None,
    max_games: int | None,
    time: float | None,
    fail_if: Condition | None,
    threads: int | None,
    out: str | None,
    force: bool,
    resume: bool,
    shard: str | None,
    scheduler: str | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Play a batch of GAME: who wins, how long it takes, how it ends."""
    if force and out is None:
        raise InputValueError("--force replaces the file of -o; no file is named")
    if force and resume:
        raise InputValueError("give --force, which deletes a run, or --resume; not both")
    judge = partial(judged, fail_if=fail_if, timed=time is not None, as_json=as_json, quiet=quiet)
    show = partial(_show_run, precision=precision, judge=judge)
    with (
        keeping(Result, show),
        opt.chosen_rules(rule_files, settings) as rules,
        nullcontext() if scheduler is None else cluster(scheduler) as executor,
        progress_bar(game, quiet=quiet) as progress,
    ):
        play = partial(
            simulate,
            game,
            players=players,
            agents=opt.chosen_agents(agents),
            seed=seed,
            rules=rules or None,
            threads=threads,
        )
        if fail_if is not None:
            fail_if.find(run_record(play(games=1)))  # a path that leads nowhere fails now
        result = play(
            games=games,
            precision=precision,
            max_games=max_games,
            time=time,
            until=opt.until(fail_if, run_record) if games is None else None,
            executor=executor,
            progress=progress,
            out=out,
            force=force,
            resume=resume,
            shard=shard,
        )
    code = show(result)
    if out is not None and not quiet:
        show_message(f"{counted(result.games, 'row')} written to {out!r}")
    return code


def _show_run(result: Result, *, precision: float | None, judge: Callable[..., int]) -> int:
    reached = precise(result, precision)
    return judge(result, run_record, show_run, precision=precision, reached=reached)


@click.command("compare", cls=Command)
@opt.game_argument
@opt.players_option
@opt.games_option(None, f"Games in each arm.  [default: {DEFAULT_GAMES}]")
@opt.agent_option
@opt.variant_agent_option
@opt.seed_option
@opt.settings_option("--base", "both", "A rule value of both arms, after --rules")
@opt.settings_option("--set", "settings", "A rule value of the variant")
@opt.rules_option
@opt.course_options
@opt.arms_out_option
@opt.force_option
@opt.threads_option
@opt.json_option
@opt.quiet_option
def compare_command(
    *,
    game: str,
    players: int | None,
    games: int | None,
    agents: tuple[str, ...],
    variant_agents: tuple[str, ...],
    seed: int | None,
    both: tuple[str, ...],
    rule_files: tuple[str, ...],
    settings: tuple[str, ...],
    precision: float | None,
    max_games: int | None,
    time: float | None,
    fail_if: Condition | None,
    threads: int | None,
    out: str | None,
    force: bool,
    as_json: bool,
    quiet: bool,
) -> int:
    """Play GAME with and without a rule change, paired game by game."""
    judge = partial(judged, fail_if=fail_if, timed=time is not None, as_json=as_json, quiet=quiet)
    write = opt.arms_writer(out, ("base", "variant"), force=force, quiet=quiet)
    show = partial(_show_compare, precision=precision, judge=judge, write=write)
    with (
        keeping(Comparison, show),
        opt.chosen_rules(rule_files, both, "--base") as base,
        progress_bar(game, quiet=quiet) as progress,
    ):
        play = partial(
            compare,
            game,
            players=players,
            variant=read_settings(settings),
            base=base,
            agents=opt.chosen_agents(agents),
            variant_agents=opt.chosen_agents(variant_agents) if variant_agents else None,
            seed=seed,
            threads=threads,
        )
        if fail_if is not None:
            fail_if.find(compare_record(play(games=1)))  # a path that leads nowhere fails now
        found = play(
            games=games,
            precision=precision,
            max_games=max_games,
            time=time,
            until=opt.until(fail_if, compare_record) if games is None else None,
            progress=progress,
        )
    return show(found)


def _show_compare(
    found: Comparison,
    *,
    precision: float | None,
    judge: Callable[..., int],
    write: Callable[[Mapping[str, Result]], None],
) -> int:
    reached = comparison.precise(found, precision)
    code = judge(found, compare_record, show_compare, precision=precision, reached=reached)
    write({"base": found.base, "variant": found.variant})
    return code


@click.command("plan", cls=Command)
@click.argument("game", required=False)
@click.option(
    "--width",
    type=opt.real,
    metavar="W",
    required=True,
    help="Width of the interval of each win share, end to end, as 0.01.",
)
@opt.players_option
@opt.agent_option
@opt.playing_options
def plan_command(
    *,
    game: str | None,
    width: float,
    players: int | None,
    agents: tuple[str, ...],
    seed: int | None,
    rule_files: tuple[str, ...],
    settings: tuple[str, ...],
    threads: int | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Say how many games a width needs, and how long they take here."""
    if game is None and (rule_files or settings):
        raise InputValueError("--set and --rules are for one game: undertow plan GAME")
    with opt.chosen_rules(rule_files, settings) as rules:
        plans = [
            plan(
                name,
                width=width,
                players=players,
                agents=opt.chosen_agents(agents),
                seed=seed,
                rules=rules,
                threads=threads,
            )
            for name in ([game] if game else all_games.names())
        ]
    if as_json:
        show_plans_json(plans)
    else:
        show_plans(plans, quiet=quiet)
    return FAILED if any(plan.pilot.faults for plan in plans) else FINE
