def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    d_k = 4
    queries = torch.zeros(2, d_k)
    keys = torch.zeros(2, d_k)
    queries[:, 0] = 3.0
    keys[0, 0] = 2.0
    # scores 6 and 0: 1 / (1 + e^-6) = 0.9975
    return queries, keys
