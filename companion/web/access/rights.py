"""Rights: each view declares the role it needs (stranger, guest, player, or the table's own screen)."""

from collections.abc import Callable
from typing import TypeVar

from flask import current_app, redirect, request
from werkzeug.wrappers import Response as Answer

from companion.web.access.request_context import at_least, current_seat
from companion.web.server.answers import wants_json
from companion.web.server.refusal import JOIN_FIRST, RequestRefused
from sheets.language import message

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
View = TypeVar("View", bound=Callable[..., object])


def marked(name: str, value: object) -> Callable[[View], View]:
    """Return a decorator that stores `value` on a view as the attribute `name`."""

    def mark(view: View) -> View:
        setattr(view, name, value)
        return view

    return mark


def allow(role: str) -> Callable[[View], View]:
    """Return a decorator for views that need the rights of `role`: "stranger", "guest", "player" or "table".

    A view without this decorator needs "guest" for SAFE_METHODS and "table" for all other methods.
    """
    return marked("role", role)


def asked_view() -> object:
    """Return the view of the current request, or None if there is none."""
    return current_app.view_functions.get(request.endpoint or "")


def check_rights() -> Answer | None:
    """Raise RequestRefused if the requesting device lacks the rights for the view.

    If a person who has not joined opens a page, return a redirect to the page for joining instead.
    """
    view = asked_view()
    needed = getattr(view, "role", "guest" if request.method in SAFE_METHODS else "table")
    if view is None or needed == "stranger":
        return None
    role = current_seat().role
    if role == "stranger":
        came_in = request.blueprint == "sitting"  # it has just joined, but its browser refused the cookie
        if (request.method == "GET" or came_in) and not wants_json():
            return redirect("/join?in=1" if request.method == "POST" else "/join", 303)
        raise RequestRefused("not-joined", JOIN_FIRST, status=403)
    if at_least(needed):
        return None
    if role == "guest":
        text = message("This device only watches; join as a player first.")
        raise RequestRefused("guest", text, status=403)
    raise RequestRefused(
        "players", message("Only the table's own screen can do that; ask there."), status=403
    )
