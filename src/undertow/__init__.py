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
    from undertow.comparison import compare
    from undertow.game import load
    from undertow.jit import compiled_agent
    from undertow.ladders import ladder
    from undertow.merging import merge
    from undertow.planning import plan
    from undertow.reading import read
    from undertow.reporting.page import report
    from undertow.sensitivities import sensitivity
    from undertow.simulation import simulate
    from undertow.sweeping import sweep
    from undertow.tournaments import tournament
    from undertow.valuing import value

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
    "compare": "undertow.comparison",
    "compiled_agent": "undertow.jit",
    "ladder": "undertow.ladders",
    "load": "undertow.game",
    "merge": "undertow.merging",
    "plan": "undertow.planning",
    "read": "undertow.reading",
    "report": "undertow.reporting.page",
    "sensitivity": "undertow.sensitivities",
    "simulate": "undertow.simulation",
    "sweep": "undertow.sweeping",
    "tournament": "undertow.tournaments",
    "value": "undertow.valuing",
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
