"""Where the one who asks is: at this computer, or somewhere in the house."""

from __future__ import annotations

from ipaddress import ip_address

from flask import request


def at_this_machine() -> bool:
    """Whether the one who asks sits at this computer."""
    try:
        return ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False
