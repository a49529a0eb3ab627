"""The cards that the active player taps one by one before playing them (card game)."""

from dataclasses import dataclass

from companion.rules import Card, Game, Plays, Refusal
from companion.table.now import plays_cards
from companion.table.state import Table
from companion.web.layout.game.names import colour_value
from companion.web.pages.table.viewer import Viewer
from companion.web.session.drafts import CardDraft, draft_of_turn
from sheets.language import Phrase, Term, phrase
from sheets.pad import COLOURS


@dataclass(frozen=True, slots=True)
class PlayingCard:
    """A card on the screen that the active player can tap."""

    card: Card
    state: str
    """"hand" (not tapped), "crossed" (tapped, and crosses its cell) or "played" (tapped without a cross)."""
    fits: bool  # True to highlight the card, because a tap would cross its cell

    @property
    def name(self) -> Phrase:
        card = self.card
        if not card.joker:
            return colour_value(card.colour, card.number)
        return phrase("joker {number} as {colour}", number=card.number, colour=Term(card.colour))

    @property
    def other(self) -> Card:
        """Return the joker with this card's number and colour, or for a joker, the plain card."""
        return Card(self.card.number, self.card.colour, joker=not self.card.joker)


@dataclass(frozen=True, slots=True)
class CardPlay:
    """The cards that the active player has tapped so far, and all cards that can be tapped."""

    draft: CardDraft
    plays: Plays  # the legal plays
    game: Game
    shows_legal: bool  # True to highlight cards that fit

    @property
    def chosen(self) -> tuple[PlayingCard, ...]:
        """Return the tapped cards in the order of the taps."""
        return tuple(self._card(card) for card, _crossed in self.draft.cards)

    def deck(self, *, joker: bool) -> tuple[tuple[str, tuple[PlayingCard, ...]], ...]:
        """Return (colour, cards) for each colour: all plain cards, or all jokers if `joker` is True."""
        return tuple(
            (colour, tuple(self._card(Card(number, colour, joker=joker)) for number in range(2, 13)))
            for colour in COLOURS
        )

    @property
    def refusal(self) -> Refusal | None:
        """Return why the tapped cards can't be played, or None if they can or if no card is tapped."""
        return self.plays.refusal(self.draft.play(self.game.board)) if self.draft.cards else None

    @property
    def uncrossed(self) -> Refusal | None:
        """Return why the last tapped card can't cross its cell, or None if it can or if none is tapped."""
        return self.draft.uncrossed(self.plays)

    def _card(self, card: Card) -> PlayingCard:
        crossed = dict(self.draft.cards).get(card)
        state = "hand" if crossed is None else "crossed" if crossed else "played"
        fits = state == "hand" and self.shows_legal and self.draft.fits(card, self.plays)
        return PlayingCard(card, state, fits)


def present_card_play(table: Table, viewer: Viewer) -> CardPlay | None:
    """Return the cards that the device's user can tap, or None if the user may not choose cards now."""
    if not plays_cards(table) or not viewer.marks_for(table.active):
        return None
    plays = table.game.plays(table.position, table.active)
    return CardPlay(draft_of_turn(viewer.draft, table), plays, table.game, viewer.hints != "off")
