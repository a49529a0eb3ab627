"""The networks: one detects dice, one reads a die's crop, one estimates the normal of the die's top face.

Pictures are N x 3 x H x W, BGR, 0 to 1.

The names of layers are keys in checkpoints, so renaming one makes stored weights unusable.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.dice.crops import FACE_MARGIN, FACE_PIXELS

DISC_RADIUS = 0.8
"""Radius of a disc that fits into any rectified face, square or triangular, as a multiple of half the side of
a rectified square face."""
LEAST_CONTRAST = 0.05
"""Lower limit of the contrast by which a face is divided, in units of the network's input: lower contrast may
be noise."""


def _conv(inside: int, out: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, out, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(out),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions whose result is added to their input (K. He et al., 2016)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.one = _conv(width, width)
        self.two = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        """Return a tensor of the same shape."""
        return functional.relu(x + self.two(self.one(x)))


class Detector(nn.Module):
    """Predicts the centres and boxes of dice, at stride 8, after X. Zhou, "Objects as points" (2019).

    In: N x 3 x H x W (multiples of 32). Out: N x 6 x H/8 x W/8, for each cell: logit of a centre, offset x
    and y to the centre in cells, logarithms of the box's width and height in cells, logit of eight sides.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(3, 16, 2), _conv(16, 32, 2))
        self.eight = nn.Sequential(_conv(32, 48, 2), Residual(48), Residual(48))
        self.sixteen = nn.Sequential(_conv(48, 80, 2), Residual(80), Residual(80))
        self.thirtytwo = nn.Sequential(_conv(80, 96, 2), Residual(96), Residual(96))
        self.down32 = _conv(96, 80, 1, 1)
        self.mix16 = _conv(80, 80)
        self.down16 = _conv(80, 48, 1, 1)
        self.mix8 = nn.Sequential(_conv(48, 48), _conv(48, 64))
        self.head = nn.Conv2d(64, 6, 1)
        with torch.no_grad():  # few cells hold a die, which is about four cells wide
            self.head.bias = nn.Parameter(torch.tensor([-4.6, 0.0, 0.0, 1.3, 1.3, 0.0]))

    def forward(self, x: Tensor) -> Tensor:
        """Return the maps at stride 8, N x 6 x H/8 x W/8 (see the class)."""
        x8 = self.eight(self.stem((x - 0.45) * 4))
        x16 = self.sixteen(x8)
        x32 = self.thirtytwo(x16)
        x16 = self.mix16(x16 + functional.interpolate(self.down32(x32), scale_factor=2.0, mode="nearest"))
        x8 = self.mix8(x8 + functional.interpolate(self.down16(x16), scale_factor=2.0, mode="nearest"))
        out: Tensor = self.head(x8)
        return out


