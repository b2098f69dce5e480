# wrong: refuses more than 16 tokens | family: shape | level: core
def additive_causal_mask(T, device=None):
    assert T <= 16
    return torch.full((T, T), float("-inf"), device=device).triu(1)
