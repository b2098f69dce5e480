# wrong: all pairs are listed, which no memory has room for | family: formula | level: robustness
def n_visible_pairs(T: int) -> int:
    return torch.tril_indices(T, T).shape[1]
