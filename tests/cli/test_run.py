"""``undertow run``: what stands in its tables and below them."""

import json


def test_where_games_are_capped_the_shares_of_those_won_are_told_beside_an_even_share(say):
    told = say(
        *["run", "poseidon", "-p", "2", "-n", "400", "--seed", "7", "-a", "random"]
    ).splitlines()
    first = next(i for i, line in enumerate(told) if line.startswith("Of the "))
    assert told[first].rstrip().endswith("games won (even: 50.00)")
    assert abs(sum(float(row.split()[1]) for row in told[first + 2 : first + 4]) - 100) < 0.02
    assert "Of the " not in say(
        *["run", "alarm", "-p", "2", "-n", "400", "--seed", "7", "-a", "random"]
    )


def test_a_run_says_which_places_win_more_or_less_than_an_even_share(say):
    seed = ["--seed", "1", "-n", "2000"]
    places = "Above it: place 1. Below it: places 3 and 4. Not told from it: place 2."
    assert f"An even share is 25.00 %. {places}" in " ".join(say("run", "poseidon", *seed).split())
    few = say("run", "kingdoms", "-p", "2", "-n", "99", "--seed", "1", "-q")
    assert "An even share is 50.00 %: 99 games won are too few to tell a place from it." in few
    one = say("run", "kingdoms", "-p", "2", "-n", "1", "--seed", "1", "-q")
    assert "An even share is 50.00 %: 1 game won is too few to tell a place from it." in one


def test_a_run_compares_with_an_even_share_the_games_that_somebody_won(say):
    capped = ["run", "poseidon", "-p", "2", "-n", "2000", "--seed", "1", "-a", "random"]
    record = json.loads(say(*capped, "--json"))
    assert all(row["high"] < 0.5 for row in record["order"])  # of all games, many without a winner
    assert "An even share is 50.00 %. Not told from it: places 1 and 2." in say(*capped)
    nobody = say("run", "alarm", "-n", "20", "--seed", "1", "--set", "round_cap=1")
    assert "An even share" not in nobody


def test_a_run_of_a_team_game_explains_what_partners_have(say):
    teams = ["run", "pond", "-p", "4", "-n", "20", "--seed", "7"]
    explained = "Partners win together: each row counts the win, and they split its share evenly."
    assert explained in " ".join(say(*teams, "--set", "mode=teams").split())
    assert "Partners" not in say(*teams)
