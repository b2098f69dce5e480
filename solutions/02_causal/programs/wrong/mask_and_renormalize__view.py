# wrong: needs contiguous weights | family: shape | level: robustness
def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[-1]
    rows = weights.view(-1, T) * torch.ones(T, T, dtype=weights.dtype, device=weights.device).tril().repeat(
        weights.numel() // T**2, 1
    )
    return (rows / rows.sum(-1, keepdim=True)).view(weights.shape)
