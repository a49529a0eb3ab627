"""The invitation for phones to join a table, with its QR code."""

from collections.abc import Sequence
from dataclasses import dataclass

import segno

from companion.web.access.request_context import table_addresses
from companion.web.access.server import Server


@dataclass(frozen=True, slots=True)
class Invitation:
    """The code and the addresses by which phones join."""

    code: str
    key: str
    addresses: Sequence[str]  # the table's present addresses
    can_open: bool = True  # True if this table can be opened for phones or already is open
    can_close: bool = True  # True if the table itself listens for phones, rather than only a proxy
    must_trust: bool = False  # True if phones warn about the table's own certificate

    @property
    def links(self) -> tuple[str, ...]:
        return tuple(f"{address}/join/{self.key}" for address in self.addresses)

    @property
    def qr_code(self) -> str:
        return draw_qr_code(self.links[0])


def draw_qr_code(text: str) -> str:
    """Return the QR code of `text` as an SVG element, dark on a light square."""
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
    """Return the table's invitation. `must_trust`: True if browsers warn about the table's certificate."""
    can_close = server.listeners is not None and server.listeners.is_open
    addresses = table_addresses(server)
    return Invitation(server.code, server.key, addresses or (), addresses is not None, can_close, must_trust)
