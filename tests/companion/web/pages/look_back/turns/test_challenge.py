"""A challenge shows whether a decision was legal, by which rule, and which other marks were legal."""

import pytest

from companion.analysis.replay import replay_game
from companion.rules import NotAMark
from companion.table.events import Event
from companion.web.pages.look_back.turns.challenge import Challenge, challenge_of
from tests.companion.web.pages.tables import ROLL, play


def challenge(number: int, *events: str | Event, cell: str = "", **agreed: object) -> Challenge:
    turn = replay_game(play(*events, **agreed))[0]  # type: ignore[arg-type]
    return challenge_of(turn, turn.decisions[number], cell)


def states(challenged: Challenge) -> dict[str, str]:
    cells = {cell.name: cell.state for row in challenged.sheet("/x").rows for cell in row.cells}
    return {name: state for name, state in cells.items() if state not in ("open", "marked")}


PLAYED = (ROLL, "Ann a5", "Ben -", "Ann d9")
LUCKY = {"game": "longo", "lucky": {"Ann": (5, 10), "Ben": (6, 13)}}


@pytest.mark.parametrize(
    ("number", "events", "rules"),
    [
        (0, PLAYED, ["white-sum", "left-to-right"]),
        (1, PLAYED, ["action-order"]),
        (2, PLAYED, ["colour-sum", "left-to-right"]),
        (2, (ROLL, "Ann -", "Ben -", "Ann -"), ["miss"]),
    ],
)
def test_a_legal_decision_names_the_rule_that_gives_it(
    number: int, events: tuple[str, ...], rules: list[str]
) -> None:
    challenged = challenge(number, *events)
    assert challenged.refusal is None and not challenged.hypothetical
    assert [rule.id for rule in challenged.rules] == rules


def test_cells_that_were_legal_stand_out_and_each_asks_about_itself() -> None:
    challenged = challenge(0, ROLL, "Ann a5", "Ben -")
    assert states(challenged) == {"a5": "asked", "b5": "legal", "c5": "legal", "d5": "legal"}
    assert list(map(str, challenged.legal)) == ["-", "a5", "b5", "c5", "d5"]
    assert challenged.sheet("/x").rows[1].cells[0].mark == "/x?cell=b2#card"


def test_another_cell_is_judged_instead() -> None:
    challenged = challenge(0, ROLL, "Ann a5", "Ben -", cell="b7")
    assert challenged.hypothetical and challenged.refusal is not None
    assert (str(challenged.name), challenged.why.rule) == ("Ann: yellow 7", "white-sum")
    assert states(challenged)["b7"] == "asked"
    same = challenge(0, ROLL, "Ann a5", "Ben -", cell="a5")
    assert not same.hypothetical


def test_cards_are_challenged_as_they_were_played() -> None:
    challenged = challenge(2, "5", "Ann -", "Ben -", "Ann red 6: a6", game="cards")
    assert (challenged.refusal, challenged.why.rule, challenged.legal) == (None, "cards-play", ())
    assert states(challenged) == {"a6": "asked"}
    assert challenged.sheet("/x").rows[0].cells[0].mark == ""


def test_a_lucky_number_names_its_rule() -> None:
    assert challenge(0, ROLL, "Ann a2*", **LUCKY).why.rule == "lucky"


FIRST = ("w2 w3 r1 y1 g6 b6", "Ann a5", "Ben -", "Ann -", "w2 w3 r1 y1 g6 b6")
SPECIAL = [
    ("big-points", (*FIRST, "Ann ab5"), "bp-neighbour", "ab5", "bp-neighbour"),
    ("double-a", (*FIRST, "Ann a5+"), "double-again", "a5+", "double-frontier"),
    ("x-change", ("w2 w6 r1 y1 g6 b6", "Ann a5x"), "exchange", "a9x", "exchange"),
    ("lucky-15", ("w5 w6 r4 y1 g1 b1", "Ann 15"), "lucky15-fifteen", "15", "lucky15-fifteen"),
    ("connect-15", ("w1 w5 r2 y2 g6 b6", "Ann a3-4 a6"), "connect-one-five", "a3-4", "connect-one-five"),
]


@pytest.mark.parametrize(("game", "events", "rule", "cell", "forbids"), SPECIAL)
def test_a_special_mark_names_the_rule_that_gives_or_forbids_it(
    game: str, events: tuple[str, ...], rule: str, cell: str, forbids: str
) -> None:
    turn = replay_game(play(*events, game=game))[-1]
    legal = challenge_of(turn, turn.decisions[-1], "")
    assert legal.refusal is None and not legal.hypothetical and legal.decision in legal.legal
    assert legal.why.rule == legal.rules[0].id == rule and len(legal.rules) > 1
    illegal = challenge(0, "w2 w3 r1 y1 g6 b6", "Ann b5", "Ben -", cell=cell, game=game)
    assert illegal.hypothetical and illegal.refusal is not None and illegal.why.rule == forbids


@pytest.mark.parametrize("cell", ["a5+", "ab5", "15", "a3-4", "a5x", "a5*", "-", "a5>b", "z99", "nonsense"])
def test_a_place_of_another_pad_is_no_place(cell: str) -> None:
    with pytest.raises(NotAMark):
        challenge(0, ROLL, "Ann b5", "Ben -", cell=cell)
