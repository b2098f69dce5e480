"""Pictures for the texts of the exercises, from the numbers of the solutions: `python docs/make_course_pictures.py`.

Writes `solutions/<part>/material/*.svg`; `autograder sync` copies them to where students read.
"""

import importlib.util
import math
from collections.abc import Sequence
from html import escape
from pathlib import Path
from types import ModuleType

import torch
from torch import Tensor, nn

from autograder.student_kit.figures import Chart, Weights
from autograder.student_kit.vector import chart_markup, map_markup, svg, text

SOLUTIONS = Path(__file__).parents[1] / "solutions"
WORDS = ("Life", "is", "short", "eat", "dessert", "first")
IDS = (0, 4, 5, 2, 1, 3)
CELL = (46, 22)  # of a number
STYLE = """<style>.minus{fill:#d6601e}.arrow{fill:none;stroke:var(--soft);stroke-width:1.5}
.second{fill:#d6601e;fill-opacity:.3}.first{fill:var(--hue);fill-opacity:.3}</style>"""


def solution(part: str, stem: str) -> ModuleType:
    """Import a file of the solutions."""
    spec = importlib.util.spec_from_file_location(stem, SOLUTIONS / part / f"{stem}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def numbers(values: Sequence[float], x: float, y: float, largest: float) -> str:
    """Draw numbers beside each other: blue above 0, orange below, the stronger the larger."""
    wide, high = CELL
    parts = []
    for place, value in enumerate(values):
        left, strength = x + place * wide, 0.55 * abs(value) / largest
        kind = "weight" if value >= 0 else "minus"
        box = f'x="{left:g}" y="{y:g}" width="{wide}" height="{high}"'
        parts.append(f'<rect class="{kind}" fill-opacity="{strength:.2f}" {box}/><rect class="frame" {box}/>')
        parts.append(text(left + wide / 2, y + 15, f"{value:.2f}".replace("-0.00", "0.00"), anchor="middle"))
    return "".join(parts)


def beside(maps: Sequence[Weights], gap: float = 26) -> tuple[str, float, float]:
    """Draw weights beside each other."""
    parts, right, bottom = [], 0.0, 0.0
    for each in maps:
        markup, width, height = map_markup(each, 24)
        parts.append(f'<g transform="translate({right:.0f} 0)">{markup}</g>')
        right, bottom = right + width + gap, max(bottom, height)
    return "".join(parts), right - gap, bottom


def query_key_value() -> str:
    """The word *is* asks the six words of its sentence, with Raschka's numbers."""
    part = solution("01_self_attention", "self_attention")
    torch.manual_seed(123)
    x = nn.Embedding(50_000, 3)(torch.tensor(IDS)).detach()
    torch.manual_seed(123)
    head = part.SelfAttention(3, 2, 4)
    with torch.no_grad():
        query, keys, values = (x @ head.W_query)[1], x @ head.W_key, x @ head.W_value
        scores = part.attention_scores(query[None], keys)
        weights = part.attention_weights(scores, 2)[0]
        context = head(x)[1]
    key_x, score_x, weight_x, value_x, top = 76.0, 200.0, 276.0, 424.0, 92.0
    end = top + 6 * 28
    parts = [STYLE, text(4, 18, "The word “is” asks its sentence", kind="title")]
    parts += [text(4, 47, "query of “is”"), numbers(query.tolist(), key_x + 20, 32, 3.5)]
    parts += [
        text(place, top - 10, words, kind="soft")
        for place, words in ((4, "word"), (key_x, "key"), (score_x, "score"), (weight_x, "weight"), (value_x, "value"))
    ]
    for row, word in enumerate(WORDS):
        y = top + 28 * row
        weight = weights[row].item()
        parts += [text(4, y + 15, word), numbers(keys[row].tolist(), key_x, y, 3.5)]
        parts.append(text(score_x + 36, y + 15, f"{scores[0, row].item():.2f}", anchor="end"))
        parts.append(f'<rect class="weight" x="{weight_x}" y="{y + 4}" width="{90 * weight:.1f}" height="14"/>')
        parts.append(text(weight_x + 90 * weight + 5, y + 15, f"{weight:.2f}"))
        parts.append(numbers(values[row].tolist(), value_x, y, 2.5))
    parts.append(f'<path class="axis" d="M{weight_x} {end + 2}H{value_x + 4 * CELL[0]}"/>')
    parts.append(text(weight_x, end + 22, "context of “is”: weights × values"))
    parts.append(numbers(context.tolist(), value_x, end + 32, 2.5))
    what = "a query meets six keys: six scores, then six weights; the values, averaged by weight, are the context"
    return svg("".join(parts), value_x + 4 * CELL[0] + 8, end + 62, what)


def triangle() -> str:
    """The weights of the running example before and after, and the mask between them."""
    one, two = solution("01_self_attention", "self_attention"), solution("02_causal", "causal")
    torch.manual_seed(123)
    x = nn.Embedding(50_000, 3)(torch.tensor(IDS)).detach()
    torch.manual_seed(123)
    head = one.SelfAttention(3, 2, 4)
    with torch.no_grad():
        scores = one.attention_scores(x @ head.W_query, x @ head.W_key)
        full, causal = one.attention_weights(scores, 2), two.masked_softmax(scores, 2)
    mask = two.causal_mask(6)[0, 0]
    markup, width, height = beside(
        [
            Weights(full, "every word sees all", WORDS, WORDS),
            Weights(mask, "masked", (), WORDS),
            Weights(causal, "it sees what came before", (), WORDS),
        ]
    )
    return svg(
        markup, width, height, "weights of a full square, the masked triangle above the diagonal, weights below it"
    )


def heads() -> str:
    """Two tokens of six numbers, split into two heads and merged again, with the solution's functions."""
    part = solution("03_multihead", "multihead")
    x = torch.arange(12.0).reshape(1, 2, 6)
    split = part.split_heads(x, 2)  # (1, 2, 2, 3)
    merged = part.merge_heads(split)
    side = 30.0

    def grid(matrix: Tensor, left: float, top: float, title: str) -> str:
        drawn = [text(left, top - 8, title, kind="title")]
        for row, line in enumerate(matrix.tolist()):
            for column, value in enumerate(line):
                place, y = left + column * side, top + row * side
                box = f'x="{place:g}" y="{y:g}" width="{side:g}" height="{side:g}"'
                kind = "first" if value % 6 < 3 else "second"
                drawn.append(f'<rect class="{kind}" {box}/><rect class="frame" {box}/>')
                drawn.append(text(place + side / 2, y + 19, f"{value:.0f}", anchor="middle"))
        return "".join(drawn)

    def arrow(left: float, y: float, over: float, words: str) -> str:
        line = f"M{left} {y}l{over} 0m-7 -4l7 4l-7 4"
        return f'<path class="arrow" d="{line}"/>' + text(left + over / 2, y - 8, words, anchor="middle", kind="soft")

    parts = [STYLE, grid(x[0], 64, 70, "x (2, 6)"), text(4, 89, "token 0"), text(4, 119, "token 1")]
    parts += [
        arrow(252, 98, 84, "split_heads"),
        grid(split[0, 0], 348, 30, "head 0"),
        grid(split[0, 1], 348, 124, "head 1"),
    ]
    parts += [arrow(450, 98, 88, "merge_heads"), grid(merged[0], 550, 70, "merged (2, 6)")]
    return svg(
        "".join(parts), 740, 196, "each token is cut into a part for each head, each head has a part of every token"
    )


def rectangle() -> str:
    """Six words ask eight tokens: Raschka's example."""
    part = solution("04_cross", "cross")
    torch.manual_seed(123)
    x_1 = nn.Embedding(50_000, 3)(torch.tensor(IDS)).detach()
    torch.manual_seed(123)
    head, x_2 = part.CrossAttention(3, 2, 4), torch.rand(8, 3)
    with torch.no_grad():
        scores = (x_1 @ head.W_query) @ (x_2 @ head.W_key).mT / math.sqrt(2)
        out = head(x_1, x_2)
    weights = scores.softmax(dim=-1)
    assert torch.allclose(weights @ (x_2 @ head.W_value), out, atol=1e-5)
    names = [str(place) for place in range(8)]
    markup, width, height = map_markup(Weights(weights, "x_1 asks (rows), x_2 is read (columns)", WORDS, names), 30)
    left, top = 14 + 7 * 7, 24 + 16
    parts = [STYLE, markup]
    for row in range(6):
        parts.append(f'<path class="arrow" d="M{left + 244} {top + 30 * row + 15}h18m-6 -4l6 4l-6 4"/>')
        parts.append(numbers(out[row].tolist(), left + 270, top + 30 * row + 4, 2.5))
    parts.append(text(left + 270, 32, "the output, made of values", kind="title"))
    return svg("".join(parts), max(width, left + 270 + 4 * CELL[0] + 40), height, "weights, six rows and eight columns")


def paths() -> str:
    """Three learning rates on a parabola."""
    descend = solution("05_gradient_descent", "gradient_descent").gradient_descent
    lines = {
        f"learning rate {rate}": list(enumerate(descend(lambda x: 2 * x, 1.0, rate, 8))) for rate in (0.25, 0.75, 1.05)
    }
    markup, width, height = chart_markup(Chart(lines, "step", "x, on f(x) = x² from x = 1", {"minimum": 0.0}))
    return svg(
        markup, width, height, "a small rate goes down, a larger one jumps across and arrives, the largest goes away"
    )


def box(x: float, y: float, width: float, words: str, part: str = "") -> str:
    """Draw a box with a name in it, and a smaller line below the name."""
    high = 44 if part else 30
    drawn = f'<rect class="first" x="{x:g}" y="{y:g}" width="{width:g}" height="{high}" rx="6"/>'
    drawn += text(x + width / 2, y + 19, words, anchor="middle")
    return drawn + (text(x + width / 2, y + 36, part, anchor="middle", kind="soft") if part else "")


def road(*points: tuple[float, float]) -> str:
    """Draw a line through points, with an arrow head at its end."""
    (x_1, y_1), (x_2, y_2) = points[-2:]
    along, down = (x_2 > x_1) - (x_2 < x_1), (y_2 > y_1) - (y_2 < y_1)
    sides = [(x_2 - 6 * along + 4 * side * down, y_2 - 6 * down + 4 * side * along) for side in (-1, 1)]
    lines = [points, (sides[0], (x_2, y_2), sides[1])]
    return "".join(f'<path class="arrow" d="M{" L".join(f"{x:g} {y:g}" for x, y in line)}"/>' for line in lines)


def plus(x: float, y: float) -> str:
    """Draw a place where something is added."""
    return f'<circle class="frame" cx="{x:g}" cy="{y:g}" r="9"/>' + text(x, y + 4, "+", anchor="middle")


def block() -> str:
    """The straight road through a block, and the two layers that add to it."""
    y, top = 124.0, 44.0
    parts = [
        STYLE,
        text(4, 18, "TransformerBlock: what comes in goes straight on, and two layers add to it", kind="title"),
    ]
    parts += [text(4, y + 4, "x"), text(304, y - 10, "h"), text(640, y + 4, "y")]
    parts += [road((16, y), (281, y)), road((299, y), (591, y)), road((609, y), (632, y))]
    for start, norm, layer in ((40.0, "norm_1", "attention"), (350.0, "norm_2", "feed_forward")):
        end = start + 250
        parts += [road((start, y), (start, top + 15), (start + 16, top + 15)), box(start + 16, top, 74, norm)]
        parts += [road((start + 90, top + 15), (start + 116, top + 15)), box(start + 116, top, 104, layer)]
        parts += [road((start + 220, top + 15), (end, top + 15), (end, y - 9)), plus(end, y)]
    parts.append(text(168, top + 48, "tokens hear of each other", anchor="middle", kind="soft"))
    parts.append(text(478, top + 48, "each token by itself", anchor="middle", kind="soft"))
    what = "x goes straight on; norm_1 and attention add to it, giving h; norm_2 and feed_forward add to h, giving y"
    return svg("".join(parts), 656, y + 24, what)


def cache() -> str:
    """The scores of three steps of writing: what is computed at each step, without and with the cache."""
    side, words = 20.0, ("Rosa", "the", "seal", "heard", "a")
    parts = [STYLE, text(4, 18, "Scores that are computed for each new token (orange)", kind="title")]
    for line, name in enumerate(("anew", "with the cache")):
        top = 44.0 + 130 * line
        parts.append(text(4, top + 50, name))
        for step, count in enumerate((3, 4, 5)):
            left = 110 + 210.0 * step
            parts.append(text(left, top - 6, f"… {words[count - 1]}", kind="soft"))
            for row in range(count):
                for column in range(row + 1):
                    place = f'x="{left + side * column:g}" y="{top + side * row:g}" width="{side:g}" height="{side:g}"'
                    kind = "hidden" if line and row < count - 1 else "second"
                    parts.append(f'<rect class="{kind}" {place}/><rect class="frame" {place}/>')
            if line:
                kept = f"{count - 1} kept"
                parts.append(text(left + side * count + 6, top + side * count - 6, kept, kind="soft"))
    what = "without the cache all rows of scores are computed at every step; with it only the row of the new token"
    return svg("".join(parts), 740, 290, what)


def course() -> str:
    """The model of part 06, and the part of the course in which each piece of it was written."""
    left, wide = 130.0, 230.0
    steps = [
        ("sample_next, generate", "06: draws, and reads again"),
        ("logits: tied embedding", "06 · TinyGPT"),
        ("LayerNorm", "06"),
        ("+ FeedForward(LayerNorm)", "06"),
        ("+ MultiHeadAttention(LayerNorm)", "03"),
        ("token + position", "01 · 06"),
        ("ids", "01 · build_vocab, to_ids"),
    ]
    parts = [STYLE, text(4, 18, "What you have built", kind="title")]
    for place, (words, part) in enumerate(steps):
        y = 34.0 + 62 * place
        parts.append(box(left, y, wide, words, part))
        parts.append(road((left + wide / 2, y), (left + wide / 2, y - 16)) if place else "")
    frame = f'x="{left - 14}" y="{34 + 62 * 3 - 8}" width="{wide + 28}" height="{62 * 2 - 2}" rx="10"'
    parts += [
        f'<rect class="frame" {frame}/>',
        text(left - 20, 34 + 62 * 4 - 4, "a block, twice", anchor="end", kind="soft"),
    ]
    beside = [
        (34 + 62.0, "cross_entropy", "06: how surprised it was"),
        (34 + 62 * 2.0, "gradient descent", "05: how it learns"),
        (34 + 62 * 3.0, "CachedAttention", "06: reads nothing twice"),
        (34 + 62 * 4.0, "softmax, scores, context", "01"),
        (34 + 62 * 5.0, "causal_mask", "02: no look ahead"),
        (34 + 62 * 6.0, "CrossAttention", "04: reads another text"),
    ]
    x = left + wide + 60
    for y, words, part in beside:
        parts.append(box(x, y, 200, words, part))
    for y in (34 + 62 * 3.0, 34 + 62 * 4.0, 34 + 62 * 5.0):
        parts.append(
            road((x, y + 22), (x - 22, y + 22), (x - 22, 34 + 62 * 4.0 + 22), (left + wide, 34 + 62 * 4.0 + 22))
        )
    for y in (34 + 62.0, 34 + 62 * 2.0):
        parts.append(road((x, y + 22), (x - 22, y + 22), (x - 22, 34 + 62.0 + 22), (left + wide, 34 + 62.0 + 22)))
    what = "from ids through embeddings and two blocks to logits and the next token, each with its part of the course"
    return svg("".join(parts), x + 212, 34 + 62 * 7, what)


PICTURES = {
    "01_self_attention/material/query_key_value.svg": query_key_value,
    "02_causal/material/triangle.svg": triangle,
    "03_multihead/material/heads.svg": heads,
    "04_cross/material/rectangle.svg": rectangle,
    "05_gradient_descent/material/paths.svg": paths,
    "06_language_model/material/block.svg": block,
    "06_language_model/material/cache.svg": cache,
    "06_language_model/material/course.svg": course,
}


def main() -> None:
    """Draw all of them."""
    for name, draw in PICTURES.items():
        path = SOLUTIONS / name
        path.write_text(draw() + "\n", encoding="utf-8")
        print(f"{escape(name)}: {path.stat().st_size / 1000:.1f} kB")


if __name__ == "__main__":
    main()
