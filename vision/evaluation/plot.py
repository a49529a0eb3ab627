"""Curves of risk over coverage as an SVG that is readable in light and dark mode, drawn without a library."""

from collections.abc import Sequence
from html import escape

COLOURS = ("#2463b4", "#c62f2f", "#2c7f45", "#9a6b00", "#6b3fa0", "#00788a")
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 400, 64, 24, 210, 54
MOST = 0.2
"""Largest share of wrong pictures in the plot."""


def curves(lines: Sequence[tuple[str, Sequence[tuple[float, float, float]]]]) -> str:
    """An SVG of named curves; points are (share kept, share of these wrong, least confidence)."""
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def place(kept: float, risk: float) -> str:
        return f"{LEFT + wide * kept:.1f},{TOP + tall * (1 - min(risk, MOST) / MOST):.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    ]
    for i in range(5):
        y = TOP + tall * i / 4
        parts.append(f'<path d="M{LEFT} {y:.1f}h{wide}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{100 * MOST * (1 - i / 4):.0f} %</text>'
        )
    for i in range(6):
        x = LEFT + wide * i / 5
        y = TOP + tall + 18
        parts.append(f'<text x="{x:.1f}" y="{y}" text-anchor="middle">{20 * i} %</text>')
    parts.append(
        f'<text x="{LEFT + wide / 2}" y="{HEIGHT - 14}" text-anchor="middle">'
        "pictures kept, the surest first</text>"
    )
    parts.append(
        f'<text transform="translate(16 {TOP + tall / 2}) rotate(-90)" text-anchor="middle">'
        "of these wrong</text>"
    )
    for number, (name, points) in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        # the first points stand for a handful of pictures, so the curve is drawn from a twentieth on
        path = " ".join(place(kept, risk) for kept, risk, _ in points if kept >= 0.05)
        y = TOP + 14 + 20 * number
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<path d="M{WIDTH - RIGHT + 14} {y - 4}h18" stroke="{colour}" stroke-width="3"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 38}" y="{y}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>\n"])
