def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    T_q = queries.shape[-2]
    T_k = keys.shape[-2]
    scores = torch.zeros(*queries.shape[:-2], T_q, T_k)
    for i in range(T_q):
        one_query = queries[..., i, :].unsqueeze(-2)  # (..., 1, d_k)
        scores[..., i, :] = (one_query * keys).sum(dim=-1)
    return scores
