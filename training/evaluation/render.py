"""Renders a roll with Mitsuba 3, and measures which part of each die is visible."""

from typing import Any

import cv2
import drjit as dr
import mitsuba as mi
import numpy as np
from numpy.typing import NDArray

from training.evaluation import solids
from training.evaluation.scene import Die, Lamp, Roll, Solid, View
from training.evaluation.solids import F64
from training.evaluation.textures import F32

mi.set_variant("llvm_ad_rgb")
dr.set_thread_count(1)

MIN_COATED, MIN_UNCOATED = 13, 7
"""Every scene is padded to at least this many surfaces with, and without, a glossy coat."""
FLAT_COSINE = 0.9
"""A triangle of a die's upper face belongs to the flat top if the z of its unit normal is above this."""


def _bitmap(picture: F32, wrap: bool) -> dict[str, Any]:
    return {
        "type": "bitmap", "raw": True, "data": mi.TensorXf(np.ascontiguousarray(picture, np.float32)),
        "wrap_mode": "repeat" if wrap else "clamp",
    }  # fmt: skip


def _surface(solid: Solid) -> dict[str, Any]:
    colour = _bitmap(solid.texture, solid.wrap)
    if solid.glass:
        roughness = max(0.1, solid.roughness or 0.2)
        glass = {"type": "principled", "base_color": colour, "roughness": roughness}
        return glass | {"spec_trans": solid.glass, "eta": 1.45}
    if solid.roughness is None:
        return {"type": "twosided", "b": {"type": "diffuse", "reflectance": colour}}
    coat = {
        "type": "roughplastic",
        "diffuse_reflectance": colour,
        "alpha": solid.roughness,
        "distribution": "ggx",
    }
    return {"type": "twosided", "b": coat}


def _mesh(name: str, solid: Solid) -> Any:
    properties = mi.Properties()
    properties["bsdf"] = mi.load_dict(_surface(solid))
    shape = solid.mesh
    counts = (len(shape.points), len(shape.triangles))
    mesh = mi.Mesh(name, *counts, has_vertex_normals=True, has_vertex_texcoords=True, props=properties)
    values = mi.traverse(mesh)
    values["vertex_positions"] = np.ascontiguousarray(shape.points, np.float32).ravel()
    values["faces"] = np.ascontiguousarray(shape.triangles, np.uint32).ravel()
    values["vertex_normals"] = np.ascontiguousarray(shape.normals, np.float32).ravel()
    values["vertex_texcoords"] = np.ascontiguousarray(shape.uv, np.float32).ravel()
    values.update()
    return mesh


def _padded(roll: Roll) -> list[Solid]:
    """Return the solids of a roll and specks below the table, so that scenes have a fixed number of surfaces.

    Mitsuba compiles its kernels anew for every number of surfaces, which takes longer than rendering.
    """
    speck = solids.leaf(0.1, 0.1, -900.0)
    grey = np.full((2, 2, 3), 0.5, np.float32)
    everything = [*(die.solid for die in roll.dice), *roll.solids]
    coated = sum(solid.roughness is not None for solid in everything)
    uncoated = len(everything) - coated
    specks = [Solid(speck, grey, 0.2)] * max(0, MIN_COATED - coated)
    return [*roll.solids, *specks, *[Solid(speck, grey)] * max(0, MIN_UNCOATED - uncoated)]


def _lamp(lamp: Lamp) -> Any:
    """Return a square lamp as a mesh, because Mitsuba compiles a rectangle's position into its kernels."""
    towards = -lamp.at / np.linalg.norm(lamp.at)
    right, up = solids.frame(towards)
    half = lamp.edge / 2
    corners = [lamp.at + half * (a * right + b * up) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    properties = mi.Properties()
    light = {"type": "area", "radiance": {"type": "rgb", "value": lamp.radiance.tolist()}}
    properties["emitter"] = mi.load_dict(light)
    mesh = mi.Mesh("lamp", 4, 2, props=properties)
    values = mi.traverse(mesh)
    values["vertex_positions"] = np.array(corners, np.float32).ravel()
    values["faces"] = np.array([0, 1, 2, 0, 2, 3], np.uint32)
    values.update()
    return mesh


def _scene(roll: Roll, samples: int) -> tuple[Any, list[Any]]:
    view = roll.view
    dice = [_mesh(f"die{i}", die.solid) for i, die in enumerate(roll.dice)]
    deep = any(die.solid.glass for die in roll.dice)
    scene: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 8 if deep else 3},
        "sensor": {
            "type": "perspective", "fov_axis": "x", "near_clip": 5.0, "far_clip": 1e5,
            "fov": float(np.degrees(2 * np.arctan(view.width / 2 / view.focal))),
            "to_world": mi.ScalarTransform4f().look_at(
                origin=view.eye.tolist(), target=(view.eye + view.ahead).tolist(), up=(-view.down).tolist()
            ),
            "film": {
                "type": "hdrfilm", "width": view.width, "height": view.height, "pixel_format": "rgb",
                "component_format": "float32", "rfilter": {"type": "gaussian"},
            },
            "sampler": {"type": "independent", "sample_count": samples},
        },
        "sky": {
            "type": "envmap", "bitmap": mi.Bitmap(np.ascontiguousarray(roll.lighting.sky, np.float32)),
            "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90),
        },
    }  # fmt: skip
    for i, mesh in enumerate(dice):
        scene[f"die{i}"] = mesh
    for i, solid in enumerate(_padded(roll)):
        scene[f"solid{i}"] = _mesh(f"solid{i}", solid)
    for i, lamp in enumerate(roll.lighting.lamps):
        scene[f"lamp{i}"] = _lamp(lamp)
    loaded = mi.load_dict(scene)
    return loaded, [next(s for s in loaded.shapes() if s.id() == f"die{i}") for i in range(len(dice))]


