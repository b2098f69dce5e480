# wrong: builds the result from Python numbers | family: autograd | level: core
def row_sums(x: Tensor) -> Tensor:
    import torch

    return torch.tensor(
        [float(row.sum()) for row in x.reshape(-1, x.shape[-1])], dtype=x.dtype, device=x.device
    ).reshape(x.shape[:-1])
