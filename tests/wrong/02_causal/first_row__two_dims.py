# wrong: a row matrix | family: shape | level: core
def first_row(T: int) -> Tensor:
    return torch.eye(T)[:1]
