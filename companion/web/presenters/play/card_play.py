"""The cards that the active player of the card game plays: tapped one by one, and kept private."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules import Card, Refusal
from companion.table.state import Table
from companion.web.presenters.names import colour_value
from companion.web.presenters.play.viewer import Viewer
from companion.web.session.card_draft import CardDraft
from sheets.language import Phrase, Term, phrase
from sheets.pad import COLOURS

CARD_NUMBERS = range(2, 13)


@dataclass(frozen=True, slots=True)
class PlayingCard:
    """One card. `value`: its text in a record. `state`: "hand", "played" or "crossed" (its cell too)."""

    value: str
    number: int
    colour: str
    joker: bool
    state: str

    @property
    def name(self) -> Phrase:
        """What the card is called."""
        if not self.joker:
            return colour_value(self.colour, self.number)
        return phrase("joker {number} as {colour}", number=self.number, colour=Term(self.colour))


@dataclass(frozen=True, slots=True)
class CardRow:
    """The cards of one colour."""

    colour: str
    cards: tuple[PlayingCard, ...]


@dataclass(frozen=True, slots=True)
class CardPlay:
    """What the active player puts together. `chosen`: the cards tapped, in their order. `refusal`: why they
    cannot be played like this, or None. `uncrossed`: why the card tapped last crosses no cell, or None."""

    player: str
    rows: tuple[CardRow, ...]
    jokers: tuple[CardRow, ...]
    chosen: tuple[PlayingCard, ...]
    refusal: Refusal | None
    uncrossed: Refusal | None = None


def plays_cards(table: Table, viewer: Viewer) -> bool:
    """Tell whether the active player of the card game plays on the device of `viewer`."""
    return viewer.marks_for(table.active)


def present_card_play(table: Table, viewer: Viewer) -> CardPlay | None:
    """The cards to tap, on the active player's device and the table's; None if no cards are played there."""
    if table.position.phase != "play" or table.demo or not plays_cards(table, viewer):
        return None
    draft = viewer.draft
    if draft is None or draft.moment[1] != table.position.turn:
        draft = CardDraft((None, table.position.turn))
    tapped = dict(draft.cards)
    refusal = uncrossed = None
    if tapped:
        plays = table.game.plays(table.position, table.active)
        refusal, uncrossed = plays.refusal(draft.play(table.game.board)), draft.uncrossed(plays)
    return CardPlay(
        table.active,
        _rows(tapped, joker=False),
        _rows(tapped, joker=True) if table.game.jokers else (),
        tuple(_card(card, tapped) for card, _crossed in draft.cards),
        refusal,
        uncrossed if refusal is None else None,
    )


def _rows(tapped: Mapping[Card, bool], *, joker: bool) -> tuple[CardRow, ...]:
    return tuple(
        CardRow(colour, tuple(_card(Card(number, colour, joker=joker), tapped) for number in CARD_NUMBERS))
        for colour in COLOURS
    )


def _card(card: Card, tapped: Mapping[Card, bool]) -> PlayingCard:
    crossed = tapped.get(card)
    state = "hand" if crossed is None else "crossed" if crossed else "played"
    return PlayingCard(str(card), card.number, card.colour, card.joker, state)
