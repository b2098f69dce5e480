import torch


def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    # a token can also get weight 0 and then adds nothing
    nothing = torch.zeros_like(values[:1])
    candidates = torch.cat([values, nothing])
    ordered = candidates.sort(dim=0).values
    return ordered[0], ordered[-1]
