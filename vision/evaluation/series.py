"""The same six dice on the same table, roll after roll, in light that makes colours hard to tell.

`python -m vision.evaluation.series OUT --tables 40`: for each table one roll to learn its dice from, then
others. What differs between the rolls of a table is what differs in life: where the dice lie, what they
show, what else lies about, the camera's exposure and noise. Writes OUT/TTTT-K.jpg (K = 0: the roll to learn
from) and a line each in OUT/labels.jsonl, as `vision.evaluation` does, besides `table`, `roll`, and `hues`:
the colours that dice of other hues stand in for. It goes on where it was cut off.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import click
import numpy as np

from vision.evaluation import photo, rolls, solids, textures
from vision.evaluation.clutter import clutter
from vision.evaluation.light import HARD, hard_light, light
from vision.evaluation.output import keep, rendering
from vision.evaluation.scene import Die, Lamp, Roll, Thing, View, spin
from vision.evaluation.solids import F64, Mesh
from vision.evaluation.textures import F32

ROLLS = 6
"""Rolls of a table, the first of which is learnt from."""
KINDS = (*HARD, "easy")
"""Kinds of light, in turn."""
HUES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "white": ((0.08, 0.08, 0.09), (0.5, 0.5, 0.52)),
    "red": ((0.9, 0.45, 0.62), (0.45, 0.2, 0.12)),
    "yellow": ((0.93, 0.42, 0.07), (0.97, 0.62, 0.45)),
    "green": ((0.1, 0.6, 0.6), (0.6, 0.78, 0.15)),
    "blue": ((0.4, 0.14, 0.55), (0.55, 0.42, 0.78)),
}
"""Paints in sRGB of dice bought elsewhere: black or grey for white, pink or brown for red, orange or salmon
for yellow, turquoise or lime for green, violet or lilac for blue."""


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """What stays the same at a table. `hues`: the colours that other hues stand in for."""

    number: int
    make: rolls.Make
    view: View
    lamps: list[Lamp]
    sky: F32
    tint: F64
    lens: photo.Lens
    cloth: Thing
    kind: str
    hues: tuple[str, ...]
    fonts: tuple[Path, ...]


def draw_setting(number: int, folder: Path) -> Setting:
    """The table of that number: its light is that of KINDS in turn, every third has dice in other hues."""
    rng = np.random.default_rng((number, 61))
    fonts = textures.fonts(folder)
    kind = KINDS[number % len(KINDS)]
    make = replace(rolls.draw_make(rng, 6, fonts), glass=0.0)
    view = rolls.draw_view(rng, 6, make.edge)
    lamps, sky, tint, _ = light(rng) if kind == "easy" else hard_light(rng, kind)
    lens = photo.lens(rng, tint, kind == "dim")
    if kind != "easy":  # such light is more than the camera's white balance takes out
        left = rng.uniform(0.25, 0.75)
        gains = tint**-left * np.exp(rng.normal(0, 0.03, 3))
        lens = replace(lens, gains=(float(gains[0]), float(gains[1]), float(gains[2])), motion=(0.0, 0.0))
    surface = textures.TABLES[int(rng.integers(len(textures.TABLES)))]
    reach, tile = float(np.linalg.norm(view.eye)) * 4, float(rng.uniform(180, 420))
    flat = solids.leaf(2 * reach, 2 * reach, 0.0)
    spread = Mesh(flat.points, flat.triangles, flat.places * 2 * reach / tile, flat.normals, flat.faces)
    hard = surface in (textures.wood, textures.stone, textures.plain)
    varnish = float(rng.uniform(0.12, 0.4)) if hard and rng.random() < 0.6 else None
    cloth = Thing(spread.moved(spin(rng.uniform(0, 6.3)), np.zeros(3)),
                  np.clip(surface(rng, 768), 0.01, 0.9), varnish, wrap=True)  # fmt: skip
    hues: tuple[str, ...] = ()
    if number % 3 == 2:
        count = int(rng.integers(1, 4))
        hues = tuple(str(c) for c in rng.choice(sorted(HUES), count, replace=False))
    return Setting(number, make, view, lamps, sky, tint, lens, cloth, kind, hues, fonts)


def draw_roll(setting: Setting, number: int) -> Roll:
    """Roll `number` at that table; roll 0 lies apart, with nothing else about.

    Raises LookupError where the dice find no room.
    """
    for trial, apart in enumerate((1.5, 1.3, 1.15, 1.0, 1.0, 1.0)):
        try:
            return _draw(setting, number, trial, 1.0 if number else apart)
        except LookupError:
            continue
    raise LookupError(f"no room for six dice on table {setting.number}")


def _draw(setting: Setting, number: int, trial: int, apart: float) -> Roll:
    rng = np.random.default_rng((setting.number, 62, number, trial))
    view, make = setting.view, setting.make
    places: list[tuple[F64, float, float]] = []
    near = None
    if number and rng.random() < 0.65:
        pixels = view.focal * make.edge / float(np.linalg.norm(view.eye))
        middle = rng.uniform(0.3, 0.7, 2) * [view.width, view.height]
        near = (middle, pixels * float(rng.uniform(1.2, 2.6)))
    dice: list[Die] = []
    for i, colour in enumerate(rolls.SIX):
        at, angle = rolls.find_place(rng, view, 6, apart * make.edge, places, near, False)
        same = np.random.default_rng((setting.number, 63, i))  # the same die every time, however it lies
        paints = HUES[colour] if colour in setting.hues else None
        if paints is not None:
            which = int(np.random.default_rng((setting.number, 64, len(colour))).integers(len(paints)))
            paints = paints[which : which + 1]
        dice.append(rolls.draw_die(same, make, colour, int(rng.integers(1, 7)), 6, at, angle, paints))
    strangers = int(rng.integers(1, 3)) if number and rng.random() < 0.2 else 0
    for _ in range(strangers):
        other = rolls.draw_make(rng, 6, setting.fonts)
        try:
            at, angle = rolls.find_place(rng, view, 6, other.edge, places, None, False)
        except LookupError:
            break
        dice.append(rolls.draw_die(rng, other, "other", int(rng.integers(1, 7)), 6, at, angle))
    things, names = clutter(rng, view, 6, setting.fonts, places) if number else ([], [])
    facts: dict[str, object] = {
        "table": setting.number, "roll": number, "light": setting.kind, "hues": list(setting.hues),
        "elevation": round(float(np.degrees(np.arcsin(view.eye[2] / np.linalg.norm(view.eye)))), 1),
        "clutter": names, "strangers": strangers,
    }  # fmt: skip
    return Roll(view, dice, [setting.cloth, *things], setting.lamps, setting.sky, setting.tint, facts)


def batch(out: Path, numbers: range, fonts: Path, samples: int) -> None:
    """Render the rolls of some tables, those that are there already left out."""
    from vision.evaluation.render import render

    out.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        setting = draw_setting(number, fonts)
        for k in range(ROLLS):
            name = f"{number:04d}-{k}.jpg"
            if (out / name).exists():
                continue
            try:
                roll = draw_roll(setting, k)
            except LookupError:
                continue
            rng = np.random.default_rng((number, 65, k))
            seen, found = render(roll, samples, 1000 * number + k)
            bright = setting.lens.bright * float(np.exp(rng.normal(0, 0.06)))
            red, green, blue = np.array(setting.lens.gains) * np.exp(rng.normal(0, 0.03, 3))  # never at rest
            lens = replace(setting.lens, bright=bright, gains=(float(red), float(green), float(blue)))
            shot = photo.jpeg(photo.take(seen, lens, rng), lens.quality)
            line = {"image": name, "set": "series 6", "dice": found, "samples": samples, **roll.facts}
            keep(out, shot, line)
        click.echo(f"table {number}: {setting.kind} {', '.join(setting.hues)}")


@click.command()
@rendering
@click.option("--first", default=0, show_default=True)
@click.option("--tables", default=40, show_default=True)
def command(out: Path, first: int, tables: int, fonts: Path, samples: int) -> None:
    """Render the rolls of some tables with Mitsuba 3."""
    batch(out, range(first, first + tables), fonts, samples)


if __name__ == "__main__":
    command()
