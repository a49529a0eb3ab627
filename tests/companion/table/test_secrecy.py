"""Hidden choices: they stay hidden until all players have chosen."""

from companion.table.events import DecisionMade, DecisionRetracted, GameBegun, RollTaken
from companion.table.secrecy import are_choices_hidden, before_hidden_choices
from tests.companion.table.random_events import played

ROLL = RollTaken("w4 w1 r3 y2 g6 b5", "tapped")
HIDDEN = GameBegun("classic", ("Ann", "Ben"), hidden=True)


def test_choices_are_hidden_until_everyone_has_chosen() -> None:
    one = played(HIDDEN, ROLL, DecisionMade("Ben", "b5"), DecisionRetracted("Ben"), DecisionMade("Ben", "c5"))
    assert are_choices_hidden(one.present)
    before = before_hidden_choices(one)
    assert before.present == played(HIDDEN, ROLL).present and before in list(one.history())
    both = played(HIDDEN, ROLL, DecisionMade("Ben", "b5"), DecisionMade("Ann", "a5"))
    assert not are_choices_hidden(both.present) and before_hidden_choices(both) is both


def test_where_nobody_asked_for_it_nothing_is_hidden() -> None:
    open_game = played(GameBegun("classic", ("Ann", "Ben")), ROLL, DecisionMade("Ben", "b5"))
    assert not are_choices_hidden(open_game.present) and before_hidden_choices(open_game) is open_game
