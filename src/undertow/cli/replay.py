"""``undertow replay``: one game in words, played again from its seed and number."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from undertow import __version__, games
from undertow.cli.screen import show_json, show_line, show_wrapped
from undertow.errors import InputError, InputValueError, ResultFileError, listed, whole
from undertow.game import LoadedGame, Standing
from undertow.players.agents import seat_agents
from undertow.rows.records import SHARED_ENDINGS
from undertow.seeds import seed_text
from undertow.storage.files import checked_path
from undertow.storage.formats import WRITERS
from undertow.storage.publishing import named
from undertow.storage.reading import stored_rows
from undertow.storage.stored import StoredRows
from undertow.wording import counted
from undertow_kernels.core.game import Ending
from undertow_kernels.core.playout import Match


@dataclass(frozen=True)
class Step:
    """One move and what came of it; seats count from 1, a forced move had no alternative."""

    round: int
    seat: int
    forced: bool
    text: str
    events: list[str]


class Game(NamedTuple):
    """A game about to be played again."""

    loaded: LoadedGame
    match: Match
    seed: int | np.random.SeedSequence
    agents: tuple[str, ...]


def is_file(text: str) -> bool:
    """Return whether a text names a result file rather than a game."""
    if text in games.names():
        return False
    return Path(text).suffix in WRITERS or os.sep in text or os.path.exists(text)


def from_seed(loaded: LoadedGame, agents: object, seed: int | None, index: int) -> Game:
    """Return game ``index`` of a seed.

    Raises
    ------
    InputValueError, InputTypeError
        There is no seed, or an argument is not allowed.
    """
    if seed is None:
        raise InputValueError("replay needs --seed; see 'undertow replay -h'")
    seated = seat_agents(agents, loaded)
    match = loaded.match(seed, index, seated)
    return Game(loaded, match, seed, tuple(agent.text for agent in seated))


def from_file(path: str, index: int, given: Mapping[str, object]) -> Game:
    """Return game ``index`` of a result file or run folder.

    Parameters
    ----------
    path : str
    index : int
    given : Mapping
        Options by name, with what they were given: here they may not say anything.

    Raises
    ------
    InputValueError, InputTypeError
        An option says what the file says, or the file has no such game.
    ResultFileError
        The file cannot be used, or its game comes out otherwise here.
    """
    said = [option for option, value in given.items() if value not in (None, ())]
    if said:
        raise InputValueError(f"replay FILE takes no {listed(said)}: the file says it")
    file = stored_rows(checked_path(path))
    origin = file.provenance
    index = whole("index", index, origin.first, origin.last)
    try:
        seated = seat_agents(list(origin.agents), file.loaded)
    except InputError as error:
        raise ResultFileError(f"{named(file.path)}: its agents are not here: {error}") from None
    match = file.loaded.match(origin.seed_given, index, seated)
    _check_same(file, match.copy())
    return Game(file.loaded, match, origin.seed_given, tuple(origin.agents))


def _check_same(file: StoredRows, match: Match) -> None:
    """Play a game to its end and check that it is the one in the file."""
    match.play_on()
    result, columns = file.row(match.index)
    own = columns.view(np.uint8)[: match.columns().size]  # without metrics
    if (match.result().tobytes(), match.columns().tobytes()) != (
        result.tobytes(),
        own.tobytes(),
    ):
        raise ResultFileError(
            f"{named(file.path)}: game {match.index} comes out otherwise now; "
            "was an agent's file changed?"
        )


def steps(loaded: LoadedGame, match: Match) -> Iterator[Step]:
    """Play a match to its end with the random agent, one move after another."""
    game = loaded.game
    while match.actor >= 0:
        round_, seat = match.round, match.actor + 1
        legal = match.legal()
        forced = len(legal) == 1
        played = legal[0 if forced else match.choose()]
        before = match.state.view(game.state)[0].copy()
        match.step(played)
        after, move = match.state.view(game.state)[0], played.view(game.move)[0]
        events = game.words.event(before, move, after, loaded.rules.values)
        yield Step(round_, seat, forced, loaded.describe(move), events)


def show_replay(game: Game, *, quiet: bool) -> None:
    """Write one game in words; quiet, its end alone."""
    loaded, match = game.loaded, game.match
    if quiet:
        match.play_on()
    show_line(
        f"{loaded.game.title}: {counted(loaded.players, 'player')}, seed {seed_text(game.seed)}, "
        f"game {match.index} (from 0)"
    )
    current = -1
    for step in steps(loaded, match):
        if step.round != current:
            current = step.round
            show_line()
            show_line(f"Round {current}" if current else "Set-up")
        mark = " (forced)" if step.forced else ""
        show_wrapped(f"seat {step.seat}: {step.text}{mark}", "  ", "      ")
        for event in step.events:
            show_wrapped(event, "      ", "        ")
    show_line()
    _show_end(loaded, match)


def show_replay_json(game: Game) -> None:
    """Write one game as a JSON object."""
    loaded, match, seed = game.loaded, game.match, game.seed
    played = [vars(step) for step in steps(loaded, match)]
    result = match.result()[0]
    standing = _standing(loaded, match)
    show_json(
        {
            "schema": 1,
            "command": "replay",
            "game": loaded.game.name,
            "players": loaded.players,
            "seed": seed if isinstance(seed, int) else seed_text(seed),
            "index": match.index,
            "agents": list(game.agents),
            "rules": dict(loaded.rules.changed),
            "start_player": int(result["first"]) + 1,
            "steps": played,
            "scores": result["score"][: loaded.players].tolist(),
            "sides": [int(side) + 1 for side in result["side"][: loaded.players]],
            "standing": standing.seats,
            "deciding": standing.rule,
            "winners": _winners(result, loaded.players),
            "ending": _ending(loaded, result),
            "rounds": int(result["rounds"]),
            "turns": int(result["turns"]),
            "decisions": int(result["decisions"]),
            "version": __version__,
        }
    )


def _show_end(loaded: LoadedGame, match: Match) -> None:
    result = match.result()[0]
    turns, rounds, decisions = (
        counted(int(result[f"{noun}s"]), noun) for noun in ("turn", "round", "decision")
    )
    ending = _ending(loaded, result).replace("_", " ")
    show_line(f"End after {turns} in {rounds} ({decisions}): {ending}")
    standing = _standing(loaded, match)
    for seat in range(loaded.players):
        told = [counted(int(result["score"][seat]), "point"), standing.seats[seat]]
        told += ["start player"] if seat == result["first"] else []
        show_wrapped(f"seat {seat + 1}: {', '.join(filter(None, told))}", "  ", "      ")
    if standing.rule and result["winners"]:
        show_wrapped(standing.rule, "  ", "      ")
    show_line(f"  {_verdict(result, loaded.players)}")


def _standing(loaded: LoadedGame, match: Match) -> Standing:
    """Return what decides beside points; empty phrases where nothing does."""
    if loaded.game.standing is None:
        return Standing([""] * loaded.players, "")
    return loaded.game.standing(match.state.view(loaded.game.state)[0], loaded.rules.values)


def _verdict(result: np.void, players: int) -> str:
    """Return who wins; only sides, not partners, share a win."""
    winners = _winners(result, players)
    if len(winners) < 2:
        return f"seat {winners[0]} wins" if winners else "nobody wins"
    sides = {int(result["side"][seat - 1]) for seat in winners}
    how = "win together" if len(sides) == 1 else "share the win"
    return f"seats {', '.join(map(str, winners))} {how}"


def _winners(result: np.void, players: int) -> list[int]:
    return [seat + 1 for seat in range(players) if int(result["winners"]) >> seat & 1]


def _ending(loaded: LoadedGame, result: np.void) -> str:
    code = int(result["ending"])
    if code >= Ending.FIRST_OWN:
        return loaded.game.endings[code - Ending.FIRST_OWN]
    return SHARED_ENDINGS[Ending(code)]
