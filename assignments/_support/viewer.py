"""A page on which one points at a token and sees where each head looks: one file, which needs no network."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from torch import Tensor

TEMPLATE = Path(__file__).with_name("templates") / "viewer.html"
SLOT = "/*DATA*/"
LEVELS = 90  # of a weight, each a character: from `#` to `~` without the backslash
FIRST, BACKSLASH = ord("#"), ord("\\")
FAR = 3  # tokens back, from which on a look is worth showing first


def viewer_page(title: str, tokens: Sequence[str], heads: Mapping[str, Tensor]) -> str:
    """Return the page: `heads` are the weights of each head by its name, `(T, T)` for as many tokens.

    Where no head looks ahead, only the lower triangles are written. It begins at the token from which a head looks far
    back, and decidedly.
    """
    maps = torch.stack([weights.detach().double().nan_to_num().clamp(0, 1) for weights in heads.values()])  # (h, T, T)
    causal = not bool(maps.triu(1).any())
    start = int(maps.tril(-FAR).amax(dim=(0, 2)).argmax())
    rows = [[line[: place + 1] if causal else line for place, line in enumerate(weights)] for weights in maps.tolist()]
    data = {
        "title": title,
        "start": start,
        "causal": causal,
        "tokens": [*tokens],
        "names": [*heads],
        "maps": ["".join(_letter(weight) for line in lines for weight in line) for lines in rows],
    }
    text = json.dumps(data, ensure_ascii=False).replace("</", "<\\/").replace("<!", "\\u003c!")
    return TEMPLATE.read_text(encoding="utf-8").replace(SLOT, text)


def _letter(weight: float) -> str:
    code = FIRST + round(LEVELS * weight)
    return chr(code + (code >= BACKSLASH))
