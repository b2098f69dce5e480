# wrong: a number for each row | family: shape | level: core
def n_visible_pairs(T: int) -> int:
    return torch.arange(1, T + 1)
