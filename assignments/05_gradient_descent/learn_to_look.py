"""Trains a head on the token before with your `train_attention`, and draws what it looks at, before and after.

Run it from the top folder: `python assignments/05_gradient_descent/learn_to_look.py`. It is not handed in.
"""

import torch
from gradient_descent import TOKENS, WORDS, Head, token_before, train_attention
from torch import Tensor


def shades(weights: Tensor) -> str:
    """Draw weights between 0 and 1 in characters, a line for each row."""
    return "\n".join("  ".join(2 * "·░▒▓█"[int(4 * value + 0.75)] for value in row) for row in weights.tolist())


def learn_to_look(seed: int = 0) -> Head:
    """Train a head on the token before, and print its losses and what it looks at, before and after."""
    torch.manual_seed(seed)
    x, target = token_before()
    head = Head(TOKENS + WORDS, 8, WORDS)
    print("a row for each token that looks, a column for each one that is looked at\n")
    print(f"before the training:\n\n{shades(head.weights(x).mean(dim=0))}\n")
    for round_ in range(1, 6):
        losses = train_attention(head, x, target, learning_rate=10.0, steps=200)
        print(f"steps {200 * round_ - 199:4} to {200 * round_:4}: loss {losses[0]:.4f} to {losses[-1]:.4f}")
    print(f"\nafter the training:\n\n{shades(head.weights(x).mean(dim=0))}")
    return head


if __name__ == "__main__":
    learn_to_look()
