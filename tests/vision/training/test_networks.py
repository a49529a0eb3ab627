"""The networks' own geometry. Skipped where the training extra is absent: to play, nobody needs it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

torch = pytest.importorskip("torch", reason="torch comes with the training extra")
pytest.importorskip("onnx", reason="onnx comes with the training extra")

from vision.dice.crops import CROP_PIXELS, FACE_MARGIN, FACE_PIXELS  # noqa: E402
from vision.training import centres, crop_store  # noqa: E402
from vision.training.dataset import Item, Label  # noqa: E402
from vision.training.export import export  # noqa: E402
from vision.training.faces import CORNER, HALF  # noqa: E402
from vision.training.networks import Reader, corner_up, lay_square, place, weighed  # noqa: E402

SKEW = np.array([[0.42, 0.13], [0.02, 0.31]])


def _mask(corners: NDArray[np.float64], size: int = 96) -> torch.Tensor:
    """A mask, 1 x 1 x size x size, of the polygon with these corners in -1 to 1."""
    fine = np.zeros((size, size), np.uint8)
    points = ((corners + 1) / 2 * size - 0.5) * 16
    cv2.fillConvexPoly(fine, points.round().astype(np.int32), 255, cv2.LINE_AA, 4)
    return torch.from_numpy(fine / 255.0).float()[None, None]


def _places(grid: torch.Tensor, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where points of the square, -1 to 1, lie in the crop, by fitting the grid's own affine map."""
    step = (np.arange(FACE_PIXELS) * 2 + 1) / FACE_PIXELS - 1
    u, v = np.meshgrid(step, step)
    known = np.stack([u.ravel(), v.ravel(), np.ones(u.size)], 1)
    fit = np.linalg.lstsq(known, grid[0].reshape(-1, 2).numpy().astype(np.float64), rcond=None)[0]
    return np.asarray(np.hstack([points, np.ones((len(points), 1))]) @ fit)


@pytest.mark.parametrize("angle", [0.0, 0.4, 1.1])
def test_a_square_face_is_laid_square(angle: float) -> None:
    c, s = np.cos(angle), np.sin(angle)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) @ np.array([[c, s], [-s, c]]) @ SKEW.T + [
        0.1,
        -0.05,
    ]
    grid = lay_square(weighed(_mask(corners)), torch.zeros(1))
    found = _places(grid, np.array([[x, y] for x in (-1, 1) for y in (-1, 1)]))
    # whatever its rotation, the die's own square is 1 / MARGIN of what is seen: areas tell
    area = cv2.contourArea(corners.astype(np.float32))
    seen = cv2.contourArea(found[[0, 1, 3, 2]].astype(np.float32))
    assert abs(seen / area - FACE_MARGIN**2) < 0.25
    assert np.allclose(found.mean(0), [0.1, -0.05], atol=0.01)
    assert abs(HALF * FACE_MARGIN - 1) < 1e-9


@pytest.mark.parametrize("angle", np.linspace(0.05, 6.2, 9))
def test_a_triangle_is_laid_with_a_corner_up(angle: float) -> None:
    turns = angle + np.arange(3) * 2 * np.pi / 3
    corners = np.stack([np.cos(turns), np.sin(turns)], 1) @ SKEW.T
    weight = weighed(_mask(corners))
    due = np.array(
        [[0, -CORNER], *([np.cos(a) * CORNER, np.sin(a) * CORNER] for a in (np.pi / 6, np.pi * 5 / 6))]
    )
    found = _places(lay_square(weight, corner_up(weight)), due)
    for corner in corners:
        assert np.hypot(*(found - corner).T).min() < 0.05


def test_a_photo_of_which_only_the_value_is_known_teaches_the_mask() -> None:
    torch.manual_seed(1)
    net = Reader(6)
    value = net(torch.rand(4, 3, CROP_PIXELS, CROP_PIXELS), torch.zeros(4))[0]
    torch.nn.functional.cross_entropy(value, torch.tensor([0, 1, 2, 3])).backward()
    assert net.mask.weight.grad is not None
    assert net.mask.weight.grad.abs().sum() > 0


@pytest.mark.parametrize("sides", [6, 8])
def test_what_ships_answers_as_what_was_trained(tmp_path: Path, sides: int) -> None:
    import onnxruntime

    torch.manual_seed(2)
    net = Reader(sides).eval()
    torch.save({"mean": net.state_dict(), "sides": sides}, tmp_path / "w.pt")
    export(tmp_path / "w.pt", tmp_path / "w.onnx")
    crops, turns = torch.rand(5, 3, CROP_PIXELS, CROP_PIXELS), torch.linspace(0, 2, 5)
    with torch.no_grad():
        due = net(crops, turns)
    session = onnxruntime.InferenceSession(
        (tmp_path / "w.onnx").read_bytes(), providers=["CPUExecutionProvider"]
    )
    got = session.run(None, {"crops": crops.numpy(), "turns": turns.numpy()})
    assert [g.shape for g in got] == [(5, sides), (5, 3), (5, 6), (5, 3), (5, 5)]
    due = (*due[:4], place(weighed(torch.sigmoid(due[4]))))  # of the mask only where the face lies travels
    for one, other in zip(got, due, strict=True):
        assert np.allclose(one, other.numpy(), atol=0.02)  # weights travel in 16 bits
    assert (tmp_path / "w.onnx").stat().st_size < 3_000_000


@pytest.mark.parametrize("width", [120.0, 250.0])
def test_pips_of_a_die_that_is_too_near_are_taught_to_be_none(
    width: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    die = Label((100, 100, width, width), "white", 5, 6)
    item = Item(Path("near.jpg"), "felt", (die,))
    monkeypatch.setattr(centres, "load", lambda _: np.full((480, 640, 3), 120, np.uint8))
    held = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        _, maps = centres.piece(item, rng)
        if (maps["heat"] == 1).any() or maps["weight"].all():
            continue
        held += 1
        # what is not judged is less than a quarter of the piece's cells of the die, never all of it
        assert (maps["weight"] == 0).sum() < 0.3 * (260 / 8) ** 2
    assert held > 0


def test_between_two_dice_that_touch_lies_no_third() -> None:
    dice = (Label((100, 100, 40, 40), "red", 1, 6), Label((141, 100, 40, 40), "blue", 2, 6))
    item = Item(Path("two.jpg"), "rendered", dice)
    image = np.full((300, 300, 3), 90, np.uint8)
    made = crop_store._pieces(item, image, np.random.default_rng(1))
    assert [crop.label.value for crop in made] == [0]
    x, y, side, _ = made[0].label.box
    assert abs(x + side / 2 - 140.5) < 1 and abs(y + side / 2 - 120) < 1 and side > 60
