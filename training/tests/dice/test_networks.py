"""The parts of the reader network that rectify a face and normalise its contrast. Skipped without torch."""

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from training.dice.faces import CORNER, HALF
from vision.dice.crops import CROP_PIXELS, FACE_MARGIN, FACE_PIXELS

torch = pytest.importorskip("torch", reason="torch is in training/requirements/train.txt")
networks = pytest.importorskip("training.dice.networks")

SKEW = np.array([[0.42, 0.13], [0.02, 0.31]])


def _mask(corners: NDArray[np.float64], size: int = 96) -> Any:
    """Return the mask, 1 x 1 x size x size, of a polygon whose corners have coordinates from -1 to 1."""
    fine = np.zeros((size, size), np.uint8)
    points = ((corners + 1) / 2 * size - 0.5) * 16
    cv2.fillConvexPoly(fine, points.round().astype(np.int32), 255, cv2.LINE_AA, 4)
    return torch.from_numpy(fine / 255.0).float()[None, None]


def _in_crop(grid: Any, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Map points of a rectified face to the crop by the affine map that the sampling grid describes.

    Both have coordinates from -1 to 1.
    """
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
    grid = networks.rectifying_grid(networks.normalised(_mask(corners)), torch.zeros(1))
    places = _in_crop(grid, np.array([[x, y] for x in (-1, 1) for y in (-1, 1)]))
    # whatever its rotation, the die's own square is 1 / FACE_MARGIN of what is seen: areas tell
    area = cv2.contourArea(corners.astype(np.float32))
    seen = cv2.contourArea(places[[0, 1, 3, 2]].astype(np.float32))
    assert abs(seen / area - FACE_MARGIN**2) < 0.25
    assert np.allclose(places.mean(0), [0.1, -0.05], atol=0.01)
    assert abs(HALF * FACE_MARGIN - 1) < 1e-9


@pytest.mark.parametrize("angle", np.linspace(0.05, 6.2, 9))
def test_a_triangle_is_laid_with_a_corner_up(angle: float) -> None:
    turns = angle + np.arange(3) * 2 * np.pi / 3
    corners = np.stack([np.cos(turns), np.sin(turns)], 1) @ SKEW.T
    weight = networks.normalised(_mask(corners))
    due = np.array(
        [[0, -CORNER], *([np.cos(a) * CORNER, np.sin(a) * CORNER] for a in (np.pi / 6, np.pi * 5 / 6))]
    )
    places = _in_crop(networks.rectifying_grid(weight, networks.upright_turn(weight)), due)
    for corner in corners:
        assert np.hypot(*(places - corner).T).min() < 0.05


def test_a_photo_of_which_only_the_value_is_known_teaches_the_mask() -> None:
    torch.manual_seed(1)
    net = networks.Reader(6)
    value = net(torch.rand(4, 3, CROP_PIXELS, CROP_PIXELS), torch.zeros(4), torch.rand(4, 3))[0]
    torch.nn.functional.cross_entropy(value, torch.tensor([0, 1, 2, 3])).backward()
    assert net.mask.weight.grad is not None
    assert net.mask.weight.grad.abs().sum() > 0


def test_weights_of_the_table_begin_without_effect() -> None:
    """Knowledge of the table changes nothing in a new network, but does after one step of training."""
    torch.manual_seed(1)
    net = networks.Reader(6).eval()
    crops, table = torch.rand(2, 3, CROP_PIXELS, CROP_PIXELS), torch.tensor([[0.2, -0.5, 0.03]] * 2)
    unknown = torch.tensor([[0.0, 0.0, 1.0]] * 2)
    masks = [net(crops, torch.zeros(2), told)[4] for told in (table, unknown)]
    assert torch.equal(*masks)
    masks[0].sum().backward()
    with torch.no_grad():
        net.table[2].weight += net.table[2].weight.grad
    assert not torch.equal(net(crops, torch.zeros(2), table)[4], net(crops, torch.zeros(2), unknown)[4])


def test_a_face_is_read_with_the_contrast_that_its_middle_has() -> None:
    """The contrast does not depend on the brightness of the face or on its surroundings."""
    torch.manual_seed(1)
    step = (torch.arange(FACE_PIXELS) * 2 + 1) / FACE_PIXELS - 1
    away = torch.hypot(step[:, None], step)
    face = torch.where(away < 0.3, 1.0, -0.6) * torch.tensor([1.0, 0.9, 0.8])[:, None, None]
    pale, framed = 1.5 + 0.2 * face, torch.where(away < 0.62, face, 2.0 * torch.rand(3, *away.shape))
    plain, faint, inside = (networks.evened(each[None])[0] for each in (face, pale, framed))
    assert torch.allclose(plain, faint, atol=1e-4)
    assert torch.allclose(plain[:, away < 0.6], inside[:, away < 0.6], atol=1e-4)
    assert plain.abs().mean() > 0.4 > networks.evened(0.001 * torch.randn(1, 3, 40, 40)).abs().mean()
    net = networks.Reader(6).eval()
    at_first = net.value(net.count(face[None]))
    assert torch.equal(net.read_face(face[None]), at_first), "it says nothing yet"
    net.read_face(face[None])[0, 3].backward()
    assert net.even.weight.grad is not None and net.even.weight.grad.abs().sum() > 0
