"""Numbers in words."""

import pytest

from undertow.wording import counted


@pytest.mark.parametrize(
    ("number", "told"), [(-1, "-1 points"), (0, "0 points"), (1, "1 point"), (1234, "1,234 points")]
)
def test_only_one_has_its_noun_in_the_singular(number, told):
    assert counted(number, "point") == told


def test_an_irregular_plural_is_given():
    assert counted(1, "die", "dice") == "1 die"
    assert counted(2, "die", "dice") == "2 dice"
