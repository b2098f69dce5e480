def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    # width 16, so the scale divides by 4
    d = 16
    key_a = [0.5] * d
    key_b = [0.0] * d
    # first query: scores 8 and 0 -> 0.9997, scaled 2 and 0 -> 0.88
    # second query: only there so that T = 2, make it a strong one
    query_a = [1.0] * d
    query_b = [5.0] * d
    return torch.tensor([query_a, query_b]), torch.tensor([key_a, key_b])
