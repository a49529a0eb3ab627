"""The invitation: addresses, and a QR code that says the first of them."""

from companion.web.layout.people.invitation import draw_qr_code, present_invitation


def test_every_address_leads_to_the_table() -> None:
    found = present_invitation("K7Q2P", "key", ("http://192.0.2.1:8730", "http://192.0.2.2:8730"))
    assert found.links == ("http://192.0.2.1:8730/join/key", "http://192.0.2.2:8730/join/key")
    assert found.qr_code == draw_qr_code(found.links[0])
    assert found.can_open


def test_before_phones_are_let_in_and_where_they_never_are() -> None:
    closed, never = present_invitation("K7Q2P", "key", ()), present_invitation("K7Q2P", "key", None)
    assert (closed.links, closed.qr_code, closed.can_open) == ((), "", True)
    assert (never.links, never.can_open) == ((), False)
