"""The actions of a turn, and the sentences that tell each reader about the current action."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules.position import Phase
from companion.table.now import MISS, ColourSums, Now, Part, Person, mark_name
from sheets.language import Phrase, Term, message, phrase
from sheets.pad import Pad

Sentences = tuple[Phrase, ...]
Texts = tuple[str | Phrase, ...]
"""Sentences. In a str, {player}, {turn}, {count} (of dice), {number}, {sum} and {button} are filled in."""
Says = Callable[[Now, Person], Texts]
"""Given the current situation and the reader, returns sentences for the reader."""

READ_SIDES = (6, 8)
"""A camera can read dice with these numbers of sides."""
EXPLAINED_TURNS = 4
"""In a first game, the actions of this many turns (but at least one per player) are explained."""


@dataclass(frozen=True, slots=True)
class Action:
    """The sentences about an action of a turn."""

    title: Callable[[Now, Person], str]
    """Given the current situation and the reader, return the task in a few words."""
    instruction: Says
    """Return how to do the task."""
    guide: Says
    """Return the explanation for people who play their first game."""
    voice: Says
    """Return the words for the loudspeaker."""
    rule: str
    """Id of the rule about the action."""
    name: str = ""
    """The action in words, or "" if players don't choose anything in it."""
    step: str = ""
    """The place of the action in the turn, such as "Action 1 of 2", or "" if players don't choose."""
    source: str = ""
    """The dice or cards to choose from, such as "white dice", or "" if players don't choose."""
    marks: bool = False
    """True if players tap cells in this action."""


# -- sentences about the current action ----------------------------------------------------------------------


def action_of(now: Now) -> Action:
    """Return the sentences about the current action."""
    return DRAW if now.cards and now.action == "roll" else ACTIONS[now.action]


def is_own(now: Now, person: Person) -> bool:
    """Return True if it is this person's turn."""
    return person.player == now.active and not now.demo


def step(now: Now) -> str:
    """Return the place of the action in the turn ("Action 1 of 2"), in English, or "" if it has none."""
    return "" if now.paper else action_of(now).step


def place_in_game(now: Now) -> Phrase:
    """Return the number of the turn and, after the roll, the active player: "Turn 3 · Ann throws"."""
    if now.action == "roll":
        return phrase("Turn {turn}", turn=now.turn)
    if now.cards:
        return phrase("Turn {turn} · {player} plays", turn=now.turn, player=now.active)
    return phrase("Turn {turn} · {player} throws", turn=now.turn, player=now.active)


def title(now: Now, person: Person) -> Phrase:
    """Return the task of the current action in a few words."""
    return _filled(now, person, (action_of(now).title(now, person),))[0]


def instruction(now: Now, person: Person, *, guided: bool = False) -> Sentences:
    """Return how to do the task, then news of choices that were taken back or became illegal.

    `guided`: True if the text of `guide` is shown too; then how to do the task is usually left out.
    """
    said = guided and not now.paper and now.awaits not in ("roll", "number")
    how = () if said else action_of(now).instruction(now, person)
    return (*_filled(now, person, how), *_news(now, person))


def guide(now: Now, person: Person) -> Sentences:
    """Return the explanation of the current action for a first game, or () once EXPLAINED_TURNS are over."""
    if now.turn > max(EXPLAINED_TURNS, len(now.parts)) and now.action != "over":
        return ()
    return _filled(now, person, action_of(now).guide(now, person))


def voice(now: Now, person: Person) -> Sentences:
    """Return the sentences for the loudspeaker about the current action."""
    return _filled(now, person, action_of(now).voice(now, person))


def _filled(now: Now, person: Person, texts: Texts) -> Sentences:
    """Return the texts with values in place of the {names}, which `Texts` lists."""
    button = Term(next((part.passing.button for part in now.parts if part.player == person.player), ""))
    values: dict[str, object] = {"player": now.active, "turn": now.turn, "count": now.dice, "button": button}
    values |= {"number": now.total, "sum": now.total}
    return tuple(Phrase(text, values) if isinstance(text, str) else text for text in texts)


def room_for_texts(now: Now, person: Person, phases: Sequence[Phase]) -> tuple[tuple[Phrase, Sentences], ...]:
    """Return each action's title and instruction at their longest, so that a phone can reserve space.

    Return () if `person` isn't a player. `phases`: the phases of a turn after the roll.
    """
    if not person.player:
        return ()
    actions: tuple[Phase, ...] = ("roll", *(phases[:1] if now.paper else phases))
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
    each_action = (replace(moment, action=action) for action in actions)
    return tuple((title(each, reader), instruction(each, reader)) for each in each_action)