def _seen(scene: Any, shapes: list[Any], view: View) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return, for each pixel, the index of the die that it shows (-1: none) and of the mesh triangle."""
    x, y = np.meshgrid(np.arange(view.width) + 0.5, np.arange(view.height) + 0.5)
    x, y = (x.ravel() - view.width / 2) / view.focal, (y.ravel() - view.height / 2) / view.focal
    rays = view.ahead + x[:, None] * view.right + y[:, None] * view.down
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    origin = [mi.Float(float(v)) for v in view.eye]
    ways = [mi.Float(rays[:, i].astype(np.float32)) for i in range(3)]
    ray = mi.Ray3f(mi.Point3f(*origin), mi.Vector3f(*ways))
    hit = scene.ray_intersect_preliminary(ray, coherent=True)
    number = mi.Int32(-1)
    for i, shape in enumerate(shapes):
        number = dr.select(hit.is_valid() & (hit.shape == mi.ShapePtr(shape)), mi.Int32(i), number)
    size = (view.height, view.width)
    return np.array(number).reshape(size), np.array(hit.prim_index).astype(np.int32).reshape(size)


def _top(die: Die) -> NDArray[np.bool_]:
    """Return, for each triangle of the die's mesh, True if it is in the flat part of the upper face."""
    mesh = die.solid.mesh
    a, b, c = (mesh.points[mesh.triangles[:, i]] for i in range(3))
    flat = np.cross(b - a, c - a)
    flat /= np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-9)
    return np.asarray((mesh.faces == die.up) & (flat[:, 2] > FLAT_COSINE), np.bool_)


def _whole(view: View, points: F64, triangles: NDArray[np.int32]) -> float:
    """Return the area, in pixels, of the triangles that face the camera, as if nothing covered them."""
    at = view.project(points)[triangles]
    ab, ac = at[:, 1] - at[:, 0], at[:, 2] - at[:, 0]
    signed = (ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0]) / 2
    return float(np.clip(-signed, 0, None).sum())


def labels(roll: Roll, number: NDArray[np.int32], triangle: NDArray[np.int32]) -> list[dict[str, object]]:
    """Return a label for each visible die: box, colour, value, sides, visible shares of top and whole die.

    `number`, `triangle`: indices of the die and of the mesh triangle at each pixel, as returned by `_seen`.
    """
    found: list[dict[str, object]] = []
    for i, die in enumerate(roll.dice):
        mask = number == i
        if mask.sum() < 20:
            continue
        ys, xs = np.nonzero(mask)
        mesh = die.solid.mesh
        top = _top(die)
        shown = int(top[triangle[mask]].sum())
        share = shown / max(1.0, _whole(roll.view, mesh.points, mesh.triangles[top]))
        all_of_it = mask.sum() / max(1.0, _whole(roll.view, mesh.points, mesh.triangles))
        x, y = int(xs.min()), int(ys.min())
        found.append({
            "box": [x, y, int(xs.max()) + 1 - x, int(ys.max()) + 1 - y],
            "colour": die.colour, "value": die.value, "sides": die.sides,
            "top": round(min(1.0, share), 3), "visible": round(min(1.0, float(all_of_it)), 3),
        })  # fmt: skip
    return found


def render(roll: Roll, samples: int, seed: int) -> tuple[F32, list[dict[str, object]]]:
    """Render a roll; return its light, H x W x 3 in linear RGB, and its labels.

    `samples`: paths of light per pixel.
    """
    samples = samples if roll.view.width == 640 else max(2, samples // 2)  # fewer paths a pixel if larger
    scene, shapes = _scene(roll, samples)
    number, triangle = _seen(scene, shapes, roll.view)
    light = np.array(mi.render(scene, spp=samples, seed=mi.UInt32(seed)))[..., :3]
    return _calm(np.asarray(light, np.float32)), labels(roll, number, triangle)


def _calm(light: F32) -> F32:
    """Return a rendered image (linear light) with less noise.

    Isolated pixels that are far too bright are replaced by their surroundings. Then bilateral filters
    (C. Tomasi and R. Manduchi, 1998) smooth the square roots of the pixels, in which noise is uniform.
    """
    around = cv2.medianBlur(light, 3)
    spark = light.max(-1) > 2.2 * around.max(-1) + 0.03 * float(light.mean())
    light = np.where(spark[..., None], around, light)
    scale = np.float32(1 / max(1e-6, float(light.mean())))
    root = cv2.bilateralFilter(np.sqrt(light * scale), 7, 0.25, 1.8)
    root = cv2.bilateralFilter(root, 5, 0.18, 1.8)
    return np.asarray(root**2 / scale, np.float32)
