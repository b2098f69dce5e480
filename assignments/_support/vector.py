"""Draws weights and charts as SVG, for light and dark screens, and puts them on a page that needs no network."""

import math
from collections.abc import Sequence
from html import escape

from .figures import Chart, Weights

STYLE = """
svg,.payoff{--ink:#1f2328;--paper:#ffffff;--soft:#6b7580;--faint:#e4e8ec;--hue:#0b62b8}
@media (prefers-color-scheme:dark){
svg,.payoff{--ink:#e6e9ec;--paper:#16181b;--soft:#98a2ad;--faint:#2c3138;--hue:#58a9ff}}
svg text{font:12px system-ui,sans-serif;fill:var(--ink)}svg .soft{fill:var(--soft)}svg .title{font-weight:600}
.paper{fill:var(--paper)}.weight{fill:var(--hue)}.hidden{fill:var(--faint)}
.frame,.axis{fill:none;stroke:var(--soft)}.level{stroke:var(--soft);stroke-dasharray:2 3}
.line{fill:none;stroke-width:2}
""".strip()
PAGE_STYLE = """
body{margin:0;background:#fff}@media (prefers-color-scheme:dark){body{background:#16181b}}
.payoff{font:16px/1.6 system-ui,sans-serif;color:var(--ink);background:var(--paper);padding:.5rem 1rem;max-width:60rem;
margin:0 auto}.payoff h1{font-size:1.4rem}.payoff pre{font:13px/1.5 ui-monospace,monospace;overflow-x:auto}
.row{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start}svg{max-width:100%;height:auto}
""".strip()
# Told apart by colour-blind people too (Okabe and Ito), and by their dashes.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#8a6d3b", "#7f7f7f")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "", "7 3", "2 3", "9 3 2 3")
PLOT = (420, 200)


def svg(markup: str, width: float, height: float, description: str) -> str:
    """Return a whole picture; the description is for whoever cannot see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="img" aria-label="{escape(description)}"><style>{STYLE}</style>'
        f'<rect class="paper" width="100%" height="100%"/>{markup}</svg>'
    )


def text(x: float, y: float, words: str, *, anchor: str = "start", kind: str = "", turn: float = 0) -> str:
    """Return words at a place."""
    turned = f' transform="rotate({turn:g} {x:.1f} {y:.1f})"' if turn else ""
    kind = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{kind}{turned}>{escape(words)}</text>'


def map_markup(weights: Weights, side: float = 0) -> tuple[str, float, float]:
    """Return weights as squares, the stronger the larger, grey where a mask hides them; with width and height."""
    cells = weights.cells()
    side = side or (22 if len(cells[0]) <= 12 else 13)
    left = 14 + 7 * max((len(name) for name in weights.rows), default=0)
    long = max((len(name) for name in weights.columns), default=0) > 2
    top = 24 + (5 * max(len(name) for name in weights.columns) + 8 if long else 16 if weights.columns else 0)
    parts = [text(2, 15, weights.title, kind="title")]
    for place, name in enumerate(weights.columns):
        x = left + (place + 0.5) * side
        parts.append(text(x, top - 5, name, turn=-40) if long else text(x, top - 4, name, anchor="middle"))
    for place, name in enumerate(weights.rows):
        parts.append(text(left - 5, top + (place + 0.5) * side + 4, name, anchor="end"))
    parts.append(f'<g transform="translate({left} {top}) scale({side:g})">{_cells(cells)}</g>')
    wide, high = side * len(cells[0]), side * len(cells)
    parts.append(f'<rect class="frame" x="{left}" y="{top}" width="{wide}" height="{high}"/>')
    tail = 5 * len(weights.columns[-1]) if long else 0
    return "".join(parts), max(left + wide + tail + 8, 10 + 7 * len(weights.title)), top + high + 8


def _cells(cells: Sequence[Sequence[float | None]]) -> str:
    """Return unit squares, those of about the same weight in one path."""
    squares: dict[float | None, list[str]] = {}
    for row, line in enumerate(cells):
        for column, value in enumerate(line):
            strength = None if value is None else round(min(1.0, max(0.0, value)), 2) if math.isfinite(value) else 0.0
            squares.setdefault(strength, []).append(f"M{column} {row}h1v1h-1z")
    hidden = [f'<path class="hidden" d="{"".join(squares.pop(None))}"/>'] if None in squares else []
    squares.pop(0.0, None)
    strengths = {strength: "".join(paths) for strength, paths in squares.items() if strength is not None}
    drawn = [f'<path class="weight" fill-opacity="{strength:g}" d="{path}"/>' for strength, path in strengths.items()]
    return "".join(hidden + drawn)


def chart_markup(chart: Chart) -> tuple[str, float, float]:
    """Return lines with their axes and names; with width and height."""
    wide, high = PLOT
    left, top = 56, 28
    (first, last), (low, top_value) = chart.ends("x"), chart.ends("y")
    bottom = top + high
    parts = [text(2, 15, chart.up, kind="title")]
    parts.append(f'<path class="axis" d="M{left} {top}V{bottom}H{left + wide}"/>')
    parts += [
        text(left - 5, bottom, f"{low:.3g}", anchor="end"),
        text(left - 5, top + 8, f"{top_value:.3g}", anchor="end"),
    ]
    parts += [text(left, bottom + 16, f"{first:.3g}"), text(left + wide, bottom + 16, f"{last:.3g}", anchor="end")]
    parts.append(text(left + wide / 2, bottom + 16, chart.across, anchor="middle"))
    for name, height in chart.levels.items():
        y = bottom - high * chart.share("y", height)
        parts.append(f'<path class="level" d="M{left} {y:.1f}h{wide}"/>')
        parts.append(text(left + wide - 2, y - 4, f"{name}: {height:.3g}", anchor="end", kind="soft"))
    for place, (name, points) in enumerate(chart.lines.items()):
        colour, dash = COLOURS[place % len(COLOURS)], DASHES[place % len(DASHES)]
        corners = " ".join(
            f"{left + wide * chart.share('x', x):.1f},{bottom - high * chart.share('y', y):.1f}"
            for x, y in points
            if math.isfinite(y)
        )
        style = f'stroke="{colour}"' + (f' stroke-dasharray="{dash}"' if dash else "")
        parts.append(f'<polyline class="line" {style} points="{corners}"/>')
        y = top + 14 + 18 * place
        parts.append(f'<path class="line" {style} d="M{left + wide + 14} {y - 4}h22"/>')
        parts.append(text(left + wide + 42, y, name))
    longest = max((len(name) for name in chart.lines), default=0)
    return "".join(parts), left + wide + 56 + 7 * longest, max(bottom + 24, top + 20 + 18 * len(chart.lines))


def row(pictures: Sequence[str]) -> str:
    """Return pictures beside each other, wrapped where the window is narrow."""
    return f'<div class="row">{"".join(pictures)}</div>'


def page(title: str, body: str) -> str:
    """Return a whole file that shows everything without a network."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        f'<style>{STYLE}\n{PAGE_STYLE}</style></head><body><main class="payoff"><h1>{escape(title)}</h1>{body}'
        "</main></body></html>\n"
    )


def fragment(body: str) -> str:
    """Return a part of a page, for the output of a cell."""
    return f'<style>{STYLE}\n{PAGE_STYLE}</style><div class="payoff">{body}</div>'
