"""Cards of characters: what they say, within their borders, the same bytes each time."""

import pypdfium2
import pytest

from companion.rulebook.characters import CHARACTER_NAMES, PUBLISHED_NAMES, character_cards
from companion.rules.characters import CHARACTERS
from sheets.character_cards import CARD_MM, LINE_MM, PADDING_MM, TEXT_SIZE, print_cards, wrapped
from sheets.language import translator
from sheets.typeface import text_width


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_the_page_has_every_character_with_the_publishers_name_once(language: str) -> None:
    content = print_cards(character_cards(translator(language)), language)
    assert content == print_cards(character_cards(translator(language)), language)
    document = pypdfium2.PdfDocument(content)
    text = document[0].get_textpage().get_text_range()
    assert len(document) == 1
    for key in CHARACTERS:
        assert translator(language)(CHARACTER_NAMES[key]) in text
        assert text.count(f"({PUBLISHED_NAMES[key]})") == 1


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_every_text_fits_on_its_card(language: str) -> None:
    room = CARD_MM[0] - 2 * PADDING_MM
    for card in character_cards(translator(language)):
        lines = list(wrapped(card.power, TEXT_SIZE, room))
        assert " ".join(lines) == card.power
        assert all(text_width(line, TEXT_SIZE) <= room for line in lines)
        assert 28 + (len(lines) - 1) * LINE_MM <= CARD_MM[1] - 2
        assert text_width(card.name, 17, "SemiBold") <= room
