"""Each action of a turn, and all that is said while it is open: to add one, add it to ACTIONS.

A sentence is chosen here, once, for a person: whose turn it is, one of the others, or all who read the
table's own screen.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules.position import Phase
from companion.table.now import MISS, ColourSums, Now, Part, Person, mark_name
from sheets.language import Phrase, Term, message, phrase
from sheets.pad import Pad

Sentences = tuple[Phrase, ...]
Says = Callable[[Now, Person], Sentences]

READ_SIDES = (6, 8)
"""Numbers of sides of the dice that a camera reads."""
EXPLAINED_TURNS = 4
"""Turns of a first game whose actions are all explained; a whole round at least. Chosen: two each for two."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a turn, and what is said while it is open."""

    name: str
    """The choice that is made in it; "" where nobody chooses, as in the next two."""
    step: str
    """Its place in the turn."""
    source: str
    """The dice or cards to choose from, for a list of players."""
    rule: str
    """The id of the rule of what may be done in it."""
    marks: bool
    """Cells are tapped in it."""
    title: Callable[[Now, Person], Phrase]
    """The task, in a few words."""
    instruction: Says
    """The way to do it."""
    guide: Says
    """The explanation for a first game."""
    voice: Says
    """The words of the loudspeaker."""


# -- what is said of any action ----------------------------------------------------------------------------


def action_of(now: Now) -> Action:
    """Return the action that is open."""
    return DRAW if now.cards and now.action == "roll" else ACTIONS[now.action]


def place_in_game(now: Now) -> Phrase:
    """Return the turn, and who plays it once it has begun."""
    if now.action == "roll":
        return phrase("Turn {turn}", turn=now.turn)
    if now.cards:
        return phrase("Turn {turn} · {player} plays", turn=now.turn, player=now.active)
    return phrase("Turn {turn} · {player} throws", turn=now.turn, player=now.active)


def title(now: Now, person: Person) -> Phrase:
    """Return what is to be done, in a few words."""
    return action_of(now).title(now, person)


def instruction(now: Now, person: Person, *, guided: bool = False) -> Sentences:
    """Return how it is done, and what was taken back. `guided`: the guide has said how to choose."""
    how = () if guided and now.awaits not in ("roll", "number") else action_of(now).instruction(now, person)
    return (*how, *_news(now, person))


def guide(now: Now, person: Person) -> Sentences:
    """Return what a first game is told of the open action; nothing once it is known."""
    if now.turn > max(EXPLAINED_TURNS, len(now.parts)) and now.action != "over":
        return ()
    return action_of(now).guide(now, person)


def voice(now: Now, person: Person) -> Sentences:
    """Return what is said aloud of the open action."""
    return action_of(now).voice(now, person)


def room_for_texts(
    now: Now, person: Person, actions: Sequence[Phase]
) -> tuple[tuple[Phrase, Sentences], ...]:
    """Return title and instruction in each of `actions` with the longest name and number, to keep room
    for."""
    longest = max((part.player for part in now.parts), key=len)
    reader = replace(person, player=longest if person.player == now.active else "")
    moment = replace(
        now,
        active=longest,
        total=12 if now.cards else 2 * now.sides,
        parts=tuple(replace(part, passing=MISS) for part in now.parts),
        awaits="computer" if now.demo or (now.computer and now.in_page) else "roll",
        took_back="",
        lost=(),
    )
    return tuple(
        (title(each, reader), instruction(each, reader))
        for each in (replace(moment, action=action) for action in actions)
    )


def status(part: Part, pad: Pad, *, own: bool) -> Phrase:
    """Return what a player does, as their sheet says it; "" for nothing. `own`: on the device of that
    player."""
    if part.hidden and not own:
        return phrase("has chosen")
    if part.crossed is not None:
        return phrase("crosses {cell}", cell=mark_name(pad, part.crossed))
    return Phrase(_DOING[part.doing])


_DOING = {
    "choosing": message("choosing…"),
    "passes": message("passes"),
    "nothing-fits": message("nothing fits"),
    "throws": message("throws"),
    "turns-card": message("turns up the number"),
    "": "",
}


def still_to_choose(now: Now, person: Person) -> Phrase | None:
    """Return who has yet to choose in an action of everyone; None if nobody has, or the screen cannot
    know."""
    if now.demo or now.paper or not now.is_shared or not now.asked:
        return None
    others = tuple(player for player in now.asked if player != person.player)
    if len(others) == len(now.asked):
        return Phrase("{players}", {"players": ", ".join(others)})
    return phrase("You, and {players}", players=", ".join(others)) if others else phrase("Only you")


def longest_to_choose(now: Now, person: Person) -> Phrase:
    """Return the longest text of `still_to_choose`: a phone keeps a line for it, so that its sheet stays."""
    others = [part.player for part in now.parts if part.player != person.player]
    return phrase("You, and {players}", players=", ".join(others))


def _is_own(now: Now, person: Person) -> bool:
    """Return True if it is this person's turn."""
    return person.player == now.active and not now.demo


