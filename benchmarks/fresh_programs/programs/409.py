import torch


def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    smallest = torch.zeros_like(values[0])
    largest = torch.zeros_like(values[0])
    for token in values:
        smallest = torch.minimum(smallest, token)
        largest = torch.maximum(largest, token)
    return smallest, largest
