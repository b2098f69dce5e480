"""A bar chart as SVG, with a logarithmic scale: what is a hundred times slower must not hide the rest."""

import math
from xml.sax.saxutils import escape

WIDTH, LEFT, RIGHT, ROW = 800, 300, 90, 30


def bars(title: str, seconds: dict[str, float]) -> str:
    """One bar for each name, with its figure behind it."""
    low = math.floor(math.log10(min(seconds.values())))
    high = math.ceil(math.log10(max(seconds.values())))
    unit = (WIDTH - LEFT - RIGHT) / max(high - low, 1)
    rows = [
        _row(place, name, value, (math.log10(value) - low) * unit)
        for place, (name, value) in enumerate(seconds.items())
    ]
    height = ROW * (len(seconds) + 1) + 40
    lines = [
        f'<line x1="{LEFT + n * unit:.0f}" x2="{LEFT + n * unit:.0f}" y1="34" y2="{height - 26}" stroke="#ccc"/>'
        f'<text x="{LEFT + n * unit:.0f}" y="{height - 8}" text-anchor="middle">{10.0 ** (low + n):g} s</text>'
        for n in range(high - low + 1)
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    style = ' font-family="system-ui, sans-serif" font-size="14" role="img"'
    paper = f'<rect width="{WIDTH}" height="{height}" fill="#fff"/><text x="12" y="22">{escape(title)}</text>'
    return "\n".join([f"{head}{style}><title>{escape(title)}</title>{paper}", *lines, *rows, "</svg>"]) + "\n"


def _row(place: int, name: str, value: float, length: float) -> str:
    y = 40 + place * ROW
    colour = "#2f6f4f" if name.startswith("(a)") else "#8a94a0"
    return (
        f'<text x="{LEFT - 10}" y="{y + 15}" text-anchor="end">{escape(name)}</text>'
        f'<rect x="{LEFT}" y="{y}" width="{max(length, 2):.1f}" height="20" fill="{colour}"/>'
        f'<text x="{LEFT + max(length, 2) + 6:.1f}" y="{y + 15}">{value:.3g} s</text>'
    )
