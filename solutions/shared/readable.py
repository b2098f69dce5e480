"""Inputs and matrices for calls that are made to be read: the values are unit vectors, so that weights show."""

import torch
from torch import Tensor

WIDTH = 4  # of queries and keys, whose root is 2
TOKENS = torch.eye(3)  # (T, d_in): each token is a unit vector, and row i of a matrix is what it makes of token i
QUERIES = torch.tensor([[0.0, 1.0, 2.0, 1.0], [2.0, 0.0, 1.0, -1.0], [1.0, 1.0, 0.0, 2.0]])  # (T, d_k)
KEYS = 2 * torch.eye(3, WIDTH)  # (T, d_k): scores / sqrt(d_k) are the first three columns of QUERIES
WIDE = 9  # the same, far from the other sizes: its root is 3
WIDE_QUERIES = torch.cat([QUERIES[:, :3], QUERIES[:, :3].flip(0), QUERIES[:, :3].flip(1)], -1)  # (T, d_k)
WIDE_KEYS = 3 * torch.eye(3, WIDE)
VALUES = torch.eye(3, WIDTH)  # (T, d_v): the first three columns of the result are the weights
TWO_TOKENS = torch.tensor(
    [[1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0]]
)  # (T, d_model): a unit vector for each of two heads
TWO_QUERIES = torch.tensor([[0.0, 1.0, 2.0, 0.0], [2.0, 0.0, 1.0, 0.0]])  # (T, d_model): two columns for each head
TWO_KEYS = torch.tensor([[2.0, 0.0, 2.0, 0.0], [0.0, 2.0, 0.0, 2.0]])


def from_first_columns(rows: Tensor) -> Tensor:
    """Return a matrix of `nn.Linear` that makes these rows of `TWO_TOKENS`."""
    return torch.cat([rows, torch.zeros_like(rows)]).T.contiguous()  # (d_model, d_model)
