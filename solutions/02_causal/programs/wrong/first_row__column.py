# wrong: the first column instead of the first row | family: axis | level: core
def first_row(T: int) -> Tensor:
    return torch.ones(T, T).tril()[:, 0]
