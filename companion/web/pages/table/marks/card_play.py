"""The cards that the active player of the card game plays: tapped one by one, and kept private."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from companion.rules import Card, Refusal
from companion.table.state import Table
from companion.web.layout.game.names import colour_value
from companion.web.pages.table.viewer import Viewer
from companion.web.session.drafts import CardDraft, draft_of_turn
from sheets.language import Phrase, Term, phrase
from sheets.pad import COLOURS

CARD_NUMBERS = range(2, 13)


@dataclass(frozen=True, slots=True)
class PlayingCard:
    """One card. `value`: its text in a record. `state`: "hand", "played" or "crossed" (its cell too).

    `fits`: a tap would cross its cell. `other`: the joker of the same face, or the plain card of a joker's.
    """

    value: str
    number: int
    colour: str
    joker: bool
    state: str
    fits: bool
    other: str

    @property
    def name(self) -> Phrase:
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
    """The play that the active player prepares. `chosen`: the cards tapped, in order. `refusal`: the reason
    why they cannot be played, or None. `uncrossed`: the reason why the card tapped last crosses no cell, or
    None."""

    player: str
    rows: tuple[CardRow, ...]
    jokers: tuple[CardRow, ...]
    chosen: tuple[PlayingCard, ...]
    refusal: Refusal | None
    uncrossed: Refusal | None = None


def plays_cards(table: Table, viewer: Viewer) -> bool:
    """Return True if the active player of the card game plays on the device of `viewer`."""
    return viewer.marks_for(table.active)


def present_card_play(table: Table, viewer: Viewer) -> CardPlay | None:
    """Return the cards to tap, on the active player's device and the table's, or None."""
    if table.position.phase != "play" or table.demo or not plays_cards(table, viewer):
        return None
    draft, plays = draft_of_turn(viewer.draft, table), table.game.plays(table.position, table.active)
    refusal = uncrossed = None
    if draft.cards:
        refusal, uncrossed = plays.refusal(draft.play(table.game.board)), draft.uncrossed(plays)
    fits = partial(draft.fits, plays=plays) if viewer.hints != "off" else _no_card
    return CardPlay(
        table.active,
        _rows(draft, fits, joker=False),
        _rows(draft, fits, joker=True) if table.game.jokers else (),
        tuple(_card(card, draft, fits) for card, _crossed in draft.cards),
        refusal,
        uncrossed if refusal is None else None,
    )


def _no_card(_card: Card) -> bool:
    """Return False: no legal cards are to be highlighted."""
    return False


def _rows(draft: CardDraft, fits: Callable[[Card], bool], *, joker: bool) -> tuple[CardRow, ...]:
    return tuple(
        CardRow(
            colour, tuple(_card(Card(number, colour, joker=joker), draft, fits) for number in CARD_NUMBERS)
        )
        for colour in COLOURS
    )


def _card(card: Card, draft: CardDraft, fits: Callable[[Card], bool]) -> PlayingCard:
    crossed = dict(draft.cards).get(card)
    state = "hand" if crossed is None else "crossed" if crossed else "played"
    other = Card(card.number, card.colour, joker=not card.joker)
    return PlayingCard(
        str(card), card.number, card.colour, card.joker, state, state == "hand" and fits(card), str(other)
    )
