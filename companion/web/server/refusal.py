"""Refusals: what the page does not do, with the sentence that says why."""

from __future__ import annotations

from sheets.errors import BadInput


class RequestRefused(BadInput):
    """A request that is not carried out.

    `code`: stable name of the reason. `text`: the sentence for people, already in their language.
    `rule`: the id of the rule that forbids it, if one does. `status`: the HTTP status.
    """

    def __init__(self, code: str, text: str, *, rule: str | None = None, status: int = 409) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.rule = rule
        self.status = status


class NotJoined(RequestRefused):
    """A page that a stranger asked for: they are shown the door, where one joins."""

    def __init__(self, text: str) -> None:
        super().__init__("not-joined", text, status=403)
