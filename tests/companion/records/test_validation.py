"""JSON from strangers: whatever the bytes, a value or one sentence that names the place."""

import pytest

from companion.records.validation import (
    NotARecord,
    abbreviated,
    pointer,
)


def problem(check: object, *arguments: object) -> str:
    """Return the one sentence with which a check refuses."""
    assert callable(check)
    with pytest.raises(NotARecord) as caught:
        check(*arguments)
    text = str(caught.value)
    assert text.startswith("/") and text.endswith(".") and text.isprintable() and len(text) < 400
    return text


def test_a_pointer_escapes_what_would_mislead_and_is_never_long() -> None:
    assert pointer("/players", "a/b~c") == "/players/a~1b~0c"
    assert len(pointer("", "x" * 500)) < 50
    assert abbreviated("a\nb") == "a\\nb"
