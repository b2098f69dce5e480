def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    """One query at a time: compare it with all keys."""
    scores = []
    for t in range(queries.shape[-2]):
        q = queries[..., t : t + 1, :]  # (..., 1, d_k)
        scores.append((q * keys).sum(dim=-1))  # (..., T_k)
    return torch.stack(scores, dim=-1)
