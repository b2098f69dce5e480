# wrong: through Python numbers | family: device | level: robustness
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    rows = [sum(a * b for a, b in zip(query, key_bias.tolist())) for query in queries.tolist()]
    return torch.tensor(rows, dtype=queries.dtype)
