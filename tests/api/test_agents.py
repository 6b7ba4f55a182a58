"""Built-in agents with parameters: their text, what is refused, what they play."""

import pytest

import undertow as ut
from undertow.errors import InputTypeError, InputValueError
from undertow.players.agents import seat_agents

GAME = ut.load("alarm", players=2)
STYLE = list(GAME.game.agents.styles)[1]
FEATURE = next(iter(GAME.game.agents.features))


def text(agent):
    return seat_agents(agent, GAME)[0].text


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("greedy", "greedy"),
        ("greedy()", "greedy"),
        (f"greedy(style = {STYLE})", f"greedy(style={STYLE})"),
        (
            f'greedy(style="{STYLE}",forbid=[stop,take])',
            f"greedy(style={STYLE}, forbid=[stop, take])",
        ),
        (f"greedy({FEATURE}=-3)", f"greedy({FEATURE}=-3)"),
        ("random(forbid=stop)", "random(forbid=stop)"),
    ],
)
def test_an_agents_text_can_be_written_again(given, canonical):
    assert text(given) == canonical
    assert text(canonical) == canonical


@pytest.mark.parametrize(
    ("agent", "error", "message"),
    [
        ("greedy(style=bold)", InputValueError, "style must be one of .*; not 'bold'"),
        ("greedy(style=3)", InputTypeError, "style must be one of .*; not 3"),
        ("greedy(forbid=jump)", InputValueError, "forbid must be one of .*; not 'jump'"),
        ("greedy(forbid=[stop, 3])", InputTypeError, "forbid must be one of .*; not 3"),
        (f"greedy({FEATURE}=0.5)", InputTypeError, f"weight {FEATURE} must be a whole number"),
        (f"greedy({FEATURE}=2000000)", InputValueError, f"weight {FEATURE} must be .* 1000000"),
        ("greedy(depth=2)", InputValueError, "unknown parameter 'depth'"),
        ("greedy(style)", InputValueError, "parameters must be name=value, separated by commas"),
        ("greedy(style=a, style=b)", InputValueError, "parameters must be name=value"),
        ("random(style=bold)", InputValueError, "unknown parameter 'style'"),
        ("gredy", InputValueError, "unknown agent 'gredy'; did you mean 'greedy'"),
    ],
)
def test_a_wrong_parameter_is_refused(agent, error, message):
    with pytest.raises(error, match=message):
        text(agent)


def test_weights_and_styles_change_the_play():
    def rows(agent):
        played = ut.simulate("alarm", players=2, games=30, agents=[agent, "random"], seed=5)
        return played.results.tobytes()

    assert rows("greedy") == rows(f"greedy(style={next(iter(GAME.game.agents.styles))})")
    assert len({rows(agent) for agent in ("random", "greedy", f"greedy(style={STYLE})")}) == 3


def test_the_reproduce_line_names_agents_with_their_parameters():
    result = ut.simulate("alarm", players=2, games=5, agents=["greedy(forbid=[stop])", "random"])
    assert "-a 'greedy(forbid=[stop])' -a random" in result.reproduce
