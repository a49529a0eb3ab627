"""A mark's result is called certain only if every combination of the others' decisions leads to it."""

import random
from dataclasses import replace
from itertools import product

import pytest

from companion.advisor import advise
from companion.advisor.certainty import certainty_of
from companion.advisor.evaluation import Evaluation, evaluate, final_evaluation
from companion.rules import Game, Mark, Position
from companion.rules.variants import FURTHER_VARIANTS
from tests.companion.advisor.positions import late_position
from tests.companion.moment import game_of


def results(game: Game, position: Position, player: str, mark: Mark) -> set[Evaluation] | None:
    """Return all possible results of a mark, or None if the game may continue after it."""
    seat = position.players.index(player)
    others = [other for other in game.waiting(position) if other != player]
    outcomes: set[Evaluation] = set()
    for marks in product(*(game.moves(position, other) for other in others)):
        after = game.decide(position, player, mark)
        for other, reply in zip(others, marks, strict=True):
            after = game.decide(after, other, reply)
        ends = [after]
        if after.phase == "colour":
            ends = [game.decide(after, after.active, second) for second in game.moves(after, after.active)]
            if after.active == player:
                worth = evaluate(game, ends, [seat] * len(ends))
                ends = [ends[worth.index(max(worth))]]
        if any(end.end is None for end in ends):
            return None
        outcomes |= {final_evaluation(game, end, seat) for end in ends}
    return outcomes


@pytest.mark.parametrize("players", [2, 3])
def test_only_what_holds_in_every_case_is_certain(players: int) -> None:
    game = game_of("classic", players=("Ann", "Bob", "Cem")[:players])
    rng = random.Random(players)
    certain = uncertain = 0
    for _ in range(40 if players == 2 else 12):
        position = late_position(game, rng)
        for advice in advise(game, position):
            for option in advice.options:
                assert isinstance(option.move, Mark)
                truth = results(game, position, advice.player, option.move)
                wins = None if truth is None else {result.win for result in truth}
                leads = None if truth is None else {result.margin for result in truth}
                certainty = certainty_of(game, position, advice.player, option.move, evaluate)
                assert certainty.win == (wins is not None and len(wins) == 1), (str(position), option)
                assert certainty.lead == (leads is not None and len(leads) == 1), (str(position), option)
                certain += certainty.win
                if option.win in (0, 1):
                    assert wins == {option.win}, (str(position), option)
                if " finishes " in str(option.why) or "ends the game" in str(option.why).split(";")[0]:
                    assert ("(most likely)" in str(option.why).split(";")[0]) == (not certainty.lead)
                    uncertain += not certainty.lead
    assert certain > 5 and uncertain > 5


@pytest.mark.parametrize("name", FURTHER_VARIANTS)
def test_on_special_cells_too_only_what_holds_in_every_case_is_certain(name: str, full_counts: bool) -> None:
    game, rng = game_of(name), random.Random(name)
    certain = 0
    for _ in range(200 if full_counts else 8):
        position = late_position(game, rng)
        sheets = tuple(replace(s, pad=pad) for s, pad in zip(position.sheets, game.pads, strict=True))
        position = replace(position, sheets=sheets, before=sheets)
        for advice in advise(game, position):
            for option in advice.options:
                certainty = certainty_of(game, position, advice.player, option.move, evaluate)
                truth = results(game, position, advice.player, option.move)
                wins = None if truth is None else {result.win for result in truth}
                assert not certainty.win or (wins is not None and len(wins) == 1), (str(position), option)
                assert option.win not in (0, 1) or wins == {option.win}, (str(position), option)
                certain += certainty.win
    assert certain
