"""Renders series of rolls with the same six dice on the same table, in light that distorts colours.

`python -m training.evaluation.series OUT --tables 40` renders six rolls for each table: a first one, from
which its dice can be learnt, and five others. As in life, the rolls of a table differ in the positions and
values of the dice, the clutter, and the camera's exposure and noise. Roll K of table T becomes OUT/TTTT-K.jpg
and a line in OUT/labels.jsonl. To the entries of `training.evaluation`, the line adds `table`, `roll`, and
`hues`: the colours whose dice have an unusual hue. An interrupted run resumes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import click
import numpy as np

from training.evaluation import rolls, textures
from training.evaluation.camera import Camera, encode_jpeg, photograph, random_camera
from training.evaluation.clutter import clutter
from training.evaluation.light import HARD_KELVINS, hard_light, random_light
from training.evaluation.output import STILL_SAMPLES, keep, rendering
from training.evaluation.placing import Footprint, find_place, random_cluster
from training.evaluation.scene import Die, Lighting, Roll, Solid, View, endless_table
from training.evaluation.unusual_dice import unusual_coat

ROLLS_PER_TABLE = 6
"""Number of rolls for each table."""
LIGHT_KINDS = (*HARD_KELVINS, "easy")
"""Kinds of light. Successive tables get them in turn."""
OTHER_HUES: dict[str, tuple[rolls.Colour, ...]] = {
    "white": ((0.08, 0.08, 0.09), (0.5, 0.5, 0.52)),
    "red": ((0.9, 0.45, 0.62), (0.45, 0.2, 0.12)),
    "yellow": ((0.93, 0.42, 0.07), (0.97, 0.62, 0.45)),
    "green": ((0.1, 0.6, 0.6), (0.6, 0.78, 0.15)),
    "blue": ((0.4, 0.14, 0.55), (0.55, 0.42, 0.78)),
}
"""Unusual paints of dice, in sRGB, by the usual colour that they replace: black or grey for white, pink or
brown for red, orange or salmon for yellow, turquoise or lime for green, violet or lilac for blue."""
FIRST_ROLL_GAPS = (1.5, 1.3, 1.15, 1.0, 1.0, 1.0)
"""Width of the space reserved for each die of a table's first roll, in edge lengths of the die. If the dice
don't fit on the table, the next number is tried."""


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """The properties that all rolls of a table share."""

    number: int
    dice: rolls.DiceSet
    view: View
    lighting: Lighting
    light_kind: str
    camera: Camera
    top: Solid
    hues: tuple[str, ...]  # the colours whose dice have one of OTHER_HUES
    fonts: tuple[Path, ...]
    sides: int = 6
    make: str = ""  # one of `unusual_dice.MAKES`, or "" for usual dice


def random_setting(number: int, folder: Path) -> Setting:
    """Return the table with this number. Successive tables get the LIGHT_KINDS in turn.

    Every third table has dice of other hues. `folder`: where the fonts are."""
    kind = LIGHT_KINDS[number % len(LIGHT_KINDS)]
    return setting_in_light(number, folder, kind, other_hues=number % 3 == 2)


def setting_in_light(
    number: int, folder: Path, kind: str, *, sides: int = 6, other_hues: bool = False
) -> Setting:
    """Return the table with this number in this kind of light.

    `folder`: where the fonts are. `other_hues`: if True, the dice of one to three colours get OTHER_HUES.
    """
    rng = np.random.default_rng((number, 61))
    fonts = textures.fonts(folder)
    dice = replace(rolls.random_dice_set(rng, sides, fonts), glass=0.0)
    view = rolls.random_view(rng, sides, dice.edge)
    lighting = random_light(rng) if kind == "easy" else hard_light(rng, kind)
    camera = random_camera(rng, lighting.tint, kind == "dim")
    if kind != "easy":  # the camera's white balance cannot correct such light fully
        left = rng.uniform(0.25, 0.75)
        red, green, blue = lighting.tint**-left * np.exp(rng.normal(0, 0.03, 3))
        camera = replace(camera, gains=(float(red), float(green), float(blue)), motion=(0.0, 0.0))
    surface = textures.TABLES[int(rng.integers(len(textures.TABLES)))]
    tile = float(rng.uniform(180, 420))
    is_varnished = surface in rolls.HARD_SURFACES and rng.random() < 0.6
    varnish = float(rng.uniform(0.12, 0.4)) if is_varnished else None
    turn = rng.uniform(0, 6.3)
    top = endless_table(view, surface(rng, 768), tile, turn, varnish)
    hues: tuple[str, ...] = ()
    if other_hues:
        count = int(rng.integers(1, 4))
        hues = tuple(str(c) for c in rng.choice(sorted(OTHER_HUES), count, replace=False))
    return Setting(number, dice, view, lighting, kind, camera, top, hues, fonts, sides)


