"""Light on the table: from the sky, weaker close to dice, and from lamps, with the shadows of dice."""

import cv2
import numpy as np
from numpy.typing import NDArray

from training.renderer.camera import Camera
from training.renderer.colours import F32
from training.renderer.dice import Body
from training.renderer.lighting import Light, Surroundings
from training.renderer.polyhedra import POLYHEDRA

SHRINK = 2
"""Factor by which shadows, which are soft, are drawn smaller than the picture."""
SUBPIXEL_BITS = 2
"""Number of fractional bits in the coordinates of a shadow's corners."""
_STRAIGHT_UP = np.array([0, 0, 1], np.float32)


def table_light(view: Camera, bodies: tuple[Body, ...], around: Surroundings, softness: float) -> F32:
    """Return the light that falls on the table behind each pixel, height x width x 3."""
    light = around.ambient * np.asarray(1 - 0.75 * _contact(view, bodies), np.float32)[..., None]
    for lamp in around.lights:
        lit = np.asarray(1 - _cast(view, bodies, lamp, softness), np.float32)[..., None]
        light += lamp.colour * max(0.15, float(lamp.direction[2])) * lit
    return light


def _contact(view: Camera, bodies: tuple[Body, ...]) -> F32:
    """Return for each pixel the share of the sky's light, 0 to 1, that nearby dice block."""
    shade = _blank(view)
    for body in bodies:
        hull = _hull(view, body, _STRAIGHT_UP, 1.12)
        if hull is not None:
            mask = np.zeros_like(shade)
            cv2.fillConvexPoly(mask, hull // SHRINK, 1.0, cv2.LINE_AA, SUBPIXEL_BITS)
            lift = max(0.0, float(body.centre[2] - body.half * 1.2))
            np.maximum(shade, mask / (1 + 3 * lift), out=shade)
    soft = cv2.GaussianBlur(shade, (0, 0), max(0.6, view.edge_at_middle * 0.16 / SHRINK))
    return np.asarray(cv2.resize(soft, view.size), np.float32)


def _cast(view: Camera, bodies: tuple[Body, ...], lamp: Light, softness: float) -> F32:
    """Return for each pixel the share of a lamp's light, 0 to 1, that dice block."""
    shade = _blank(view)
    for body in bodies:
        hull = _hull(view, body, lamp.direction, 1.0)
        if hull is not None:
            dark = 1.0 - 0.4 * body.style.translucency
            cv2.fillConvexPoly(shade, hull // SHRINK, dark, cv2.LINE_AA, SUBPIXEL_BITS)
    sigma = max(0.5, view.edge_at_middle * softness * (0.4 + lamp.size * 3) / SHRINK)
    return np.asarray(cv2.resize(cv2.GaussianBlur(shade, (0, 0), sigma), view.size), np.float32)


def _blank(view: Camera) -> F32:
    return np.zeros((view.size[1] // SHRINK, view.size[0] // SHRINK), np.float32)


def _hull(view: Camera, body: Body, direction: F32, reach: float) -> NDArray[np.int32] | None:
    """Return the outline of the body's shadow on the table, n x 2, in fixed-point pixels (SUBPIXEL_BITS).

    It is None if the shadow reaches behind the camera. `direction`: towards the light; `reach`: factor by
    which the body is enlarged.
    """
    style = body.style
    if style.sides != 6:
        corners = POLYHEDRA[style.sides].corners
    else:
        corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
        corners = corners * np.asarray(style.extents, np.float32) * min(1.0, style.ball / 1.6)
    world = (corners * body.half * reach) @ body.axes.T + body.centre
    ground = np.asarray(world - direction * (world[:, 2:3] / max(float(direction[2]), 0.25)), np.float32)
    ground[:, 2] = 0
    if view.local(ground)[:, 2].min() < 0.2:
        return None
    points = np.clip(view.project(ground), -3000, 5000)
    hull = cv2.convexHull(points.astype(np.float32))[:, 0]
    return np.asarray(hull * (1 << SUBPIXEL_BITS), np.int32)
