"""A search in the rule book finds the rules that answer questions in everyday words."""

from collections.abc import Callable, Iterable

import pytest

from companion.book import RULES
from companion.rulebook.askings import ASKINGS
from companion.rulebook.rulings import RULINGS
from companion.search import search
from tests.companion.phrases import DISPUTES, HELD_OUT, Phrase, disputes, held_out, rank_of

LANGUAGES = ("en", "de", "es")


def first(question: str, language: str = "en", games: Iterable[str] = ()) -> str:
    return search(question, language, tuple(games)).entries[0].id


def shares(phrases: Callable[[], Iterable[Phrase]], language: str) -> tuple[float, float]:
    """Return the share of phrases that the first result answers, and that the first three results answer."""
    ranks = [(phrase, rank_of(phrase)) for phrase in phrases() if phrase.language == language]
    leading = sum(rank == 0 or (phrase.among_three and rank < 3) for phrase, rank in ranks)
    return leading / len(ranks), sum(rank < 3 for _, rank in ranks) / len(ranks)


@pytest.mark.parametrize("language", LANGUAGES)
def test_disputes_find_their_answer(language: str) -> None:
    if not DISPUTES.exists():
        pytest.skip("the phrases of disputes lie beside the checkout")
    leading, among_three = shares(disputes, language)
    assert leading >= 0.95 and among_three == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_everyday_phrases_find_their_answer(language: str) -> None:
    leading, among_three = shares(lambda: [each for file in HELD_OUT for each in held_out(file)], language)
    assert leading >= 0.9 and among_three >= 0.97


@pytest.mark.parametrize("rule", [*RULES, *RULINGS])
def test_every_rule_can_be_asked_for_in_each_way_that_is_written_beside_it(rule: str) -> None:
    for way in ASKINGS[rule]:
        assert rule in [entry.id for entry in search(way).entries] + _rules_with(way), way


def _rules_with(way: str) -> list[str]:
    """Return all rules that list this question; a search shows only three of them."""
    return [rule for rule, ways in ASKINGS.items() if way in ways]


def test_no_way_of_asking_belongs_to_a_rule_that_does_not_exist() -> None:
    assert set(ASKINGS) == {*RULES, *RULINGS}


def test_typing_errors_endings_and_compounds_are_seen_through() -> None:
    assert first("fourth penatly") == first("penalties fourth") == "end-misses"
    assert first("vierter Felwurf", "de") == first("Fehlwurfanzahl vier", "de") == "end-misses"
    assert first("penalizasion") == "miss"


def test_the_language_of_a_question_need_not_be_the_readers() -> None:
    assert (
        first("wer fängt an", "es")
        == first("quién empieza", "de")
        == first("who starts", "de")
        == "first-player"
    )


def test_a_game_on_the_table_comes_first_among_equals() -> None:
    asked = "how many crosses do I need to lock"
    assert (first(asked), first(asked, games=["longo"])) == ("lock-needs-five", "lock-needs-six")
    assert first(asked + " in longo") == "lock-needs-six"


def test_words_without_a_meaning_get_the_five_rules_asked_for_most() -> None:
    result = search("qqq zzz")
    assert not result.fits and len(result.entries) == 5
    assert not search("").fits


def test_id_with_a_typing_error_is_that_rule() -> None:
    assert search("wite-sum").entries[0].id == "white-sum"
    assert search("penalty-count").entries[0].id != "white-sum"