def table_roll(setting: Setting, number: int) -> Roll:
    """Return roll `number` of a table. In roll 0, the dice lie apart and there is no clutter.

    Raise LookupError if there is no room for the dice.
    """
    for trial, gap in enumerate(FIRST_ROLL_GAPS):
        try:
            return _roll(setting, number, trial, 1.0 if number else gap)
        except LookupError:
            continue
    raise LookupError(f"no room for six dice on table {setting.number}")


def _roll(setting: Setting, number: int, trial: int, gap: float) -> Roll:
    rng = np.random.default_rng((setting.number, 62, number, trial))
    view = setting.view
    taken: list[Footprint] = []
    together = number and rng.random() < rolls.CLUSTER_SHARE
    near = random_cluster(rng, view, setting.dice.edge) if together else None
    dice: list[Die] = []
    for i, colour in enumerate(rolls.SIX):
        place = find_place(rng, view, setting.sides, gap * setting.dice.edge, taken, near, False)
        value = int(rng.integers(1, setting.sides + 1))
        dice.append(_die(setting, i, colour, value, place))
    wanted = int(rng.integers(1, 3)) if number and rng.random() < 0.2 else 0
    for _ in range(wanted):
        other = rolls.random_dice_set(rng, setting.sides, setting.fonts)
        try:
            place = find_place(rng, view, setting.sides, other.edge, taken, None, False)
        except LookupError:
            break
        value = int(rng.integers(1, setting.sides + 1))
        dice.append(rolls.random_die(rng, other, "other", value, setting.sides, place))
    others, names = clutter(rng, view, setting.sides, setting.fonts, taken) if number else ([], [])
    facts: dict[str, object] = {
        "table": setting.number,
        "roll": number,
        "light": setting.light_kind,
        "hues": list(setting.hues),
        "make": setting.make,
        "elevation": view.elevation,
        "clutter": names,
        "strangers": wanted,
    }
    return Roll(view, dice, [setting.top, *others], setting.lighting, facts)


def _die(setting: Setting, index: int, colour: str, value: int, place: Footprint) -> Die:
    """Return die number `index` of a table, at `place`. It looks the same in all rolls of the table."""
    same = np.random.default_rng((setting.number, 63, index))
    if setting.make:
        coat = unusual_coat(same, setting.make, colour)
        return rolls.coated_die(same, setting.dice, coat, colour, value, setting.sides, place)
    return rolls.random_die(same, setting.dice, colour, value, setting.sides, place, _paints(setting, colour))


def _paints(setting: Setting, colour: str) -> tuple[rolls.Colour, ...] | None:
    """Return the paint that replaces a colour at this table, as a tuple of one, or None for usual paints."""
    if colour not in setting.hues:
        return None
    paints = OTHER_HUES[colour]
    which = int(np.random.default_rng((setting.number, 64, len(colour))).integers(len(paints)))
    return paints[which : which + 1]


def render_table(
    out: Path, setting: Setting, throws: Mapping[int, str], samples: int, facts: Mapping[str, object]
) -> None:
    """Render throws on a table, except those whose picture is already in the folder `out`.

    `throws`: the picture's file name by number of the throw. A throw without room for its dice is skipped.
    `facts`: entries to add to the labels of each picture.
    """
    from training.evaluation.render import render

    out.mkdir(parents=True, exist_ok=True)
    for throw, name in throws.items():
        if (out / name).exists():
            continue
        try:
            roll = table_roll(setting, throw)
        except LookupError:
            continue
        rng = np.random.default_rng((setting.number, 65, throw))
        light, found = render(roll, samples, 1000 * setting.number + throw)
        camera = unsteady(setting.camera, rng)
        shot = encode_jpeg(photograph(light, camera, rng), camera.quality)
        keep(out, shot, {"image": name, "dice": found, "samples": samples, **facts, **roll.facts})


def batch(out: Path, numbers: range, fonts: Path, samples: int) -> None:
    """Render the rolls of the tables with these numbers."""
    for number in numbers:
        setting = random_setting(number, fonts)
        throws = {k: f"{number:04d}-{k}.jpg" for k in range(ROLLS_PER_TABLE)}
        render_table(out, setting, throws, samples, {"set": "series 6"})
        click.echo(f"table {number}: {setting.light_kind} {', '.join(setting.hues)}")


def unsteady(camera: Camera, rng: textures.Random) -> Camera:
    """Return the camera with a slightly different exposure and white balance, as for the next picture."""
    bright = camera.bright * float(np.exp(rng.normal(0, 0.06)))
    red, green, blue = np.array(camera.gains) * np.exp(rng.normal(0, 0.03, 3))
    return replace(camera, bright=bright, gains=(float(red), float(green), float(blue)))


@click.command()
@rendering(STILL_SAMPLES)
@click.option("--first", default=0, show_default=True)
@click.option("--tables", default=40, show_default=True)
def command(out: Path, first: int, tables: int, fonts: Path, samples: int) -> None:
    """Render the rolls of some tables with Mitsuba 3."""
    batch(out, range(first, first + tables), fonts, samples)


if __name__ == "__main__":
    command()
