"""The commands that answer a question by playing: ``run``, ``compare``, ``plan``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import partial

import click

from undertow import games as all_games
from undertow.cli import options as opt
from undertow.cli.asked import Course, Setup, Telling, gathered
from undertow.cli.command import Command, keeping
from undertow.cli.compare import compare_record, show_compare
from undertow.cli.exits import FAILED, FINE
from undertow.cli.plan import show_plans, show_plans_json
from undertow.cli.run import run_record, show_run
from undertow.cli.screen import progress_bar, show_message
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
@gathered(setup=Setup, course=Course, telling=Telling)
def run_command(
    *,
    game: str,
    setup: Setup,
    course: Course,
    telling: Telling,
    out: str | None,
    force: bool,
    resume: bool,
    shard: str | None,
    scheduler: str | None,
) -> int:
    """Play a batch of GAME: who wins, how long it takes, how it ends."""
    if force and out is None:
        raise InputValueError("--force replaces the file of -o; no file is named")
    if force and resume:
        raise InputValueError("give --force, which deletes a run, or --resume; not both")
    show = partial(_show_run, course=course, telling=telling)
    with (
        keeping(Result, show),
        setup.rules() as rules,
        nullcontext() if scheduler is None else cluster(scheduler) as executor,
        progress_bar(game, quiet=telling.quiet) as progress,
    ):
        play = partial(simulate, game, rules=rules or None, **setup.arguments())
        course.check(run_record, play)
        result = play(
            **course.arguments(run_record),
            executor=executor,
            progress=progress,
            out=out,
            force=force,
            resume=resume,
            shard=shard,
        )
    code = show(result)
    if out is not None and not telling.quiet:
        show_message(f"{counted(result.games, 'row')} written to {out!r}")
    return code


def _show_run(result: Result, *, course: Course, telling: Telling) -> int:
    reached = precise(result, course.precision)
    return course.judge(result, run_record, show_run, telling, reached=reached)


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
@gathered(setup=Setup, course=Course, telling=Telling)
def compare_command(
    *,
    game: str,
    setup: Setup,
    course: Course,
    telling: Telling,
    variant_agents: tuple[str, ...],
    both: tuple[str, ...],
    out: str | None,
    force: bool,
) -> int:
    """Play GAME with and without a rule change, paired game by game."""
    write = opt.arms_writer(out, ("base", "variant"), force=force, quiet=telling.quiet)
    show = partial(_show_compare, course=course, telling=telling, write=write)
    with (
        keeping(Comparison, show),
        opt.chosen_rules(setup.rule_files, both, "--base") as base,
        progress_bar(game, quiet=telling.quiet) as progress,
    ):
        play = partial(
            compare,
            game,
            variant=read_settings(setup.settings),
            base=base,
            variant_agents=opt.chosen_agents(variant_agents),
            **setup.arguments(),
        )
        course.check(compare_record, play)
        found = play(**course.arguments(compare_record), progress=progress)
    return show(found)


def _show_compare(
    found: Comparison,
    *,
    course: Course,
    telling: Telling,
    write: Callable[[Mapping[str, Result]], None],
) -> int:
    reached = comparison.precise(found, course.precision)
    code = course.judge(found, compare_record, show_compare, telling, reached=reached)
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
@gathered(setup=Setup)
def plan_command(
    *,
    game: str | None,
    width: float,
    setup: Setup,
    as_json: bool,
    quiet: bool,
) -> int:
    """Say how many games a width needs, and how long they take here."""
    if game is None and (setup.rule_files or setup.settings):
        raise InputValueError("--set and --rules are for one game: undertow plan GAME")
    with setup.rules() as rules:
        plans = [
            plan(name, width=width, rules=rules, **setup.arguments())
            for name in ([game] if game else all_games.names())
        ]
    if as_json:
        show_plans_json(plans)
    else:
        show_plans(plans, quiet=quiet)
    return FAILED if any(plan.pilot.faults for plan in plans) else FINE
