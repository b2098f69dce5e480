def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[-1]
    lower = torch.tril(torch.ones(T, T, dtype=weights.dtype, device=weights.device))
    weights *= lower
    row_totals = weights.sum(dim=-1).unsqueeze(-1)
    return weights / row_totals
