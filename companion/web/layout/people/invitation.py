"""The invitation to a table."""

from collections.abc import Sequence
from dataclasses import dataclass

import segno

from companion.web.access.request_context import table_addresses
from companion.web.access.server import Server


@dataclass(frozen=True, slots=True)
class Invitation:
    """How phones join. `links`: the addresses for QR codes; `qr_code`: the first of them as SVG, or "".

    `can_open`: phones can be let in here, even if none is now. `can_close`: they can be kept out again.
    `must_trust`: phones warn of the table's own certificate.
    """

    code: str
    addresses: tuple[str, ...]
    links: tuple[str, ...]
    qr_code: str
    can_open: bool
    can_close: bool
    must_trust: bool


def present_invitation(
    code: str,
    key: str,
    addresses: Sequence[str] | None,
    *,
    is_open: bool = True,
    must_trust: bool = False,
) -> Invitation:
    """Return how phones join the table with that code and key.

    `addresses`: where it is reached now; None if it can never be. `is_open`: True if the table itself listens
    for phones, and not only a proxy.
    """
    links = tuple(f"{address}/join/{key}" for address in addresses or ())
    return Invitation(
        code,
        tuple(addresses or ()),
        links,
        draw_qr_code(links[0]) if links else "",
        can_open=addresses is not None,
        can_close=bool(addresses) and is_open,
        must_trust=must_trust,
    )


def draw_qr_code(text: str) -> str:
    """Draw the QR code of `text` as an SVG element, dark on a light plate."""
    code = segno.make(text, error="m", micro=False)
    size = len(code.matrix) + 8
    path = "".join(
        f"M{x + 4} {y + 4}h1v1h-1z" for y, row in enumerate(code.matrix) for x, dark in enumerate(row) if dark
    )
    return (
        f'<svg class="square" viewBox="0 0 {size} {size}" aria-hidden="true" shape-rendering="crispEdges">'
        f'<rect width="{size}" height="{size}" rx="2" fill="#fff"/><path d="{path}" fill="#16120f"/></svg>'
    )


def invitation(server: Server, *, must_trust: bool) -> Invitation:
    """Return the invitation to this table.

    `must_trust`: True if browsers warn of its certificate at the address that the device used.
    """
    is_open = server.listeners is not None and server.listeners.is_open
    return present_invitation(
        server.code, server.key, table_addresses(server), is_open=is_open, must_trust=must_trust
    )
