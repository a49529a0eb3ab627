"""How a source is doing: a state for the program, a sentence for people."""

from sheets.language import phrase, translator
from vision.frames.source import Status


def test_a_status_says_its_sentence_in_any_language() -> None:
    status = Status("live", phrase("{name} shows the table.", name="Desk Camera"))
    assert status.state == "live"
    assert str(status) == "Desk Camera shows the table."
    assert status.in_language(translator("de")) == "Desk Camera zeigt den Tisch."
