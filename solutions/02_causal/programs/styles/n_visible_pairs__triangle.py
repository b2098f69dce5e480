# style: the rows counted as a tensor of whole numbers
def n_visible_pairs(T: int) -> int:
    return torch.arange(1, T + 1).sum()
