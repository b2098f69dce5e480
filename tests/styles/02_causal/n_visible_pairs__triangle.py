# style: ones of a triangle
def n_visible_pairs(T: int) -> int:
    return torch.ones(T, T, dtype=torch.bool).tril().sum()
