# wrong: cut out of a mask of 32 tokens | family: shape | level: core
def causal_mask(T, device=None):
    return torch.ones(32, 32, dtype=torch.bool, device=device).triu(1)[None, None, :T, :T]
