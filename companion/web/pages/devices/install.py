"""What a phone needs to install the page and to trust the table: manifest, offline page, certificate."""

from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify, render_template, request, url_for

from companion.web.access.request_context import table_addresses, this_server, to_be_trusted
from companion.web.access.rights import allow
from companion.web.server.base_path import below_base
from companion.web.server.client_address import from_this_computer
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_language, request_translator
from sheets.language import message

blueprint = Blueprint("install", __name__)

ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),  # with a margin; phones crop it to their own shape
)
SHORTCUTS = (
    (message("Throw the dice"), "/#stage"),
    (message("My sheet"), "/#sheets"),
    (message("Photograph a sheet"), "/#photo-sheets"),
)
"""Entries in the menu of a long press on the icon, each with the address that it opens."""


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
        "icons": [{**_picture(name, size), "purpose": purpose} for name, size, purpose in ICONS],
    }
    if request.is_secure:
        content |= _offers_when_trusted()
    answer = jsonify(content)
    answer.mimetype = "application/manifest+json"
    return answer


def _offers_when_trusted() -> dict[str, object]:
    """Return the manifest's shortcuts, share target and screenshots, which browsers use only over HTTPS."""
    _, screenshot = request_translator(), _picture("screenshot.png", "360x780")
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
        "screenshots": [{**screenshot, "form_factor": "narrow", "label": _(message("A phone at the table"))}],
    }


def _picture(name: str, size: str) -> dict[str, str]:
    return {"src": url_for("static", filename=name), "sizes": size, "type": "image/png"}


@blueprint.get("/offline")
@allow("stranger")
def offline() -> str:
    """Send the page that devices cache and show if they can't reach the table."""
    here = f"{request.scheme}://{request.host}{request.script_root}"
    addresses = dict.fromkeys((here, *(table_addresses(this_server()) or ())))
    return render_template("pages/devices/offline.html", addresses=addresses, here=from_this_computer())


@blueprint.get("/service-worker.js")
@allow("stranger")
def worker() -> Response:
    """Send the service worker that shows the offline page. This address lets it control all pages."""
    script = Path(__file__).with_name("service-worker.js").read_text(encoding="utf-8")
    script = script.replace("/static/", f"{current_app.static_url_path}/")
    return Response(script, mimetype="text/javascript")


def fingerprint(certificate: bytes) -> str:
    """Return the SHA-256 fingerprint of a DER certificate in groups of four digits, for users to compare.

    >>> fingerprint(b"")[:19]
    'E3B0 C442 98FC 1C14'
    """
    digits = sha256(certificate).hexdigest().upper()
    return " ".join(digits[i : i + 4] for i in range(0, len(digits), 4))


def _authority() -> bytes:
    certificate = to_be_trusted()
    if not certificate:
        text = message("This table has no certificate of its own now, so there is nothing to trust.")
        raise RequestRefused("no-authority", text, status=404)
    return certificate


@blueprint.get("/trust")
@allow("stranger")
def trust() -> str:
    """Show how to make this device trust the table's certificate, and how to undo that."""
    certificate, listeners = _authority(), this_server().listeners
    return render_template(
        "pages/devices/trust.html",
        fingerprint=fingerprint(certificate),
        addresses=[f"{address}/trust" for address in listeners.addresses] if listeners else [],
    )


@blueprint.get("/trust/authority.crt")
@allow("stranger")
def authority() -> Response:
    """Send the certificate of the table's own authority in DER, for installation on a device."""
    return Response(_authority(), mimetype="application/x-x509-ca-cert")
