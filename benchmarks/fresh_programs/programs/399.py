def mask_and_renormalize(weights: Tensor) -> Tensor:
    n = weights.size(-1)
    for i in range(n):
        # token i may not look at i+1, i+2, ...
        weights[..., i, i + 1 :] = 0
    totals = weights.sum(dim=-1).unsqueeze(-1)
    return weights / totals
