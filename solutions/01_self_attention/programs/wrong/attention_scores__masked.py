# wrong: a causal mask is put in | family: mask | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    s = queries @ keys.transpose(-2, -1)
    return s.masked_fill(torch.ones_like(s, dtype=torch.bool).triu(1), float("-inf"))
