"""Photographs a rendered roll from a second side, as with a phone held over the dice."""

from dataclasses import replace

import numpy as np

from training.evaluation.camera import encode_jpeg, photograph, random_camera
from training.evaluation.scene import Roll, View
from training.evaluation.solids import F64
from training.evaluation.textures import Random

WIDTH, HEIGHT = 800, 600
"""Size of the phone's picture in pixels."""
FOV_DEGREES = (58.0, 70.0)
"""Range of the phone's horizontal field of view."""
ELEVATION_DEGREES = (58.0, 84.0)
"""Range of the phone's elevation above the dice."""
MIN_TURN_DEGREES = 50.0
"""Least horizontal angle between the phone and the first camera, as seen from the dice."""
MARGIN_PIXELS = 40.0
"""Least distance of a die's centre from the border of the phone's picture."""
MAX_DIE_PIXELS = 110.0
"""Width of a die in the phone's picture at the smallest distance that is tried."""


def phone_view(first: View, dice: F64, edge: float, rng: Random) -> View:
    """Return a random view of a phone that sees all dice.

    `dice`: the centres of N dice, N x 3; `edge`: length of a die's edge in mm.
    """
    middle = dice.mean(0)
    focal = WIDTH / 2 / np.tan(np.radians(rng.uniform(*FOV_DEGREES)) / 2)
    rise = np.radians(rng.uniform(*ELEVATION_DEGREES))
    turn = np.radians(rng.uniform(MIN_TURN_DEGREES, 360 - MIN_TURN_DEGREES))
    around = np.arctan2(-first.ahead[1], -first.ahead[0]) + turn
    ahead = -np.array([np.cos(rise) * np.cos(around), np.cos(rise) * np.sin(around), np.sin(rise)])
    right = np.array([-np.sin(around), np.cos(around), 0.0])
    down = np.cross(ahead, right)
    away = focal * edge / MAX_DIE_PIXELS
    while True:
        view = View(middle - ahead * away, right, down, ahead, float(focal), WIDTH, HEIGHT)
        at = view.project(dice)
        if (at > MARGIN_PIXELS).all() and (at < np.array([WIDTH, HEIGHT]) - MARGIN_PIXELS).all():
            return view
        away *= 1.1


def photograph_second(roll: Roll, seed: int, samples: int) -> bytes:
    """Return a phone's photo of a roll, as a JPEG file. `samples`: number of light paths traced per pixel."""
    from training.evaluation.render import render

    rng = np.random.default_rng((seed, 72))
    meshes = [die.solid.mesh.points for die in roll.dice if die.colour != "other"]
    edge = float(np.mean([np.ptp(points[:, 2]) for points in meshes]))
    view = phone_view(roll.view, np.array([points.mean(0) for points in meshes]), edge, rng)
    light, _ = render(replace(roll, view=view), samples, seed)
    camera = replace(random_camera(rng, roll.lighting.tint, roll.lighting.kind == "dim"), motion=(0.0, 0.0))
    return encode_jpeg(photograph(light, camera, rng), camera.quality)
