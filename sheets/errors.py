"""Errors whose message is one sentence for the user, in the user's language."""

import errno

from sheets.language import Phrase, Term, Translate, fill_in, message, phrase


class BadInput(ValueError):
    """A user's input cannot be used.

    The message is one sentence for the user: what was expected, what was found, and what to do. `text` is
    English with {names} of `values`; `sheets.language.fill_in` translates it and fills in the values.

    >>> str(BadInput("expected {expected}, but found {came!r}.", expected=2, came="two"))
    "expected 2, but found 'two'."
    """

    def __init__(self, text: str, /, **values: object) -> None:
        super().__init__(fill_in(text, values, str))
        self.text, self.values = text, values

    def in_language(self, translate: Translate) -> str:
        return fill_in(self.text, self.values, translate)


MAX_REASON = 160
"""Longest quotation of a library's error text, in characters."""


def reason(problem: Exception) -> Term:
    """Return the cause of an error, for use in a message.

    For an OSError, return the system's text, such as "Permission denied". For any other error, return its own
    text, cut off after MAX_REASON characters.
    """
    if isinstance(problem, OSError):
        return Term(problem.strerror or SYSTEM_REFUSED)
    words = str(problem)
    return Term(words if len(words) <= MAX_REASON else f"{words[: MAX_REASON - 1]}…")


FULL_DISK = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
UNWRITABLE_DISK = (errno.EROFS,)


def remedy(problem: Exception) -> Phrase:
    """Return advice for a user whose data can't be written because of `problem`, such as a full disk."""
    said = str(problem).lower()
    number = problem.errno if isinstance(problem, OSError) else None
    if number in FULL_DISK or "disk is full" in said:
        return phrase("make room on the disk and try again")
    if number in (*UNWRITABLE_DISK, errno.EACCES, errno.EPERM) or "readonly" in said:
        return phrase("let this program write there and try again")
    return phrase("check the disk and try again")


SYSTEM_REFUSED = message("the system refused")
COMMON_REASONS = (
    message("No such file or directory"),
    message("Permission denied"),
    message("Is a directory"),
    message("Not a directory"),
    message("File exists"),
    message("File name too long"),
    message("Invalid argument"),
    message("Read-only file system"),
    message("No space left on device"),
    message("Input/output error"),
    message("Operation not permitted"),
    message("Cannot assign requested address"),
    message("database or disk is full"),
    message("disk I/O error"),
    message("unable to open database file"),
    message("attempt to write a readonly database"),
    message("file is not a database"),
    message("database disk image is malformed"),
)
"""The most frequent causes, listed here to be translated. Other causes stay in English."""
