"""The waiting room that every device shows until people play: how to join, and who is here."""

from dataclasses import dataclass

from companion.web.layout.people.invitation import Invitation
from companion.web.layout.people.person_sign import SignChoice


@dataclass(frozen=True, slots=True)
class Lobby:
    """The waiting room of one device. `people`: who joined, in order. `signs`: what this device's player may
    choose. `from_afar`: a television shows it."""

    people: tuple[str, ...]
    invitation: Invitation
    signs: SignChoice
    from_afar: bool
