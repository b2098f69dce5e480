def mask_and_renormalize(weights: Tensor) -> Tensor:
    n = weights.shape[-1]
    keep = torch.ones(n, n, dtype=weights.dtype, device=weights.device).tril()
    weights *= keep
    row_total = weights.sum(-1).unsqueeze(-1)
    return weights / row_total
