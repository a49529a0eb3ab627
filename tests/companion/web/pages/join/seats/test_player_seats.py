"""The players, and what the table's screen may do for them."""

from companion.table.events import Event
from companion.web.pages.join.seats.player_seats import PlayerSeat, present_player_seats
from tests.companion.web.pages.tables import ROLL, play


def seats(*events: str | Event, players: tuple[str, ...] = ("Ann", "Ben")) -> tuple[PlayerSeat, ...]:
    return present_player_seats(play(*events, players=players).present, ("Ben",))


def test_players_leave_between_turns_but_never_the_last() -> None:
    assert [seat.may_leave for seat in seats()] == [True, True]
    assert [seat.may_leave for seat in seats(ROLL)] == [False, False]
    assert [seat.may_leave for seat in seats(players=("Ann",))] == [False]


def test_the_table_passes_for_those_who_have_to_decide() -> None:
    def passes(*events: str) -> list[str]:
        return [str(seat.passes or "") for seat in seats(*events)]

    assert passes() == ["", ""]
    assert passes(ROLL) == ["Pass for Ann", "Pass for Ben"]
    assert passes(ROLL, "Ben -") == ["Pass for Ann", ""]
    assert passes(ROLL, "Ann -", "Ben -") == ["Ann: Take a penalty (\N{MINUS SIGN}5)", ""]
    assert passes(ROLL, "Ann a5", "Ben -") == ["Pass for Ann", ""]


def test_a_seat_with_a_phone_can_be_freed() -> None:
    assert [seat.has_phone for seat in seats()] == [False, True]
