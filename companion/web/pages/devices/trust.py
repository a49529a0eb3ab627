"""Trust, once: the certificate of the table's own authority, and how each phone comes to trust it."""

from hashlib import sha256

from flask import Blueprint, Response, render_template

from companion.web.access.request_context import this_server, to_be_trusted
from companion.web.access.rights import allow
from companion.web.server.refusal import RequestRefused
from sheets.language import message

blueprint = Blueprint("trust", __name__)


def fingerprint(certificate: bytes) -> str:
    """Return the SHA-256 of a certificate in DER, in groups of four, for people to compare.

    >>> fingerprint(b"")[:19]
    'E3B0 C442 98FC 1C14'
    """
    digits = sha256(certificate).hexdigest().upper()
    return " ".join(digits[i : i + 4] for i in range(0, len(digits), 4))


def _authority() -> bytes:
    found = to_be_trusted()
    if not found:
        text = message("This table has no certificate of its own now, so there is nothing to trust.")
        raise RequestRefused("no-authority", text, status=404)
    return found


@blueprint.get("/trust")
@allow("stranger")
def page() -> str:
    """Show how this device comes to trust the table once, and how to take that back."""
    found, listeners = _authority(), this_server().listeners
    return render_template(
        "pages/devices/trust.html",
        fingerprint=fingerprint(found),
        addresses=[f"{address}/trust" for address in listeners.addresses] if listeners else [],
    )


@blueprint.get("/trust/authority.crt")
@allow("stranger")
def authority() -> Response:
    """Send the certificate of the authority, in DER, as phones and computers install it."""
    return Response(_authority(), mimetype="application/x-x509-ca-cert")
