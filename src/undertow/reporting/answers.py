"""The JSON objects that commands write, read again: what of them a page shows.

Fields are named as in the results themselves, so that the same charts take both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Part = Annotated[float, Meta(ge=0, le=1)]
Gain = Annotated[float, Meta(ge=-1, le=1)]
Count = Annotated[int, Meta(ge=0)]
Amount = Annotated[float, Meta(ge=-1e9, le=1e9)]
Rules = dict[str, Any]


class Place(msgspec.Struct, frozen=True):
    """How a place in turn order, or a seat, did."""

    wins: Count
    shared: Count
    share: Part
    low: Part
    high: Part
    mean_score: Amount
    mean_low: Amount | None
    mean_high: Amount | None


class Portion(msgspec.Struct, frozen=True):
    """A share with its interval."""

    share: Part
    low: Part
    high: Part


class Lengths(msgspec.Struct, frozen=True):
    """Quantiles of the turns of a game."""

    median: Count
    median_low: Count | None
    median_high: Count | None
    p5: Count
    p5_low: Count | None
    p5_high: Count | None
    p95: Count
    p95_low: Count | None
    p95_high: Count | None


class ShareGain(msgspec.Struct, frozen=True):
    """A share of two arms, and its difference."""

    base: Part
    variant: Part
    difference: Gain
    low: Gain | None
    high: Gain | None
    factor: float | None


class MeanGain(msgspec.Struct, frozen=True):
    """A mean of two arms, and its difference."""

    base: Amount
    variant: Amount
    difference: Amount
    low: Amount | None
    high: Amount | None
    factor: float | None


class PlaceGain(msgspec.Struct, frozen=True):
    """What a variant changes for a place or a seat."""

    share: ShareGain
    mean_score: MeanGain


class CellGain(msgspec.Struct, frozen=True):
    """What a cell of a sweep changes for a place or a seat."""

    share: ShareGain


class Arm(msgspec.Struct, frozen=True):
    """Who played by which rules."""

    agents: list[str]
    rules: Rules


class Account(msgspec.Struct, frozen=True):
    """How the games of an arm came out."""

    games: Count
    sole: Count
    shared: Count
    capped: Count
    faults: Count


class Answer(msgspec.Struct, frozen=True, tag_field="command"):
    """What all commands say."""

    schema: Annotated[int, Meta(ge=1, le=1)]
    game: str
    players: Annotated[int, Meta(ge=1, le=64)]
    games: Annotated[int, Meta(ge=1)]
    seed: int | str
    version: str
    reproduce: str


class Run(Answer, frozen=True, tag="run"):
    """What ``run --json`` writes."""

    agents: list[str]
    rules: Rules
    order: list[Place]
    seats: list[Place]
    length: Lengths
    endings: dict[str, Count]
    ending_shares: dict[str, Portion]


class Compare(Answer, frozen=True, tag="compare"):
    """What ``compare --json`` writes."""

    base: Arm
    variant: Arm
    changed: Count
    factor: float | None
    order: list[PlaceGain]
    seats: list[PlaceGain]
    length: MeanGain
    endings: dict[str, ShareGain]
    faults: Count


class Cell(msgspec.Struct, frozen=True):
    """A cell of a sweep."""

    settings: Rules
    agents: list[str]
    rules: Rules
    changed: Count
    order: list[CellGain]
    seats: list[CellGain]
    length: MeanGain
    endings: dict[str, ShareGain]


class Conclusion(msgspec.Struct, frozen=True):
    """Whether a place or a seat wins more or less than evenly, and in which cells."""

    share: Part
    standing: Literal["more", "less", "open"]
    more: list[str]
    less: list[str]
    open: list[str]
    place: int | None = None
    seat: int | None = None


class Sweep(Answer, frozen=True, tag="sweep"):
    """What ``sweep --json`` writes."""

    agents: list[str]
    rules: Rules
    cells: Annotated[list[Cell], Meta(min_length=1)]
    conclusions: list[Conclusion]
    silent: dict[str, str]
    refused: dict[str, str]
    faults: Count


class AgentShare(msgspec.Struct, frozen=True):
    """How an agent did in a tournament."""

    agent: str
    games: Count
    wins: Count
    shared: Count
    share: Part
    low: Part
    high: Part


class Rating(msgspec.Struct, frozen=True):
    """An agent's rating."""

    agent: str
    rating: Amount
    low: Amount | None
    high: Amount | None


class Tournament(Answer, frozen=True, tag="tournament"):
    """What ``tournament --json`` writes."""

    deals: Count
    agents: list[str]
    rules: Rules
    even: Part
    shares: Annotated[list[AgentShare], Meta(min_length=1)]
    ratings: list[Rating]
    beats: list[list[Portion | None]]
    endings: dict[str, Count]
    ending_shares: dict[str, Portion]


class Step(msgspec.Struct, frozen=True):
    """A step of a ladder."""

    lower: Count
    higher: Count
    games: Count
    unwon: Count
    share: Part
    low: Part
    high: Part
    pays: bool


