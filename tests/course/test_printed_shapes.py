"""Shapes are found in what a head prints, whatever the format, and what is missing is missed."""

import pytest

from solutions.shared.printed_shapes import names_without_shape

SHAPES = {"q": (2, 7, 5), "k": (2, 7, 5), "v": (2, 7, 5), "weights": (2, 7, 7), "out": (2, 7, 5)}


def lines(form: str) -> str:
    return "\n".join(form.format(name=name, shape=shape) for name, shape in SHAPES.items())


def shown(separator: str) -> str:
    return " ".join(f"{name} {separator.join(map(str, shape))}" for name, shape in SHAPES.items())


@pytest.mark.parametrize(
    "text",
    [
        lines("{name}: torch.Size({shape})"),
        lines("{name} {shape}").replace("\n", " "),
        lines("{name}.shape={shape}, float32, 3 dimensions"),
        lines("{shape} = {name}.shape"),
        lines("step 1: {name:>10} | {shape}"),
        lines("{name}_shape {shape}"),
        str(SHAPES),
        str({name: list(shape) for name, shape in SHAPES.items()}),
        shown("x"),
        shown(" x "),
        shown(" "),
        shown("\n"),
        lines("{name}: {shape}").upper(),
        "q, k, v: (2, 7, 5)\nattention weights: (2, 7, 7); out: (2, 7, 5)",
        "q: (B=2, T=7, d_k=5) k: (B=2, T=7, d_k=5) v: (B=2, T=7, d_k=5) weights: B=2, T=7, T=7 out: B=2, T=7, d_k=5",
        "q (2,7,5) k (2,7,5) v (2,7,5)\nweights (q @ k.T) (2,7,7)\nout (weights @ v) (2,7,5)",
        " ".join(SHAPES) + "\n" + " ".join(map(str, SHAPES.values())),
    ],
)
def test_every_format_is_understood(text: str) -> None:
    assert names_without_shape(text, SHAPES) == []


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("", list(SHAPES)),
        (" ".join(SHAPES), list(SHAPES)),
        (lines("{shape}"), list(SHAPES)),
        (lines("{name}: {shape}").replace("q:", "queries:"), ["q"]),
        (lines("{name}: {shape}").replace("out:", "dropout:"), ["out"]),
        (lines("{name}: {shape}").replace("(2, 7, 7)", "(1, 2, 7, 5)"), ["weights"]),
        (lines("{name}: {shape}").rsplit("(", 1)[0], ["out"]),
        (lines("{name}: {shape}").replace("k: (2, 7, 5)", "k: (2, 5, 7)"), ["k"]),
    ],
)
def test_what_is_missing_is_named(text: str, missing: list[str]) -> None:
    assert names_without_shape(text, SHAPES) == missing
