def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    q = queries.unsqueeze(-2)  # (..., T_q, 1, d_k)
    k = keys.unsqueeze(-3)  # (..., 1, T_k, d_k)
    return nn.functional.cosine_similarity(q, k, dim=-1)
