# wrong: a matrix with one row | family: shape | level: core
def first_row(T: int) -> Tensor:
    return torch.eye(T)[:1]
