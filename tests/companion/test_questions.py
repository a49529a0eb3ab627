"""Questions about the rules: the rules judge the example of each question as its answer claims."""

import pytest

from companion.book import RULES
from companion.questions import example_sentences
from companion.rulebook.questions import PLAYERS, QUESTIONS, Question
from companion.rulebook.rulings import RULINGS
from companion.rules import Mark
from companion.search import search
from sheets.language import translator
from tests.companion.moment import game_of, moment


@pytest.mark.parametrize("question", QUESTIONS, ids=[question.text for question in QUESTIONS])
def test_each_example_is_judged_as_it_says(question: Question) -> None:
    example = question.example
    players = PLAYERS[: len(example.sheets)]
    game = game_of(example.game, players)
    roll = int(example.roll) if example.roll.isdigit() else example.roll
    phase = "number" if isinstance(roll, int) else "white"
    position = moment(game, phase, roll, *example.sheets, closed=example.closed)
    for player, text in zip(players, example.white, strict=True):
        refusal = game.moves(position, player).refusal(Mark.parse(text))
        assert (refusal.rule if refusal else "") == example.refusal(player, text)
        position = game.decide(position, player, Mark.parse("-" if refusal else text))
    if example.colour:
        assert position.phase == "colour"
        refusal = game.moves(position, players[0]).refusal(Mark.parse(example.colour))
        assert (refusal.rule if refusal else "") == example.refusal(players[0], example.colour, "colour")
        position = game.decide(position, players[0], Mark.parse("-" if refusal else example.colour))
    assert (position.end.reason if position.end else "") == example.end
    before = int(example.sheets[0].partition("misses ")[2] or 0)
    assert position.sheet(players[0]).misses == before + example.miss
    if example.winners:
        assert game.winners(position) == players[: example.winners]


def test_there_are_forty_questions_with_rules_answers_and_examples_in_words() -> None:
    assert len(QUESTIONS) >= 40
    for question in QUESTIONS:
        assert question.rule in RULES | RULINGS
        assert question.text.endswith("?") and question.answer.endswith(".")
        for language in ("en", "es", "de"):
            said = [each.in_language(translator(language)) for each in example_sentences(question.example)]
            assert said and all(sentence.endswith(".") for sentence in said)


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_each_question_finds_its_rule(language: str) -> None:
    translate = translator(language)
    answers = [search(translate(each.text), language).entries for each in QUESTIONS]
    lacking = [
        (translate(question.text), [entry.id for entry in entries])
        for question, entries in zip(QUESTIONS, answers, strict=True)
        if question.rule not in [entry.id for entry in entries]
    ]
    assert len(lacking) <= 2, lacking
