def first_row(T):
    return torch.full((T,), 1 / T)
