def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.size(-1)
    allowed = torch.ones(T, T, device=weights.device).tril() == 1
    kept = torch.where(allowed, weights, torch.zeros_like(weights))
    # rows no longer sum to 1 -> softmax makes them sum to 1 again
    return torch.softmax(kept, dim=-1)
