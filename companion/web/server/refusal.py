"""Errors for refused requests, each with a sentence that says why."""

from sheets.errors import BadInput
from sheets.language import message

JOIN_FIRST = message("This device has not joined the table; scan the code on its screen.")


class RequestRefused(BadInput):
    """A refused request. `code`: stable name of the reason. `rule`: id of the game rule that forbids it."""

    def __init__(
        self, code: str, text: str, /, *, rule: str | None = None, status: int = 409, **values: object
    ) -> None:
        super().__init__(text, **values)
        self.code, self.rule, self.status = code, rule, status
