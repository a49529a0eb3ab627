"""The invitation: the address and the square code with which phones join a table."""

from __future__ import annotations

from dataclasses import dataclass

import segno

from companion.web.server.hosted_table import HostedTable
from companion.web.server.request_context import table_server


@dataclass(frozen=True, slots=True)
class Invite:
    """How phones join. `links`: the addresses in the QR code; `square`: the first of them as SVG."""

    code: str
    addresses: tuple[str, ...]
    links: tuple[str, ...]
    square: str
    can_open: bool


def invite(hosted: HostedTable) -> Invite:
    """How phones join `place` now."""
    listeners = table_server().listeners
    addresses = listeners.addresses if listeners else ()
    links = tuple(f"{address}/join/{hosted.key}" for address in addresses)
    return Invite(hosted.code, addresses, links, square(links[0]) if links else "", listeners is not None)


def square(text: str) -> str:
    """The QR code of `text` as an SVG element, dark on a light plate."""
    code = segno.make(text, error="m", micro=False)
    size = len(code.matrix) + 8
    path = "".join(
        f"M{x + 4} {y + 4}h1v1h-1z" for y, row in enumerate(code.matrix) for x, dark in enumerate(row) if dark
    )
    return (
        f'<svg class="square" viewBox="0 0 {size} {size}" aria-hidden="true" shape-rendering="crispEdges">'
        f'<rect width="{size}" height="{size}" rx="2" fill="#fff"/><path d="{path}" fill="#16120f"/></svg>'
    )
