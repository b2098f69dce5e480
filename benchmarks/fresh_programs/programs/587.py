def mask_and_renormalize(weights: Tensor) -> Tensor:
    n = weights.size(-1)
    for query in range(n):
        weights[..., query, query + 1 :] = 0.0
    row_totals = weights.sum(-1, keepdim=True)
    return weights / row_totals
