# wrong: the first row of the upper triangle | family: mask | level: core
def first_row(T: int) -> Tensor:
    return torch.ones(T, T).triu()[0] / T
