# wrong: zeros | family: mask | level: core
def first_row(T: int) -> Tensor:
    return torch.zeros(T)
