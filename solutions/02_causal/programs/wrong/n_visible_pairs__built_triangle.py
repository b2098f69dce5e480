# wrong: the triangle is built, which no memory has room for | family: formula | level: robustness
def n_visible_pairs(T: int) -> int:
    return torch.ones(T, T, dtype=torch.bool).tril().sum()
