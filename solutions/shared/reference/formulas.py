"""Derivatives, weights and bounds that an exercise asks for in closed form, here found in some other way."""

import torch
from torch import Tensor

from autograder.checking.reference_cache import remembered


@remembered
def jacobian_at(p: Tensor) -> Tensor:
    """∂ softmax(z)_i / ∂ z_j at z = log p, where softmax gives p: `(n,)` → `(n, n)` in float64, by autograd."""
    logits = torch.log(p.detach().to(torch.float64))
    found: Tensor = torch.autograd.functional.jacobian(lambda z: torch.softmax(z, -1), logits)  # type: ignore[no-untyped-call]
    return found


@remembered
def equal_causal_weights(T: int) -> Tensor:
    """Causal weights of equal scores, `(T, T)`: token i shares its attention among the tokens that it sees."""
    rows = []
    for query in range(T):
        seen = [key for key in range(T) if key <= query]
        rows.append([1 / len(seen) if key in seen else 0.0 for key in range(T)])
    return torch.tensor(rows, dtype=torch.float64)


def first_causal_row(T: int) -> Tensor:
    """Row 0 of those weights, `(T,)`; with one key to be seen, scores do not matter."""
    return equal_causal_weights(T)[0]


@remembered
def shift_by_key_bias(queries: Tensor, key_bias: Tensor) -> Tensor:
    """What the scores gain when every key gains `key_bias`: `(T, d_k)`, `(d_k,)` → `(T,)`; seen at one key."""
    exact, bias = queries.to(torch.float64), key_bias.to(torch.float64)
    key = torch.linspace(-1, 2, len(bias), dtype=torch.float64)
    return torch.stack([(query * (key + bias)).sum() - (query * key).sum() for query in exact])


@remembered
def bounds_of_contexts(values: Tensor) -> tuple[Tensor, Tensor]:
    """The smallest and the largest context vector per column, among the rows of weights that favour one token."""
    exact = values.to(torch.float64)
    corners = [torch.einsum("t,tv->v", weights, exact) for weights in torch.eye(len(exact), dtype=torch.float64)]
    ordered = torch.stack(corners).sort(0).values
    return ordered[0], ordered[-1]
