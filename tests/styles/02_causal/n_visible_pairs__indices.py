# style: torch.tril_indices
def n_visible_pairs(T: int) -> int:
    return torch.tril_indices(T, T).shape[1]