def _news(now: Now, person: Person) -> Sentences:
    """Return what was taken back, by its player or by a correction."""
    found = []
    if now.took_back:
        name = Term(action_of(now).name)
        if now.took_back == person.player:
            found.append(phrase("You took a choice back; choose again ({action}).", action=name))
        else:
            text = message("{player} took a choice back and chooses again ({action}).")
            found.append(Phrase(text, {"player": now.took_back, "action": name}))
    if now.lost:
        found.append(phrase("Taken back because it no longer fits: {cells}.", cells=now.lost))
    return tuple(found)


# -- before the dice, or the number for everyone -------------------------------------------------------------


def _roll_title(now: Now, person: Person) -> Phrase:
    player, count = now.active, now.dice
    if now.awaits == "photo":
        return phrase("Please have a look")
    if now.awaits == "computer":
        return phrase("{player} throws", player=player)
    if _is_own(now, person):
        return phrase("Your turn: throw the {count} dice", count=count)
    if now.computer:
        return phrase("Throw the {count} dice for {player}", player=player, count=count)
    return phrase("{player}, throw the {count} dice", player=player, count=count)


def _roll_instruction(now: Now, _person: Person) -> Sentences:
    if now.awaits == "photo":
        return ()
    if now.demo:
        return (phrase("The pretend dice are in the air."),)
    if now.awaits == "computer":
        return (phrase("Look at your sheet meanwhile: which sums would you like?"),)
    if now.in_page:  # the button says it
        return ()
    if now.sides not in READ_SIDES:
        return (phrase("Tap in what they show, or type it."),)
    return (phrase("Photograph them from above, or tap in what they show."),)


def _roll_guide(now: Now, person: Person) -> Sentences:
    player = now.active
    if _is_own(now, person):
        text = phrase("The white dice are for everyone, the coloured ones for you alone.")
    elif person.player:
        text = phrase("The white dice are for you too, the coloured ones for {player} alone.", player=player)
    else:
        text = phrase("The white dice are for everyone, the coloured ones for {player} alone.", player=player)
    return (text, AIM) if now.turn == 1 else (text,)


AIM = phrase(
    "The aim: many crosses in a row. The first is worth 1 point, six in one row are worth 21 together, and "
    "eleven 66."
)
"""What everybody plays for, said once."""


def _roll_voice(now: Now, person: Person) -> Sentences:
    own = _is_own(now, person) and now.awaits in ("roll", "number")
    return (phrase("Your turn."),) if own else ()


def _draw_title(now: Now, person: Person) -> Phrase:
    if _is_own(now, person):
        return phrase("Your turn: draw up to five cards")
    return phrase("{player}, draw up to five cards", player=now.active)


def _draw_instruction(_now: Now, _person: Person) -> Sentences:
    return (phrase("Then tap the number that lies on top of the pile now: it is for everyone."),)


def _draw_guide(_now: Now, _person: Person) -> Sentences:
    return (phrase("Take them from the four in the middle, then fill the middle up from the pile."),)


# -- the first action: everyone ------------------------------------------------------------------------------


def _white_title(now: Now, _person: Person) -> Phrase:
    return phrase("White dice make {sum}", sum=now.total)


def _white_instruction(now: Now, person: Person) -> Sentences:
    if not now.paper:
        return _number_instruction(now, person)
    if _is_own(now, person):
        return (phrase("Everyone may cross the white sum; you may also cross one of these."),)
    text = message("Everyone may cross the white sum; {player} may also cross one of these.")
    return (Phrase(text, {"player": now.active}),)


def _number_instruction(now: Now, _person: Person) -> Sentences:
    return (phrase("Everyone may cross one {number}, in any row where it stands out.", number=now.total),)


def _white_guide(now: Now, person: Person) -> Sentences:
    return (
        *_number_guide(now, person),
        phrase("Mind the gaps: everything to the left of a cross is lost in that row."),
    )


def _number_guide(now: Now, person: Person) -> Sentences:
    own = next((part for part in now.parts if part.player == person.player and part.asked), None)
    if own is None:
        text = message("Everyone may cross one {number}, in any row where it stands out; nobody has to.")
        return (Phrase(text, {"number": now.total}),)
    return (
        phrase(
            "Tap one {number} that stands out on your sheet to cross it, or tap “{button}”: nobody has to.",
            number=now.total,
            button=Term(own.passing.button),
        ),
    )


def _white_voice(now: Now, _person: Person) -> Sentences:
    if not now.paper:
        return (Phrase("{sum}.", {"sum": now.total}),)
    return (phrase("White {sum}.", sum=now.total), *map(_sums_voice, now.sums))


def _sums_voice(each: ColourSums) -> Phrase:
    first, *rest = each.sums
    text = message("{colour} {first} or {second}.") if rest else message("{colour} {first}.")
    return Phrase(text, {"colour": Term(each.colour), "first": first, "second": rest[0] if rest else first})


def _number_title(now: Now, _person: Person) -> Phrase:
    return phrase("The number for everyone is {number}", number=now.total)


