# wrong: equal weights for all tokens | family: mask | level: core
def first_row(T: int) -> Tensor:
    return torch.ones(T) / T
