"""The certificate of the table's own authority, and instructions for making a phone trust it."""

from hashlib import sha256

from flask import Blueprint, Response, render_template

from companion.web.access.request_context import this_server, to_be_trusted
from companion.web.access.rights import allow
from companion.web.server.refusal import RequestRefused
from sheets.language import message

blueprint = Blueprint("trust", __name__)


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
def page() -> str:
    """Show how to make this device trust the table, and how to undo that."""
    certificate, listeners = _authority(), this_server().listeners
    return render_template(
        "pages/devices/trust.html",
        fingerprint=fingerprint(certificate),
        addresses=[f"{address}/trust" for address in listeners.addresses] if listeners else [],
    )


@blueprint.get("/trust/authority.crt")
@allow("stranger")
def authority() -> Response:
    """Send the authority's certificate in DER, which phones and computers can install."""
    return Response(_authority(), mimetype="application/x-x509-ca-cert")
