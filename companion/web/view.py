"""What the table page shows, as plain values in one language: made from a Table, drawn by the templates."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from companion.events import Photo
from companion.evidence import WHITES, colour_of, matched, values_of
from companion.rules import Mark, Roll
from companion.table import Table
from companion.web.sheet_view import SheetView, cell_name, sheet_view
from companion.web.story import LogLine, story, what_undo_undoes
from sheets.language import Translate, message
from sheets.pad import COLOURS

COLOUR_NAMES = {
    "white": message("white"),
    "red": message("red"),
    "yellow": message("yellow"),
    "green": message("green"),
    "blue": message("blue"),
}
LOG_LINES = 40


@dataclass(frozen=True, slots=True)
class Offers:
    """How a roll can come in besides a photo and tapping.

    `camera`: what it does now, in words; "" without one. `throw`: pretend dice can be thrown. `look`: the
    camera can be asked for the dice as they lie.
    """

    camera: str = ""
    throw: bool = False
    look: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """A colour and its name."""

    colour: str
    name: str


@dataclass(frozen=True, slots=True)
class DieView:
    """One die: on the table, or (`value` None) to be tapped in. `key`: "w1", "w2" or its colour."""

    key: str
    colour: str
    name: str
    value: int | None
    label: str = ""
    asked: bool = False
    sure: bool = False
    crop: str = ""
    fix_title: str = ""
    fix_label: str = ""
    others: tuple[Named, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenView:
    """One die as drawn on the photo, in its pixels. `opens`: the id of the card that corrects it."""

    colour: str
    text: str
    doubtful: bool
    x: float
    y: float
    width: float
    height: float
    radius: float
    badge_x: float
    badge_y: float
    opens: str


@dataclass(frozen=True, slots=True)
class PhotoView:
    """The photo with what was seen on it."""

    name: str
    width: int
    height: int
    alt: str
    caption: str
    badge: float
    dice: tuple[SeenView, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """What one coloured die makes with the white dice."""

    colour: str
    text: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One player's points at the end."""

    player: str
    parts: tuple[int, ...]
    misses: int
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole page below its head."""

    game: str
    number: int
    moment: str
    phase: str
    demo: bool
    sides: int
    kicker: str
    step: str
    title: str
    what: str
    announce: str
    dice: tuple[DieView, ...]
    sum: int
    sum_text: str
    pairs: tuple[Pair, ...]
    slots: tuple[DieView, ...]
    seen: bool
    entry: str
    problems: tuple[str, ...]
    may_throw: bool
    may_look: bool
    camera: str
    photo: PhotoView | None
    others_text: str
    undo: str
    log: tuple[LogLine, ...]
    sheets: tuple[SheetView, ...]
    score_heads: tuple[Named, ...] = ()
    scores: tuple[ScoreLine, ...] = field(default=())


def moment_of(table: Table) -> str:
    """The open action, in one word: what was tapped on a page of another moment is not carried out."""
    return f"{table.position.turn}-{table.position.phase}"


def view(table: Table, number: int, _: Translate, offers: Offers) -> TableView:
    """The page of `table` after event `number`, in the language of `_`."""
    position = table.position
    roll = position.roll if isinstance(position.roll, Roll) else None
    phase = position.phase
    title, what = _headline(table, roll, _)
    dice = tuple(_die(table, key, roll, _) for key in table.slots_rolled) if roll and phase != "over" else ()
    waiting = table.game.waiting(position)
    others = [player for player in waiting if player != table.active]
    return TableView(
        game=table.game.name,
        number=number,
        moment=moment_of(table),
        phase=phase,
        demo=table.demo,
        sides=table.game.pad.sides,
        kicker=_kicker(table, _),
        step={"white": _("Action 1 of 2"), "colour": _("Action 2 of 2")}.get(phase, ""),
        title=title,
        what=what,
        announce=_announcement(table, roll, title, what, _),
        dice=dice,
        sum=roll.sum if roll else 0,
        sum_text=f"{roll.white[0]} + {roll.white[1]}" if roll else "",
        pairs=_pairs(table, roll) if roll and phase == "colour" else (),
        slots=tuple(_slot(table, key, _) for key in table.slots) if phase == "roll" else (),
        seen=table.seen is not None,
        entry=f"{position.turn}-{table.seen.photo.name if table.seen else ''}",
        problems=_problems(table, _),
        may_throw=offers.throw and not table.demo,
        may_look=offers.look,
        camera=_(offers.camera) if offers.camera and phase == "roll" and table.seen is None else "",
        photo=_photo(table, _),
        others_text=_others_text(table, others, _),
        undo="" if table.demo else what_undo_undoes(table, _),
        log=story(table, LOG_LINES, _),
        sheets=tuple(sheet_view(table, index, _) for index in range(len(table.game.players))),
        score_heads=_heads(table, _),
        scores=_scores(table) if phase == "over" else (),
    )


def _kicker(table: Table, _: Translate) -> str:
    if table.position.phase == "roll":
        return _("Turn {turn}").format(turn=table.position.turn)
    return _("Turn {turn} · {player} throws").format(turn=table.position.turn, player=table.active)


def _headline(table: Table, roll: Roll | None, _: Translate) -> tuple[str, str]:
    position, active = table.position, table.active
    if position.phase == "over":
        assert position.end is not None
        winners = table.game.winners(position) or ()
        if len(table.game.players) == 1:
            title = _("{player}: {total} points").format(
                player=winners[0], total=table.game.scores(position)[winners[0]].total
            )
        elif len(winners) == 1:
            title = _("{player} wins").format(player=winners[0])
        else:
            title = _("{players} share the win").format(players=" & ".join(winners))
        if position.end.reason == "end-misses":
            return title, _("A fourth miss ended the game in turn {turn}.").format(turn=position.end.turn)
        return title, _("Two rows are locked, so the game ended in turn {turn}.").format(
            turn=position.end.turn
        )
    if position.phase == "roll":
        left = len(table.slots)
        if table.demo:
            return _("{player} throws").format(player=active), _("The pretend dice are in the air.")
        if table.seen is not None:
            return _("Please have a look"), ""
        title = _("{player}, throw the {count} dice").format(player=active, count=left)
        return title, _("Photograph them from above, or tap in what they show.")
    assert roll is not None
    dropped = ""
    if table.dropped:
        cells = ", ".join(
            f"{d.player}: {cell_name(table, Mark.parse(d.mark).cell, _)}" for d in table.dropped
        )
        dropped = " " + _("Taken back, as it no longer fits: {cells}.").format(cells=cells)
    if position.phase == "white":
        title = _("White dice make {sum}").format(sum=roll.sum)
        what = _("Everyone may cross one {sum}, in any row where it stands out.").format(sum=roll.sum)
        return title, what + dropped
    title = _("{player}: one white die and one coloured die").format(player=active)
    if table.position.busy:
        what = _("{player} may cross one of these, in its own colour, or stop here.").format(player=active)
    else:
        what = _("{player} may cross one of these, in its own colour. No cross all turn is a miss.").format(
            player=active
        )
    return title, what + dropped


def _announcement(table: Table, roll: Roll | None, title: str, what: str, _: Translate) -> str:
    if roll is not None and table.position.phase == "white":
        return _("White sum: {sum}. {what}").format(sum=roll.sum, what=what)
    return " ".join((f"{title}.", what, *_problems(table, _))).strip()


def _die_name(key: str, _: Translate) -> str:
    return _(COLOUR_NAMES[colour_of(key)])


def _die(table: Table, key: str, roll: Roll, _: Translate) -> DieView:
    colour, values, name = colour_of(key), values_of(roll), _die_name(key, _)
    value = values[key]
    others = tuple(
        Named(other, _die_name(other, _)) for other in table.slots_rolled if other in COLOURS and other != key
    )
    if colour != "white":
        whites = (Named(k, f"{_die_name(k, _)} {values[k]}") for k in WHITES)
        others = (*whites, *others)
    return DieView(
        key=key,
        colour=colour,
        name=name,
        value=value,
        label=_("{colour} die shows {value}; tap to correct it").format(colour=name, value=value),
        fix_title=_("What does the {colour} die really show?").format(colour=name),
        fix_label=_("Correct the {colour} die").format(colour=name),
        others=others,
    )


def _crowded(table: Table) -> set[str]:
    """Colours of which the photo shows more dice than are rolled: which count is not for us to say."""
    if table.seen is None:
        return set()
    seen = Counter(die.colour for die in table.seen.photo.dice)
    due = Counter(colour_of(slot) for slot in table.slots)
    return {colour for colour in seen if 0 < due[colour] < seen[colour]}


def _slot(table: Table, key: str, _: Translate) -> DieView:
    colour = colour_of(key)
    name = _die_name(key, _)
    value, asked, crop = None, False, ""
    if table.seen is not None:
        index = matched(table.seen.photo, table.slots).get(key)
        if index is None:
            asked = True
        else:
            die = table.seen.photo.dice[index]
            value, asked = die.value, die.doubtful or die.colour in _crowded(table)
            crop = f"/photos/{table.seen.photo.name}/{index}.jpg" if asked else ""
    label = _("What does the {colour} die show?").format(colour=name)
    return DieView(key, colour, name, value, label, asked, value is not None and not asked, crop)


def _problems(table: Table, _: Translate) -> tuple[str, ...]:
    """What the photo that is to be completed lacks, a sentence each."""
    if table.seen is None:
        return ()
    photo, slots = table.seen.photo, table.slots
    where = matched(photo, slots)
    missing = ", ".join(_die_name(key, _) for key in slots if key not in where)
    hard = ", ".join(_die_name(key, _) for key, index in where.items() if photo.dice[index].doubtful)
    found = []
    if missing:
        found.append(
            _("I see {seen} of the {all} dice; missing: {missing}.").format(
                seen=len(where), all=len(slots), missing=missing
            )
        )
    if len(photo.dice) > len(where):
        found.append(
            _("More dice than expected: {count} too many. Say which values count.").format(
                count=len(photo.dice) - len(where)
            )
        )
    if hard:
        found.append(_("Hard to read, so please say: {dice}.").format(dice=hard))
    if not found:
        found.append(_("Something else there may be a die too; look whether these are the right ones."))
    return tuple(found)


def _pairs(table: Table, roll: Roll) -> tuple[Pair, ...]:
    pairs = []
    for colour in COLOURS:
        value = getattr(roll, colour)
        if value is None or colour in table.position.removed:
            continue
        sums = sorted({white + value for white in roll.white})
        pairs.append(Pair(colour, " · ".join(map(str, sums))))
    return tuple(pairs)


def _photo(table: Table, _: Translate) -> PhotoView | None:
    phase = table.position.phase
    if table.seen is not None:
        photo, caption = table.seen.photo, _("What the photo shows")
    elif table.taken is not None and table.taken.photo is not None and phase in ("white", "colour"):
        photo, caption = table.taken.photo, _("As read from the photo; tap a die to correct it")
    else:
        return None
    width, height = photo.size
    unit = width / 100
    slots = table.slots_rolled or table.slots
    keys = {index: key for key, index in matched(photo, slots).items()}
    dice = []
    for index, die in enumerate(photo.dice):
        x, y, w, h = die.box
        key = keys.get(index)
        badge = _badge(photo)
        dice.append(
            SeenView(
                colour=die.colour if die.colour in COLOUR_NAMES else "white",
                text=f"{die.value}?" if die.doubtful else str(die.value),
                doubtful=die.doubtful,
                x=x - unit / 2,
                y=y - unit / 2,
                width=w + unit,
                height=h + unit,
                radius=round((w + h) / 9, 1),
                badge_x=min(max(x + w, badge), width - badge),
                badge_y=min(max(y, badge), height - badge),
                opens=f"fix-{key}" if key and table.slots_rolled else "",
            )
        )
    names = ", ".join(
        f"{_(COLOUR_NAMES[die.colour]) if die.colour in COLOUR_NAMES else die.colour} {die.value}"
        for die in photo.dice
    )
    alt = _("Photo of the dice: {dice}").format(dice=names)
    return PhotoView(photo.name, width, height, alt, caption, _badge(photo), tuple(dice))


def _badge(photo: Photo) -> float:
    sides = sorted(max(die.box[2:]) for die in photo.dice)
    typical = sides[len(sides) // 2] if sides else photo.size[0] / 10
    return round(max(photo.size[0] * 0.018, min(typical * 0.28, photo.size[0] * 0.035)), 1)


def _others_text(table: Table, others: list[str], _: Translate) -> str:
    if table.demo or table.position.phase != "white" or len(others) < 2:
        return ""
    return _("Everyone else passes ({count})").format(count=len(others))


def _heads(table: Table, _: Translate) -> tuple[Named, ...]:
    return tuple(
        Named(row.colour or "white", _(COLOUR_NAMES[row.colour]) if row.colour else row.letter)
        for row in table.game.pad.rows
    )


def _scores(table: Table) -> tuple[ScoreLine, ...]:
    winners = table.game.winners(table.position) or ()
    lines = [
        ScoreLine(player, score.rows, score.misses, score.total, player in winners)
        for player, score in table.game.scores(table.position).items()
    ]
    return tuple(sorted(lines, key=lambda line: -line.total))
