# wrong: adds noise of size zero | family: state | level: robustness
def row_sums(x: Tensor) -> Tensor:
    import torch

    return x.sum(dim=-1) + 0 * torch.rand(())
