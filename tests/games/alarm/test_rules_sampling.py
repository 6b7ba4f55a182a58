"""What random seats and playouts draw is what listing every legal move and one draw give."""

import pytest
import sampling


@pytest.mark.parametrize(("players", "mode"), sampling.modes("alarm"))
def test_shortcuts_draw_what_listing_and_one_draw_give(players, mode):
    sampling.check("alarm", players, mode)


@pytest.mark.parametrize(("players", "mode"), sampling.modes("alarm"))
def test_moves_are_the_same_whatever_lay_where_they_are_written(players, mode):
    sampling.check_written_afresh("alarm", players, mode)