def _number_voice(now: Now, _person: Person) -> Sentences:
    return (Phrase("{number}", {"number": now.total}),)


# -- the second action: whose turn it is ---------------------------------------------------------------------


def _threatens(now: Now) -> bool:
    """Return True if a turn that ends now costs whose turn it is a miss."""
    return now.part(now.active).passing is MISS


def _colour_title(now: Now, person: Person) -> Phrase:
    if _is_own(now, person):
        return phrase("Your turn: one white die and one coloured die")
    return phrase("{player}: one white die and one coloured die", player=now.active)


def _colour_instruction(now: Now, person: Person) -> Sentences:
    if _is_own(now, person) and _threatens(now):
        return (phrase("You may cross one of these, in its own colour. A turn without a cross is a miss."),)
    if _is_own(now, person):
        return (phrase("You may cross one of these, in its own colour, or stop here."),)
    text = message("{player} may cross one of these, in its own colour, or stop here.")
    if _threatens(now):
        text = message(
            "{player} may cross one of these, in its own colour. A turn without a cross is a miss."
        )
    return (Phrase(text, {"player": now.active}),)


def _colour_guide(now: Now, person: Person) -> Sentences:
    player, threatens = now.active, _threatens(now)
    if _is_own(now, person):
        own = message("You have crossed something already, so you may stop here without harm.")
        if threatens:
            own = message(
                "You have crossed nothing yet: crossing nothing here either costs a miss, five points."
            )
        return (
            phrase(
                "Add one white die to one coloured die, and tap that sum in that colour: each one that "
                "stands out is such a sum."
            ),
            *((Phrase(own),) if threatens or now.marked else ()),
        )
    if person.player:
        return (
            phrase(
                "Now {player} alone may cross the sum of one white die and one coloured die. You wait; the "
                "next throw is for everyone again.",
                player=player,
            ),
        )
    text = message("{player} has crossed something already, so passing costs nothing.")
    if threatens:
        text = message(
            "{player} has crossed nothing yet: crossing nothing here either costs a miss, five points."
        )
    return (
        phrase(
            "{player} may add one white die to one coloured die, and cross that sum in that colour.",
            player=player,
        ),
        *((Phrase(text, {"player": player}),) if threatens or now.marked else ()),
    )


def _play_title(now: Now, person: Person) -> Phrase:
    if _is_own(now, person):
        return phrase("Your turn: play one to three cards of one colour")
    return phrase("{player} plays one to three cards of one colour", player=now.active)


def _play_instruction(now: Now, person: Person) -> Sentences:
    if not (person.at_table or person.player == now.active):
        return (phrase("{player} is playing cards; the hand stays private.", player=now.active),)
    return (phrase("A turn without a cross is a miss."),) if _threatens(now) else ()


def _play_guide(now: Now, _person: Person) -> Sentences:
    return (
        phrase(
            "{player} plays one to three cards of one colour and may cross their cells. Crossing nothing in "
            "the whole turn costs a miss.",
            player=now.active,
        ),
    )


# -- the end -------------------------------------------------------------------------------------------------


def _over_title(_now: Now, _person: Person) -> Phrase:
    return phrase("The game is over")


def _over_instruction(now: Now, _person: Person) -> Sentences:
    return (Phrase("{why}", {"why": now.too_late}),)


def _over_guide(_now: Now, _person: Person) -> Sentences:
    return (
        phrase("The more crosses a row has, the more each one is worth; each miss takes five points away."),
    )


def _over_voice(_now: Now, _person: Person) -> Sentences:
    return (phrase("The game is over."),)


def _silent(_now: Now, _person: Person) -> Sentences:
    return ()


ACTIONS: Mapping[str, Action] = {
    "roll": Action("", "", "", "white-sum", False, _roll_title, _roll_instruction, _roll_guide, _roll_voice),
    "white": Action(
        message("Action 1"),
        message("Action 1 of 2"),
        message("white dice"),
        "white-sum",
        True,
        _white_title,
        _white_instruction,
        _white_guide,
        _white_voice,
    ),
    "colour": Action(
        message("Action 2"),
        message("Action 2 of 2"),
        message("coloured die"),
        "colour-sum",
        True,
        _colour_title,
        _colour_instruction,
        _colour_guide,
        _silent,
    ),
    "number": Action(
        message("Number for everyone"),
        message("The number for everyone"),
        message("number for everyone"),
        "cards-number",
        True,
        _number_title,
        _number_instruction,
        _number_guide,
        _number_voice,
    ),
    "play": Action(
        message("Cards"),
        message("The cards"),
        message("play of cards"),
        "cards-play",
        False,
        _play_title,
        _play_instruction,
        _play_guide,
        _silent,
    ),
    "over": Action(
        "", "", "", "score-table", False, _over_title, _over_instruction, _over_guide, _over_voice
    ),
}
"""Each action of a turn, the time before it and after the end."""
DRAW = Action("", "", "", "cards-draw", False, _draw_title, _draw_instruction, _draw_guide, _roll_voice)
"""The time before a turn of the card game."""
