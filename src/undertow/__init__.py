"""Balance questions about board games, answered by playing them millions of times.

>>> import undertow as ut
>>> result = ut.simulate("poseidon", players=4, games=100, seed=7)
>>> result.games
100
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # true for type checkers; typing takes long to import
if TYPE_CHECKING:
    from undertow import dice, games
    from undertow.game import load
    from undertow.jit import compiled_agent
    from undertow.reporting.page import report
    from undertow.storage.merging import merge
    from undertow.storage.reading import read
    from undertow.studies.comparison import compare
    from undertow.studies.ladders import ladder
    from undertow.studies.planning import plan
    from undertow.studies.sensitivities import sensitivity
    from undertow.studies.simulation import simulate
    from undertow.studies.sweeping import sweep
    from undertow.studies.tournaments import tournament
    from undertow.studies.valuing import value

__version__ = "0.1.0"
__all__ = [
    "compare",
    "compiled_agent",
    "dice",
    "games",
    "ladder",
    "load",
    "merge",
    "plan",
    "read",
    "report",
    "sensitivity",
    "simulate",
    "sweep",
    "tournament",
    "value",
]

_MODULES = ("dice", "games")
_LAZY = {
    "compare": "undertow.studies.comparison",
    "compiled_agent": "undertow.jit",
    "ladder": "undertow.studies.ladders",
    "load": "undertow.game",
    "merge": "undertow.storage.merging",
    "plan": "undertow.studies.planning",
    "read": "undertow.storage.reading",
    "report": "undertow.reporting.page",
    "sensitivity": "undertow.studies.sensitivities",
    "simulate": "undertow.studies.simulation",
    "sweep": "undertow.studies.sweeping",
    "tournament": "undertow.studies.tournaments",
    "value": "undertow.studies.valuing",
}


def __getattr__(name: str) -> object:
    """Import what a name needs when it is first used."""
    if name in _MODULES:
        return import_module(f"undertow.{name}")
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'undertow' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