def status(part: Part, pad: Pad, *, own: bool) -> Phrase:
    """Return what a player is doing, or an empty phrase for nothing. `own`: True on the player's device."""
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
    """Return who still has to choose on a screen, such as "You and Ann". Return None if nobody has to, or if
    this isn't an action of all players."""
    if now.demo or now.paper or not now.is_shared or not now.asked:
        return None
    others = tuple(player for player in now.asked if player != person.player)
    if len(others) == len(now.asked):
        return Phrase("{players}", {"players": ", ".join(others)})
    return phrase("You and {players}", players=", ".join(others)) if others else phrase("Only you")


def longest_to_choose(now: Now, person: Person) -> Phrase:
    """Return the longest text of `still_to_choose`, so that a phone can reserve space for it."""
    others = [part.player for part in now.parts if part.player != person.player]
    return phrase("You and {players}", players=", ".join(others))


def _titled(text: str, own: str = "") -> Callable[[Now, Person], str]:
    return lambda now, person: own if own and is_own(now, person) else text


def _always(*texts: str) -> Says:
    return lambda _now, _person: texts


def _news(now: Now, person: Person) -> Sentences:
    """Return sentences about choices that were taken back, or that a correction made illegal."""
    news = []
    if now.took_back:
        text = message("{player} took a choice back and chooses again ({action}).")
        if now.took_back == person.player:
            text = message("You took a choice back; choose again ({action}).")
        news.append(Phrase(text, {"player": now.took_back, "action": Term(action_of(now).name)}))
    if now.lost:
        news.append(phrase("Taken back because it no longer fits: {cells}.", cells=now.lost))
    return tuple(news)


# -- before the dice, or the number for everyone -------------------------------------------------------------


def _roll_title(now: Now, person: Person) -> str:
    if now.awaits == "photo":
        return message("Please have a look")
    if now.awaits == "computer":
        return message("{player} throws")
    if is_own(now, person):
        return message("Your turn: throw the {count} dice")
    if now.computer:
        return message("Throw the {count} dice for {player}")
    return message("{player}, throw the {count} dice")


def _roll_instruction(now: Now, _person: Person) -> Texts:
    if now.awaits == "photo":
        return ()
    if now.demo:
        return (message("The pretend dice are in the air."),)
    if now.awaits == "computer":
        return (message("Meanwhile, look at your sheet: which sums would help you?"),)
    if now.in_page:  # the button says how
        return ()
    if now.sides not in READ_SIDES:
        return (message("Tap in what they show, or type it."),)
    return (message("Photograph them from above, or tap in what they show."),)


def _roll_guide(now: Now, person: Person) -> Texts:
    aim = message(
        "The aim: many crosses in a row. The first is worth 1 point, six in one row are worth 21 together, "
        "and eleven 66."
    )
    text = message("The white dice are for everyone, the coloured ones for {player} alone.")
    if is_own(now, person):
        text = message("The white dice are for everyone, the coloured ones for you alone.")
    elif person.player:
        text = message("The white dice are for you too, the coloured ones for {player} alone.")
    return (text, aim) if now.turn == 1 else (text,)


def _roll_voice(now: Now, person: Person) -> Texts:
    own = is_own(now, person) and now.awaits in ("roll", "number")
    return (message("Your turn."),) if own else ()


# -- the first action: everyone ------------------------------------------------------------------------------

_CROSS_NUMBER = message("Everyone may cross one {number}, in any row where it stands out.")


def _white_instruction(now: Now, person: Person) -> Texts:
    if not now.paper:
        return (_CROSS_NUMBER,)
    if is_own(now, person):
        return (message("Everyone may cross the white sum; you may also cross one of these."),)
    return (message("Everyone may cross the white sum; {player} may also cross one of these."),)


def _white_guide(now: Now, person: Person) -> Texts:
    gaps = message("Mind the gaps: everything to the left of a cross is lost in that row.")
    return (gaps,) if now.paper else (*_number_guide(now, person), gaps)


def _number_guide(now: Now, person: Person) -> Texts:
    if any(part.asked and part.player == person.player for part in now.parts):
        return (
            message(
                "Tap one {number} that stands out on your sheet to cross it, or tap “{button}”: nobody has "
                "to."
            ),
        )
    return (message("Everyone may cross one {number}, in any row where it stands out; nobody has to."),)


def _white_voice(now: Now, _person: Person) -> Texts:
    return (message("White {sum}."), *map(_sums_voice, now.sums)) if now.paper else ("{sum}.",)