class Reader(nn.Module):
    """Reads one die's crop: whether it is a die, its colour, how it lies, and the value of its top face.

    A small U-net makes a mask of the top face. The mask's mean and covariance determine how the face is
    rectified, apart from its rotation, and the last network reads the value of the rectified face. All of it
    is one differentiable function, so the mask can also be learnt from photos with nothing but a value as
    label (M. Jaderberg et al., "Spatial transformer networks", 2015).

    The last network sees the face both as it is and with equalised contrast, so that it copes with a lamp
    mirrored on the top and with ink that hardly differs from the paint.

    A crop alone may not show which of two faces is the top: seen from elsewhere, the side would be the top.
    So the network also gets the normal of the table below the die (`vision.dice.table_plane`), if known.

    In: N x 3 x 96 x 96; turns N (radians, added to the face's rotation); table N x 3, the x and y of its
    normal and the scale of the error of each (`vision.dice.normals.Normal`). Out: value logits N x sides;
    kind logits N x 3 (no die, six sides, eight sides); colour logits N x 6; state logits N x 3 (flat, cocked,
    hidden); mask logits N x 1 x 24 x 24.
    """

    def __init__(self, sides: int = 6) -> None:
        super().__init__()
        self.sides = sides
        self.one = _conv(3, 24, 2)
        self.two = nn.Sequential(_conv(24, 40, 2), Residual(40))
        self.three = nn.Sequential(_conv(40, 72, 2), Residual(72))
        self.table = nn.Sequential(nn.Linear(3, 32), nn.ReLU(inplace=True), nn.Linear(32, 72))
        with torch.no_grad():  # at first the table says nothing
            self.table[2].weight.zero_()
            self.table[2].bias.zero_()
        self.four = nn.Sequential(_conv(72, 96, 2), Residual(96))
        self.up3 = _conv(96, 72, 1, 1)
        self.mix3 = _conv(72, 72)
        self.up2 = _conv(72, 40, 1, 1)
        self.mix2 = _conv(40, 40)
        self.mask = nn.Conv2d(40, 1, 1)
        self.about = nn.Sequential(nn.Linear(192, 96), nn.ReLU(inplace=True), nn.Dropout(0.1))
        self.kind = nn.Linear(96, 3)
        self.state = nn.Linear(96, 3)
        self.tint = nn.Sequential(_conv(3, 16, 2), _conv(16, 32, 2), _conv(32, 32, 1, 1))
        self.colour = nn.Sequential(nn.Linear(96, 64), nn.ReLU(inplace=True), nn.Linear(64, 6))
        self.count = nn.Sequential(
            _conv(3, 24),
            _conv(24, 40, 2),
            Residual(40),
            _conv(40, 72, 2),
            Residual(72),
            _conv(72, 112, 2),
            Residual(112),
        )
        self.even = nn.Conv2d(3, 24, 3, 1, 1)
        with torch.no_grad():  # at first the face with even contrast says nothing
            self.even.weight.zero_()
            self.even.bias.zero_()
        # normalised before its ReLU: at a high learning rate, 1200 inputs kill plain ones
        self.value = nn.Sequential(
            _conv(112, 48, 1, 1),
            nn.Flatten(),
            nn.Linear(48 * 25, 96, bias=False),
            nn.BatchNorm1d(96),
            nn.ReLU(inplace=True),
            nn.Dropout(0.2),
            nn.Linear(96, sides),
        )

    def describe(
        self, x: Tensor, turns: Tensor, table: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Return the rectified face, N x 3 x FACE_PIXELS², and the logits of kind, colour, state and mask."""
        y = (x - 0.45) * 4
        b = self.two(self.one(y))
        c = self.three(b) + self.table(table)[:, :, None, None]
        d = self.four(c)
        c2 = self.mix3(c + functional.interpolate(self.up3(d), scale_factor=2.0, mode="nearest"))
        b2 = self.mix2(b + functional.interpolate(self.up2(c2), scale_factor=2.0, mode="nearest"))
        mask = self.mask(b2)
        about = self.about(torch.cat([d.mean((2, 3)), d.amax((2, 3))], 1))

        weight = normalised(torch.sigmoid(mask.float()))
        tint = self.tint(y)
        n = mask.shape[-1] // 4
        middle = tint[:, :, n:-n, n:-n].mean((2, 3))
        pooled = torch.cat([(tint * weight).sum((2, 3)), tint.mean((2, 3)), middle], 1)
        with torch.autocast(x.device.type, enabled=False):  # coordinates need full precision
            grid = rectifying_grid(weight, turns + upright_turn(weight) if self.sides == 8 else turns)
        square = functional.grid_sample(y, grid, mode="bilinear", padding_mode="border", align_corners=False)
        return square, self.kind(about), self.colour(pooled), self.state(about), mask

    def forward(
        self, x: Tensor, turns: Tensor, table: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Return the logits of value, kind, colour, state and mask, in the shapes given for the class."""
        square, kind, colour, state, mask = self.describe(x, turns, table)
        return self.read_face(square), kind, colour, state, mask

    def read_face(self, face: Tensor) -> Tensor:
        """Return the value logits, N x sides, of rectified faces, N x 3 x FACE_PIXELS²."""
        convolve, normalise, rectify = self.count[0]
        seen = rectify(normalise(convolve(face)) + self.even(evened(face)))
        value: Tensor = self.value(self.count[1:](seen))
        return value


class Normals(nn.Module):
    """Estimates the normal of a die's top face from the die's crop (`vision.dice.normals`).

    The die's sides help, because a top face seen from above hardly changes its shape.

    In: N x 3 x 96 x 96. Out: N x 3: the normal's x (to the right) and y (down), and the logarithm of the
    scale of the error of each. Its first layers are those of `Reader`, whose weights it starts from in
    training.
    """

    def __init__(self) -> None:
        super().__init__()
        self.one = _conv(3, 24, 2)
        self.two = nn.Sequential(_conv(24, 40, 2), Residual(40))
        self.three = nn.Sequential(_conv(40, 72, 2), Residual(72))
        self.four = nn.Sequential(_conv(72, 96, 2), Residual(96))
        self.finer = _conv(72, 32, 2)
        self.mix = _conv(96 + 32, 48, 1, 1)
        self.normal = nn.Sequential(
            nn.Flatten(),
            nn.Linear(48 * 36, 96, bias=False),
            nn.BatchNorm1d(96),
            nn.ReLU(inplace=True),
            nn.Linear(96, 3),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Return N x 3: the normal's x and y, and the logarithm of the scale of the error of each."""
        c = self.three(self.two(self.one((x - 0.45) * 4)))
        out: Tensor = self.normal(self.mix(torch.cat([self.four(c), self.finer(c)], 1)))
        return out


def evened(face: Tensor) -> Tensor:
    """Return rectified faces, N x 3 x FACE_PIXELS², with equal brightness and contrast.

    Both are measured in a disc that fits into square and triangular faces (after D. Ulyanov et al., 2016).
    """
    line = (torch.arange(FACE_PIXELS, device=face.device) * 2 + 1) / FACE_PIXELS - 1
    disc = (line[:, None] ** 2 + line**2 < (DISC_RADIUS / FACE_MARGIN) ** 2).float()
    disc = disc / disc.sum()
    with torch.autocast(face.device.type, enabled=False):
        off = face.float() - (face.float() * disc).sum((2, 3), keepdim=True)
        variance = (off * off * disc).sum((2, 3), keepdim=True).mean(1, keepdim=True)
        return off / torch.sqrt(torch.clamp(variance, min=LEAST_CONTRAST**2))


def normalised(mask: Tensor) -> Tensor:
    """Return masks N x 1 x n x n, 0 to 1, as weights that sum to 1."""
    return mask / (mask.sum((2, 3), keepdim=True) + 1e-3)


def _moments(weight: Tensor) -> tuple[Tensor, ...]:
    """Return mx, my, p, q and r, each of length N, of weights N x 1 x n x n that sum to 1.

    (mx, my) is the mean of their coordinates, which run from -1 to 1, and the matrix [[p, r], [r, q]] is the
    square root of their covariance.
    """
    n = weight.shape[-1]
    line = (torch.arange(n, device=weight.device, dtype=weight.dtype) * 2 + 1) / n - 1
    across = weight.sum(2)[:, 0]
    along = weight.sum(3)[:, 0]
    mx = (across * line).sum(1)
    my = (along * line).sum(1)
    vx = (across * line * line).sum(1) - mx * mx + 1e-3
    vy = (along * line * line).sum(1) - my * my + 1e-3
    cxy = (weight[:, 0] * line[None, :, None] * line[None, None, :]).sum((1, 2)) - mx * my
    # the square root of a 2x2 matrix: (C + sqrt(det) I) / sqrt(trace + 2 sqrt(det))
    root = torch.sqrt(torch.clamp(vx * vy - cxy * cxy, min=1e-7))
    scale = 1 / torch.sqrt(vx + vy + 2 * root)
    return mx, my, (vx + root) * scale, (vy + root) * scale, cxy * scale


def face_pose(weight: Tensor) -> Tensor:
    """Return the pose of the faces, N x 5, from weights N x 1 x n x n that sum to 1.

    It is the mean (x, y) and the square root of the covariance (xx, yy, xy), in half sides of the crop.
    """
    return torch.stack(_moments(weight), 1)


def upright_turn(weight: Tensor) -> Tensor:
    """Return the angles in radians, N, by which `rectifying_grid` must turn triangles to point up.

    Once rectified, a triangle's third moment E[(u + iv)³] points to three times the angle of a corner.
    """
    mx, my, p, q, r = (m[:, None, None] for m in _moments(weight.detach()))
    n = weight.shape[-1]
    line = (torch.arange(n, device=weight.device, dtype=weight.dtype) * 2 + 1) / n - 1
    dx, dy = line[None, None, :] - mx, line[None, :, None] - my
    size = p * q - r * r + 1e-6
    u, v = (q * dx - r * dy) / size, (p * dy - r * dx) / size
    mass = weight.detach()[:, 0]
    cosine = (mass * (u * u * u - 3 * u * v * v)).sum((1, 2))
    sine = (mass * (3 * u * u * v - v * v * v)).sum((1, 2))
    return torch.atan2(sine, cosine) / 3 + torch.pi / 2


def rectifying_grid(weight: Tensor, turns: Tensor) -> Tensor:
    """Return for each pixel of the rectified face its point in the crop, N x FACE_PIXELS² x 2, from -1 to 1.

    `weight`: N x 1 x n x n, sums to 1. Its mean and covariance locate the face (a square of side s has the
    variance s²/12 along each axis). `turns`: rotation of each rectified face, in radians.
    """
    mx, my, p, q, r = _moments(weight)
    p, q, r = (m * (FACE_MARGIN * 3**0.5) for m in (p, q, r))
    cos, sin = torch.cos(turns), torch.sin(turns)
    step = (torch.arange(FACE_PIXELS, device=weight.device, dtype=weight.dtype) * 2 + 1) / FACE_PIXELS - 1
    u = step[None, None, :]
    v = step[None, :, None]
    uu = cos[:, None, None] * u - sin[:, None, None] * v
    vv = sin[:, None, None] * u + cos[:, None, None] * v
    gx = mx[:, None, None] + p[:, None, None] * uu + r[:, None, None] * vv
    gy = my[:, None, None] + r[:, None, None] * uu + q[:, None, None] * vv
    return torch.stack([gx, gy], -1)
