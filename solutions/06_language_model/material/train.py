"""Trains your language model on the prose of this course, and lets it write before and after.

Run it from the top folder: `python assignments/06_language_model/train.py`. It is not handed in.
"""

import math
from pathlib import Path

import torch
from language_model import Prose, TinyGPT, held_out_loss, train, write


def train_and_write(path: Path, steps: int = 1200, max_tokens: int = 64, seed: int = 0) -> TinyGPT:
    """Train a model on the text at `path`; print its losses, and what it writes before and after."""
    torch.manual_seed(seed)
    prose = Prose(path)
    sizes = {"d_model": 96, "num_heads": 4, "d_hidden": 384, "num_layers": 3}
    model = TinyGPT(len(prose.characters), max_tokens=max_tokens, **sizes)
    print(f"before the training:\n\n{write(model, prose, max_tokens)}\n")
    print(f"every character equally likely: {math.log(len(prose.characters)):.2f}; bigrams: {prose.bigram_loss():.2f}")
    for step, loss in enumerate(train(model, prose, max_tokens, steps), start=1):
        if step % 100 == 0 or step == steps:
            held_out = held_out_loss(model, prose, max_tokens)
            print(f"step {step:4}: loss {loss:.2f}, held out {held_out:.2f} {'#' * round(20 * held_out)}", flush=True)
    print(f"\nafter the training:\n\n{write(model, prose, max_tokens)}")
    return model


if __name__ == "__main__":
    train_and_write(Path(__file__).with_name("prose.txt"))
