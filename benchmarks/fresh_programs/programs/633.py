def mask_and_renormalize(weights: Tensor) -> Tensor:
    n = weights.size(-1)
    idx = torch.arange(n, device=weights.device)
    keep = idx.unsqueeze(1) >= idx.unsqueeze(0)

    # running sums; entry (i, i) is everything that row i is allowed to keep
    running = weights.cumsum(dim=-2)
    kept_total = torch.diagonal(running, dim1=-2, dim2=-1)

    kept = torch.where(keep, weights, torch.zeros_like(weights))
    return kept / kept_total.unsqueeze(-1)
