# style: one coordinate carries the scores, one row is uniform
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    queries, keys = torch.zeros(2, 100), torch.zeros(2, 100)
    queries[0, 0], keys[0, 0] = 4.0, 2.0
    return queries, keys
