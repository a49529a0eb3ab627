"""Names of the places of a sheet (cells, locks and boxes) in each language."""

import pytest

from sheets.language import translator
from sheets.pad import load_pad
from sheets.place_names import TERMS, mark_phrase, place_phrase

NAMES = [
    ("classic", "a7", "red 7", "Rot 7", "rojo 7"),
    ("classic", "lock b", "lock of the yellow row", "Schloss: die gelbe Reihe", "candado: la fila amarilla"),
    ("classic", "miss 2", "penalty 2", "Fehlwurf 2", "fallo 2"),
    ("bonus-a", "box 5", "bonus box 5", "Bonuskästchen 5", "recuadro de bonus 5"),
    ("double-a", "c9+", "second cross of green 9", "zweites Kreuz: Grün 9", "segunda cruz: verde 9"),
    (
        "big-points",
        "cd10",
        "round cell 10 between the green row and the blue row",
        "rundes Feld 10: die grüne Reihe, die blaue Reihe",
        "casilla redonda 10: la fila verde, la fila azul",
    ),
    (
        *("connect-15", "d8-7"),
        *(
            "field 8-7 of the blue row",
            "Zwischenfeld 8-7: die blaue Reihe",
            "campo 8-7: la fila azul",
        ),
    ),
    ("x-change", "box 2", "exchange field 9/7", "Tauschfeld 9/7", "campo de cambio 9/7"),
    (
        "lucky-15",
        "box 3",
        "field 18 of the track",
        "Feld 18 der Leiste",
        "campo 18 de la senda",
    ),
    ("mixx-a", "lock b", "lock of row b", "Schloss: Reihe b", "candado: la fila b"),
]


@pytest.mark.parametrize(("pad", "place", "english", "german", "spanish"), NAMES)
def test_a_place_has_a_name_in_every_language(
    pad: str, place: str, english: str, german: str, spanish: str
) -> None:
    said = place_phrase(load_pad(pad), place)
    assert [said.in_language(translator(language)) for language in ("en", "de", "es")] == [
        english,
        german,
        spanish,
    ]


def test_a_cell_in_a_row_of_several_colours_is_named_with_its_row() -> None:
    pad = load_pad("mixx-a")
    cell = pad.rows[1].cells[0]
    assert str(place_phrase(pad, str(cell))) == f"{cell.colour} {cell.number} (b)"


def test_every_row_is_in_the_catalogue() -> None:
    assert {row.term for name in ("classic", "mixx-a") for row in load_pad(name).rows} <= set(TERMS)


def test_a_place_that_the_pad_does_not_have_is_refused() -> None:
    for place in ("a13", "lock e"):
        with pytest.raises(KeyError):
            place_phrase(load_pad("classic"), place)


@pytest.mark.parametrize(
    ("pad", "mark", "words"),
    [
        ("big-points", "ab5", "red/yellow 5"),
        ("big-points", "cd12", "green/blue 12"),
        ("connect-15", "c10-9", "green 10-9"),
        ("connect-15", "a3-4 a6", "red 3-4, then red 6"),
        ("lucky-15", "15", "fifteen on the track"),
        ("double-a", "a5+", "red 5 a second time"),
        ("x-change", "d8x", "blue 8 by an exchange"),
        ("classic", "a5", "red 5"),
    ],
)
def test_marks_are_named_by_what_is_crossed(pad: str, mark: str, words: str) -> None:
    assert str(mark_phrase(load_pad(pad), mark)) == words


@pytest.mark.parametrize(("pad", "mark"), [("classic", "ab5"), ("classic", "15"), ("connect-15", "a4-5")])
def test_a_mark_of_another_pad_has_no_name(pad: str, mark: str) -> None:
    with pytest.raises(KeyError):
        mark_phrase(load_pad(pad), mark)