class Ladder(Answer, frozen=True, tag="ladder"):
    """What ``ladder --json`` writes."""

    agent: str
    parameter: str
    rules: Rules
    steps: Annotated[list[Step], Meta(min_length=1)]


class Price(msgspec.Struct, frozen=True):
    """The handicap that undoes a change; null where none that was tried does."""

    points: Amount | None
    low: Amount | None
    high: Amount | None


class PlaceWorth(PlaceGain, frozen=True):
    """What a change does to a place, and its price where places have one."""

    price: Price | None = None


class Left(msgspec.Struct, frozen=True):
    """The difference of shares that a handicap leaves."""

    difference: Gain
    low: Gain
    high: Gain


class Tried(msgspec.Struct, frozen=True):
    """A handicap: what it leaves on each curve, and how the games of its arms came out."""

    handicap: int
    left: Annotated[list[Left], Meta(min_length=1)]
    accounts: Annotated[list[Account], Meta(min_length=1)]


class Changed(msgspec.Struct, frozen=True):
    """The changed arms of a value."""

    agents: list[list[str]]
    rules: Rules
    told: str
    games: Count
    accounts: Annotated[list[Account], Meta(min_length=1)]


class Value(Answer, frozen=True, tag="value"):
    """What ``value --json`` writes."""

    agents: list[str]
    rules: Rules
    account: Account
    changed: Changed
    mean_score: MeanGain
    order: list[PlaceWorth]
    tried: list[Tried]
    price_whole: bool
    faults: Count
    share: ShareGain | None = None
    price: Price | None = None


class Factor(msgspec.Struct, frozen=True):
    """What a sensitivity varies."""

    key: str
    told: str


class Effect(msgspec.Struct, frozen=True):
    """What Morris says of a factor."""

    key: str
    mu_star: Amount
    mu_star_low: Amount
    mu_star_high: Amount
    sigma: Amount
    sigma_low: Amount
    sigma_high: Amount
    luck: Amount


class Index(msgspec.Struct, frozen=True):
    """What Sobol says of a factor."""

    key: str
    s1: Amount
    s1_low: Amount
    s1_high: Amount
    st: Amount
    st_low: Amount
    st_high: Amount


class Screened(msgspec.Struct, frozen=True):
    """What a quantity hangs on, by Morris; luck is a part of its variance."""

    name: str
    low: Amount
    high: Amount
    luck: Part
    factors: list[Effect]


class Split(msgspec.Struct, frozen=True):
    """What a quantity hangs on, by Sobol."""

    name: str
    low: Amount
    high: Amount
    luck: Part
    factors: list[Index]


class Sensitivity(Answer, frozen=True, tag_field="sensitivity"):
    """What ``sweep --sensitivity --json`` writes."""

    agents: list[str]
    rules: Rules
    points: Count
    samples: Count
    factors: Annotated[list[Factor], Meta(min_length=1)]
    faults: Count


class Morris(Sensitivity, frozen=True, tag="morris"):
    """The same by the method of Morris."""

    outputs: Annotated[list[Screened], Meta(min_length=1)]


class Sobol(Sensitivity, frozen=True, tag="sobol"):
    """The same by the method of Sobol."""

    outputs: Annotated[list[Split], Meta(min_length=1)]


AnySensitivity = Morris | Sobol
AnyAnswer = Run | Compare | Sweep | Tournament | Ladder | Value | AnySensitivity


def answer_of(record: Mapping[str, object]) -> AnyAnswer:
    """Return a JSON object as an answer.

    Raises
    ------
    msgspec.ValidationError
        It is none; the message says why.
    """
    found: AnyAnswer
    if record.get("command") == "sweep" and "sensitivity" in record:
        found = msgspec.convert(record, type=AnySensitivity)
    else:
        found = msgspec.convert(record, type=Run | Compare | Sweep | Tournament | Ladder | Value)
    return found


def misfits(answer: AnyAnswer) -> list[str]:
    """Return the lists of an answer that are not as long as it says, by name."""
    lists: list[tuple[str, int, int]] = []  # name, length, length that it should have
    match answer:
        case Run() | Compare():
            lists += _seated("", answer, answer.players)
        case Sweep():
            for number, cell in enumerate(answer.cells, 1):
                lists += _seated(f"cells.{number}.", cell, answer.players)
        case Value():
            lists += [("order", len(answer.order), answer.players)]
            curves = len(answer.tried[0].left) if answer.tried else 0
            lists += [(f"tried.{i}.left", len(t.left), curves) for i, t in enumerate(answer.tried)]
        case Sensitivity():
            factors = len(answer.factors)
            lists += [(f"outputs.{o.name}", len(o.factors), factors) for o in answer.outputs]
        case Tournament():
            agents = len(answer.shares)
            lists += [("beats", len(answer.beats), agents)]
            lists += [(f"beats.{i}", len(row), agents) for i, row in enumerate(answer.beats, 1)]
    return [name for name, found, wanted in lists if found != wanted]


def _seated(where: str, part: Run | Compare | Cell, players: int) -> list[tuple[str, int, int]]:
    return [
        (f"{where}order", len(part.order), players),
        (f"{where}seats", len(part.seats), players),
    ]
