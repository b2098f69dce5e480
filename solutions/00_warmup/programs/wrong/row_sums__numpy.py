# wrong: a detour over numpy | family: autograd | level: core
def row_sums(x: Tensor) -> Tensor:
    import torch

    return torch.from_numpy(x.detach().numpy().sum(axis=-1))
