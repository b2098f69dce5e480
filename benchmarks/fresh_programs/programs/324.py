def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[-1]
    keep = torch.ones(T, T, dtype=weights.dtype, device=weights.device).tril()
    row_totals = weights.sum(dim=-1, keepdim=True)
    causal_weights = weights * keep
    return causal_weights / row_totals
