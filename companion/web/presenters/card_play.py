"""The cards that the active player of the card game plays, as the page shows them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import Card
from companion.table.state import Table
from companion.web.presenters.dice import COLOUR_NAMES
from companion.web.presenters.viewer import Viewer
from companion.web.room.card_draft import CardDraft
from sheets.language import Translate
from sheets.pad import COLOURS


@dataclass(frozen=True, slots=True)
class CardView:
    """One card. `value`: its text in a record. `state`: "hand", "played" or "crossed" (its cell too)."""

    value: str
    number: int
    colour: str
    joker: bool
    state: str
    label: str


@dataclass(frozen=True, slots=True)
class PlayView:
    """What the active player puts together. `rows`: the cards of each colour. `problem`: why it cannot be
    played like this, "" where it can.
    """

    player: str
    rows: tuple[tuple[str, str, tuple[CardView, ...]], ...] = ()
    jokers: tuple[tuple[str, str, tuple[CardView, ...]], ...] = ()
    chosen: tuple[str, ...] = ()
    problem: str = ""


def plays_here(table: Table, eye: Viewer) -> bool:
    """Whether the active player of the card game plays on the device of `eye`."""
    return eye.role == "table" or (eye.role == "player" and eye.player == table.active)


def play_view(table: Table, eye: Viewer, _: Translate) -> PlayView | None:
    """The cards to tap, on the active player's device and the table's; None where none are played."""
    if table.position.phase != "play" or table.demo or not plays_here(table, eye):
        return None
    player = table.active
    draft = eye.draft
    if draft is None or draft.moment[1] != table.position.turn:
        draft = CardDraft((None, table.position.turn))
    rows = tuple(
        (colour, _(COLOUR_NAMES[colour]), tuple(_card(Card(n, colour), draft, _) for n in range(2, 13)))
        for colour in COLOURS
    )
    jokers: tuple[tuple[str, str, tuple[CardView, ...]], ...] = ()
    if table.game.jokers:
        jokers = tuple(
            (colour, name, tuple(_card(Card(n, colour, joker=True), draft, _) for n in range(2, 13)))
            for colour, name, _cards in rows
        )
    refusal = None
    if draft.cards:
        refusal = table.game.plays(table.position, player).refusal(draft.play(table.game.board))
    return PlayView(
        player,
        rows,
        jokers,
        tuple(_label(card, crossed, _) for card, crossed in draft.cards),
        refusal.in_language(_) if refusal else "",
    )


def _card(card: Card, draft: CardDraft, _: Translate) -> CardView:
    crossed = dict(draft.cards).get(card)
    state = "hand" if crossed is None else "crossed" if crossed else "played"
    return CardView(str(card), card.number, card.colour, card.joker, state, _label(card, crossed, _))


def _label(card: Card, crossed: bool | None, _: Translate) -> str:
    name = f"{_(COLOUR_NAMES[card.colour])} {card.number}"
    if card.joker:
        name = _("joker {number} as {colour}").format(number=card.number, colour=_(COLOUR_NAMES[card.colour]))
    if crossed is None:
        return name
    return (
        _("{card}, played and crossed").format(card=name)
        if crossed
        else _("{card}, played only").format(card=name)
    )
