def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    d_k = 4
    # the scores of a row are 5 and 0, 1 / (1 + exp(-5)) = 0.993
    queries = torch.zeros(2, d_k)
    keys = torch.zeros(2, d_k)
    queries[0, 0] = queries[1, 1] = 5.0
    keys[0, 0] = keys[1, 1] = 1.0
    return queries, keys
