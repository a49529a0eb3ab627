"""Error messages are filled in, translated and, if too long, shortened."""

from sheets.errors import BadInput, reason
from sheets.language import Term, phrase, translator


def test_an_error_within_an_error_is_told_too() -> None:
    _ = translator("de")
    text = "{name} is {kind}, not a photo that can be read; {advice}."
    inner = BadInput(text, name="{x}", kind=Term("a video"), advice=Term("save it as JPEG or PNG"))
    outer = BadInput("{place}: {problem}", place="--photo", problem=inner)
    assert str(outer) == "--photo: {x} is a video, not a photo that can be read; save it as JPEG or PNG."
    assert outer.in_language(_) == (
        "--photo: {x} ist ein Video, kein Foto, das sich lesen lässt; speichere es als JPEG oder PNG."
    )
    part = phrase("{what} (at line {line}, column {column})", what=Term("Invalid value"), line=1, column=2)
    assert str(part) == "Invalid value (at line 1, column 2)"
    assert part.in_language(_) == "ungültiger Wert (Zeile 1, Spalte 2)"


def test_without_values_braces_are_braces() -> None:
    assert str(BadInput("a set {a, b}")) == "a set {a, b}"


def test_numbers_have_the_decimal_mark_of_the_language() -> None:
    said = BadInput("{free:.1f} of {all} GB, {share}", free=1.26, all=3, share=0.5)
    assert str(said) == "1.3 of 3 GB, 0.5"
    assert said.in_language(translator("de")) == "1,3 of 3 GB, 0,5"


def test_the_system_s_own_words_are_translated_where_they_are_known() -> None:
    _ = translator("es")
    assert _(reason(PermissionError(13, "Permission denied"))) == "sin permiso"
    assert _(reason(OSError(0, "Rare trouble"))) == "Rare trouble"
    assert _(reason(OSError())) == "el sistema se negó"


def test_repeated_library_text_is_shortened() -> None:
    said = reason(ValueError("unknown field `" + "n" * 5000 + "`"))
    assert said.startswith("unknown field `nnn") and said.endswith("n…") and len(said) < 200
    assert reason(ValueError("unknown field `n`")) == "unknown field `n`"
