def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    shares = weights.unsqueeze(-1)  # (..., T_q, T_k, 1)
    parts = shares * values.unsqueeze(-2)
    return parts.sum(dim=-2)
