# wrong: the first column of the mask | family: axis | level: core
def first_row(T: int) -> Tensor:
    return torch.ones(T, T).tril()[:, 0]
