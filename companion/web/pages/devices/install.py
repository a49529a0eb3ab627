"""Files for the installation on a phone: the manifest, and the page shown if the table can't be reached."""

from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify, render_template, request, url_for

from companion.web.access.request_context import table_addresses, this_server
from companion.web.access.rights import allow
from companion.web.server.base_path import below_base
from companion.web.server.client_address import from_this_computer
from companion.web.server.request_language import request_language, request_translator
from sheets.language import message

blueprint = Blueprint("install", __name__)

_WORKER = Path(__file__).with_name("service-worker.js")

ICONS = (("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any"))
MASKABLE = (("icon-maskable.png", "512x512", "maskable"),)
"""Icons with a margin, which phones crop to their own shape."""
SHORTCUTS = (
    (message("Throw the dice"), "/#stage"),
    (message("My sheet"), "/#sheets"),
    (message("Photograph a sheet"), "/#photo-sheets"),
)
"""Entries in the menu of a long press on the icon, with the part of the table's page that each opens."""
SCREENSHOT = ("screenshot.png", "360x780")
"""A screenshot of a phone, shown when a browser offers the installation."""


@blueprint.get("/manifest.webmanifest")
@allow("stranger")
def manifest() -> Response:
    """Send the W3C Web Application Manifest, which browsers need to install the page."""
    _ = request_translator()
    content: dict[str, object] = {
        "id": below_base("/"),
        "name": _(message("Qwixx at the table")),
        "short_name": _(message("At the table")),
        "description": _(message("companion for Qwixx")),
        "lang": request_language(),
        "start_url": below_base("/"),
        "scope": below_base("/"),
        "display": "standalone",
        "background_color": "#f4ecdd",
        "theme_color": "#f4ecdd",
        "icons": [
            {**_picture(name, size), "purpose": purpose} for name, size, purpose in (*ICONS, *MASKABLE)
        ],
    }
    if request.is_secure:
        content |= _offers_when_trusted()
    answer = jsonify(content)
    answer.mimetype = "application/manifest+json"
    return answer


def _offers_when_trusted() -> dict[str, object]:
    """Return the manifest entries that browsers use only over trusted HTTPS."""
    _ = request_translator()
    return {
        "shortcuts": [
            {"name": _(name), "url": below_base(place), "icons": [_picture(*ICONS[0][:2])]}
            for name, place in SHORTCUTS
        ],
        "share_target": {
            "action": below_base("/share"),
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {"files": [{"name": "photo", "accept": ["image/*"]}]},
        },
        "screenshots": [
            {**_picture(*SCREENSHOT), "form_factor": "narrow", "label": _(message("A phone at the table"))}
        ],
    }


def _picture(name: str, size: str) -> dict[str, str]:
    """Return the manifest entry of a picture."""
    return {"src": url_for("static", filename=name), "sizes": size, "type": "image/png"}


@blueprint.get("/offline")
@allow("stranger")
def offline() -> str:
    """Send the page that devices cache and show if they can't reach the table, with its addresses."""
    here = f"{request.scheme}://{request.host}{request.script_root}"
    addresses = dict.fromkeys((here, *(table_addresses(this_server()) or ())))
    return render_template("pages/devices/offline.html", addresses=addresses, here=from_this_computer())


@blueprint.get("/service-worker.js")
@allow("stranger")
def worker() -> Response:
    """Send the service worker that shows the offline page; at this address it may serve all pages."""
    script = _WORKER.read_text(encoding="utf-8").replace("/static/", f"{current_app.static_url_path}/")
    return Response(script, mimetype="text/javascript")
