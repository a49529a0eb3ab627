"""The invitation of the table at which the device that asks sits."""

from companion.web.access.request_context import table_addresses, this_server
from companion.web.layout.people.invitation_values import Invitation, present_invitation


def invitation() -> Invitation:
    """The invitation to this table."""
    server, listeners = this_server(), this_server().listeners
    is_open = listeners is not None and listeners.is_open
    return present_invitation(server.code, server.key, table_addresses(), is_open=is_open)
