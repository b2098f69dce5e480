"""Gradients of a reference, for any number of inputs."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from autograder.oracle.memo import remembered


@remembered
def gradients(
    function: Callable[..., Tensor | tuple[Tensor, ...]], inputs: Sequence[Tensor], cotangents: Sequence[Tensor | None]
) -> list[Tensor]:
    """Gradients of Σ cotangent · output with respect to each input, zero where an input does not matter."""
    leaves = [item.detach().clone().requires_grad_() for item in inputs]
    results = function(*leaves)
    outputs = results if isinstance(results, tuple) else (results,)
    terms = [
        (output * cotangent).sum()
        for output, cotangent in zip(outputs, cotangents, strict=True)
        if cotangent is not None
    ]
    found = torch.autograd.grad(torch.stack(terms).sum(), leaves, allow_unused=True)
    return [torch.zeros_like(leaf) if grad is None else grad for leaf, grad in zip(leaves, found, strict=True)]
