"""Bars of several stages as SVG, one below the other, each for several ways to do the same."""

from collections.abc import Mapping
from xml.sax.saxutils import escape

WIDTH, LEFT, RIGHT, ROW, GAP, TOP = 760, 110, 90, 18, 12, 62
COLOURS = ("#8a94a0", "#2f6f4f")


def stage_bars(title: str, seconds: Mapping[str, Mapping[str, float]]) -> str:
    """Draw the seconds of each way by stage; all ways have the same stages."""
    stages = list(next(iter(seconds.values())))
    unit = (WIDTH - LEFT - RIGHT) / max(value for ways in seconds.values() for value in ways.values())
    height = TOP + len(stages) * (len(seconds) * ROW + GAP)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    parts = [
        f'{head} font-family="system-ui, sans-serif" font-size="14" role="img"><title>{escape(title)}</title>',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/><text x="12" y="22">{escape(title)}</text>',
    ]
    for place, (way, stage_seconds) in enumerate(seconds.items()):
        x, total = 12 + place * 370, sum(stage_seconds.values())
        parts.append(f'<rect x="{x}" y="35" width="12" height="12" fill="{COLOURS[place]}"/>')
        parts.append(f'<text x="{x + 18}" y="46">{escape(way)}: {total:.3f} s</text>')
    for row, stage in enumerate(stages):
        y = TOP + row * (len(seconds) * ROW + GAP)
        middle = y + len(seconds) * ROW / 2 + 5
        parts.append(f'<text x="{LEFT - 10}" y="{middle:.0f}" text-anchor="end">{escape(stage)}</text>')
        for place, ways in enumerate(seconds.values()):
            parts.append(_bar(y + place * ROW, ways[stage], unit, COLOURS[place]))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _bar(y: int, value: float, unit: float, colour: str) -> str:
    length = max(value * unit, 1.0)
    return (
        f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{ROW - 3}" fill="{colour}"/>'
        f'<text x="{LEFT + length + 6:.1f}" y="{y + 12}" font-size="12">{value:.3f} s</text>'
    )
