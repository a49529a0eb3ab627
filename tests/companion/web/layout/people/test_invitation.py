"""The invitation: addresses, and whether phones can be let in."""

from companion.web.layout.people.invitation import Invitation


def test_every_address_leads_to_the_table() -> None:
    invitation = Invitation("K7Q2P", "key", ("http://192.0.2.1:8730", "http://192.0.2.2:8730"))
    assert invitation.links == ("http://192.0.2.1:8730/join/key", "http://192.0.2.2:8730/join/key")
    assert invitation.can_open and invitation.can_close


def test_no_links_lead_to_a_table_that_phones_cannot_reach() -> None:
    closed, never = Invitation("K7Q2P", "key", ()), Invitation("K7Q2P", "key", None)
    assert (closed.links, closed.can_open, closed.can_close) == ((), True, False)
    assert (never.links, never.can_open, never.can_close) == ((), False, False)
