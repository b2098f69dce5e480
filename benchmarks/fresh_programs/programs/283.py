def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.size(-1)
    allowed = torch.ones(T, T, dtype=torch.bool, device=weights.device).tril()
    kept = torch.where(allowed, weights, -torch.inf)
    # bring every row back to a sum of 1
    return kept.softmax(dim=-1)
