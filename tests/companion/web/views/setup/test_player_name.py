"""Names as people and their phones type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.events import MAX_NAME_LENGTH
from companion.web.views.setup.player_name import clean_name, is_name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann \t Lee\n", "Ann Lee"),
        ("Zoe\u0308", "Zoë"),
        ("An\u202ena", "Anna"),
        ("\u200bBen\ufeff", "Ben"),
        ("\N{MAN}\u200d\N{GIRL}", "\N{MAN}\N{GIRL}"),
        ("e\u200d\u0301", "é"),
        ("\u200b \u2066", ""),
        ("\x1b[2JMax", "[2JMax"),
    ],
)
def test_what_cannot_be_seen_is_no_part_of_a_name(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


def test_so_many_letters_are_a_name() -> None:
    assert is_name(clean_name("\u200b" + "A" * MAX_NAME_LENGTH)) and not is_name("A" * (MAX_NAME_LENGTH + 1))


@given(st.text())
def test_a_clean_name_can_be_shown_and_stays_as_it_is(typed: str) -> None:
    name = clean_name(typed)
    assert name.isprintable() and name == name.strip() and clean_name(name) == name
