def mask_and_renormalize(weights: Tensor) -> Tensor:
    n = weights.shape[-1]
    keep = torch.tril(torch.ones(n, n, dtype=weights.dtype, device=weights.device))
    kept = weights * keep
    row_total = kept.sum(dim=1)
    return kept / row_total.unsqueeze(-1)
