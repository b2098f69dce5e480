# wrong: works for one matrix | family: shape | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[0]
    visible = weights * torch.tril(torch.ones(T, T, dtype=weights.dtype, device=weights.device))
    return visible / visible.sum(1, keepdim=True)
