# wrong: starts from zeros on the CPU in float32 | family: device | level: robustness
def row_sums(x: Tensor) -> Tensor:
    import torch

    return torch.zeros(x.shape[:-1]) + x.sum(dim=-1).cpu()
