"""House rules: players who never take a miss, and a limit on the number of rounds."""

import pytest

from companion.rules import Game, House, Mark, NotAGame, Position, Roll

ROLL = Roll.parse("w4 w1 r3 y2 g6 b5")


def game(*players: str, **house: object) -> Game:
    return Game("classic", "classic", players, house=House(**house))  # type: ignore[arg-type]


def passed(game: Game, position: Position, turns: int) -> Position:
    """Return the position after this many turns without a mark."""
    for _ in range(turns):
        position = game.roll(position, ROLL)
        while position.phase in ("white", "colour"):
            position = game.decide(position, game.waiting(position)[0], Mark())
    return position


def test_rule_without_misses_spares_its_player_only() -> None:
    played = game("Ann", "Ben", no_miss=("Ben",))
    after = passed(played, played.start(), 6)
    assert (after.sheet("Ann").misses, after.sheet("Ben").misses) == (3, 0)


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_game_ends_with_the_last_round(rounds: int) -> None:
    played = game("Ann", "Ben", "Cleo", rounds=rounds)
    before = passed(played, played.start(), 3 * rounds - 1)
    assert before.end is None
    over = passed(played, before, 1)
    assert over.phase == "over" and over.end is not None
    assert (over.end.turn, over.end.reason) == (3 * rounds, "house-rounds")
    assert played.not_now(over).rule == "game-over" and "house rule" in str(played.not_now(over))


def test_the_last_round_is_over_only_with_its_second_action() -> None:
    played = game("Ann", rounds=1)
    position = played.roll(played.start(), ROLL)
    position = played.decide(position, "Ann", Mark.parse("a5"))
    assert position.phase == "colour"


def test_the_books_reasons_come_first() -> None:
    played = game("Ann", rounds=4)
    assert passed(played, played.start(), 4).end.reason == "end-misses"  # type: ignore[union-attr]


@pytest.mark.parametrize("house", [{"no_miss": ("Zoe",)}, {"rounds": 0}, {"rounds": 101}])
def test_unfitting_house_rules_are_refused(house: dict[str, object]) -> None:
    with pytest.raises(NotAGame):
        game("Ann", **house)


def test_departed_players_take_their_house_rule_along() -> None:
    played = game("Ann", "Ben", no_miss=("Ben",), rounds=3).played_by(("Ann",), None)
    assert played.house == House((), 3) and played.house.agreed == {"rounds": 3}
