# wrong: other names of the arguments | family: shape | level: robustness
def additive_causal_mask(n, where=None):
    return torch.full((n, n), -torch.inf, dtype=torch.float32, device=where).triu(1)
