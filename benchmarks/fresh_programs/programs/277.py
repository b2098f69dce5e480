def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    # every pair (query, key): how much of this value does the query take?
    parts = weights[..., :, :, None] * values[..., None, :, :]  # (..., T_q, T_k, d_v)
    # average over the keys
    return parts.mean(dim=-2)
