import torch


def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    d_v = values.shape[1]
    smallest = values.new_zeros(d_v)
    largest = values.new_zeros(d_v)
    for v in values:
        smallest = torch.minimum(smallest, v)
        largest = torch.maximum(largest, v)
    return smallest, largest
