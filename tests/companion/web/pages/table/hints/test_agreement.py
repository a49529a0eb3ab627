"""What a table agreed on beside the book, on its page."""

from companion.table.now import happening
from companion.web.pages.table.end.game_end import present_end
from companion.web.pages.table.hints.agreement import present_agreement
from tests.companion.web.pages.tables import ROLL, TABLE, pass_turn, play


def test_house_rules_are_named_as_such() -> None:
    agreed = present_agreement(play(no_miss=("Ben",), rounds=12).present)
    assert [str(each) for each in agreed.house] == [
        "House rule: no penalties for Ben.",
        "House rule: the game ends after round 12.",
    ]


def test_teams_stand_in_the_order_of_their_points_and_one_wins() -> None:
    teams = {"teams": (("Ann",), ("Ben",)), "rounds": 1}
    going_on = play(ROLL, "Ann -", "Ben b5", **teams)
    assert [(t.players, t.points) for t in present_agreement(going_on.present).teams] == [
        (("Ben",), "1"),
        (("Ann",), "0"),
    ]
    over = play(*pass_turn(), ROLL, "Ann a5", "Ben -", "Ben -", **teams)
    end = present_end(over, happening(over.present), TABLE)
    assert (
        end is not None and str(end.title) == "The team Ann wins" and "house rule" in str(end.instruction[0])
    )


def test_a_mean_has_one_decimal_place() -> None:
    three = play(
        ROLL,
        "Ann a5",
        "Ben -",
        "Cleo -",
        players=("Ann", "Ben", "Cleo"),
        teams=(("Ann", "Ben"), ("Cleo",)),
        team_score="mean",
    )
    assert present_agreement(three.present).teams[0].points == "0.5"


def test_the_clock_stops_with_the_game() -> None:
    assert present_agreement(play(clock=60).present).clock == 60
    assert present_agreement(play(clock=60, demo=True).present).clock == 0
