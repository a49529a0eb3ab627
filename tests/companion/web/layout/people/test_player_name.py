"""Names as people and their phones type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.events import MAX_NAME_LENGTH
from companion.web.layout.people.player_name import checked_name, look_alike
from companion.web.server.refusal import RequestRefused
from sheets.person_name import clean_name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann \t Lee\n", "Ann Lee"),
        ("Zoe\u0308", "Zoë"),
        ("An\u202ena", "Anna"),
        ("\N{MAN}\u200d\N{GIRL}\u200d", "\N{MAN}\u200d\N{GIRL}"),
        ("\u2764\ufe0f A\ufe0fnn", "\u2764\ufe0f Ann"),
        *((nothing, "") for nothing in ("\u2800", "-", "\u2013 -\u200b-", "\u200b \u2066")),
        ("Anna-Lena", "Anna-Lena"),
        ("e\u200d\u0301", "é"),
        ("\x1b[2JMax", "[2JMax"),
    ],
)
def test_invisible_characters_leave_a_name(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


INVISIBLE = "\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u200b\u2060\u2800\u3164\ufe0f\uffa0\U000e0100"


@pytest.mark.parametrize("character", INVISIBLE, ids=lambda character: f"{ord(character):x}")
def test_nobody_hides_behind_a_character_without_a_shape(character: str) -> None:
    assert clean_name(f"A{character}nn") == "Ann" and clean_name(character) == ""


def test_name_has_a_longest_length() -> None:
    longest = "A" * MAX_NAME_LENGTH
    assert checked_name("\u200b" + longest) == longest
    for typed in (longest + "A", "\u200b"):
        with pytest.raises(RequestRefused):
            checked_name(typed)


@given(st.text())
def test_a_clean_name_can_be_shown_and_stays_as_it_is(typed: str) -> None:
    name = clean_name(typed)
    plain = name.replace("\u200d", "")
    assert plain.isprintable() or max(plain) >= "\U000e0020"
    assert name == name.strip() and clean_name(name) == name


ALIKE = """
    Bob=B\u043eb Bob=\uff22\uff4f\uff42 B\u043eb=\u0392\u03bfb Will=WiII Ann=\u0391nn BOB=bob Al=A1 Barn=Bam
    Clark=dark Ewald=Evvald
""".split()  # noqa: SIM905


@pytest.mark.parametrize("pair", ALIKE)
def test_names_that_nobody_can_tell_apart_are_alike(pair: str) -> None:
    one, other = pair.split("=")
    assert look_alike(one, ("Cleo", other)) == other and look_alike(other, (one,)) == one


ORDINARY = """
    Ian Lan Ali Ail Arne Mia Mía Zoe Zoë Jan Jana Bob Rob Bo Bobo Sara Eva Li Lu Ng Ola Ọlá Åsa Asa
    Łukasz Lukasz Øyvind Oyvind Nguyễn Nguyen Çağla Müller Muller Анна Anna Иван Мария Ольга Ева Γιώργος Μαρία
    محمد علي فاطمة דוד שרה יעקב 太郎 花子 さくら 明 美咲 민준 서연 พิมพ์สุดา พิมพ์สุตา राम सीता அருண்
""".split()  # noqa: SIM905


@pytest.mark.parametrize("name", ORDINARY)
def test_ordinary_names_in_any_script_differ(name: str) -> None:
    assert look_alike(name, [other for other in ORDINARY if other != name]) is None
