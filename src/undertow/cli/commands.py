"""The commands and what they take."""

from __future__ import annotations

from functools import partial

import click

from undertow import __version__, games
from undertow.cli import options as opt
from undertow.cli.asked import Setup, gathered
from undertow.cli.bench import show_bench
from undertow.cli.command import Command, keeping
from undertow.cli.dice import Wanted, show_best_stored, show_odds
from undertow.cli.doctor import show_doctor
from undertow.cli.exits import FAILED, FINE
from undertow.cli.ladder import show_ladder, show_ladder_json
from undertow.cli.listings import show_agents, show_games, show_rules
from undertow.cli.merge import merge_command
from undertow.cli.questions import compare_command, plan_command, run_command
from undertow.cli.replay import from_file, from_seed, is_file, show_replay, show_replay_json
from undertow.cli.report import report_command
from undertow.cli.screen import progress_bar
from undertow.cli.sweep import sweep_command
from undertow.cli.tournament import show_tournament, show_tournament_json
from undertow.cli.value import value_command
from undertow.errors import InputValueError, unknown
from undertow.game import load
from undertow.studies.ladders import AGENT as CLIMBER
from undertow.studies.ladders import BUDGETS, PARAMETER, Ladder, ladder
from undertow.studies.ladders import GAMES as LADDER_GAMES
from undertow.studies.tournaments import Tournament, tournament
from undertow.studies.watching import DEFAULT_GAMES

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Commands(click.Group):
    """The group of all commands; it lists them itself and names the nearest to a wrong one."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names."""
        if args[0].startswith("-") or args[0] in self.commands:
            return super().resolve_command(ctx, args)
        raise unknown("command", args[0], self.commands)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the short help: three commands that run as they are, then all of them."""
        game = games.names()[0]
        formatter.write("Balance questions about board games, answered by playing them.\n")
        with formatter.section("Try"):
            formatter.write_dl(
                [
                    (f"undertow run {game} -n 10000", "who wins, with intervals"),
                    (f"undertow rules {game}", "every rule and component value"),
                    (f"undertow replay {game} --seed 7 0", "one game in words"),
                ],
                col_max=44,
            )
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, command.get_short_help_str(80)) for name, command in self.commands.items()]
            )
        formatter.write("\n'undertow COMMAND -h' shows what a command takes.\n")


@click.group(cls=Commands, invoke_without_command=True, context_settings=SETTINGS)
@click.version_option(__version__, message="undertow %(version)s")
@click.pass_context
def undertow(context: click.Context) -> None:
    """Balance questions about board games, answered by playing them."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@undertow.command("games")
@opt.json_option
@opt.quiet_option
def games_command(*, as_json: bool, quiet: bool) -> None:
    """List the games with player counts and variants."""
    show_games(as_json=as_json, quiet=quiet)


@undertow.command("rules")
@opt.game_argument
@click.option("--toml", "as_toml", is_flag=True, help="Write a commented rule file instead.")
@opt.json_option
@opt.quiet_option
def rules_command(*, game: str, as_toml: bool, as_json: bool, quiet: bool) -> None:
    """Show each rule of GAME with default, range and evidence."""
    if as_toml and as_json:
        raise InputValueError("rules takes --toml or --json, not both")
    show_rules(games.find(game), as_toml=as_toml, as_json=as_json, quiet=quiet)


@undertow.command("agents")
@click.argument("game", required=False)
@opt.json_option
@opt.quiet_option
def agents_command(*, game: str | None, as_json: bool, quiet: bool) -> None:
    """List the agents, their parameters and what they see."""
    found = None if game is None else games.find(game)
    show_agents(found, as_json=as_json, quiet=quiet)


undertow.add_command(run_command)
undertow.add_command(compare_command)
undertow.add_command(sweep_command)
undertow.add_command(value_command)
undertow.add_command(plan_command)


@undertow.command("tournament")
@opt.game_argument
@opt.players_option
@opt.games_option(DEFAULT_GAMES, "Games at most: whole deals, each played in every seating.")
@click.option(
    "-a", "--agent", "agents", metavar="AGENT", multiple=True, help="Give two agents or more."
)
@opt.playing_options
@gathered(setup=Setup)
def tournament_command(
    *,
    game: str,
    setup: Setup,
    games: int,
    as_json: bool,
    quiet: bool,
) -> int:
    """Play agents of GAME against each other: win shares, ratings."""
    show = show_tournament_json if as_json else partial(show_tournament, quiet=quiet)
    with (
        keeping(Tournament, show),
        setup.rules() as rules,
        progress_bar(game, quiet=quiet) as progress,
    ):
        asked = {**setup.arguments(), "agents": setup.agents}
        result = tournament(game, games=games, rules=rules, progress=progress, **asked)
    show(result)
    return FAILED if result.faults else FINE


