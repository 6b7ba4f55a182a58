"""What answers rest on: who played and what they see, which values no source gives, what stayed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from undertow.game import load
from undertow.players.agents import told
from undertow.reporting.answers import AnyAnswer, Compare, Ladder, Sensitivity, Sweep, Value
from undertow.reporting.sources import Source
from undertow.rules.components import RECONSTRUCTED
from undertow.rules.rulefile import toml_value
from undertow.studies.varying import AGENT

TAGS = {"D": "derived", "P": "proposed"}


class Agent(NamedTuple):
    """An agent, how it chooses and what it sees."""

    name: str
    about: str


class Reconstructed(NamedTuple):
    """A rule value that no source gives."""

    key: str
    value: str
    varied: str  # what else it was in these results; empty if nothing
    tag: str
    text: str
    source: str


class Evidence(NamedTuple):
    """What the answers about one game and number of players rest on."""

    title: str
    reconstructed: Sequence[Reconstructed]
    kept: Sequence[str]  # reconstructed values that were not varied
    others: Sequence[str]  # other values that were not
    rules: int


def agents_of(sources: Iterable[Source]) -> list[Agent]:
    """Return all agents that played, each once."""
    names = dict.fromkeys(name for source in sources for name in _agents(source.answer))
    return [Agent(name, told(name)) for name in names]


def evidence_of(sources: Sequence[Source]) -> list[Evidence]:
    """Return what the answers rest on, for each game and number of players."""
    groups: dict[tuple[str, int], list[Source]] = {}
    for source in sources:
        groups.setdefault((source.answer.game, source.answer.players), []).append(source)
    return [_evidence(group) for group in groups.values()]


def _evidence(sources: Sequence[Source]) -> Evidence:
    loaded = sources[0].loaded
    components = loaded.game.components
    plain = load(loaded.game.name, players=loaded.players).rules.values
    varied: dict[str, dict[str, None]] = {}
    for source in sources:
        for key, value in _played(source.answer):
            varied.setdefault(key, {})[value] = None
    values = [
        Reconstructed(
            key,
            toml_value(plain[key]),
            ", ".join(v for v in varied.get(key, ()) if v != toml_value(plain[key])),
            f"{component.tag}, {TAGS[component.tag]}",
            component.text,
            component.source,
        )
        for key, component in components.items()
        if component.tag in RECONSTRUCTED
    ]
    kept = [value.key for value in values if not value.varied]
    others = [
        key for key, c in components.items() if c.tag not in RECONSTRUCTED and key not in varied
    ]
    title = f"{loaded.game.title}, {loaded.players} players"
    return Evidence(title, values, kept, others, len(components))


def _agents(answer: AnyAnswer) -> list[str]:
    match answer:
        case Compare():
            return [*answer.base.agents, *answer.variant.agents]
        case Sweep():
            return [*answer.agents, *(name for cell in answer.cells for name in cell.agents)]
        case Value():
            return [*answer.agents, *(name for arm in answer.changed.agents for name in arm)]
        case Ladder():
            return [answer.agent]
    return answer.agents


def _played(answer: AnyAnswer) -> list[tuple[str, str]]:
    """Return the rules that any part of an answer sets, each with its value or values in words."""
    sets: list[Mapping[str, object]]
    ranges: list[tuple[str, str]] = []
    match answer:
        case Compare():
            sets = [answer.base.rules, answer.variant.rules]
        case Sweep():
            sets = [answer.rules, *(cell.settings for cell in answer.cells)]
        case Value():
            sets = [answer.rules, answer.changed.rules]
        case Sensitivity():
            sets = [answer.rules]
            ranges = [(factor.key, factor.told) for factor in answer.factors]
        case _:
            sets = [answer.rules]
    played = [(key, toml_value(value)) for rules in sets for key, value in rules.items()]
    return [pair for pair in [*played, *ranges] if pair[0].partition(".")[0] != AGENT]
