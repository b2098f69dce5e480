def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    d_k = 4
    queries = torch.ones(2, d_k)
    first = torch.full((d_k,), 5.0 / d_k)  # q k = 5 for the first key
    second = torch.zeros(d_k)  # and 0 for the other
    return queries, torch.stack((first, second))
