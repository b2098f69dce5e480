# wrong: uniform | family: mask | level: core
def first_row(T: int) -> Tensor:
    return torch.ones(T) / T