@undertow.command("ladder")
@opt.game_argument
@opt.players_option
@opt.games_option(
    LADDER_GAMES, "Games at most at each step: whole deals, each played in every seating."
)
@click.option(
    "-a",
    "--agent",
    metavar="AGENT",
    default=CLIMBER,
    show_default=True,
    help="Who climbs, without its budget.",
)
@click.option(
    "--budgets",
    type=opt.values,
    metavar="A,B,…",
    default=",".join(map(str, BUDGETS)),
    show_default=True,
    help="Rising whole numbers; neighbours play each other.",
)
@click.option(
    "--parameter",
    metavar="NAME",
    default=PARAMETER,
    show_default=True,
    help="The agent's parameter that takes the budget.",
)
@opt.playing_options
@gathered(setup=Setup)
def ladder_command(
    *,
    game: str,
    setup: Setup,
    games: int,
    agent: str,
    budgets: list[int],
    parameter: str,
    as_json: bool,
    quiet: bool,
) -> int:
    """Play an agent of GAME against itself at rising budgets."""
    show = show_ladder_json if as_json else partial(show_ladder, quiet=quiet)
    with (
        keeping(Ladder, show),
        setup.rules() as rules,
        progress_bar(game, quiet=quiet) as progress,
    ):
        result = ladder(
            game,
            agent=agent,
            budgets=budgets,
            parameter=parameter,
            players=setup.players,
            games=games,
            seed=setup.seed,
            rules=rules,
            threads=setup.threads,
            progress=progress,
        )
    show(result)
    return FAILED if result.faults else FINE


@undertow.command("dice")
@opt.dice_options
@opt.json_option
@opt.quiet_option
def dice_command(
    *,
    needs: tuple[str, ...],
    corals: tuple[int, ...],
    dice: str | None,
    stored: list[int],
    strength: int | None,
    roll: list[int] | None,
    room: int | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Show exact odds that dice meet a requirement; what to store."""
    wanted = Wanted(needs, corals, stored, strength)
    if roll is not None:
        show_best_stored(wanted, dice, roll, room, as_json=as_json, quiet=quiet)
        return
    if room is not None:
        raise InputValueError("--room goes with --roll, the dice of which some are to be stored")
    show_odds(wanted, dice, as_json=as_json, quiet=quiet)


@undertow.command("replay")
@click.argument("game", metavar="GAME|FILE|FOLDER")
@click.argument("index", type=opt.number, metavar="INDEX")
@opt.players_option
@opt.agent_option
@click.option(
    "--seed",
    type=opt.number,
    metavar="N",
    help="The seed of the run that the game is from; needed with GAME.",
)
@opt.rule_options
@opt.json_option
@opt.quiet_option
def replay_command(
    *,
    game: str,
    index: int,
    players: int | None,
    agents: tuple[str, ...],
    seed: int | None,
    rule_files: tuple[str, ...],
    settings: tuple[str, ...],
    as_json: bool,
    quiet: bool,
) -> None:
    """Tell game INDEX (from 0) of GAME, or of a run's rows, in words."""
    if is_file(game):
        told = {"-p": players, "-a": agents, "--seed": seed, "--set": settings}
        again = from_file(game, index, {**told, "--rules": rule_files})
    else:
        with opt.chosen_rules(rule_files, settings) as rules:
            loaded = load(game, players=players, rules=rules)
        again = from_seed(loaded, opt.chosen_agents(agents), seed, index)
    if as_json:
        show_replay_json(again)
    else:
        show_replay(again, quiet=quiet)


undertow.add_command(report_command)
undertow.add_command(merge_command)


@undertow.command("bench")
@click.option(
    "-n",
    "--games",
    type=opt.number,
    metavar="N",
    help="Games of a measurement; as many as it needs by default.",
)
@click.option(
    "--compare", is_flag=True, help="Time OpenSpiel, RLCard and Catanatron too, where installed."
)
@opt.threads_option
@opt.json_option
@opt.quiet_option
def bench_command(
    *, games: int | None, compare: bool, threads: int | None, as_json: bool, quiet: bool
) -> None:
    """Measure throughput on this machine."""
    show_bench(games, threads, compare=compare, as_json=as_json, quiet=quiet)


@undertow.command("doctor")
@opt.json_option
@opt.quiet_option
def doctor_command(*, as_json: bool, quiet: bool) -> int:
    """Show versions and build; check that threads change no row."""
    return FINE if show_doctor(as_json=as_json, quiet=quiet) else FAILED