def _sums_voice(each: ColourSums) -> Phrase:
    first, *rest = each.sums
    text = message("{colour} {first} or {second}.") if rest else message("{colour} {first}.")
    return Phrase(text, {"colour": Term(each.colour), "first": first, "second": rest[0] if rest else first})


# -- the second action: whose turn it is ---------------------------------------------------------------------


def _pass_is_penalty(now: Now) -> bool:
    """Return True if a pass costs the active player a penalty."""
    return now.part(now.active).passing is MISS


def _colour_instruction(now: Now, person: Person) -> Texts:
    if is_own(now, person):
        if _pass_is_penalty(now):
            return (
                message(
                    "You may cross one of these, in its own colour. A turn without a cross is a penalty."
                ),
            )
        return (message("You may cross one of these, in its own colour, or stop here."),)
    if _pass_is_penalty(now):
        return (
            message(
                "{player} may cross one of these, in its own colour. A turn without a cross is a penalty."
            ),
        )
    return (message("{player} may cross one of these, in its own colour, or stop here."),)


def _colour_guide(now: Now, person: Person) -> Texts:
    if person.player and not is_own(now, person):
        return (
            message(
                "Now {player} alone may cross the sum of one white die and one coloured die. You wait; the "
                "next throw is for everyone again."
            ),
        )
    what = message("{player} may add one white die to one coloured die, and cross that sum in that colour.")
    free = message("{player} has crossed something already, so passing costs nothing.")
    miss = message("{player} has not crossed anything yet. Passing again now means a penalty: five points.")
    if is_own(now, person):
        what = message(
            "Add one white die to one coloured die, and tap that sum in that colour: every cell that "
            "stands out is such a sum."
        )
        free = message("You have crossed something already, so you may stop here at no cost.")
        miss = message("You have not crossed anything yet. Passing again now means a penalty: five points.")
    return (what, miss) if _pass_is_penalty(now) else (what, free) if now.marked else (what,)


def _play_instruction(now: Now, person: Person) -> Texts:
    if not (person.at_table or person.player == now.active):
        return (message("{player} is playing cards; the hand stays private."),)
    return (message("A turn without a cross is a penalty."),) if _pass_is_penalty(now) else ()


ACTIONS: Mapping[str, Action] = {
    "roll": Action(_roll_title, _roll_instruction, _roll_guide, _roll_voice, "white-sum"),
    "white": Action(
        _titled(message("White dice make {sum}")),
        _white_instruction,
        _white_guide,
        _white_voice,
        "white-sum",
        message("Action 1"),
        message("Action 1 of 2"),
        message("white dice"),
        marks=True,
    ),
    "colour": Action(
        _titled(
            message("{player}: one white die and one coloured die"),
            message("Your turn: one white die and one coloured die"),
        ),
        _colour_instruction,
        _colour_guide,
        _always(),
        "colour-sum",
        message("Action 2"),
        message("Action 2 of 2"),
        message("coloured die"),
        marks=True,
    ),
    "number": Action(
        _titled(message("The number for everyone is {number}")),
        _always(_CROSS_NUMBER),
        _number_guide,
        _always("{number}"),
        "cards-number",
        message("Number for everyone"),
        message("The number for everyone"),
        message("number for everyone"),
        marks=True,
    ),
    "play": Action(
        _titled(
            message("{player} plays one to three cards of one colour"),
            message("Your turn: play one to three cards of one colour"),
        ),
        _play_instruction,
        _always(
            message(
                "{player} plays one to three cards of one colour and may cross their cells. Crossing nothing "
                "in the whole turn costs a penalty."
            )
        ),
        _always(),
        "cards-play",
        message("Cards"),
        message("The cards"),
        message("play of cards"),
    ),
    "over": Action(
        _titled(message("The game is over")),
        lambda now, _person: (Phrase("{why}", {"why": now.too_late}),),
        _always(
            message(
                "The more crosses a row has, the more each one is worth; each penalty takes five points away."
            )
        ),
        _always(message("The game is over.")),
        "score-table",
    ),
}
"""The sentences about each phase, including "roll" and "over", in which nobody chooses."""
DRAW = Action(
    _titled(message("{player}, draw up to five cards"), message("Your turn: draw up to five cards")),
    _always(message("Then tap the number that is on top of the pile now: it is for everyone.")),
    _always(message("Take them from the four in the middle, then fill the middle up from the pile.")),
    _roll_voice,
    "cards-draw",
)
"""The sentences about drawing cards, which takes the place of the roll in the card game."""
